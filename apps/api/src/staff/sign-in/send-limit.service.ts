import type { Tx } from '#api/db/db.ts';
import { countIn } from './attempts.ts';

/** Counts a report that a person sends by hand, of any schedule. Never taken back. */
export async function countSendNow(tx: Tx, adminId: string): Promise<void> {
  await countIn(tx, [['send-now', adminId]]);
}
