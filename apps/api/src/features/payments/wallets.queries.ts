import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';

/** Returns the ID of a student's eWallet. Creates the eWallet if there is none. */
export async function findOrInsertWallet(tx: Tx, studentId: string): Promise<string> {
  const find = () =>
    tx.selectFrom('wallets').select('id').where('studentId', '=', studentId).executeTakeFirst();
  const known = await find();
  if (known) return known.id;
  await tx
    .insertInto('wallets')
    .values({ id: uuidv7(), studentId })
    .onConflict((conflict) => conflict.column('studentId').doNothing())
    .execute();
  return (await find())!.id;
}
