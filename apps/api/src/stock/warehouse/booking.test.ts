import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { SYSTEM } from '#api/http/access/identity.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import type { ApiClient } from '#testing/app/test-api.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { fairOnLastDay, finish } from '#testing/selling/close-outs.ts';
import { countDesk } from '#testing/selling/count-desk.ts';
import { openFair, patiently, type SalesFloor } from '#testing/selling/sales-floor.ts';
import { loadSheet } from './receipts/sheets.service.ts';

const TITLES = 3_000;
/** A document that is ready to be booked, in calls of one client. */
type Ready = { book: (by: ApiClient) => Promise<unknown>; read: () => Promise<{ state: string }> };

describe('booking a document of 3,000 titles', async () => {
  const test = await startTestApp();
  const { ask } = test;
  let floor: SalesFloor;
  let titleIds: string[];

  beforeAll(async () => {
    floor = await fairOnLastDay(test);
    const { rows } = await sql<{ titleId: string }>`
      with added as (
        insert into titles (id, sku, title, price_cents, category, warehouse_qty)
        select gen_random_uuid(), 'MANY-' || n, 'Many ' || n, 500, 'Teen', 2
        from generate_series(1, ${TITLES}) n
        returning id),
      sent as (
        insert into fair_lines (id, fair_id, title_id, price_cents, sent_qty)
        select gen_random_uuid(), ${floor.fair.id}, id, 500, 1 from added),
      priced as (
        insert into fair_line_prices (fair_id, title_id, price_cents)
        select ${floor.fair.id}, id, 500 from added)
      insert into stock_movements (
        id, title_id, qty, from_place, to_place, to_fair_id, reason, ref_type, actor)
      select gen_random_uuid(), id, m.*, 'test', 'Test'
      from added, (values
        (3, 'supplier', 'warehouse', null, 'sync'),
        (1, 'warehouse', 'fair', ${floor.fair.id}::uuid, 'sent')) as m
      returning title_id`.execute(test.db);
    titleIds = [...new Set(rows.map(({ titleId }) => titleId))];
    await finish(floor);
  });

  const documents: Record<string, { moved: number; ready: () => Promise<Ready> }> = {
    receipt: {
      moved: TITLES,
      ready: async () => {
        const { id } = await ask.receipts.open({ body: { receivedOn: '2026-11-02' } });
        const rows = titleIds.map((titleId) => ({ titleId, qty: 2, costCents: null }));
        const sheet = {
          receiptId: id,
          listed: 'expected',
          fileName: 'supplier.xlsx',
          rows,
        } as const;
        await inTransaction(test.db, (tx) => loadSheet(tx, SYSTEM, sheet));
        const params = { id };
        await ask.receipts.receiveListed({ params });
        return {
          book: (by) => by.receipts.book({ params }),
          read: () => ask.receipts.getById({ params }),
        };
      },
    },
    count: {
      moved: TITLES - 1,
      ready: async () => {
        const desk = countDesk(test);
        const [only] = titleIds;
        const { id } = await desk.open({ scope: 'category', categories: ['Teen'] });
        const { warehouseQty } = await ask.titles.getById({ params: { id: only! } });
        await desk.scan(id, '', { code: undefined, titleId: only!, total: warehouseQty });
        for (const again of [true, false]) {
          await desk.confirmNone(id);
          await desk.finish(id);
          if (again) await desk.reopen(id, true);
        }
        return {
          book: async (by) => countDesk(test, by).book(id, { few: { reason: 'lost' } }),
          read: () => desk.read(id),
        };
      },
    },
    'put-away': {
      // Also the titles that each fair has.
      moved: TITLES + 3,
      ready: async () => {
        const params = { id: floor.fair.id };
        const body = { restIsZero: true };
        return {
          book: (by) => by.putAway.book({ params, body }),
          read: () => ask.putAway.getById({ params }),
        };
      },
    },
    // The most lines that a shipment has.
    shipment: {
      moved: 500,
      ready: async () => {
        const { id: fairId } = (await openFair(test)).fair;
        const lines = titleIds.slice(0, 500).map((titleId) => ({ titleId, quantity: 1 }));
        const { id } = await ask.shipments.open({ body: { fairId, lines } });
        const params = { id };
        await ask.shipments.pack({ params });
        return {
          book: (by) => by.shipments.send({ params }),
          read: () => ask.shipments.getById({ params }),
        };
      },
    },
  };

  const movements = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from stock_movements`.execute(test.db);
    return rows[0]!.count;
  };

  /** Lets a booking begin, and ends its connection each time that it waits to write movements. */
  const dieInTheMiddle = (book: () => Promise<unknown>) =>
    test.db.transaction().execute(async (tx) => {
      await sql`lock table stock_movements in share mode`.execute(tx);
      let failed: unknown;
      const booking = book().catch((error: unknown) => {
        failed = error;
      });
      while (failed === undefined) {
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%stock_movements%'`.execute(test.db);
        await Promise.race([booking, new Promise((resolve) => setTimeout(resolve, 20))]);
      }
      return failed;
    });

  it.each(['receipt', 'shipment', 'count', 'put-away'])(
    '(%s) is all or nothing if the server dies in the middle, and done by one of two people',
    async (kind) => {
      const { moved, ready } = documents[kind]!;
      const { book, read } = await ready();
      const [before, was] = [await read(), await movements()];
      expect(await dieInTheMiddle(() => book(test.owner))).toBeInstanceOf(Error);
      expect([await read(), await movements()]).toEqual([before, was]);

      const colleague = await signedInWith(
        test,
        [['All Inventory', 'read_only']],
        ['work_warehouse'],
      );
      const answers = await Promise.allSettled(
        [test.owner, colleague.client].map((by) => patiently(() => book(by))),
      );
      const failed = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect(failed).toHaveLength(1);
      expect(await getRefusal(Promise.reject(failed[0] as Error))).toMatchObject({
        code: 'INVALID_TRANSITION',
        message: expect.stringMatching(/ (already|is sent)/),
      });
      expect((await read()).state).not.toBe(before.state);
      expect(await movements()).toBe(was + moved);
    },
  );
});
