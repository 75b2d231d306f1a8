import { type Insertable, type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

type Entries = 'walletEntries' | 'aveDollarEntries';

/** A balance in cents that changes only beside an entry of an append-only table. */
export type Ledger<Table extends Entries> = {
  /** Table of the owners, with the balance. */
  owners: 'wallets' | 'schools';
  balance: 'balanceCents' | 'aveDollarBalanceCents';
  entries: Table;
  /** Columns of an entry that its mover gives; those left out keep their default. */
  columns: readonly (keyof NewEntry<Table>)[];
  /** Column of the entries with the owner's ID. */
  ownerId: 'walletId' | 'schoolId';
  /** ID of the owner that stands for one, which may have been merged into another. */
  standing: (ownerId: string) => RawBuilder<unknown>;
  /** Condition of a debit, besides enough balance. */
  mayDebit: RawBuilder<unknown>;
  /** Further assignments to the owner's row, each after a comma. */
  alsoSet: RawBuilder<unknown>;
};

export const WALLETS: Ledger<'walletEntries'> = {
  owners: 'wallets',
  balance: 'balanceCents',
  entries: 'walletEntries',
  columns: ['type', 'paymentId', 'refundId', 'idempotencyKey', 'businessDay', 'actor', 'note'],
  ownerId: 'walletId',
  standing: (id) => sql`(select coalesce(w.merged_into, w.id) from wallets w where w.id = ${id})`,
  mayDebit: sql`status = 'active'`,
  alsoSet: sql`, updated_at = now()`,
};

/** The eWallets for reversals, which also take money out of a frozen one. */
export const WALLETS_ALSO_FROZEN: Ledger<'walletEntries'> = { ...WALLETS, mayDebit: sql`true` };

export const AVE_DOLLARS: Ledger<'aveDollarEntries'> = {
  owners: 'schools',
  balance: 'aveDollarBalanceCents',
  entries: 'aveDollarEntries',
  columns: [
    'type',
    'fairId',
    'paymentId',
    'refundId',
    'idempotencyKey',
    'businessDay',
    'actor',
    'note',
  ],
  ownerId: 'schoolId',
  standing: (id) => sql`${id}`,
  mayDebit: sql`true`,
  alsoSet: sql``,
};

/** An entry without the columns that `moveBalance` fills. */
export type NewEntry<Table extends Entries> = Omit<
  Insertable<Schema[Table]>,
  'id' | 'walletId' | 'schoolId' | 'amountCents' | 'balanceAfterCents'
>;

/**
 * Adds `signedCents` to the balance of the owner, or of the eWallet that it was merged into, and
 * inserts the entry, in one statement. Returns the
 * new balance. Returns undefined and changes nothing if there is no such owner, or if a debit is
 * not allowed or exceeds the balance.
 */
export async function moveBalance<Table extends Entries>(
  tx: Tx,
  ledger: Ledger<Table>,
  { ownerId, signedCents }: { ownerId: string; signedCents: number },
  entry: NewEntry<Table>,
): Promise<number | undefined> {
  const balance = sql.ref(ledger.balance);
  const columns = ledger.columns.filter((column) => entry[column] !== undefined);
  const { rows } = await sql<{ balanceAfterCents: number }>`
    with moved as (
      update ${sql.table(ledger.owners)}
      set ${balance} = ${balance} + ${signedCents}${ledger.alsoSet}
      where id = ${ledger.standing(ownerId)}
        and (${signedCents} > 0 or (${ledger.mayDebit} and ${balance} + ${signedCents} >= 0))
      returning id, ${balance} as balance
    )
    insert into ${sql.table(ledger.entries)} (
      id, ${sql.ref(ledger.ownerId)}, amount_cents, balance_after_cents,
      ${sql.join(columns.map((column) => sql.ref(String(column))))})
    select ${uuidv7()}, id, ${signedCents}, balance,
      ${sql.join(columns.map((column) => entry[column]))}
    from moved
    returning balance_after_cents`.execute(tx);
  return rows[0]?.balanceAfterCents;
}
