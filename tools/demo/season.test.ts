import { oneSource } from '@pos/api/testing/selling/source-folder.ts';
import { readFile, rm, writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@pos/contract/client';
import { registerApi } from '@pos/contract/sales/register';
import { addDays } from '@pos/contract/values/days';
import { sealActivity } from '@pos/api/staff/activity/seal.service.ts';
import { jobTasks } from '@pos/api/start/job-tasks.ts';
import { startJobs } from '@pos/api/jobs/run-jobs.ts';
import { rawRows } from '@pos/api/testing/calls/raw-rows.ts';
import { checkInvariants } from '@pos/api/invariants/invariants.ts';
import { checkReportInvariants } from '@pos/api/testing/books/report-invariants.ts';
import { checkTopUp, checkWholeLife } from '@pos/api/testing/selling/report-closes.ts';
import { checkSnapshots } from '@pos/api/testing/books/snapshot-invariants.ts';
import { OWNER, startTestApp, type TestApp } from '@pos/api/testing/app/test-app.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { everyRow } from '../office/every-row.ts';
import { sendTo } from '../office/http.ts';
import { type Office, signIn } from '../office/session.ts';
import { journalPath } from '../simulator/register.ts';
import { WHOLE_SEASON } from './fair-sales.ts';
import { tellSeason } from './season.ts';
import { writeDemoSource } from './source.ts';

/** The whole season, without pauses. */
const AT_ONCE = { ...WHOLE_SEASON, pauseMs: 0 };

describe('the demo season', () => {
  let test: TestApp;
  let office: Office;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'demo-season-'));
    const source = oneSource(path.join(dataDir, 'demo-source'));
    test = await startTestApp(source);
    const jobs = await startJobs({
      db: test.db,
      tasks: jobTasks(test.db, source),
      log: console,
    });
    office = await signIn(await test.app.listen({ host: '127.0.0.1', port: 0 }), OWNER);
    await tellSeason(office, dataDir, AT_ONCE);
    return async () => {
      await jobs.stop();
      await rm(dataDir, { recursive: true, force: true });
    };
  }, 240_000);

  const fairs = () =>
    Array.fromAsync(everyRow((page) => office.client.fairs.list({ query: page })));
  const figures = async () => ({
    fairs: (await fairs())
      .map(({ identifier, orders, netCents }) => `${identifier} ${orders} ${netCents}`)
      .sort(),
    held: (await office.client.orders.held({ query: {} })).data.totalResults,
    ...(await numbers(`
      select (select count(*)::int from refunds) as refunds,
        (select count(*)::int from wallet_entries) as ledger,
        (select count(*)::int from stock_movements) as movements`)),
  });

  /** One row of numbers. */
  const numbers = async (query: string) =>
    (await rawRows<Record<string, number>>(test.db, query))[0]!;

  it.each<[string, string, Record<string, unknown>]>([
    [
      '8 schools in three time zones: an exempt one, one without FACTS, one without a fair',
      `select count(*)::int as schools, count(*) filter (where tax_exempt)::int as exempt,
        count(*) filter (where not facts_enabled)::int as "withoutFacts",
        count(*) filter (where id not in (select school_id from fairs))::int as "withoutFair",
        count(distinct time_zone)::int as zones
      from schools`,
      { schools: 8, exempt: 1, withoutFacts: 1, withoutFair: 1, zones: 3 },
    ],
    [
      '60 titles: books with ISBNs, 8 pieces of merchandise, 3 not taxable, 2 inactive',
      `select count(*)::int as titles,
        count(*) filter (where category = 'Merchandise')::int as merchandise,
        count(*) filter (where not taxable)::int as "notTaxable",
        count(*) filter (where status = 'inactive')::int as inactive,
        count(*) filter (
          where isbn13 is null and category <> 'Merchandise')::int as "booksWithoutIsbn"
      from titles`,
      { titles: 60, merchandise: 8, notTaxable: 3, inactive: 2, booksWithoutIsbn: 0 },
    ],
    [
      '300 students, some of one name or one family',
      `select count(*)::int as students,
        exists (
          select from students group by school_id, first_name, last_name having count(*) > 1
        ) as "sameName",
        exists (select from student_parents group by parent_id having count(*) > 1) as siblings,
        exists (select from student_parents group by student_id having count(*) > 1) as "twoParents"
      from students`,
      { students: 300, sameName: true, siblings: true, twoParents: true },
    ],
    [
      '40 eWallets in use, one frozen, some spent',
      `select count(*)::int as wallets, count(*) filter (where balance_cents = 0) > 2 as spent,
        (select count(*)::int from wallets where status = 'frozen') as frozen
      from wallets
      where id in (select wallet_id from wallet_entries)`,
      { wallets: 40, frozen: 1, spent: true },
    ],
    [
      'payments by all six methods and in all six statuses, AveDollars in review too',
      `select count(distinct method)::int as methods, count(distinct status)::int as statuses,
        array_agg(distinct status::text) filter (where method = 6) as "aveDollars"
      from payments
      where purpose = 'sale'`,
      { methods: 6, statuses: 6, aveDollars: ['completed', 'under_review'] },
    ],
    [
      'no more people and cards than it invents',
      `select (
          select count(*)::int from admins where email not like '%@example.com') as strangers,
        (select count(*)::int from payments where card_last4 !~ '^\\d{4}$') as cards`,
      { strangers: 0, cards: 0 },
    ],
  ])('has %s', async (_, query, expected) => expect(await numbers(query)).toEqual(expected));

  it('has a support contact and a receipt footer', async () => {
    const { data } = await office.client.settings.get();
    expect(data).toMatchObject({
      supportEmail: expect.stringContaining('@'),
      supportPhone: expect.stringMatching(/\d/),
      receiptFooter: expect.stringMatching(/\w/),
    });
  });

  it('has published templates, and public pages with featured books of every fair ahead', async () => {
    const { templates } = (await office.client.templates.list()).data;
    expect(
      templates.map(({ name, publishedNumber, fairs: used }) => [name, publishedNumber, used]),
    ).toEqual([
      ['Family flyer', 1, 4],
      ['Hallway poster', 1, 4],
    ]);
    const ahead = (await fairs()).filter(
      ({ identifier, phase }) => phase === 'live' || identifier.startsWith('MAPLEGROVE-26-02'),
    );
    for (const { id } of ahead) {
      const page = (await office.client.customizations.get({ query: { fairId: id } })).data;
      expect([page.published, page.featured.titles.length]).toEqual([true, 4]);
    }
  });

  it('begins with an opening stock that lasts, and has a delivery, a count, restocks and a return', async () => {
    const { receipts, counts, shipments, putAway } = office.client;
    const query = { sort: 'number' } as const;
    expect((await receipts.list({ query })).data.results).toMatchObject([
      { isOpening: true, state: 'booked', titles: 60 },
      { state: 'booked', shortQty: 2, damagedQty: 1 },
      { state: 'open', goodQty: 48 },
    ]);
    const [count] = (await counts.list({ query })).data.results;
    expect(count).toMatchObject({ state: 'booked', few: { titles: 1, units: 2 } });
    const sent = (await shipments.list({ query })).data.results.map(({ state }) => state);
    const back = (await putAway.list()).data.map(({ state }) => state);
    expect([...sent, ...back]).toEqual(['received', 'sent', 'open']);
    const lacking = `select count(*)::int as moved from stock_movements where reason = 'correction'`;
    expect(await numbers(lacking)).toEqual({ moved: 0 });
  });

  it('has an evening count with a short drawer at a live fair', async () => {
    const short: number[] = [];
    for (const { id, phase } of await fairs()) {
      if (phase !== 'live') continue;
      const { days } = (await office.client.closeOut.cashCounts({ params: { id } })).data;
      for (const { count, expectedCashCents } of days)
        if (count) short.push(expectedCashCents - count.cashCents);
    }
    expect(short.filter((cents) => cents !== 0)).toEqual([500]);
  });

  it('has 12 fairs in every state, two of them at one school, with five tax rates', async () => {
    const all = await fairs();
    const state = ({ phase, status, closeOutState, closeOutReverted }: (typeof all)[number]) =>
      status === 'inactive'
        ? 'inactive'
        : closeOutReverted
          ? 'reverted'
          : closeOutState === 'finished'
            ? 'finished'
            : phase;
    const three = ['finished', 'live', 'upcoming'].flatMap((each) => [each, each, each]);
    expect(all.map(state).sort()).toEqual(['ended', 'inactive', 'reverted', ...three].sort());
    expect([...new Set(all.map(({ salesTaxRate }) => salesTaxRate))].sort((a, b) => a - b)).toEqual(
      [0, 6, 8.25, 8.875, 10.1],
    );
    expect(all.filter(({ schoolIdentifier }) => schoolIdentifier === 'MAPLEGROVE')).toHaveLength(2);
    for (const { phase, orders } of all) expect(orders > 0).toBe(phase !== 'upcoming');
  });

  it('has 1,500 orders of every kind, all within the hours of their fairs', async () => {
    const { late, ...counts } = await numbers(`
        select count(*)::int as orders,
          ${['open', 'completed', 'partially_refunded', 'refunded', 'cancelled'].map((status) => `count(*) filter (where o.status = '${status}')::int as "${status}"`).join(', ')},
      count(*) filter (where tax_exempt)::int as exempt,
        count(*) filter (where uncollected_cents > 0)::int as uncollected,
      count(*) filter (
        where exists (
          select
          from order_lines l
          where l.order_id = o.id and l.fulfilment = 'ship_to_school'))::int as "shipToSchool",
      count(*) filter (
        where (select count(*) from payments p where p.order_id = o.id) > 1)::int as split,
      count(*) filter (
        where (sold_at at time zone f.time_zone)::time not between '08:00' and '20:01')::int as late
      from orders o join fairs f on f.id = o.fair_id`);
    expect(counts['orders']).toBeGreaterThanOrEqual(1_500);
    expect(counts['orders']).toBeLessThan(1_530);
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    expect(late).toBe(0);
  });

  it('has a fair whose tax rate changed on its third day', async () => {
    const rows = await rawRows<{ fair: string; rates: number[]; overlap: boolean }>(
      test.db,
      `
      select f.identifier as fair,
        array_agg(distinct o.tax_rate_ppm order by o.tax_rate_ppm) as rates,
        max(o.business_day) filter (where o.tax_rate_ppm <> f.tax_rate_ppm)
          >= min(o.business_day) filter (where o.tax_rate_ppm = f.tax_rate_ppm) as overlap
      from orders o
      join fairs f on f.id = o.fair_id
      group by f.id
      having count(distinct o.tax_rate_ppm) > 1`,
    );
    expect(rows).toEqual([
      {
        fair: expect.stringMatching(/^TALLCEDAR-\d\d-01$/) as string,
        rates: [88_750, 101_000],
        overlap: false,
      },
    ]);
  });

  it('has a stale register with 6 orders that it never sent', async () => {
    const { results } = (
      await office.client.devices.list({ query: { sort: '-unsentOrders', stale: 'true' } })
    ).data;
    expect(results[0]).toMatchObject({ deviceId: 'REG-107', unsentOrders: 6, lastSyncAt: null });
    expect(results[1]?.unsentOrders ?? 0).toBe(0);
  });

  it('has a register to try: a free device at a running fair, with a cashier who tells the code', async () => {
    const { results } = (await office.client.devices.list({ query: { search: 'REG-108' } })).data;
    const { id, deviceId } = results[0]!;
    const { pairingCode } = (await office.client.devices.pairingCode({ params: { id } })).data;
    const { pos } = createClient({ pos: registerApi }, sendTo(office.url));
    const { deviceKey, fairs: known } = (await pos.people({ body: { deviceId, pairingCode } }))
      .data;
    const [fair] = known;
    const vera = fair!.people.find(({ kind }) => kind === 'cashier')!;
    const secretCode = /\d{4}/.exec(vera.name)![0];
    const body = { deviceId, cashierId: vera.id, secretCode, fairIdentifier: fair!.identifier };
    expect((await pos.login({ body: { ...body, deviceKey: deviceKey! } })).data.mode).toBe('sell');
  });

  it('has missing cartons, sold-out titles, last copies, an oversold line and held orders', async () => {
    const state = (having: string) =>
      `(select count(*)::int from fair_lines l join fairs f on f.id = l.fair_id where f.identifier = any(array[${live.map((identifier) => `'${identifier}'`).join(', ')}]) and l.sent_qty > 0 and ${having})`;
    const live = (await fairs())
      .filter(({ phase }) => phase === 'live')
      .map(({ identifier }) => identifier);
    const counts = await numbers(`
        select (
          select count(*)::int
          from cartons
          where status in ('missing_at_delivery', 'missing_at_return')) as "missingCartons",
          ${state('on_hand = 0')} as "soldOut", ${state('on_hand = 1')} as "lastCopy",
      (select count(*)::int from fair_lines where on_hand < 0) as oversold,
        (select count(*)::int from held_orders where order_id is null) as held`);
    expect(counts).toMatchObject({ missingCartons: 2, soldOut: 5, lastCopy: 7, oversold: 1 });
    expect(counts['held']).toBeGreaterThan(2);
  });

  it('keeps every report invariant; its books balance, and a top-up changes no figure of sales', async () => {
    await sealActivity(test.db);
    await checkInvariants(test.db);
    const [live] = (await fairs()).filter(
      ({ phase, status }) => phase === 'live' && status === 'active',
    );
    const [student] = (
      await office.client.students.list({ query: { schoolId: live!.schoolId, hasBalance: true } })
    ).data.results;
    await checkTopUp(
      test.send(test.ownerToken),
      {
        schoolIdentifier: live!.schoolIdentifier,
        startDate: live!.startDate,
        endDate: live!.endDate,
      },
      async () => {
        await office.client.students.addWalletEntry({
          params: { id: student!.id },
          body: { type: 'top_up', amountCents: 2_000, note: 'Paid at the office' },
        });
      },
    );
    for (const fair of (await fairs()).filter(({ identifier }) =>
      /^(TALLCEDAR-\d\d-01|STBRENDAN-\d\d-02)/.test(identifier),
    )) {
      const range = { startDate: addDays(fair.startDate, -5), endDate: addDays(fair.endDate, 5) };
      const question = {
        schoolIdentifier: fair.schoolIdentifier,
        fairIdentifier: fair.identifier,
        ...range,
      };
      await checkReportInvariants(test.send(test.ownerToken), question);
      if (fair.closeOutState === 'finished')
        await checkWholeLife(test.send(test.ownerToken), question);
    }
    expect(await checkSnapshots(test.db, test.send(test.ownerToken))).toBe(3);
  });

  it('changes nothing when it is told again', async () => {
    const before = await figures();
    await tellSeason(office, dataDir, AT_ONCE);
    expect(await figures()).toEqual(before);
  });

  it('goes on where it was cut off, and books nothing twice', async () => {
    const before = await figures();
    await rm(path.join(dataDir, 'demo-source', 'season-told'));
    // A power failure while the responses of the last fair were being written, in the middle of a
    // line.
    const journal = journalPath(path.join(dataDir, 'demo-registers'), 'REG-106');
    const lines = (await readFile(journal, 'utf8')).split('\n');
    const lastSale = lines.findLastIndex((line) => line.includes('"kind":"sold"'));
    expect(lines[lastSale]).toContain('RIVERBEND');
    await writeFile(journal, `${lines.slice(0, lastSale + 1).join('\n')}\n{"kind":"answe`);
    await tellSeason(office, dataDir, AT_ONCE);
    expect(await figures()).toEqual(before);
  });

  it('writes the same source files into the same folder', async () => {
    const folder = path.join(dataDir, 'demo-source');
    const before = await readFile(path.join(folder, 'wallet-top-ups.csv'), 'utf8');
    await writeDemoSource(folder);
    expect(await readFile(path.join(folder, 'wallet-top-ups.csv'), 'utf8')).toBe(before);
    expect(before.split('\r\n').length).toBe(42);
  });
});
