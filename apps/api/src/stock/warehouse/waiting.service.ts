import type { Db } from '#api/db/db.ts';
import { findWaitingRows, type Waiting, type WaitingRow } from './waiting.queries.ts';

/**
 * Work that waits in the warehouse: returns not put away since their fair ended, shipments sent and
 * not received, and receipts open for more than `openDays`.
 */
export async function findWarehouseWork(
  db: Db,
  openDays: number,
): Promise<Record<WaitingRow['what'], Waiting>> {
  const rows = await findWaitingRows(db, openDays);
  const find = (name: WaitingRow['what']): Waiting => {
    const { count, since } = rows.find(({ what }) => what === name) ?? { count: 0, since: null };
    return { count, since };
  };
  return { returns: find('returns'), shipments: find('shipments'), receipts: find('receipts') };
}
