import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { BIBLE, HUNGER, openFair, PENCIL } from '#testing/sales-floor.ts';
import { makePersonas } from '#testing/personas.ts';
import { startTestApp, type ApiClient } from '#testing/test-app.ts';

describe('the list of orders', async () => {
  const test = await startTestApp();
  // The first day is two days back, because half an hour ago may still be yesterday.
  const floor = await openFair(test, { startDate: addDays(today('America/Detroit'), -2) });
  const register = await floor.logIn('REG-01');
  await register.addStudent('S-1', 1_500);
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const wallet = await register.book({
    soldAt: at(30),
    customerType: 'student',
    studentNumber: 'S-1',
    payments: [
      { method: 5, amountCents: 900 },
      { method: 3, amountCents: 73 },
    ],
  });
  const shipped = await register.book({
    soldAt: at(20),
    customerName: 'Dana Reader',
    lines: [{ sku: BIBLE, fulfilment: 'ship_to_school' }],
  });
  const exempt = await register.book({
    soldAt: at(10),
    customerType: 'school',
    customerName: 'Ada Library',
    taxExempt: true,
    exemptReason: 'school_purchase',
    exemptCertificateNo: 'MI-1',
    payments: [{ method: 2 }],
  });
  const evening = await register.book({
    soldAt: `${floor.fair.startDate}T17:00:00.000Z`,
    lines: [{ sku: PENCIL }],
    payments: [{ method: 1, status: 'pending' }],
  });
  const numbers = {
    wallet: wallet.orderNumber,
    shipped: shipped.orderNumber,
    exempt: exempt.orderNumber,
    evening: evening.orderNumber,
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
    expect(whole.results.map(({ orderNumber }) => orderNumber)).toEqual([
      numbers.exempt,
      numbers.shipped,
      numbers.wallet,
      numbers.evening,
    ]);
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
    const { schoolId, startDate } = floor.fair;
    expect(await found({ status: ['open'] })).toEqual([numbers.evening]);
    expect(await found({ method: [5, 2] })).toEqual([numbers.wallet, numbers.exempt].toSorted());
    expect(await found({ fulfilment: 'ship_to_school' })).toEqual([numbers.shipped]);
    expect(await found({ taxExempt: true })).toEqual([numbers.exempt]);
    expect(await found({ deviceId: register.id, schoolId, to: startDate })).toEqual([
      numbers.evening,
    ]);
    expect(await found({ schoolId: floor.cashierId })).toEqual([]);
    const raw = await test.send(test.ownerToken)(
      `/v1/orders?method=1&method=2&fairId=${floor.fair.id}`,
      { method: 'GET' },
    );
    expect(((await raw.json()) as { data: { totalResults: number } }).data.totalResults).toBe(2);
    expect((await test.send(test.ownerToken)('/v1/orders?fair=1', { method: 'GET' })).status).toBe(
      400,
    );
  });

  it('finds an order by its number, its receipt, a title and a student', async () => {
    expect(await found({ search: numbers.shipped.slice(-5) })).toEqual([numbers.shipped]);
    expect(await found({ search: 'reg-01-1-1' })).toEqual([numbers.wallet]);
    expect(await found({ search: 'psalter' })).toEqual([numbers.shipped]);
    expect(await found({ search: 'pupil s-1' })).toEqual([numbers.wallet]);
    expect(await found({ search: 'dana' })).toEqual([numbers.shipped]);
    await test.db
      .updateTable('students')
      .set({ studentNumber: 'WHOLE-1' })
      .where('studentNumber', '=', 'S-1')
      .execute();
    const everywhere = (search: string) => test.ask.orders.list({ query: { search } });
    expect(await everywhere('WHOLE-1')).toMatchObject({
      totalResults: 1,
      results: [{ orderNumber: numbers.wallet }],
    });
    expect(await everywhere('whole-1')).toMatchObject({ totalResults: 1 });
    const paid = (await test.ask.payments.list({ query: { search: 'WHOLE-1' } })).results;
    expect([
      new Set(paid.map(({ studentNumber }) => studentNumber)),
      paid.map(({ orderNumber }) => orderNumber),
    ]).toEqual([new Set(['WHOLE-1']), expect.arrayContaining([numbers.wallet])]);
    await test.db
      .updateTable('students')
      .set({ studentNumber: 'S-1' })
      .where('studentNumber', '=', 'WHOLE-1')
      .execute();
    expect(await found({ search: '100%' })).toEqual([]);
  });

  it('finds an order by its total, a payment, the last four digits of a card, and its day', async () => {
    const [shipped] = (await list({ search: numbers.shipped })).results;
    expect(await found({ search: (shipped!.totalCents / 100).toFixed(2) })).toContain(
      numbers.shipped,
    );
    expect(await found({ search: '$9.00' })).toEqual([numbers.wallet]);
    expect(await found({ search: '0.73' })).toEqual([numbers.wallet]);
    const { startDate } = floor.fair;
    expect(
      await found({
        search: `${startDate.slice(5, 7)}/${startDate.slice(8)}/${startDate.slice(0, 4)}`,
      }),
    ).toEqual([numbers.evening]);
    expect(await found({ search: '02/30/2026' })).toEqual([]);
    await test.db
      .updateTable('payments')
      .set({ cardLast4: '8317' })
      .where('orderId', '=', (eb) =>
        eb.selectFrom('orders').select('id').where('orderNumber', '=', numbers.evening),
      )
      .execute();
    expect(await found({ search: '8317' })).toEqual([numbers.evening]);
    expect(await found({ search: '8318' })).toEqual([]);
  });

  it('shows and finds no student for users who may not read Students', async () => {
    const personas = await makePersonas(test);
    const as = (name: string) =>
      test.client(personas.find((persona) => persona.name === name)!.token);
    const clerk = as('read Orders');
    const seen = await list({}, clerk);
    const wallet = seen.results.find(({ orderNumber }) => orderNumber === numbers.wallet)!;
    expect(wallet).toMatchObject({
      customerName: null,
      studentNumber: null,
      grade: null,
      teacher: null,
    });
    expect(
      seen.results.find(({ orderNumber }) => orderNumber === numbers.exempt)!.customerName,
    ).toBe('Ada Library');
    expect(await found({ search: 'pupil' }, clerk)).toEqual([]);
    expect((await clerk.orders.getById({ params: { id: wallet.id } })).data).toMatchObject({
      customerName: null,
      studentNumber: null,
    });
    expect(await getRefusal(list({}, as('read Students')))).toMatchObject({ status: 403 });
  });

  it('answers pages beyond row 10,000 newest first only', async () => {
    expect((await list({ page: 501, limit: 20 })).results).toEqual([]);
    expect(await getRefusal(list({ page: 501, limit: 20, sort: 'totalCents' }))).toMatchObject({
      status: 400,
      errors: { page: expect.stringContaining('10,000') },
    });
    expect(await getRefusal(list({ page: 501, limit: 20, status: ['open'] }))).toMatchObject({
      status: 400,
    });
  });

  it('excludes orders that were only held', async () => {
    const [held] = await register.handIn(
      register.sold({ lines: [{ sku: HUNGER, unitPriceCents: 1 }] }),
    );
    expect(held!.result).toBe('held');
    expect((await list()).totalResults).toBe(4);
    expect(
      await getRefusal(test.owner.orders.getById({ params: { id: floor.fair.id } })),
    ).toMatchObject({ status: 404 });
  });
});
