import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import type { WalletEntriesTable } from '#api/db/schema/sales.ts';
import type { Actor } from '#api/http/identity.ts';

/**
 * A move of an eWallet. `amountCents` is above 0. `idempotencyKey` names the cause, so that it can
 * move money only once: `payment:<id>` for the payment itself, `refund:<refund>:<payment>` for a
 * refund.
 */
export type WalletMove = {
  walletId: string;
  type: WalletEntriesTable['type'];
  amountCents: number;
  idempotencyKey: string;
  paymentId?: string;
  refundId?: string;
  /** Day of the move in the fair's or school's time zone. */
  businessDay: string;
  note?: string;
};

/**
 * Credits an eWallet, even a frozen one, because money that was paid belongs to the child. Returns
 * the new balance in cents.
 */
export async function creditWallet(tx: Tx, move: WalletMove, actor: Actor): Promise<number> {
  const balance = await moveRow(tx, move, move.amountCents, actor);
  if (balance === undefined) throw new Error(`There is no wallet ${move.walletId}.`);
  return balance;
}

/**
 * Debits an eWallet (domain 8.9) in one statement that changes nothing unless the wallet is active
 * and has enough. Returns the new balance, or undefined.
 */
export async function debitWallet(
  tx: Tx,
  move: WalletMove,
  actor: Actor,
): Promise<number | undefined> {
  return moveRow(tx, move, -move.amountCents, actor);
}

async function moveRow(
  tx: Tx,
  move: WalletMove,
  signedCents: number,
  actor: Actor,
): Promise<number | undefined> {
  const { rows } = await sql<{ balanceAfterCents: number }>`
    with moved as (
      update wallets set balance_cents = balance_cents + ${signedCents}, updated_at = now()
      where id = ${move.walletId}
        and (${signedCents} > 0 or (status = 'active' and balance_cents + ${signedCents} >= 0))
      returning id, balance_cents
    )
    insert into wallet_entries (
      id, wallet_id, type, amount_cents, balance_after_cents, payment_id, refund_id,
        idempotency_key, business_day, actor, note)
    select ${uuidv7()}, id, ${move.type}, ${signedCents}, balance_cents, ${move.paymentId ?? null},
      ${move.refundId ?? null}, ${move.idempotencyKey}, ${move.businessDay}, ${actor.name},
      ${move.note ?? ''}
    from moved returning balance_after_cents`.execute(tx);
  return rows[0]?.balanceAfterCents;
}

/** Returns the ID of a student's eWallet, creating it if needed. */
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
