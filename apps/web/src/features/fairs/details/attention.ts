import { cartonsApi } from '@pos/contract/cartons';
import { closeOutApi } from '@pos/contract/close-out';
import { devicesApi } from '@pos/contract/devices';
import type { FairDetails } from '@pos/contract/fairs';
import { inventoryApi } from '@pos/contract/inventory';
import { ordersApi } from '@pos/contract/orders';
import { allows, type Rights } from '@pos/contract/permissions';
import {
  IconAlertTriangle,
  IconBook,
  IconBookOff,
  IconCalendarEvent,
  IconCloudOff,
  IconHandStop,
  IconLock,
  IconPackageOff,
} from '@tabler/icons-react';
import { countOf, formatCount } from '#web/lib/money.ts';
import { pathTo } from '#web/lib/paths.ts';
import { formatAgo } from '#web/lib/time.ts';
import type { Attention } from '#web/ui/attention-list.tsx';
import { fairPath } from '../fair-paths.ts';

/**
 * Points of a fair that need a person, from its totals and its registers' reports; an action only
 * if the rights allow it.
 */
export function attentionOf(
  { id, phase, closeOutState, closeOutReverted, totals, devices, warnings }: FairDetails,
  rights: Rights,
): Attention[] {
  const titles = (label: string, stock: string) =>
    allows(inventoryApi.fairInventory.access, rights)
      ? { label, to: fairPath(id, 'inventory', { stock }) }
      : undefined;
  const items: Attention[] = [];
  if (totals.heldOrders > 0) {
    items.push({
      key: 'held',
      kind: 'bad',
      icon: IconHandStop,
      text: countOf(totals.heldOrders, 'held order', 'held orders'),
      detail: 'Sold at a register but not booked; not counted in reports',
      action: allows(ordersApi.held.access, rights)
        ? { label: 'Review', to: fairPath(id, 'orders', { view: 'held' }) }
        : undefined,
    });
  }
  if (phase === 'ended' && closeOutState === 'open') {
    items.push({
      key: 'close-out',
      kind: 'warn',
      icon: IconLock,
      text: 'Needs close-out',
      detail: closeOutReverted
        ? 'The close-out was reverted and has to be finished again'
        : 'The fair has ended and is not closed out',
      action: allows(closeOutApi.getById.access, rights)
        ? { label: 'Close out', to: fairPath(id, 'close-out') }
        : undefined,
    });
  }
  if (totals.oversoldUnits > 0) {
    items.push({
      key: 'oversold',
      kind: 'bad',
      icon: IconAlertTriangle,
      text: `${countOf(totals.oversoldUnits, 'unit was', 'units were')} sold beyond the stock`,
      detail: 'More units were sold than the packing list has',
      action: titles('See titles', 'oversold'),
    });
  }
  for (const { id: deviceId, deviceId: name, unsentOrders, lastSyncAt } of devices.filter(
    (device) => device.unsentOrders > 0,
  )) {
    items.push({
      key: deviceId,
      kind: 'warn',
      icon: IconCloudOff,
      text: `${name} has ${countOf(unsentOrders, 'unsent order', 'unsent orders')}`,
      detail: lastSyncAt ? `Last synced ${formatAgo(lastSyncAt)}` : 'Never synced',
      action: allows(devicesApi.list.access, rights)
        ? { label: 'See device', to: pathTo('devices', {}, { search: name }) }
        : undefined,
    });
  }
  if (totals.missingCartons > 0) {
    items.push({
      key: 'cartons',
      kind: 'bad',
      icon: IconPackageOff,
      text: `${countOf(totals.missingCartons, 'carton is', 'cartons are')} missing`,
      detail:
        totals.missingUnits > 0
          ? `${countOf(totals.missingUnits, 'unit', 'units')} did not come to the fair`
          : 'Not scanned back',
      action: allows(cartonsApi.list.access, rights)
        ? {
            label: 'See cartons',
            to: fairPath(id, 'cartons', { status: ['missing_at_delivery', 'missing_at_return'] }),
          }
        : undefined,
    });
  }
  if (totals.lastCopyTitles > 0) {
    items.push({
      key: 'last',
      kind: 'warn',
      icon: IconBook,
      text: countOf(totals.lastCopyTitles, 'last copy', 'last copies'),
      detail: 'Titles about to sell out',
      action: titles('See titles', 'last-copy'),
    });
  }
  if (totals.soldOutTitles > 0) {
    items.push({
      key: 'out',
      kind: 'info',
      icon: IconBookOff,
      text: `${countOf(totals.soldOutTitles, 'title', 'titles')} sold out`,
      detail: `${formatCount(totals.titles - totals.soldOutTitles)} of ${countOf(totals.titles, 'title', 'titles')} still on the shelves`,
      action: titles('See titles', 'sold-out'),
    });
  }
  for (const { code, text, link } of warnings)
    items.push({
      key: `${code} ${link}`,
      kind: 'warn',
      icon: IconCalendarEvent,
      text,
      detail: 'Allowed, but check it',
      action: link ? { label: 'See fair', to: link } : undefined,
    });
  return items;
}
