import type { Tx } from '#api/db/db.ts';
import { moveBalance, type Ledger, type NewEntry } from './ledger.queries.ts';

type Entries = 'walletEntries' | 'aveDollarEntries';

/**
 * A move of an owner's balance. `amountCents` is above 0. `idempotencyKey` of the entry names the
 * cause, so that it can move money only once: `payment:<id>` for the payment itself,
 * `refund:<refund>:<payment>` for a refund. `businessDay` is the day of the move in the fair's or
 * school's time zone.
 */
type Move<Table extends Entries> = { ownerId: string; amountCents: number; entry: NewEntry<Table> };

/** Adds to a balance. Returns the new balance in cents. Throws if there is no such owner. */
export async function credit<Table extends Entries>(
  tx: Tx,
  ledger: Ledger<Table>,
  { ownerId, amountCents, entry }: Move<Table>,
): Promise<number> {
  const balance = await moveBalance(tx, ledger, { ownerId, signedCents: amountCents }, entry);
  if (balance === undefined) throw new Error(`There is no row ${ownerId} in ${ledger.owners}.`);
  return balance;
}

/**
 * Takes from a balance (domain 8.9). Returns the new balance, or undefined without changes if the
 * ledger does not allow it or the balance is too low.
 */
export function debit<Table extends Entries>(
  tx: Tx,
  ledger: Ledger<Table>,
  { ownerId, amountCents, entry }: Move<Table>,
): Promise<number | undefined> {
  return moveBalance(tx, ledger, { ownerId, signedCents: -amountCents }, entry);
}
