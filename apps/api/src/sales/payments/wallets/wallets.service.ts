import type { WalletStatus } from '@pos/contract/students/students';
import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { type NewEntry, WALLETS, WALLETS_ALSO_FROZEN } from './ledger.queries.ts';
import { credit, debit } from './ledger.service.ts';
import {
  findOrInsertWallet,
  lockWalletRow,
  markWalletMerged,
  setWalletStatusRow,
} from './wallets.queries.ts';

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

/** Returns the ID of a student's eWallet, creating it if needed. */
export function getWalletId(tx: Tx, studentId: string): Promise<string> {
  return findOrInsertWallet(tx, studentId);
}

/**
 * Locks an eWallet, or the one that it was merged into, until the transaction ends, and returns its
 * balance and status.
 */
export function lockWallet(
  tx: Tx,
  walletId: string,
): Promise<{ balanceCents: number; status: WalletStatus }> {
  return lockWalletRow(tx, walletId);
}

/** Makes an empty eWallet stand for another one: later moves of its payments reach that one. */
export function markMergedWallet(tx: Tx, mergedId: string, keptId: string): Promise<void> {
  return markWalletMerged(tx, mergedId, keptId);
}

/** Freezes an eWallet, so that nothing can be taken out, or unfreezes it. */
export function setWalletStatus(tx: Tx, walletId: string, status: WalletStatus): Promise<void> {
  return setWalletStatusRow(tx, walletId, status);
}
