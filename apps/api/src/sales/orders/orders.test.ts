import { today } from '@pos/contract/values/clock';
import { addDays, formatDay } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { makePersonas } from '#testing/rights/personas.ts';
import {
  BIBLE,
  HUNGER,
  openFair,
  PENCIL,
  PENDING,
  startSelling,
  type Wish,
} from '#testing/selling/sales-floor.ts';
import type { ApiClient } from '#testing/app/test-app.ts';

describe('the list of orders', async () => {
  // The first day is two days back, because half an hour ago may still be yesterday.
  const startDate = addDays(today('America/Detroit'), -2);
  const { test, floor, register } = await startSelling({ startDate });
  await register.addStudent('S-1', 1_500);
  const sell = async (minutes: number, wish: Wish) => {
    const soldAt = new Date(Date.now() - minutes * 60_000).toISOString();
    return (await register.book({ soldAt, ...wish })).orderNumber;
  };
  const numbers = {
    wallet: await sell(30, {
      customerType: 'student',
      studentNumber: 'S-1',
      payments: [
        { method: 5, amountCents: 900 },
        { method: 3, amountCents: 73 },
      ],
    }),
    shipped: await sell(20, {
      customerName: 'Dana Reader',
      lines: [{ sku: BIBLE, fulfilment: 'ship_to_school' }],
    }),
    exempt: await sell(10, {
      customerType: 'school',
      customerName: 'Ada Library',
      taxExempt: true,
      exemptReason: 'school_purchase',
      exemptCertificateNo: 'MI-1',
      payments: [{ method: 2 }],
    }),
    evening: await sell(0, {
      soldAt: `${startDate}T17:00:00.000Z`,
      lines: [{ sku: PENCIL }],
      ...PENDING,
    }),
  };
  const elsewhere = await openFair(test);
  await (await elsewhere.logIn('REG-02')).book();
  const list = async (
    query: NonNullable<Parameters<ApiClient['orders']['list']>[0]>['query'] = {},
    client = test.owner,
  ) => (await client.orders.list({ query: { fairId: floor.fair.id, ...query } })).data;
  const found = async (query: Parameters<typeof list>[0], client = test.owner) =>
    (await list(query, client)).results.map(({ orderNumber }) => orderNumber).toSorted();

  it('shows the newest first, with exact totals, page by page', async () => {
    const whole = await list();
    expect(whole).toMatchObject({ totalResults: 4, totalPages: 1 });
    const { exempt, shipped, wallet, evening } = numbers;
    const inOrder = [exempt, shipped, wallet, evening];
    expect(whole.results.map(({ orderNumber }) => orderNumber)).toEqual(inOrder);
    expect(whole.results[2]).toMatchObject({
      customerName: 'Robin Pupil S-1',
      studentNumber: 'S-1',
      grade: '3',
      methods: [3, 5],
      units: 1,
      totalCents: 973,
      timeZone: 'America/Detroit',
      deviceId: 'REG-01',
    });
    expect((await test.ask.orders.list({ query: {} })).totalResults).toBe(5);
    expect((await list({ sort: 'totalCents' })).results[0]!.orderNumber).toBe(numbers.evening);
  });

  it('filters by status, method, fulfillment, exemption, device, school and business day', async () => {
    const { schoolId, id: fairId } = floor.fair;
    const { wallet, shipped, exempt, evening } = numbers;
    for (const [query, expected] of [
      [{ status: ['open'] }, [evening]],
      [{ method: [5, 2] }, [wallet, exempt].toSorted()],
      [{ fulfilment: 'ship_to_school' }, [shipped]],
      [{ taxExempt: true }, [exempt]],
      [{ deviceId: register.id, schoolId, to: startDate }, [evening]],
      [{ schoolId: floor.cashierId }, []],
    ] satisfies [Parameters<typeof found>[0], string[]][])
      expect(await found(query), JSON.stringify(query)).toEqual(expected);
    const get = (query: string) =>
      test.send(test.ownerToken)(`/v1/orders?${query}`, { method: 'GET' });
    const raw = await get(`method=1&method=2&fairId=${fairId}`);
    expect(await raw.json()).toMatchObject({ data: { totalResults: 2 } });
    expect((await get('fair=1')).status).toBe(400);
  });

  it('finds an order by its number, its receipt, a title and a student', async () => {
    const { shipped, wallet } = numbers;
    for (const [search, number] of [
      [shipped.slice(-5), shipped],
      ['reg-01-1-1', wallet],
      ['psalter', shipped],
      ['pupil s-1', wallet],
      ['dana', shipped],
    ] as const)
      expect(await found({ search }), search).toEqual([number]);
    const renumber = (from: string, studentNumber: string) =>
      test.db
        .updateTable('students')
        .set({ studentNumber })
        .where('studentNumber', '=', from)
        .execute();
    await renumber('S-1', 'WHOLE-1');
    for (const search of ['WHOLE-1', 'whole-1'])
      expect(await test.ask.orders.list({ query: { search } })).toMatchObject({
        totalResults: 1,
        results: [{ orderNumber: wallet }],
      });
    const paid = (await test.ask.payments.list({ query: { search: 'WHOLE-1' } })).results;
    expect(new Set(paid.map(({ studentNumber }) => studentNumber))).toEqual(new Set(['WHOLE-1']));
    expect(paid.map(({ orderNumber }) => orderNumber)).toContain(wallet);
    await renumber('WHOLE-1', 'S-1');
    expect(await found({ search: '100%' })).toEqual([]);
  });

  it('finds an order by its total, a payment, the last four digits of a card, and its day', async () => {
    const { shipped, wallet, evening } = numbers;
    const [order] = (await list({ search: shipped })).results;
    const total = (order!.totalCents / 100).toFixed(2);
    expect(await found({ search: total })).toContain(shipped);
    await test.db
      .updateTable('payments')
      .set({ cardLast4: '8317' })
      .where('orderId', '=', (eb) =>
        eb.selectFrom('orders').select('id').where('orderNumber', '=', evening),
      )
      .execute();
    for (const [search, expected] of [
      ['$9.00', [wallet]],
      ['0.73', [wallet]],
      [formatDay(startDate), [evening]],
      ['02/30/2026', []],
      ['8317', [evening]],
      ['8318', []],
    ] as const)
      expect(await found({ search }), search).toEqual(expected);
  });

  it('shows and finds no student for users who may not read Students', async () => {
    const personas = await makePersonas(test);
    const as = (name: string) =>
      test.client(personas.find((persona) => persona.name === name)!.token);
    const clerk = as('read Orders');
    const { results } = await list({}, clerk);
    const numbered = (number: string) => results.find(({ orderNumber }) => orderNumber === number)!;
    const wallet = numbered(numbers.wallet);
    const nobody = { customerName: null, studentNumber: null };
    expect(wallet).toMatchObject({ ...nobody, grade: null, teacher: null });
    expect(numbered(numbers.exempt).customerName).toBe('Ada Library');
    expect(await found({ search: 'pupil' }, clerk)).toEqual([]);
    const { data } = await clerk.orders.getById({ params: { id: wallet.id } });
    expect(data).toMatchObject(nobody);
    await expectRefusal(list({}, as('read Students')), 'FORBIDDEN');
  });

  it('answers pages beyond row 10,000 in order of time only', async () => {
    for (const query of [{}, { status: 'open' }, { sort: 'soldAt' }] as const)
      expect((await list({ page: 501, limit: 20, ...query })).results).toEqual([]);
    await expectRefusal(list({ page: 501, limit: 20, sort: 'totalCents' }), 'VALIDATION_FAILED', {
      errors: { page: expect.stringContaining('10,000') },
    });
  });

  it('continues after or before a row, whatever was sold meanwhile', async () => {
    const shown = async (query: Parameters<typeof list>[0]) =>
      (await list(query)).results.map(({ id }) => id);
    for (const sort of ['-soldAt', 'soldAt'] as const) {
      const ids = await shown({ sort });
      expect(await shown({ sort, page: 2, cursor: `after.${ids[1]!}` })).toEqual(ids.slice(2));
      expect(await shown({ sort, page: 9, cursor: `before.${ids[3]!}` })).toEqual(ids.slice(0, 3));
      // Without rows beside it, the page is the one of its number.
      for (const cursor of [`before.${ids[0]!}`, `after.${floor.cashierId}`] as const)
        expect(await shown({ sort, cursor })).toEqual(ids);
    }
    const [first] = (await list()).results;
    const byTotal = await shown({ sort: 'totalCents' });
    expect(await shown({ sort: 'totalCents', cursor: `after.${first!.id}` })).toEqual(byTotal);
    const raw = await test.send(test.ownerToken)('/v1/orders?cursor=first', { method: 'GET' });
    expect(await raw.json()).toMatchObject({
      errors: { cursor: 'This is not a place in the list.' },
    });
  });

  it('excludes orders that were only held', async () => {
    await register.hold({ lines: [{ sku: HUNGER, unitPriceCents: 1 }] });
    expect((await list()).totalResults).toBe(4);
    const params = { id: floor.fair.id };
    await expectRefusal(test.owner.orders.getById({ params }), 'NOT_FOUND');
  });
});
