import type { CloseOut, CloseOutReason, CloseOutWarning } from '@pos/contract/close-out/close-out';
import type { Reason } from '@pos/contract/errors';
import { inventoryApi } from '@pos/contract/stock/inventory';
import { putAwayApi } from '@pos/contract/stock/warehouse/put-away';
import { ordersApi } from '@pos/contract/sales/orders';
import { paymentsApi } from '@pos/contract/sales/payments';
import { allows, type Access, type Rights } from '@pos/contract/permissions';
import { getAmountDue, type ProfitOption } from '@pos/contract/close-out/close-out-snapshot';
import {
  type Settlement,
  toEligibleNetLines,
} from '@pos/contract/reports/sales-summary/settlement';
import { dayIn } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatDay, formatDayRange, toPastDays } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconCash,
  IconCloudOff,
  IconCreditCard,
  IconHandStop,
  IconPackageOff,
  IconReceipt,
  IconTruck,
  IconWallet,
  type Icon,
} from '@tabler/icons-react';
import type { AttentionItem } from '#web/ui/layout/attention-list.tsx';
import type { StatusText } from '#web/ui/values/status-pill.tsx';

export const PROFIT_OPTIONS: Record<ProfitOption, string> = {
  cash: 'Cash',
  ave_dollar: 'AveDollars',
};
/** Wording within a sentence: profit in cash. */
export const PROFIT_IN: Record<ProfitOption, string> = { cash: 'cash', ave_dollar: 'AveDollars' };

/**
 * Warnings about money, hidden until it is counted because they would reveal the expected amount.
 */
const ABOUT_MONEY: readonly string[] = [
  'MONEY_NOT_COUNTED',
  'CASH_VARIANCE',
  'CHECK_VARIANCE',
  'CHECK_COUNT_VARIANCE',
] satisfies CloseOutWarning[];
/** Returns true for a point that the step "Count" answers, whatever the evening counts say. */
export function isAboutMoney({ code }: Pick<Reason, 'code'>): boolean {
  return ABOUT_MONEY.includes(code);
}

/** Warnings that the form answers with its reason for over or short. */
const EXPLAINED: readonly string[] = [
  'CASH_VARIANCE',
  'CHECK_VARIANCE',
  'CHECK_COUNT_VARIANCE',
] satisfies CloseOutWarning[];
/** Warnings that may come up after a fair is closed out. */
const SINCE_FINISHED: readonly string[] = [
  'HELD_ORDERS',
  'HELD_REFUNDS',
  'LATE_TOP_UPS',
  'RETURNS_NOT_COUNTED',
] satisfies CloseOutWarning[];

const LOOK: Record<CloseOutReason | CloseOutWarning, { icon: Icon; action: string }> = {
  ALREADY_FINISHED: { icon: IconAlertTriangle, action: 'See close-out' },
  FAIR_NOT_ENDED: { icon: IconCalendarEvent, action: 'See fair' },
  OPEN_ORDERS: { icon: IconReceipt, action: 'See orders' },
  PAYMENTS_PENDING: { icon: IconCreditCard, action: 'See payments' },
  PAYMENTS_UNDER_REVIEW: { icon: IconCreditCard, action: 'Review payments' },
  ORDERS_MISDATED: { icon: IconCalendarEvent, action: 'See orders' },
  UNSENT_ORDERS: { icon: IconCloudOff, action: 'See devices' },
  MISSING_ORDERS: { icon: IconCloudOff, action: 'See devices' },
  CARTONS_NOT_RETURNED: { icon: IconPackageOff, action: 'See cartons' },
  RETURNS_NOT_COUNTED: { icon: IconPackageOff, action: 'Count' },
  RETURN_VARIANCE: { icon: IconPackageOff, action: 'See titles' },
  SHIP_TO_SCHOOL_OPEN: { icon: IconTruck, action: 'See orders' },
  MONEY_NOT_COUNTED: { icon: IconCash, action: 'Count' },
  CASH_VARIANCE: { icon: IconCash, action: 'Count' },
  CHECK_VARIANCE: { icon: IconCash, action: 'Count' },
  CHECK_COUNT_VARIANCE: { icon: IconCash, action: 'Count' },
  INACTIVE_DEVICE_UNSENT: { icon: IconCloudOff, action: 'See devices' },
  DAYS_NOT_CONFIRMED: { icon: IconCalendarEvent, action: 'See orders' },
  HELD_ORDERS: { icon: IconHandStop, action: 'Review' },
  HELD_REFUNDS: { icon: IconHandStop, action: 'Review' },
  LATE_TOP_UPS: { icon: IconWallet, action: 'See payments' },
};

/** All points that block the close-out or have to be confirmed; money has its own step. */
export function closeOutChecks({
  reasons,
  warnings,
}: Pick<CloseOut, 'reasons' | 'warnings'>): AttentionItem[] {
  return [
    ...reasons.map((reason) => attention(reason, 'bad', 'Blocks the close-out')),
    ...warnings
      .filter((warning) => !isAboutMoney(warning))
      .map((warning) => attention(warning, 'warn', 'You confirm this at the end.')),
  ];
}

/** Points that only come once the fair is over. */
const ONLY_AFTER: readonly string[] = [
  'FAIR_NOT_ENDED',
  'CARTONS_NOT_RETURNED',
  'RETURNS_NOT_COUNTED',
  'RETURN_VARIANCE',
] satisfies (CloseOutReason | CloseOutWarning)[];

/** Points that can be settled while the fair still sells; none of them is urgent. */
export function pointsSoFar({
  reasons,
  warnings,
}: Pick<CloseOut, 'reasons' | 'warnings'>): AttentionItem[] {
  return [...reasons, ...warnings.filter((warning) => !isAboutMoney(warning))]
    .filter(({ code }) => !ONLY_AFTER.includes(code))
    .map((point) => attention(point, 'info', 'To settle by the close-out'));
}

/** Points to confirm before finishing that are not among the confirmed keys. */
export function unconfirmedPoints(
  closeOut: Pick<CloseOut, 'reasons' | 'warnings'>,
  confirmed: readonly string[],
): AttentionItem[] {
  return closeOutChecks(closeOut).filter(
    ({ kind, key }) => kind === 'warn' && !confirmed.includes(key),
  );
}

/**
 * Warnings of the server that the form does not answer: neither confirmed nor a difference that has
 * its reason.
 */
export function unansweredWarnings(
  warnings: readonly Reason[],
  confirmed: readonly string[],
): Reason[] {
  return warnings.filter(
    ({ code, text }) => !EXPLAINED.includes(code) && !confirmed.includes(`${code} ${text}`),
  );
}

/** Points that came up since the fair was closed out. */
export function openPoints({ warnings }: Pick<CloseOut, 'warnings'>): AttentionItem[] {
  return warnings
    .filter(({ code }) => SINCE_FINISHED.includes(code))
    .map((warning) => attention(warning, 'warn', 'Not counted in this close-out'));
}

function attention(
  { code, text, link }: Reason,
  kind: AttentionItem['kind'],
  detail: string,
): AttentionItem {
  const look =
    code in LOOK ? LOOK[code as keyof typeof LOOK] : { icon: IconAlertTriangle, action: 'See' };
  return {
    key: `${code} ${text}`,
    kind,
    icon: look.icon,
    text,
    detail,
    action: link ? { label: look.action, to: link } : undefined,
  };
}

/** Right that each link needs: the list of payments, or a tab of the fair's page. */
const OPENED_BY: readonly (readonly [part: string, access: Access])[] = [
  ['/payments?', paymentsApi.list.access],
  ['tab=payments', paymentsApi.list.access],
  ['tab=orders', ordersApi.list.access],
  ['tab=inventory', inventoryApi.fairInventory.access],
  ['/warehouse/returns/', putAwayApi.getById.access],
];

/** Removes links that these rights do not open. */
export function withOpenWays(points: readonly AttentionItem[], rights: Rights): AttentionItem[] {
  const isOpen = (to: string): boolean =>
    OPENED_BY.every(([part, access]) => !to.includes(part) || allows(access, rights));
  return points.map((point) =>
    point.action && 'to' in point.action && !isOpen(point.action.to)
      ? { ...point, action: undefined }
      : point,
  );
}

/** Difference of counted and expected money in words, with its sign; undefined if not counted. */
export function varianceStatus(cents: number | null | undefined): StatusText | undefined {
  if (cents === null || cents === undefined) return undefined;
  if (cents === 0) return { label: 'Matches', meaning: 'ok' };
  return cents < 0
    ? { label: `${formatCents(cents)} short`, meaning: 'warn' }
    : { label: `${formatCents(cents)} over`, meaning: 'warn' };
}

/** Difference in the number of checks in words; undefined if not counted. */
export function checkCountStatus(difference: number | null | undefined): StatusText | undefined {
  if (difference === null || difference === undefined) return undefined;
  if (difference === 0) return { label: 'Matches', meaning: 'ok' };
  const checks = pluralize(Math.abs(difference), 'check', 'checks');
  return difference < 0
    ? { label: `${checks} too few`, meaning: 'bad' }
    : { label: `${checks} too many`, meaning: 'warn' };
}

/** Days of a close-out's figures that have happened: until it was finished, or until today. */
export function soldDays(
  range: CloseOut['range'],
  timeZone: string,
  finishedAt: string = new Date().toISOString(),
): string {
  const { startDate, endDate } = toPastDays(range, dayIn(finishedAt, timeZone));
  return formatDayRange(startDate, endDate);
}

/** Derivation of a profit: `25% of $1,024.93 (net sales $1,077.93, uncollected −$53.00)`. */
export function profitWords(
  totals: { netCents: number; uncollectedCents: number },
  settlement: Pick<Settlement, 'eligibleNetCents' | 'profitRatePpm'>,
): string {
  const share = `${formatPpm(settlement.profitRatePpm)} of ${formatCents(settlement.eligibleNetCents)}`;
  return `${share} (${eligibleWords(totals, settlement)})`;
}

/** Figures that add up to the net sales that earn a profit. */
export function eligibleWords(
  totals: { netCents: number; uncollectedCents: number },
  settlement: Pick<Settlement, 'eligibleNetCents'>,
): string {
  return toEligibleNetLines(totals, settlement)
    .map(({ label, cents }) => `${lowerFirst(label)} ${formatCents(cents)}`)
    .join(', ');
}

/** Label of an amount due, which is shown without its sign. */
export const dueLabel = (dueCents: number): string =>
  dueCents < 0 ? 'Due to school' : 'Due from school';

/** Amount that the school owes or gets, with the day and a fee or credit: `$646.82 due from the school by …`. */
export function dueWords(standing: NonNullable<CloseOut['standing']>): string {
  const { adjustment, terms } = standing;
  const dueCents = getAmountDue(standing);
  const due = `${formatCents(Math.abs(dueCents))} due ${dueCents < 0 ? 'to' : 'from'} the school`;
  return [
    due,
    ...(terms && dueCents > 0 ? [` by ${formatDay(terms.dueDay)} (${terms.words})`] : []),
    ...(adjustment ? [`, ${adjustmentWords(adjustment)}`] : []),
    '.',
  ].join('');
}

type Adjustment = NonNullable<NonNullable<CloseOut['standing']>['adjustment']>;

function adjustmentWords({ amountCents, reason }: Adjustment): string {
  const amount = formatCents(Math.abs(amountCents));
  return amountCents < 0
    ? `after a credit of ${amount} (${reason})`
    : `including a fee of ${amount} (${reason})`;
}

const lowerFirst = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);
