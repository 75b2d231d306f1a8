import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { AVE_DOLLARS, type NewEntry } from './ledger.queries.ts';
import { credit, debit } from './ledger.service.ts';

/** A move of a school's AveDollars. `amountCents` is above 0. */
export type AveDollarMove = Omit<NewEntry<'aveDollarEntries'>, 'actor'> & {
  schoolId: string;
  amountCents: number;
};

/**
 * Credits AveDollars to a school: earned at a fair, or returned by a refund. Returns the new
 * balance in cents.
 */
export function creditAveDollars(tx: Tx, move: AveDollarMove, actor: Actor): Promise<number> {
  return credit(tx, AVE_DOLLARS, toLedgerMove(move, actor));
}

/** Debits AveDollars of a school. Returns the new balance, or undefined if it has too little. */
export function debitAveDollars(
  tx: Tx,
  move: AveDollarMove,
  actor: Actor,
): Promise<number | undefined> {
  return debit(tx, AVE_DOLLARS, toLedgerMove(move, actor));
}

function toLedgerMove({ schoolId, amountCents, ...entry }: AveDollarMove, { name }: Actor) {
  return { ownerId: schoolId, amountCents, entry: { ...entry, actor: name } };
}
