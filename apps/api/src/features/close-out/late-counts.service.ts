import type { Tx } from '#api/db/db.ts';
import { requireOpenFair } from '#api/features/fairs/fairs.service.ts';
import { standingCloseOut } from './versions.queries.ts';

/**
 * Holds a fair (FOR KEY SHARE) whose return is being counted, which may go on after its close-out (domain 4.4): gives the id of the
 * close-out that holds, or null while the fair is open. What is booked under that id is taken back by a revert.
 */
export async function holdForReturnCount(tx: Tx, fairId: string): Promise<string | null> {
  await tx.selectFrom('fairs').select('id').where('id', '=', fairId).forKeyShare().execute();
  const standing = await standingCloseOut(tx, fairId);
  if (standing) return standing.id;
  await requireOpenFair(tx, fairId);
  return null;
}
