import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { inTransaction, type Db, type Tx } from '../db/db.ts';
import { Failure, invalid } from './failure.ts';

/** Caller, route and key of a call. `payload` must be the same on a repeat. */
export type KeyedCall = {
  principal: string;
  route: string;
  key: string | undefined;
  payload: unknown;
};

/** Printable characters of Latin-1, the encoding of headers. */
const KEY = /^[\x20-\x7e\xa0-\xff]{1,64}$/;

/**
 * Runs a call in its transaction. With a key, the answer is stored with the effect, and the same
 * key and body within 24 hours return that answer again (api.md). A refused call stores nothing.
 */
export async function runOnce(
  db: Db,
  call: KeyedCall,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  const { key } = call;
  if (key === undefined) return inTransaction(db, work);
  if (!KEY.test(key))
    throw invalid({ 'Idempotency-Key': 'The key must have 1 to 64 printable characters.' });
  const requestHash = createHash('sha256')
    .update(JSON.stringify(call.payload ?? null))
    .digest();
  return inTransaction(db, async (tx) => {
    await lockKey(tx, call, key);
    const earlier = await tx
      .selectFrom('idempotencyKeys')
      .select(['requestHash', 'body'])
      .where('principal', '=', call.principal)
      .where('route', '=', call.route)
      .where('key', '=', key)
      .where('createdAt', '>', sql<string>`now() - interval '24 hours'`)
      .executeTakeFirst();
    if (earlier) {
      if (!earlier.requestHash.equals(requestHash))
        throw new Failure(
          'IDEMPOTENCY_KEY_REUSED',
          'This Idempotency-Key was already used with a different body.',
        );
      return earlier.body;
    }
    const answer = await work(tx);
    const row = {
      principal: call.principal,
      route: call.route,
      key,
      requestHash,
      status: 200,
      body: JSON.stringify(answer),
    };
    await tx
      .insertInto('idempotencyKeys')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['principal', 'route', 'key'])
          .doUpdateSet({ ...row, createdAt: sql<string>`now()` }),
      )
      .execute();
    return answer;
  });
}

/**
 * Locks the key until the transaction ends. A concurrent second call is told to wait instead of
 * repeating the work.
 */
async function lockKey(tx: Tx, { principal, route }: KeyedCall, key: string): Promise<void> {
  const { rows } = await sql<{
    locked: boolean;
  }>`
    select pg_try_advisory_xact_lock(
      hashtextextended(${`${principal} ${route} ${key}`}, 0)) as locked`.execute(tx);
  if (!rows[0]?.locked)
    throw new Failure('IDEMPOTENCY_IN_PROGRESS', 'The first call with this key is still running.', {
      retryAfter: 1,
    });
}
