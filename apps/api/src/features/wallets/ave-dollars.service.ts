import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import type { AveDollarEntriesTable } from '#api/db/schema/sales.ts';
import type { Actor } from '#api/http/identity.ts';

/** A move of a school's AveDollars. Fields mean the same as for an eWallet (`WalletMove`). */
export type AveDollarMove = {
  schoolId: string;
  type: AveDollarEntriesTable['type'];
  amountCents: number;
  idempotencyKey: string;
  fairId?: string;
  paymentId?: string;
  refundId?: string;
  businessDay: string;
};

/**
 * Credits AveDollars to a school: earned at a fair, or returned by a refund. Returns the new
 * balance in cents.
 */
export async function creditAveDollars(tx: Tx, move: AveDollarMove, actor: Actor): Promise<number> {
  const balance = await moveRow(tx, move, move.amountCents, actor);
  if (balance === undefined) throw new Error(`There is no school ${move.schoolId}.`);
  return balance;
}

/**
 * Debits AveDollars of a school in one statement that changes nothing unless there are enough
 * (domain 8.9). Returns the new balance, or undefined.
 */
export async function debitAveDollars(
  tx: Tx,
  move: AveDollarMove,
  actor: Actor,
): Promise<number | undefined> {
  return moveRow(tx, move, -move.amountCents, actor);
}

async function moveRow(
  tx: Tx,
  move: AveDollarMove,
  signedCents: number,
  actor: Actor,
): Promise<number | undefined> {
  const { rows } = await sql<{ balanceAfterCents: number }>`
    with moved as (
      update schools set ave_dollar_balance_cents = ave_dollar_balance_cents + ${signedCents}
      where id = ${move.schoolId} and ave_dollar_balance_cents + ${signedCents} >= 0
      returning id, ave_dollar_balance_cents
    )
    insert into ave_dollar_entries (
      id, school_id, type, amount_cents, balance_after_cents, fair_id, payment_id, refund_id,
        idempotency_key, business_day, actor)
    select ${uuidv7()}, id, ${move.type}, ${signedCents}, ave_dollar_balance_cents,
      ${move.fairId ?? null}, ${move.paymentId ?? null}, ${move.refundId ?? null},
      ${move.idempotencyKey}, ${move.businessDay}, ${actor.name}
    from moved returning balance_after_cents`.execute(tx);
  return rows[0]?.balanceAfterCents;
}
