import type { WalletStatus } from '@pos/contract/students/students';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';

/** Returns the ID of a student's eWallet. Creates the eWallet if there is none. */
export async function getWalletId(tx: Tx, studentId: string): Promise<string> {
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

/**
 * Locks an eWallet, or the one that it was merged into, until the transaction ends, and returns its
 * balance and status.
 */
export async function lockWallet(
  tx: Tx,
  id: string,
): Promise<{ balanceCents: number; status: WalletStatus }> {
  const { mergedInto, ...wallet } = await tx
    .selectFrom('wallets')
    .select(['balanceCents', 'status', 'mergedInto'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return mergedInto === null ? wallet : lockWallet(tx, mergedInto);
}

/**
 * Makes an empty eWallet, and those merged into it before, stand for another one: later moves of its
 * payments reach that one.
 */
export async function markMergedWallet(tx: Tx, mergedId: string, keptId: string): Promise<void> {
  await sql`
    update wallets
    set merged_into = ${keptId}, updated_at = now()
    where id = ${mergedId} or merged_into = ${mergedId}`.execute(tx);
}

/** Locks a student's eWallet until the transaction ends. Returns its balance in cents, if any. */
export async function lockBalanceOfStudent(tx: Tx, studentId: string): Promise<number | undefined> {
  const wallet = await tx
    .selectFrom('wallets')
    .select('balanceCents')
    .where('studentId', '=', studentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return wallet?.balanceCents;
}

/** Freezes an eWallet, so that nothing can be taken out, or unfreezes it. */
export async function setWalletStatus(tx: Tx, id: string, status: WalletStatus): Promise<void> {
  await tx
    .updateTable('wallets')
    .set({ status, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}
