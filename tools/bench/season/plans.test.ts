import { permissionEntries, type Rights } from '@pos/contract/permissions';
import { ReportType } from '@pos/contract/reports/report-query';
import { addDays } from '@pos/contract/values/days';
import { CamelCasePlugin, Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import '@pos/api/testing/app/vitest-context.ts';
import { getParser } from '@pos/api/db/column-types.ts';
import { openDb, type Db } from '@pos/api/db/db.ts';
import { nameStatement } from '@pos/api/db/statement-names.ts';
import type { Schema } from '@pos/api/db/schema.generated.ts';
import { ensureOwner } from '@pos/api/staff/sign-in/accounts/owner.ts';
import { readDashboard } from '@pos/api/reports/dashboard/dashboard.service.ts';
import { takeInOrders } from '@pos/api/sales/register-orders/intake.service.ts';
import { deviceList } from '@pos/api/fairs/devices/devices.list.ts';
import { findFairs } from '@pos/api/fairs/fairs/fairs.list.ts';
import { fairLineList } from '@pos/api/stock/inventory/fair-lines.list.ts';
import { titleList } from '@pos/api/stock/inventory/titles.list.ts';
import { findOrder } from '@pos/api/sales/orders/order-details.queries.ts';
import { orderList } from '@pos/api/sales/orders/orders.list.ts';
import { paymentList } from '@pos/api/sales/payments/payments.list.ts';
import { findPaymentTotals } from '@pos/api/sales/payments/payment-totals.queries.ts';
import { runReport } from '@pos/api/reports/reports/reports.service.ts';
import { studentList } from '@pos/api/students/students/students.list.ts';
import { SYSTEM } from '@pos/api/http/access/identity.ts';
import { checkInvariants } from '@pos/api/invariants/invariants.ts';
import { testDatabase } from '@pos/api/testing/app/test-database.ts';
import { makeBatch, openRegisters } from './intake.ts';
import { findNewestFair, type SeasonFair } from './calls.ts';
import { fillSeason } from './load.ts';
import { toSeasonSize } from './season-size.ts';
import { type Explained, wholeScans } from './whole-scans.ts';

type ListPage = { results: { id: string }[]; total: { total: number; isCapped: boolean } };

describe('the plans of hot queries on a season of 20,000 orders', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let client: pg.Client;
  let db: Db;
  let pool: pg.Pool;
  const seen: CompiledQuery[] = [];
  let fair: SeasonFair;
  let orderId: string;
  const rights: Rights = { isSuper: true, permission: permissionEntries(true), duties: [] };
  const admin = {
    kind: 'admin',
    id: '',
    name: 'Owner',
    email: '',
    emailVerified: true,
    sessionId: '',
    roleName: 'SUPER_ADMIN',
    rights,
    isFactorMissing: false,
    isFresh: true,
  } as const;

  beforeAll(async () => {
    database = await testDatabase();
    const owned = openDb(database.url, () => undefined);
    const { id: ownerId } = await ensureOwner(owned, {
      email: 'owner@example.com',
      password: 'Correct-Horse-42',
    }).finally(() => owned.destroy());
    const superuser = new URL(inject('postgresAdminUrl'));
    superuser.pathname = new URL(database.url).pathname;
    client = new pg.Client({ connectionString: superuser.href });
    await client.connect();
    await fillSeason(client, toSeasonSize(20_000), ownerId);
    // Like the product's own pool (db.ts), but records its statements.
    pool = new pg.Pool({
      connectionString: database.url,
      max: 4,
      options:
        '-c random_page_cost=1.1 -c jit=off -c max_parallel_workers_per_gather=0 -c timezone=UTC',
      types: { getTypeParser: getParser as typeof pg.types.getTypeParser },
    });
    db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool }),
      plugins: [new CamelCasePlugin()],
      log: (event) => void (event.level === 'query' && seen.push(event.query)),
    });
    fair = (await findNewestFair(client))!;
    orderId = (await toIds('select id from orders order by sold_at offset 9000 limit 1'))[0]!;
  });
  afterAll(async () => {
    await db?.destroy();
    await client?.end();
    await database?.drop();
  });

  async function toIds(text: string, values: unknown[] = []): Promise<string[]> {
    return (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  }

  /** Returns the large tables that the statements of `work` scan completely, with the statement. */
  async function readsWhole(work: () => Promise<unknown>): Promise<string[]> {
    seen.length = 0;
    await work();
    const found: string[] = [];
    for (const { sql, parameters } of seen.filter(
      ({ sql: text }) => /^\s*(select|with)\b/.test(text) && !text.includes('set_config'),
    )) {
      const plans = [await pool.query<Explained>(`explain (format json) ${sql}`, [...parameters])];
      // A prepared statement runs with a generic plan, which knows none of its values.
      nameStatement(sql, parameters);
      if (nameStatement(sql, parameters) !== undefined)
        plans.push(await pool.query<Explained>(`explain (generic_plan, format json) ${sql}`));
      for (const table of plans.flatMap(({ rows }) => wholeScans(rows[0]!)))
        found.push(`${table}: ${sql.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
    }
    return found;
  }

  const page = { page: 1, limit: 20, voided: 'exclude' } as const;
  const orders = async (query: object) =>
    (await orderList.find(
      db,
      { ...page, dayOf: 'sale', sort: '-soldAt', ...query },
      true,
    )) as ListPage;
  const payments = async (query: object) =>
    (await paymentList.find(db, { ...page, sort: '-paidAt', ...query }, true)) as ListPage;
  /** Expects these pages of a list, and the last one and the one after it, to have these IDs. */
  async function expectPages(
    list: typeof orders,
    query: object,
    ids: readonly string[],
    pages: readonly number[],
  ): Promise<void> {
    const last = Math.ceil(ids.length / 20);
    const ends = [last - 1, last, last + 1];
    for (const at of new Set([...pages, ...ends].filter((one) => one > 0))) {
      const { results, total } = await list({ page: at, ...query });
      expect(results.map(({ id }) => id)).toEqual(ids.slice((at - 1) * 20, at * 20));
      if ('status' in query) expect(total).toEqual({ total: ids.length, isCapped: false });
    }
  }
  const report = (reportType: ReportType) =>
    runReport(db, admin, {
      reportType,
      schoolIdentifier: fair.school,
      fairIdentifier: fair.identifier,
      startDate: fair.startDate,
      endDate: fair.endDate,
    });

  it('a loaded season obeys every invariant', () => checkInvariants(db));

  it.each<[string, () => Promise<unknown>]>([
    ['orders', () => orders({})],
    ['orders of a fair', () => orders({ fairId: fair.id })],
    ['orders of a school', () => orders({ schoolId: fair.schoolId })],
    [
      'orders by status, method and days',
      () => orders({ status: ['refunded'], method: [3], from: fair.startDate, to: fair.endDate }),
    ],
    [
      'orders of two statuses in days',
      () =>
        orders({
          status: ['refunded', 'partially_refunded'],
          from: fair.startDate,
          to: fair.endDate,
        }),
    ],
    ['open orders', () => orders({ status: ['open'] })],
    ['a page after another', () => orders({ page: 480, cursor: `after.${orderId}` })],
    [
      'a page before another, of some days',
      () =>
        orders({
          page: 100,
          cursor: `before.${orderId}`,
          from: addDays(fair.endDate, -9),
          to: fair.endDate,
        }),
    ],
    ['the last page of a fair', () => orders({ page: 13, fairId: fair.id })],
    ['orders by number', () => orders({ search: 'SEA0030-25-01-A0011' })],
    ['orders by receipt', () => orders({ search: 'POS-0003-1-7' })],
    ['orders by student', () => orders({ search: 'SEA0030-0033' })],
    ['orders by title', () => orders({ search: 'Frosty Canoe in Winter' })],
    ['orders by amount', () => orders({ search: '25.98' })],
    ['orders by last four digits', () => orders({ search: '4242' })],
    ['one order', () => findOrder(db, orderId, true)],
    ['payments', () => payments({})],
    ['payments of a fair', () => payments({ fairId: fair.id })],
    ['top-ups', () => payments({ purpose: 'wallet_top_up' })],
    ['payments by last four digits', () => payments({ search: '4242' })],
    ['payments by order number', () => payments({ search: 'SEA0030-25-01-A0011' })],
    ['what all payments come to', () => findPaymentTotals(db, { voided: 'exclude' }, true)],
    [
      'the dashboard of a day',
      () => readDashboard(db, admin, { from: fair.endDate, to: fair.endDate }),
    ],
    ['the dashboard of a fair', () => readDashboard(db, admin, { fairId: fair.id })],
    ['all inventory', () => titleList.find(db, { page: 1, limit: 20, sort: 'title' })],
    [
      'all inventory of a category',
      () => titleList.find(db, { page: 1, limit: 20, sort: 'title', category: ['Picture'] }),
    ],
    [
      'fair inventory',
      () => fairLineList.find(db, { page: 1, limit: 20, sort: 'title', fairId: fair.id }),
    ],
    ['fairs', () => findFairs(db, { page: 1, limit: 20, sort: 'relevance' })],
    ['devices', () => deviceList.find(db, { page: 1, limit: 20, sort: 'deviceId' })],
    ['students', () => studentList.find(db, { page: 1, limit: 20, sort: 'name' })],
    [
      'students of a school',
      () => studentList.find(db, { page: 1, limit: 20, sort: 'name', schoolId: fair.schoolId }),
    ],
    ...ReportType.options.map((type): [string, () => Promise<unknown>] => [
      `${type} of a fair`,
      () => report(type),
    ]),
  ])('%s: no large table is read from end to end', async (_name, work) => {
    expect(await readsWhole(work)).toEqual([]);
  });

  it('a batch of orders is taken in without reading a large table from end to end', async () => {
    const register = (await openRegisters(client, { deviceTokenKey: new Uint8Array(32) }))[0]!;
    const signedIn = {
      kind: 'device',
      id: register.deviceId,
      deviceId: 'POS-1',
      fairId: register.fairId,
      cashierId: register.cashierId,
      fairCashierId: null,
      cashierName: 'Season',
      mode: 'sell',
      isAllowed: true,
    } as const;
    const results: string[] = [];
    const read = await readsWhole(async () =>
      results.push(
        ...(
          await takeInOrders(
            db,
            { register: signedIn, actor: SYSTEM },
            { orders: makeBatch(register) },
          )
        ).results.map(({ result }) => result),
      ),
    );
    expect(read).toEqual([]);
    expect(results).toEqual(Array.from({ length: 20 }, () => 'accepted'));
  });

  it('every page of the newest-first list follows the one before: of all, of some days, of a fair', async () => {
    const days = { from: addDays(fair.endDate, -9), to: addDays(fair.endDate, -2) };
    for (const [query, where] of [
      [{}, 'true'],
      [days, `business_day between '${days.from}' and '${days.to}'`],
      [{ fairId: fair.id }, `fair_id = '${fair.id}'`],
    ] as const) {
      const pages = [1, 10, 11, 12, 13, 22, 100, 333];
      const sold = `select id from orders where ${where} order by sold_at desc, id desc`;
      const paid = `select id from payments where ${where} order by paid_at desc, id desc`;
      await expectPages(orders, query, await toIds(sold), pages);
      await expectPages(payments, query, await toIds(paid), pages);
    }
  });

  it('every page of several statuses is as it would be among all orders', async () => {
    const ids = await toIds(
      "select id from orders where status in ('refunded', 'partially_refunded', 'open') order by sold_at desc, id desc",
    );
    const status = ['refunded', 'partially_refunded', 'refunded', 'open'];
    await expectPages(orders, { status }, ids, [1, 2, 17]);
  });

  it('a page beside another has the rows of its number', async () => {
    const ids = await toIds('select id from orders order by sold_at desc, id desc');
    const paid = await toIds('select id from payments order by paid_at desc, id desc');
    for (const at of [2, 499, 500, 501])
      for (const [list, all] of [
        [orders, ids],
        [payments, paid],
      ] as const) {
        const rows = all.slice((at - 1) * 20, at * 20);
        for (const cursor of [
          `after.${all[(at - 1) * 20 - 1]!}`,
          `before.${all[at * 20]!}`,
        ] as const) {
          const { results } = await list({ page: at, cursor });
          expect(results.map(({ id }) => id)).toEqual(rows);
        }
      }
  });
});
