import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { type NewEntry, WALLETS, WALLETS_ALSO_FROZEN } from './ledger.queries.ts';
import { credit, debit } from './ledger.service.ts';

/** A move of an eWallet. `amountCents` is above 0. */
export type WalletMove = Omit<NewEntry<'walletEntries'>, 'actor'> & {
  walletId: string;
  amountCents: number;
};

/**
 * Credits an eWallet, even a frozen one, because money that was paid belongs to the child. Returns
 * the new balance in cents.
 */
export function creditWallet(tx: Tx, move: WalletMove, actor: Actor): Promise<number> {
  return credit(tx, WALLETS, toLedgerMove(move, actor));
}

/** Debits an active eWallet. Returns the new balance in cents, or undefined if it has too little. */
export function debitWallet(tx: Tx, move: WalletMove, actor: Actor): Promise<number | undefined> {
  return debit(tx, WALLETS, toLedgerMove(move, actor));
}

/** Debits an eWallet, even a frozen one, for money that was never received. */
export function takeBackFromWallet(
  tx: Tx,
  move: WalletMove,
  actor: Actor,
): Promise<number | undefined> {
  return debit(tx, WALLETS_ALSO_FROZEN, toLedgerMove(move, actor));
}

function toLedgerMove({ walletId, amountCents, ...entry }: WalletMove, { name }: Actor) {
  return { ownerId: walletId, amountCents, entry: { ...entry, actor: name } };
}

export { getWalletId, lockWallet, markMergedWallet, setWalletStatus } from './wallets.queries.ts';
