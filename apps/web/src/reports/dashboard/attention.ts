import { cartonsApi } from '@pos/contract/stock/cartons';
import { FAILED_DAYS, READY_WITHIN_DAYS } from '@pos/contract/reports/dashboard';
import { closeOutApi } from '@pos/contract/close-out/close-out';
import { fairsApi } from '@pos/contract/fairs/fairs';
import type { Settings } from '@pos/contract/imports/settings';
import { inventoryApi } from '@pos/contract/stock/inventory';
import { ordersApi } from '@pos/contract/sales/orders';
import { allows, type Rights } from '@pos/contract/permissions';
import { pluralize } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import {
  IconBook,
  IconClipboardList,
  IconClock,
  IconCloudOff,
  IconCreditCardOff,
  IconEraser,
  IconFlag,
  IconHandStop,
  IconInfoCircle,
  IconPackageImport,
  IconPackageOff,
  IconShield,
  IconTruck,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { formatAgo } from '#web/lib/input/time.ts';
import type { AttentionItem } from '#web/ui/layout/attention-list.tsx';
import type { Good, Scope } from './dashboard.data.ts';

/** Maximum number of registers named one by one. */
const NAMED = 3;

type Blocks = {
  payments?: Good<'payments'> | undefined;
  devices?: Good<'devices'> | undefined;
  stock?: Good<'stock'> | undefined;
  fairs?: Good<'fairs'> | undefined;
  warehouse?: Good<'warehouse'> | undefined;
  settings?: Pick<Settings, 'endlessSchools' | 'studentRetentionMonths'> | undefined;
};

/**
 * Items that need a person, most urgent first: each line gives the problem, its size and place, and
 * opens exactly those rows; an action only if the rights allow it.
 */
export function attentionItems(
  { payments, devices, stock, fairs, warehouse, settings }: Blocks,
  scope: Scope,
  rights: Rights,
): AttentionItem[] {
  const isWhole = !scope.fairId && !scope.schoolId;
  return [
    ...(devices ? lateRegisters(devices, scope) : []),
    ...(payments ? heldOrders(payments, scope, rights) : []),
    ...(fairs ? overdueCloseOuts(fairs, rights) : []),
    ...(payments ? troubledPayments(payments, scope) : []),
    ...(fairs ? fairsNotReady(fairs, rights) : []),
    ...(stock ? missingCartons(stock, rights) : []),
    ...(stock ? stockLines(stock, scope, rights) : []),
    ...(warehouse && isWhole ? warehouseWork(warehouse) : []),
    ...(settings && isWhole ? endlessNames(settings) : []),
    ...(devices && isWhole ? warranties(devices) : []),
  ];
}

function lateRegisters({ stale }: Good<'devices'>, scope: Scope): AttentionItem[] {
  const [first, ...others] = stale;
  if (!first) return [];
  const unsent = stale.reduce((sum, { unsentOrders }) => sum + unsentOrders, 0);
  const alone = first.lastSyncAt
    ? `${first.deviceId}: last contact ${formatAgo(first.lastSyncAt)}`
    : `${first.deviceId}: no contact yet`;
  const where =
    others.length === 0 ? first.fairName : toNames(stale.map(({ deviceId }) => deviceId));
  return [
    {
      key: 'devices',
      kind: 'bad',
      icon: IconCloudOff,
      text:
        others.length === 0
          ? alone
          : `${pluralize(stale.length, 'register', 'registers')} at live fairs without recent contact`,
      detail:
        unsent > 0
          ? `${where} · ${pluralize(unsent, 'order is', 'orders are')} not sent yet`
          : where,
      action: {
        label: others.length === 0 ? 'See register' : 'See registers',
        to: pathTo('devices', {}, { ...scope, status: 'active', stale: true, atLiveFair: true }),
      },
    },
  ];
}

function heldOrders(
  { heldOrders: count }: Good<'payments'>,
  scope: Scope,
  rights: Rights,
): AttentionItem[] {
  if (count === 0) return [];
  const action = allows(ordersApi.held.access, rights)
    ? { label: 'Review orders', to: pathTo('orders', {}, { view: 'held', ...scope }) }
    : undefined;
  return [
    {
      key: 'held',
      kind: 'bad',
      icon: IconHandStop,
      text: pluralize(count, 'held order', 'held orders'),
      detail: 'Sold at a register but not booked; not counted in reports',
      action,
    },
  ];
}

/** A single fair; several have a card of their own on the dashboard. */
function overdueCloseOuts(
  { overdueCount, overdue }: Good<'fairs'>,
  rights: Rights,
): AttentionItem[] {
  const [oldest] = overdue;
  if (!oldest || overdueCount > 1) return [];
  return [
    {
      key: 'close-outs',
      kind: 'bad',
      icon: IconFlag,
      text: `Close-out overdue by ${pluralize(oldest.daysOverdue, 'day', 'days')}`,
      detail: `${oldest.schoolName} · ended ${formatDay(oldest.endDate)}`,
      action: allows(closeOutApi.getById.access, rights)
        ? { label: 'Close out', to: fairPath(oldest.id, 'close-out') }
        : undefined,
    },
  ];
}

function troubledPayments(
  { underReview, failed, failedSince }: Good<'payments'>,
  scope: Scope,
): AttentionItem[] {
  const items: AttentionItem[] = [];
  if (underReview.count > 0) {
    items.push({
      key: 'under review',
      kind: 'info',
      icon: IconInfoCircle,
      text: `${pluralize(underReview.count, 'payment', 'payments')} under review, ${formatCents(underReview.amountCents)}`,
      detail:
        underReview.count === 1
          ? 'It counts as paid unless rejected'
          : 'They count as paid unless rejected',
      action: {
        label: 'Review payments',
        to: pathTo('payments', {}, { ...scope, status: 'under_review' }),
      },
    });
  }
  if (failed.count > 0) {
    items.push({
      key: 'failed',
      kind: 'bad',
      icon: IconCreditCardOff,
      text: `${pluralize(failed.count, 'payment', 'payments')} failed, ${formatCents(failed.amountCents)}`,
      detail: `In the last ${FAILED_DAYS} days, since ${formatDay(failedSince)}`,
      action: {
        label: 'See payments',
        to: pathTo('payments', {}, { ...scope, status: 'failed', from: failedSince }),
      },
    });
  }
  return items;
}

/** Fairs that start in a few days and are not ready. */
function fairsNotReady({ nextFairs }: Good<'fairs'>, rights: Rights): AttentionItem[] {
  const notReady = nextFairs.filter(
    ({ daysLeft, missing }) => daysLeft <= READY_WITHIN_DAYS && missing.length > 0,
  );
  return notReady.map(({ id, name, daysLeft, done, of, missing }) => ({
    key: `ready ${id}`,
    kind: 'warn',
    icon: IconClock,
    text: `${name} starts ${daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`}`,
    detail: `Checklist ${done} of ${of} · not yet: ${missing.join(', ').toLowerCase()}`,
    action: allows(fairsApi.getById.access, rights)
      ? { label: 'Open checklist', to: fairPath(id) }
      : undefined,
  }));
}

function missingCartons({ missing }: Good<'stock'>, rights: Rights): AttentionItem[] {
  return missing.map(({ id, name, cartons }) => ({
    key: `cartons ${id}`,
    kind: 'bad',
    icon: IconPackageOff,
    text: `${pluralize(cartons, 'carton is', 'cartons are')} missing`,
    detail: name,
    action: allows(cartonsApi.list.access, rights)
      ? {
          label: 'See cartons',
          to: fairPath(id, 'cartons', { status: ['missing_at_delivery', 'missing_at_return'] }),
        }
      : undefined,
  }));
}

function stockLines(
  { fairs, shipToSchoolOrders, shipToSchoolUnits }: Good<'stock'>,
  scope: Scope,
  rights: Rights,
): AttentionItem[] {
  const items: AttentionItem[] = fairs.map(({ id, name, lastCopyTitles, soldOutTitles }) => ({
    key: `stock ${id}`,
    kind: 'warn',
    icon: IconBook,
    text: [
      lastCopyTitles > 0 && pluralize(lastCopyTitles, 'last copy', 'last copies'),
      soldOutTitles > 0 && `${pluralize(soldOutTitles, 'title', 'titles')} sold out`,
    ]
      .filter(Boolean)
      .join(', '),
    detail: name,
    action: allows(inventoryApi.fairInventory.access, rights)
      ? {
          label: 'See titles',
          to: pathTo(
            'fair-inventory',
            {},
            { fairId: id, status: 'active', stock: ['last-copy', 'sold-out'] },
          ),
        }
      : undefined,
  }));
  if (shipToSchoolOrders > 0) {
    items.push({
      key: 'ship',
      kind: 'info',
      icon: IconTruck,
      text: `${pluralize(shipToSchoolOrders, 'order', 'orders')} to ship to school`,
      detail: pluralize(shipToSchoolUnits, 'unit', 'units'),
      action: allows(ordersApi.list.access, rights)
        ? {
            label: 'See orders',
            to: pathTo('orders', {}, { ...scope, fulfilmentStatus: 'to_ship' }),
          }
        : undefined,
    });
  }
  return items;
}

/** Work that waits in the warehouse: "2 returns wait since 11/13/2026". */
function warehouseWork({ returns, shipments, receipts }: Good<'warehouse'>): AttentionItem[] {
  const item = (
    key: string,
    icon: AttentionItem['icon'],
    { since }: { since: string | null },
    text: string,
    detail: string,
  ): AttentionItem[] =>
    since === null
      ? []
      : [
          {
            key: `warehouse ${key}`,
            kind: 'warn',
            icon,
            text: `${text} since ${formatDay(since)}`,
            detail,
            action: { label: `See ${key}`, to: `${pathTo('warehouse')}/${key}` },
          },
        ];
  return [
    ...item(
      'returns',
      IconPackageImport,
      returns,
      pluralize(returns.count, 'return waits', 'returns wait'),
      'The fair has ended, and its books are not put away',
    ),
    ...item(
      'shipments',
      IconTruckDelivery,
      shipments,
      `${pluralize(shipments.count, 'shipment is', 'shipments are')} not received`,
      'Sent to a fair, and nobody there has received it',
    ),
    ...item(
      'receipts',
      IconClipboardList,
      receipts,
      `${pluralize(receipts.count, 'receipt is', 'receipts are')} open`,
      'Its books count once it is booked',
    ),
  ];
}

/** Names of students that are kept without an end; of the settings, else of a school's own rule. */
function endlessNames({
  endlessSchools: { count, firstId },
  studentRetentionMonths,
}: NonNullable<Blocks['settings']>): AttentionItem[] {
  if (firstId === null) return [];
  return [
    {
      key: 'names',
      kind: 'warn',
      icon: IconEraser,
      text: `${pluralize(count, 'school keeps', 'schools keep')} names of students without an end`,
      detail: 'US law asks for a date at which they are erased',
      action:
        studentRetentionMonths === 0
          ? { label: 'Set the rule', to: `${pathTo('settings')}?section=security` }
          : {
              label: 'See school',
              to: pathTo('school-details', { id: firstId }, { tab: 'student-data' }),
            },
    },
  ];
}

function warranties({ warrantiesEnding }: Good<'devices'>): AttentionItem[] {
  if (warrantiesEnding === 0) return [];
  return [
    {
      key: 'warranties',
      kind: 'info',
      icon: IconShield,
      text: `${pluralize(warrantiesEnding, 'warranty ends', 'warranties end')} soon`,
      detail: 'Across all devices',
      action: { label: 'See devices', to: pathTo('devices', {}, { warranty: 'expiring' }) },
    },
  ];
}

/** `REG-01, REG-02 and 3 more`. */
function toNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMED);
  return names.length > shown.length
    ? `${shown.join(', ')} and ${names.length - shown.length} more`
    : shown.join(', ');
}
