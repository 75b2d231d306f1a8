import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { cacheFigures, makeIn } from './cached-figures.service.ts';

const DAY = today('America/Detroit');

describe('cached figures of fairs', async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  await openFair(test);
  const register = await floor.logIn('KEPT-1');
  await register.book();

  it('are used while nothing of their fair changes, and not after its next sale', async () => {
    await cacheFigures(test.db, 0);
    const orders = await ordersOfAll();
    // A wrong figure shows that it is read.
    await sql`
      update fair_figures
      set days = jsonb_set(days, '{0,figures,orders}', '41')
      where fair_id = ${floor.fair.id}`.execute(test.db);
    expect(await ordersOfAll()).toBe(orders + 40);
    await register.book();
    expect(await ordersOfAll()).toBe(orders + 1);
    await cacheFigures(test.db, 0);
    expect(await ordersOfAll()).toBe(orders + 1);
  });

  it('leave out a fair with sales outside of the days, which is computed', async () => {
    await register.book({
      soldAt: new Date(Date.now() - 86_400_000).toISOString(),
    });
    const all = await ordersOfAll();
    await cacheFigures(test.db, 0);
    expect(await ordersOfAll()).toBe(all);
    expect(await ordersOfAll(DAY)).toBe(all - 1);
  });

  it('wait until a fair is quiet', async () => {
    await register.book();
    expect(await cacheFigures(test.db)).toBe(0);
    expect(await cacheFigures(test.db, 0)).toBe(1);
    expect(await cacheFigures(test.db, 0)).toBe(0);
  });

  it('notice a change of every table that they are computed from', async () => {
    const read = await inTransaction(test.db, async (tx) => {
      await makeIn(tx, [floor.fair.id]);
      const { rows } = await sql<{ name: string }>`
        select relname as name
        from pg_locks
        join pg_class on pg_class.oid = relation
        join pg_namespace on pg_namespace.oid = relnamespace
        where pid = pg_backend_pid() and relkind = 'r' and nspname = current_schema()
          and mode = 'AccessShareLock'`.execute(tx);
      return rows.map(({ name }) => name);
    });
    const { rows } = await sql<{ name: string; events: string[]; appendOnly: boolean }>`
      select event_object_table as name,
        array_agg(event_manipulation::text order by event_manipulation)
          filter (where action_statement like '%note%figures%') as events,
        bool_or(trigger_name like '%_append_only') as append_only
      from information_schema.triggers
      group by event_object_table`.execute(test.db);
    const noticed = new Map(rows.map((table) => [table.name, table]));
    // Sums of orders and payments change with them only (decision 0020).
    const derived = /^(order|payment)_total(s|_changes)$/;
    // The result itself, and what its foreign keys refer to.
    const own = ['fair_figures', 'fair_item_figures', 'report_items', 'fairs', 'titles'];
    const sources = read.filter((name) => !derived.test(name) && !own.includes(name));
    expect(sources.length).toBeGreaterThan(6);
    for (const name of sources) {
      const { events, appendOnly } = noticed.get(name) ?? {};
      expect([name, events]).toEqual([
        name,
        appendOnly ? ['INSERT'] : ['DELETE', 'INSERT', 'UPDATE'],
      ]);
    }
  });

  async function ordersOfAll(startDate = addDays(DAY, -10)): Promise<number> {
    const { data } = await test.owner.reports.run({
      query: {
        reportType: 'DAILY_SALES',
        schoolIdentifier: '*',
        startDate,
        endDate: addDays(DAY, 3),
      },
    });
    if (data.reportType !== 'DAILY_SALES') throw new Error('Another report was made.');
    return data.totals.orders;
  }
});
