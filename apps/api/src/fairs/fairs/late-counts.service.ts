import type { Tx } from '#api/db/db.ts';
import { findStandingCloseOut, shareFairRow } from './fair-life.queries.ts';
import { requireOpenFair } from './fairs.service.ts';

/**
 * Locks a fair (FOR KEY SHARE) for its return count, which may continue after the close-out (domain
 * 4.4). Returns the ID of the close-out in effect, or null while the fair is open. A revert undoes
 * everything booked under that ID.
 */
export async function holdForReturnCount(tx: Tx, fairId: string): Promise<string | null> {
  await shareFairRow(tx, fairId);
  const closeOutId = await findStandingCloseOut(tx, fairId);
  if (closeOutId === null) await requireOpenFair(tx, fairId);
  return closeOutId;
}
