import { pageAddress } from '@pos/contract/addresses';
import type { CloseOutReason, CloseOutWarning } from '@pos/contract/close-out/close-out';
import type { ReturnsSummary } from '@pos/contract/close-out/close-out-snapshot';
import type { Reason } from '@pos/contract/errors';
import type { CashControl } from '@pos/contract/reports/sales-summary/settlement';
import { formatChange, pluralize } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import type { DatedOrder, DeviceState, OpenBusiness } from './checks.queries.ts';

/** Facts that decide if a fair may be closed out. */
export type CloseOutFacts = {
  fair: { id: string; endDate: string; closeOutState: 'open' | 'finished' };
  business: OpenBusiness;
  devices: readonly DeviceState[];
  returns: ReturnsSummary;
  cashControl: CashControl;
};

type CodedReason = Reason & { code: CloseOutReason | CloseOutWarning };
const tab = (id: string, name: string, filters: Record<string, string> = {}) =>
  pageAddress('fair-details', { id, tab: name, ...filters });
const payments = (fairId: string, status: string) => pageAddress('payments', { fairId, status });

/** Names the first orders with their days, such as `A0001 (01/01/2001) and 2 more`. */
function named(orders: readonly DatedOrder[], count: number): string {
  const names = orders.map(
    ({ orderNumber, businessDay }) => `${orderNumber} (${formatDay(businessDay)})`,
  );
  const others = count - names.length;
  return others > 0 ? `${names.join(', ')} and ${others} more` : names.join(', ');
}

/** Link to a single order, or to the fair's orders. */
function toOrders(fairId: string, [first, ...others]: readonly DatedOrder[]): string {
  return tab(fairId, 'orders', first && others.length === 0 ? { search: first.orderNumber } : {});
}

/** Returns every reason that blocks the close-out (domain 4.4, trust.md rule 8). */
export function blockingReasons({ fair, business, devices }: CloseOutFacts): Reason[] {
  const { openOrders, pendingPayments, reviewPayments } = business;
  const active = devices.filter(({ isActive }) => isActive);
  return present([
    fair.closeOutState === 'finished' && {
      code: 'ALREADY_FINISHED',
      text: 'This fair is already closed out.',
      link: tab(fair.id, 'close-out'),
    },
    !business.hasEnded && {
      code: 'FAIR_NOT_ENDED',
      text: `The fair runs until ${formatDay(fair.endDate)}. It can be closed out starting on its last day.`,
      link: tab(fair.id, 'overview'),
    },
    openOrders > 0 && {
      code: 'OPEN_ORDERS',
      text: `${pluralize(openOrders, 'order is', 'orders are')} open and not fully paid.`,
      count: openOrders,
      link: tab(fair.id, 'orders', { status: 'open' }),
    },
    pendingPayments > 0 && {
      code: 'PAYMENTS_PENDING',
      text: `${pluralize(pendingPayments, 'payment is', 'payments are')} pending.`,
      count: pendingPayments,
      link: payments(fair.id, 'pending'),
    },
    reviewPayments > 0 && {
      code: 'PAYMENTS_UNDER_REVIEW',
      text: `${pluralize(reviewPayments, 'payment is', 'payments are')} under review.`,
      count: reviewPayments,
      link: payments(fair.id, 'under_review'),
    },
    business.misdated > 0 && {
      code: 'ORDERS_MISDATED',
      text: `${pluralize(business.misdated, 'order is', 'orders are')} dated far from the fair: ${named(business.misdatedOrders, business.misdated)}. Correct or confirm each day.`,
      count: business.misdated,
      link: toOrders(fair.id, business.misdatedOrders),
    },
    ...findUnsent(active, fair.id),
  ]);
}

/** Returns every warning that must be confirmed (domain 4.4). */
export function finishWarnings({
  fair,
  business,
  devices,
  returns,
  cashControl,
}: CloseOutFacts): Reason[] {
  return [
    ...goodsWarnings(business, returns, fair),
    ...moneyWarnings(cashControl, fair.id),
    ...inactiveDeviceWarnings(devices, fair.id),
    ...unbookedWarnings(business, fair.id),
  ];
}

/** Warns of cartons and copies that are not scanned, counted or shipped. */
function goodsWarnings(
  { cartonsNotReturned, shipToSchoolUnits }: OpenBusiness,
  returns: ReturnsSummary,
  { id: fairId, closeOutState }: CloseOutFacts['fair'],
): CodedReason[] {
  const isFinished = closeOutState === 'finished';
  const { notCountedTitles, notCountedUnits, varianceTitles, varianceUnits, varianceValueCents } =
    returns;
  return present([
    cartonsNotReturned > 0 && {
      code: 'CARTONS_NOT_RETURNED',
      text: `${pluralize(cartonsNotReturned, 'carton')} not scanned on return.`,
      count: cartonsNotReturned,
      link: tab(fairId, 'cartons'),
    },
    notCountedTitles > 0 && {
      code: 'RETURNS_NOT_COUNTED',
      text: `${pluralize(notCountedTitles, 'title')} not counted (${pluralize(notCountedUnits, 'unit')}). You can count them later.`,
      count: notCountedTitles,
      link: isFinished ? `${pageAddress('warehouse')}/returns/${fairId}` : tab(fairId, 'inventory'),
    },
    varianceTitles > 0 && {
      code: 'RETURN_VARIANCE',
      text: `The return count of ${pluralize(varianceTitles, 'title')} differs: ${formatChange(varianceUnits)} ${Math.abs(varianceUnits) === 1 ? 'unit' : 'units'}, ${formatCents(varianceValueCents)} at retail.`,
      count: varianceTitles,
      link: tab(fairId, 'inventory'),
    },
    shipToSchoolUnits > 0 && {
      code: 'SHIP_TO_SCHOOL_OPEN',
      text: `${pluralize(shipToSchoolUnits, 'ship-to-school unit is', 'ship-to-school units are')} not shipped.`,
      count: shipToSchoolUnits,
      link: tab(fairId, 'orders', { fulfilment: 'ship_to_school' }),
    },
  ]);
}

/** Warns of orders on deactivated devices, which may never arrive. */
function inactiveDeviceWarnings(devices: readonly DeviceState[], fairId: string): CodedReason[] {
  const inactive = devices.filter(({ isActive }) => !isActive);
  return findUnsent(inactive, fairId).map(({ text, count }) => ({
    code: 'INACTIVE_DEVICE_UNSENT' as const,
    text: `Deactivated device: ${text}`,
    ...(count !== undefined && { count }),
    link: tab(fairId, 'devices'),
  }));
}

/** Warns of held orders and refunds, and of top-ups that arrived after the last close-out. */
function unbookedWarnings(
  {
    unconfirmed,
    unconfirmedOrders,
    heldOrders,
    heldRefunds,
    lateTopUps,
    lateTopUpCents,
  }: OpenBusiness,
  fairId: string,
): CodedReason[] {
  return present([
    unconfirmed > 0 && {
      code: 'DAYS_NOT_CONFIRMED',
      text: `The register's clock was wrong for ${pluralize(unconfirmed, 'order')}, booked at receipt: ${named(unconfirmedOrders, unconfirmed)}. Correct or confirm each day.`,
      count: unconfirmed,
      link: toOrders(fairId, unconfirmedOrders),
    },
    heldOrders > 0 && {
      code: 'HELD_ORDERS',
      text: `${pluralize(heldOrders, 'held order')}, not counted in reports.`,
      count: heldOrders,
      link: tab(fairId, 'orders', { view: 'held' }),
    },
    heldRefunds > 0 && {
      code: 'HELD_REFUNDS',
      text: `${pluralize(heldRefunds, 'refund')} of held orders, not counted in reports.`,
      count: heldRefunds,
      link: tab(fairId, 'orders', { view: 'held' }),
    },
    lateTopUps > 0 && {
      code: 'LATE_TOP_UPS',
      text: `${pluralize(lateTopUps, 'eWallet top-up')} of ${formatCents(lateTopUpCents)} arrived after the close-out. Revert and finish again to settle ${lateTopUps === 1 ? 'it' : 'them'}.`,
      count: lateTopUps,
      link: payments(fairId, 'completed'),
    },
  ]);
}

function findUnsent(devices: readonly DeviceState[], fairId: string): CodedReason[] {
  const getSum = (name: 'unsentOrders' | 'missingOrders') =>
    devices.reduce((sum, device) => sum + device[name], 0);
  const getDevices = (name: 'unsentOrders' | 'missingOrders') =>
    devices
      .filter((device) => device[name] > 0)
      .map((device) => `${device.deviceId} (${device[name]})`)
      .join(', ');
  const [unsent, missing] = [getSum('unsentOrders'), getSum('missingOrders')];
  return present([
    unsent > 0 && {
      code: 'UNSENT_ORDERS',
      text: `${pluralize(unsent, 'order is', 'orders are')} still on a register: ${getDevices('unsentOrders')}.`,
      count: unsent,
      link: tab(fairId, 'devices'),
    },
    missing > 0 && {
      code: 'MISSING_ORDERS',
      text: `${pluralize(missing, 'order')} from a register never arrived: ${getDevices('missingOrders')}.`,
      count: missing,
      link: tab(fairId, 'devices'),
    },
  ]);
}

function moneyWarnings(
  {
    expectedCashCents,
    expectedChecksCents,
    countedCashCents,
    countedChecksCents,
    cashVarianceCents,
    checkVarianceCents,
    ...checks
  }: CashControl,
  fairId: string,
): CodedReason[] {
  const isUncounted =
    (countedCashCents === null && expectedCashCents !== 0) ||
    (countedChecksCents === null && expectedChecksCents !== 0);
  return present([
    isUncounted && {
      code: 'MONEY_NOT_COUNTED',
      text: `The money has not been counted: ${formatCents(expectedCashCents)} in cash and ${formatCents(expectedChecksCents)} in checks are expected.`,
      link: tab(fairId, 'close-out'),
    },
    variance('CASH_VARIANCE', 'Cash', cashVarianceCents, fairId),
    variance('CHECK_VARIANCE', 'Checks', checkVarianceCents, fairId),
    checkCountVariance(checks, fairId),
  ]);
}

function variance(
  code: CloseOutWarning,
  what: string,
  cents: number | null,
  fairId: string,
): CodedReason | false {
  if (cents === null || cents === 0) return false;
  return {
    code,
    text: `${what} counted: ${formatCents(Math.abs(cents))} ${cents < 0 ? 'short' : 'over'}.`,
    link: tab(fairId, 'close-out'),
  };
}

/** A wrong number of checks is a variance even if the amounts match. */
function checkCountVariance(
  {
    expectedCheckCount,
    countedCheckCount,
    checkCountVariance: difference,
  }: Pick<CashControl, 'expectedCheckCount' | 'countedCheckCount' | 'checkCountVariance'>,
  fairId: string,
): CodedReason | false {
  if (difference === null || difference === 0) return false;
  const text = `Checks counted: ${countedCheckCount} of ${expectedCheckCount}, ${Math.abs(difference)} too ${difference < 0 ? 'few' : 'many'}.`;
  return { code: 'CHECK_COUNT_VARIANCE', text, link: tab(fairId, 'close-out') };
}

function present(found: readonly (CodedReason | false)[]): CodedReason[] {
  return found.filter((each) => each !== false);
}
