import { type RawBuilder, sql } from 'kysely';
import { ALL_SCHOOLS } from '@pos/contract/reports/report-query';
import { describe, expect, it, vi } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import { BIBLE, startSelling, stockWarehouse } from '#testing/selling/sales-floor.ts';
import type { ApiClient } from '#testing/app/test-app.ts';
import { HeavyWork } from './heavy-work.ts';

/** More than wait for one person. */
const MANY = 40;

describe('a server under pressure', async () => {
  const { test, floor, register } = await startSelling();
  const { startDate, endDate } = floor.fair;
  const reportType = 'SALES_SUMMARY' as const;
  const query = { reportType, schoolIdentifier: ALL_SCHOOLS, startDate, endDate };
  type Outcome = { status: number; message: string };
  const runReport = (client: ApiClient): Promise<Outcome> =>
    client.reports.run({ query }).then(
      () => ({ status: 200, message: '' }),
      (error: Outcome) => ({ status: error.status, message: error.message }),
    );
  /** Runs a statement in a transaction of its own, which stays open until `release`. */
  async function hold(statement: RawBuilder<unknown>): Promise<{ release: () => Promise<void> }> {
    const [taken, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const done = test.db.transaction().execute(async (tx) => {
      await statement.execute(tx);
      taken.resolve();
      await held.promise;
    });
    await taken.promise;
    return {
      release: () => {
        held.resolve();
        return done;
      },
    };
  }

  it('makes reports of one person one by one, shows their places, and refuses more than 20', async () => {
    const reader = (await signedInWith(test, [['Reports', 'read_only']])).client;
    const { release } = await hold(sql`lock table fair_days in access exclusive mode`);
    const asked = Array.from({ length: MANY }, () => runReport(test.owner));
    await vi.waitFor(async () => expect(await test.ask.heavyWork.list()).toHaveLength(20), {
      timeout: 20_000,
    });
    expect(await test.ask.heavyWork.list()).toEqual(
      Array.from({ length: 20 }, (_, index) => ({ kind: 'report', place: index + 1 })),
    );
    expect((await reader.heavyWork.list()).data).toEqual([]);
    const other = runReport(reader);
    await release();
    expect((await other).status).toBe(200);
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    // On a busy machine the lock above outlasts the time that a report waits for one (503).
    expect(answers.filter(({ status }) => status === 200 || status === 503)).toHaveLength(
      MANY - refused.length,
    );
    expect(refused[0]?.message).toBe(
      '20 of your reports are already waiting. Wait until they are done, then request this one again.',
    );
    expect(await test.ask.heavyWork.list()).toEqual([]);
  });

  it('sells at registers while staff use all of their connections', async () => {
    const held = await Promise.all(Array.from({ length: 16 }, () => hold(sql`select 1`)));
    const results = await register.handIn(register.sold());
    for (const { release } of held) await release();
    expect(results).toMatchObject([{ result: 'accepted' }]);
  });

  it('books 40 parallel sales on one eWallet one after another, in time', async () => {
    await stockWarehouse(test, BIBLE, 100);
    await register.addStudent('S-FORTY', 40_000);
    // Each sale takes long enough that waiting for a connection for 2 seconds would not do.
    await sql`
      create function slow_wallet() returns trigger language plpgsql
        as 'begin perform pg_sleep(0.08); return new; end'`.execute(test.db);
    await sql`
      create trigger slow_wallet before update on wallets
        for each row execute function slow_wallet()`.execute(test.db);
    const wish = {
      mode: 'online' as const,
      customerType: 'student' as const,
      studentNumber: 'S-FORTY',
      payments: [{ method: 5 as const }],
    };
    const lines = [{ sku: BIBLE, discountCents: 200, fulfilment: 'ship_to_school' as const }];
    const orders = Array.from({ length: 40 }, () => register.sold({ ...wish, lines }));
    const spent = await Promise.all(
      orders.map((order) => register.pos.orders({ body: { orders: [order] } })),
    );
    expect(spent.flatMap(({ data }) => data.results.map(({ result }) => result))).toEqual(
      Array(40).fill('accepted'),
    );
    expect(await floor.walletCents('S-FORTY')).toBe(0);
    await sql`drop function slow_wallet cascade`.execute(test.db);
  });
});

describe('the queue of heavy requests', () => {
  const ask = (work: HeavyWork, person: string, gone = new AbortController()) =>
    work.enter('document', person, { isStranger: person.startsWith('ip:'), gone: gone.signal });

  it('serves first a person with none running, and forgets people who left', async () => {
    const work = new HeavyWork();
    const order: string[] = [];
    const first = await ask(work, 'admin:a');
    const gone = new AbortController();
    const second = ask(work, 'admin:a').then((end) => (order.push('a'), end));
    const left = ask(work, 'admin:a', gone);
    const other = ask(work, 'admin:b').then((end) => (order.push('b'), end));
    const endOther = await other;
    expect(order).toEqual(['b']);
    expect(work.getWaiting('admin:a')).toEqual([
      { kind: 'document', place: 1 },
      { kind: 'document', place: 2 },
    ]);
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: 'NOT_READY' });
    expect(work.getWaiting('admin:a')).toEqual([{ kind: 'document', place: 1 }]);
    first();
    first();
    const endSecond = await second;
    expect(order).toEqual(['b', 'a']);
    endOther();
    endSecond();
    // Strangers behind one address are many people.
    const strangers = await Promise.all([ask(work, 'ip:192.0.2.1'), ask(work, 'ip:192.0.2.1')]);
    for (const end of strangers) end();
  });
});
