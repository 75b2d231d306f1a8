import type { Tx } from '#api/db/db.ts';
import { requireOpenFair } from '#api/features/fairs/fairs.service.ts';
import { shareFairRow } from './locks.queries.ts';
import { standingCloseOut } from './versions.queries.ts';

/**
 * Locks a fair (FOR KEY SHARE) for its return count, which may continue after the close-out (domain
 * 4.4). Returns the ID of the close-out in effect, or null while the fair is open. A revert undoes
 * everything booked under that ID.
 */
export async function holdForReturnCount(tx: Tx, fairId: string): Promise<string | null> {
  await shareFairRow(tx, fairId);
  const standing = await standingCloseOut(tx, fairId);
  if (standing) return standing.id;
  await requireOpenFair(tx, fairId);
  return null;
}
