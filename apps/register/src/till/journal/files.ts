import type { DrawerRecord } from '../drawer.ts';
import { findUnsentEntries } from '../rules/drawer-outbox.ts';
import { findUnsent, findRejected } from '../rules/outbox.ts';
import type { Notes, StoredSale } from './journal.ts';
import type { SalesFile } from '../till.ts';

type Origin = Partial<Pick<Notes, 'pairing' | 'drawer'>>;

/** Makes a file of the sales that only this device has. Their orders are those that it would send. */
export function unsentFile(
  sales: ReadonlyMap<string, StoredSale>,
  notes: Origin,
  at: string,
): SalesFile {
  const unsent = [...findUnsent(sales.values()), ...findRejected(sales.values())];
  return toSalesFile(unsent, notes, at, findUnsentEntries(notes.drawer));
}

/** Makes a file of sales by fair, with the device that made them. */
export function toSalesFile(
  sales: readonly StoredSale[],
  { pairing }: Origin,
  at: string,
  entries: readonly DrawerRecord[] = [],
): SalesFile {
  const fairs = [...new Set([...sales, ...entries].map(({ fairIdentifier }) => fairIdentifier))];
  const getEntries = (fair: string) =>
    entries.filter(({ fairIdentifier }) => fairIdentifier === fair);
  const deviceId = pairing?.deviceId ?? 'unpaired';
  const content = {
    format: 'pos-register-sales-1',
    deviceId,
    savedAt: at,
    fairs: fairs.map((fairIdentifier) => ({
      fairIdentifier,
      orders: sales
        .filter((sale) => sale.fairIdentifier === fairIdentifier)
        .map(({ order }) => order),
      drawerEntries: getEntries(fairIdentifier).map(({ entry }) => entry),
    })),
  };
  const name = `sales-${deviceId}-${at.slice(0, 16).replaceAll(':', '')}.json`;
  return { name, text: JSON.stringify(content) };
}
