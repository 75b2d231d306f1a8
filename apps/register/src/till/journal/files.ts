import type { DrawerRecord } from '../drawer.ts';
import { findUnsentEntries } from '../rules/drawer-outbox.ts';
import { findUnsent, findRejected } from '../rules/outbox.ts';
import { findRejectedReturns, findUnsentReturns } from '../rules/return-outbox.ts';
import type { Notes, StoredReturn, StoredSale } from './journal.ts';
import type { SalesFile } from '../till.ts';

type Origin = Partial<Pick<Notes, 'pairing' | 'numbers' | 'drawer'>>;

/**
 * Makes a file of what only this device has: sales, returns and the drawer's entries, as it would send
 * them.
 */
export function unsentFile(
  sales: ReadonlyMap<string, StoredSale>,
  returns: ReadonlyMap<string, StoredReturn>,
  notes: Origin,
  at: string,
): SalesFile {
  const unsent = [...findUnsent(sales.values()), ...findRejected(sales.values())];
  return toSalesFile(unsent, notes, at, {
    entries: findUnsentEntries(notes.drawer),
    returns: [...findUnsentReturns(returns.values()), ...findRejectedReturns(returns.values())],
  });
}

/** Makes a file of sales by fair, with the device that made them. */
export function toSalesFile(
  sales: readonly StoredSale[],
  { pairing, numbers }: Origin,
  at: string,
  {
    entries = [],
    returns = [],
  }: { entries?: readonly DrawerRecord[]; returns?: readonly StoredReturn[] } = {},
): SalesFile {
  const all = [...sales, ...returns, ...entries];
  const fairs = [...new Set(all.map(({ fairIdentifier }) => fairIdentifier))];
  const atFair = <Kept extends { fairIdentifier: string }>(kept: readonly Kept[], fair: string) =>
    kept.filter(({ fairIdentifier }) => fairIdentifier === fair);
  const deviceId = pairing?.deviceId ?? numbers?.deviceId ?? 'unpaired';
  const content = {
    format: 'pos-register-sales-1',
    deviceId,
    savedAt: at,
    fairs: fairs.map((fairIdentifier) => ({
      fairIdentifier,
      orders: atFair(sales, fairIdentifier).map(({ order }) => order),
      refunds: atFair(returns, fairIdentifier).map(({ refund }) => refund),
      drawerEntries: atFair(entries, fairIdentifier).map(({ entry }) => entry),
    })),
  };
  const name = `sales-${deviceId}-${at.slice(0, 16).replaceAll(':', '')}.json`;
  return { name, text: JSON.stringify(content) };
}
