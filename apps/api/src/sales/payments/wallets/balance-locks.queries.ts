import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';

/** Locks eWallets by ID and returns the spendable balance of each in cents; 0 for a frozen one. */
export async function lockWallets(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const wallets = await tx
    .selectFrom('wallets')
    .select(['id', 'balanceCents', 'status'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(
    wallets.map(({ id, balanceCents, status }) => [id, status === 'active' ? balanceCents : 0]),
  );
}

/** Locks a school's AveDollars and returns the balance in cents. */
export async function lockAveDollars(tx: Tx, schoolId: string): Promise<number> {
  const school = await tx
    .selectFrom('schools')
    .select('aveDollarBalanceCents')
    .where('id', '=', schoolId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return school.aveDollarBalanceCents;
}
