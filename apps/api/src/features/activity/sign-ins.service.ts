import { SignInKind, type SignInEntry, type SignInsQuery } from '@pos/contract/activity';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { sortOf } from '#api/http/paging.ts';

/** The actions of activity that are about signing in. */
export const SIGN_IN_ACTIONS = SignInKind.options.map((kind) => `admin.${kind}`);

const UNLISTED = 'admin.sign_in_refusals_unlisted';
const REFUSALS = ['admin.sign_in_refused', 'admin.sign_in_paused', UNLISTED];

function entriesOf(db: Db, adminId: string) {
  return db.selectFrom('activity').where('entity', '=', 'admin').where('entityId', '=', adminId);
}

/** One page of the sign-ins to an account, refused ones too, and how many there are. */
export async function findSignIns(
  db: Db,
  adminId: string,
  query: SignInsQuery,
): Promise<{ results: SignInEntry[]; total: number }> {
  const matching = entriesOf(db, adminId).where('action', 'in', SIGN_IN_ACTIONS);
  const [results, { total }] = await Promise.all([
    matching
      .select(['id', 'at', 'ip'])
      .select(sql<SignInKind>`replace(action, 'admin.', '')`.as('kind'))
      .select(sql<string>`coalesce(changes #>> '{browser,to}', '')`.as('browser'))
      .orderBy('seq', sortOf(query.sort).direction)
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { results, total };
}

/**
 * How many refused sign-ins an account's activity lists of the last hour, and whether it says that
 * there were more. Others who ask for the same account wait until the transaction ends.
 */
export async function countSignInRefusals(
  tx: Tx,
  adminId: string,
): Promise<{ listed: number; isClosed: boolean }> {
  const key = `sign-in refusals:${adminId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  return entriesOf(tx, adminId)
    .where('action', 'in', REFUSALS)
    .where('at', '>', sql<string>`now() - interval '1 hour'`)
    .select((eb) => eb.fn.countAll<number>().as('listed'))
    .select(sql<boolean>`coalesce(bool_or(action = ${UNLISTED}), false)`.as('isClosed'))
    .executeTakeFirstOrThrow();
}
