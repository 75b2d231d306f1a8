import { cartonsApi } from '@pos/contract/stock/cartons';
import { devicesApi } from '@pos/contract/fairs/devices';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { inventoryApi } from '@pos/contract/stock/inventory';
import { ordersApi } from '@pos/contract/sales/orders';
import { allows, type Rights } from '@pos/contract/permissions';
import { pluralize } from '@pos/contract/values/counts';
import {
  IconAlertTriangle,
  IconBook,
  IconBookOff,
  IconCalendarEvent,
  IconCloudOff,
  IconHandStop,
  IconPackageOff,
} from '@tabler/icons-react';
import { pathTo } from '#web/lib/api/paths.ts';
import { formatAgo } from '#web/lib/input/time.ts';
import type { AttentionItem } from '#web/ui/layout/attention-list.tsx';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { fairLayout, type FairLayout } from '../fair-layout.ts';

/**
 * Points of a fair that need a person, from its totals and its registers' reports; an action only
 * if the rights allow it.
 */
export function fairAttention(fair: FairDetails, rights: Rights): AttentionItem[] {
  return POINTS[fairLayout(fair)].flatMap((findPoints) => findPoints(fair, rights));
}

type FindPoints = (fair: FairDetails, rights: Rights) => AttentionItem[];

/**
 * Points of each layout, in the order of the list. Once a fair has ended, its close-out names the
 * others.
 */
const POINTS: Record<FairLayout, readonly FindPoints[]> = {
  upcoming: [heldOrders, unsentOrders, missingCartons, fairWarnings],
  live: [
    heldOrders,
    oversoldTitles,
    unsentOrders,
    missingCartons,
    lastCopies,
    soldOutTitles,
    fairWarnings,
  ],
  ended: [oversoldTitles],
  closed: [],
};

function heldOrders({ id, totals }: FairDetails, rights: Rights): AttentionItem[] {
  if (totals.heldOrders === 0) return [];
  return [
    {
      key: 'held',
      kind: 'bad',
      icon: IconHandStop,
      text: pluralize(totals.heldOrders, 'held order', 'held orders'),
      detail: 'Sold at a register but not booked; not counted in reports',
      action: allows(ordersApi.held.access, rights)
        ? { label: 'Review', to: fairPath(id, 'orders', { view: 'held' }) }
        : undefined,
    },
  ];
}

function oversoldTitles({ id, totals }: FairDetails, rights: Rights): AttentionItem[] {
  if (totals.oversoldUnits === 0) return [];
  return [
    {
      key: 'oversold',
      kind: 'bad',
      icon: IconAlertTriangle,
      text: `${pluralize(totals.oversoldUnits, 'unit was', 'units were')} sold beyond the stock`,
      detail: 'More units were sold than the packing list has',
      action: titlesLink(id, 'oversold', rights),
    },
  ];
}

/** One line per register that still holds orders. */
function unsentOrders({ devices }: FairDetails, rights: Rights): AttentionItem[] {
  return devices
    .filter((device) => device.unsentOrders > 0)
    .map(({ id, deviceId, unsentOrders: count, lastSyncAt }) => ({
      key: id,
      kind: 'warn',
      icon: IconCloudOff,
      text: `${deviceId} has ${pluralize(count, 'unsent order', 'unsent orders')}`,
      detail: lastSyncAt ? `Last contact ${formatAgo(lastSyncAt)}` : 'No contact yet',
      action: allows(devicesApi.list.access, rights)
        ? { label: 'See device', to: pathTo('devices', {}, { search: deviceId }) }
        : undefined,
    }));
}

function missingCartons({ id, totals }: FairDetails, rights: Rights): AttentionItem[] {
  if (totals.missingCartons === 0) return [];
  const missing = { status: ['missing_at_delivery', 'missing_at_return'] };
  return [
    {
      key: 'cartons',
      kind: 'bad',
      icon: IconPackageOff,
      text: `${pluralize(totals.missingCartons, 'carton is', 'cartons are')} missing`,
      detail:
        totals.missingUnits > 0
          ? `${pluralize(totals.missingUnits, 'unit', 'units')} did not arrive at the fair`
          : 'Not scanned back',
      action: allows(cartonsApi.list.access, rights)
        ? { label: 'See cartons', to: fairPath(id, 'cartons', missing) }
        : undefined,
    },
  ];
}

function lastCopies({ id, totals }: FairDetails, rights: Rights): AttentionItem[] {
  if (totals.lastCopyTitles === 0) return [];
  return [
    {
      key: 'last',
      kind: 'warn',
      icon: IconBook,
      text: pluralize(totals.lastCopyTitles, 'last copy', 'last copies'),
      detail: 'Titles about to sell out',
      action: titlesLink(id, 'last-copy', rights),
    },
  ];
}

function soldOutTitles({ id, totals }: FairDetails, rights: Rights): AttentionItem[] {
  if (totals.soldOutTitles === 0) return [];
  return [
    {
      key: 'out',
      kind: 'info',
      icon: IconBookOff,
      text: `${pluralize(totals.soldOutTitles, 'title', 'titles')} sold out`,
      detail: `Of ${pluralize(totals.titles, 'title', 'titles')} at the fair`,
      action: titlesLink(id, 'sold-out', rights),
    },
  ];
}

function fairWarnings({ warnings }: FairDetails): AttentionItem[] {
  return warnings.map(({ code, text, link }) => ({
    key: `${code} ${link}`,
    kind: 'warn',
    icon: IconCalendarEvent,
    text,
    detail: 'Allowed, but check it',
    action: link ? { label: 'See other fair', to: link } : undefined,
  }));
}

function titlesLink(fairId: string, stock: string, rights: Rights): AttentionItem['action'] {
  return allows(inventoryApi.fairInventory.access, rights)
    ? { label: 'See titles', to: fairPath(fairId, 'inventory', { stock }) }
    : undefined;
}
