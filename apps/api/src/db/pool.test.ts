import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TcpProxy } from '#testing/app/tcp-proxy.ts';
import { testDatabase } from '#testing/app/test-database.ts';
import { isUnavailable } from './database-errors.ts';
import { inTransaction, openDb, type Db } from './db.ts';
import { inSnapshot } from './snapshot.ts';

const LIMITS = { size: 4, statementTimeout: 400, silenceMargin: 200 };

describe('connections to a silent database', async () => {
  const database = await testDatabase();
  let proxy: TcpProxy;
  let db: Db;
  afterAll(() => database.drop());
  beforeEach(async () => {
    proxy = await TcpProxy.open(database.url);
    db = openDb(proxy.url(database.url), () => undefined, LIMITS);
  });
  afterEach(async () => {
    await proxy.close();
    await db.destroy();
  });

  const ask = () =>
    sql<{ answer: number }>`select 42 as answer`.execute(db).then(({ rows }) => rows[0]?.answer);
  const all = () => Promise.all(Array.from({ length: LIMITS.size }, ask));
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => 'answered',
      (error: unknown) => isUnavailable(error),
    );

  it('are dropped, and the pool works again once the database answers', async () => {
    expect(await all()).toEqual([42, 42, 42, 42]);
    proxy.silence();
    const failed = await Promise.all(Array.from({ length: LIMITS.size }, () => failure(ask())));
    expect(failed).toEqual([true, true, true, true]);
    await proxy.resume();
    expect(await all()).toEqual([42, 42, 42, 42]);
  });

  it('are dropped when idle too, as soon as one of them is found silent', async () => {
    await all();
    proxy.silence();
    expect(await failure(ask())).toBe(true);
    await proxy.resume();
    expect(await all()).toEqual([42, 42, 42, 42]);
  });

  it('end the waiting transaction, and closing the pool does not wait for them', async () => {
    const begun = Promise.withResolvers<void>();
    const going = inTransaction(db, async (tx) => {
      await sql`select 1`.execute(tx);
      begun.resolve();
      await pause(50);
      await sql`select 1`.execute(tx);
    });
    const failed = failure(going);
    await begun.promise;
    proxy.silence();
    await db.destroy();
    expect(await failed).toBe(true);
  });

  it("may exceed the pool's limit with their own longer one, as long reports do", async () => {
    const slow = inSnapshot(db, 5_000, async (snapshot) => {
      const { rows } = await sql<{ done: string }>`select 'slept' as done, pg_sleep(1.5)`.execute(
        snapshot,
      );
      return rows[0]?.done;
    });
    expect(await slow).toBe('slept');
    await expect(sql`select pg_sleep(1.5)`.execute(db)).rejects.toMatchObject({ code: '57014' });
    proxy.silence();
    expect(await failure(ask())).toBe(true);
  });
});
