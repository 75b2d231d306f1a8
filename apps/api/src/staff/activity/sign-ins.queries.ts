import { SignInKind, type SignInEntry, type SignInsQuery } from '@pos/contract/staff/activity';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { toSort } from '#api/lists/paging.ts';
import { entriesAbout } from './entries.queries.ts';

/** Activity actions that concern signing in. */
export const SIGN_IN_ACTIONS = SignInKind.options.map((kind) => `admin.${kind}`);

const UNLISTED = 'admin.sign_in_refusals_unlisted';
const REFUSALS = ['admin.sign_in_refused', 'admin.sign_in_paused', UNLISTED];

/** Returns one page of an account's sign-ins, including refused ones, and the total count. */
export async function findSignIns(
  db: Db,
  adminId: string,
  query: SignInsQuery,
): Promise<{ results: SignInEntry[]; total: number }> {
  const matching = entriesAbout(db, 'admin', adminId).where('action', 'in', SIGN_IN_ACTIONS);
  const [results, { total }] = await Promise.all([
    matching
      .select(['id', 'at', 'ip'])
      .select(sql<SignInKind>`replace(action, 'admin.', '')`.as('kind'))
      .select(sql<string>`coalesce(changes #>> '{browser,to}', '')`.as('browser'))
      .orderBy('at', toSort(query.sort).direction)
      .orderBy('id', toSort(query.sort).direction)
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { results, total };
}

/**
 * Counts the refused sign-ins listed for an account in the last hour, and tells if the list is
 * closed by a "more were refused" entry. Locks the account's count until the transaction ends.
 */
export async function countSignInRefusals(
  tx: Tx,
  adminId: string,
): Promise<{ listed: number; isClosed: boolean }> {
  const key = `sign-in refusals:${adminId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  return tx
    .selectFrom('accessLog')
    .where('entity', '=', 'admin')
    .where('entityId', '=', adminId)
    .where('action', 'in', REFUSALS)
    .where('at', '>', sql<string>`now() - interval '1 hour'`)
    .select((eb) => eb.fn.countAll<number>().as('listed'))
    .select(sql<boolean>`coalesce(bool_or(action = ${UNLISTED}), false)`.as('isClosed'))
    .executeTakeFirstOrThrow();
}
