import type { OrderBatchAnswer } from '@pos/contract/sales/register-orders';
import type { PaymentBatchAnswer } from '@pos/contract/sales/register-payments';
import { describe, expect, it } from 'vitest';
import { PENDING, refundOfOrder, startSelling, makeTopUp } from '#testing/selling/sales-floor.ts';

const DAY = '2026-11-20';
const control = (changes = {}) => [{ businessDay: DAY, orders: 1, totalCents: 0, ...changes }];

describe('batches of registers', async () => {
  const { test, floor, register } = await startSelling();
  await register.addStudent('S-1');

  /** Sends a raw body, including content that the typed client would not send. */
  type Sent = { orders: OrderBatchAnswer; payments: PaymentBatchAnswer };
  const post = async <Call extends keyof Sent>(call: Call, body: unknown): Promise<Sent[Call]> => {
    const response = await test.send(register.token)(`/v1/pos/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: Sent[Call] }).data;
  };
  const topUp = (changes = {}) => makeTopUp('S-1', { amountCents: 1_000, ...changes });

  it('book valid top-ups beside invalid ones, and name the field of each invalid one', async () => {
    const bad: [field: string, topUp: unknown][] = [
      ['checkNumber', topUp({ checkNumber: 'A\0B' })],
      ['processorRef', topUp({ processorRef: '\ud800' })],
      ['studentNumber', topUp({ studentNumber: 'S-1\0' })],
      ['paidAt', topUp({ paidAt: '2026-02-30T10:00:00.000Z' })],
      ['paidAt', topUp({ paidAt: '0000-01-01T00:00:00.000Z' })],
      ['paidAt', topUp({ paidAt: '9999-12-31T23:59:59.999Z' })],
      ['amountCents', topUp({ amountCents: '10' })],
      ['constructor', topUp({ constructor: 1 })],
      ['body', 'no top-up'],
      ['body', null],
      ['body', []],
    ];
    const before = await floor.walletCents('S-1');
    const topUps = [topUp(), ...bad.map(([, each]) => each), topUp()];
    const { results } = await post('payments', { topUps });
    expect(results.map(({ result, errors = {} }) => [result, ...Object.keys(errors)])).toEqual([
      ['accepted'],
      ...bad.map(([field]) => ['rejected', field]),
      ['accepted'],
    ]);
    const { clientPaymentId } = bad[0]![1] as { clientPaymentId: string };
    expect(results[1]!.clientPaymentId).toBe(clientPaymentId);
    expect(await floor.walletCents('S-1')).toBe(before + 2_000);
  });

  it('apply valid payment results beside invalid ones', async () => {
    const [one, two] = [await register.book(PENDING), await register.book(PENDING)];
    const toResult = ({ sold }: typeof one, changes = {}) => ({
      clientPaymentId: sold.payments[0]!.clientPaymentId,
      status: 'completed',
      ...changes,
    });
    const { results } = await post('payments', {
      results: [
        toResult(two, { processorRef: 'ch\0_1' }),
        { status: 'paid' },
        7,
        toResult(one),
        toResult(two, { failureCode: '\udfff' }),
      ],
    });
    const rejected = { result: 'rejected' };
    const accepted = { result: 'accepted' };
    expect(results).toMatchObject([rejected, rejected, rejected, accepted, rejected]);
    expect(Object.keys(results[0]!.errors!)).toEqual(['processorRef']);
    for (const [{ clientOrderId }, status] of [
      [one, 'completed'],
      [two, 'open'],
    ] as const)
      expect(await floor.readOrder(clientOrderId)).toMatchObject({ status });
  });

  it.each([
    ['a count that is none', control({ orders: 1.5 }), '.0.orders'],
    ['a count beyond what a column holds', control({ orders: 3_000_000_000 }), '.0.orders'],
    ['a total beyond what a column holds', control({ totalCents: 1e300 }), '.0.totalCents'],
    ['the year 0000', control({ businessDay: '0000-01-01' }), '.0.businessDay'],
    ['text that is none', control({ businessDay: `${DAY}\0` }), '.0.businessDay'],
    ['no list', 'all of them', ''],
    ['too many days', Array.from({ length: 61 }, () => control()[0]), ''],
  ])('answer for the orders and refuse control totals with %s', async (_, controlTotals, at) => {
    const order = register.sold();
    const { clientOrderId } = order;
    const data = await post('orders', { orders: [order], controlTotals });
    expect(data.results).toMatchObject([{ clientOrderId, result: 'accepted' }]);
    expect(Object.keys(data.controlTotalErrors!)).toEqual([`controlTotals${at}`]);
  });

  it('keep valid control totals beside invalid ones', async () => {
    const controlTotals = [
      { businessDay: '2026-11-19', orders: 2, totalCents: 500 },
      { businessDay: 'today', orders: 1, totalCents: 1 },
    ];
    const data = await post('orders', { orders: [register.sold()], controlTotals });
    expect(Object.keys(data.controlTotalErrors!)).toEqual(['controlTotals.1.businessDay']);
    const stored = await test.db
      .selectFrom('deviceDayTotals')
      .select(['reportedOrders', 'reportedCents'])
      .where('businessDay', '=', '2026-11-19')
      .execute();
    expect(stored).toEqual([{ reportedOrders: 2, reportedCents: 500 }]);
  });

  it('reject a sale or refund in the last year of the calendar, and accept those beside it', async () => {
    const order = await register.book();
    const at = '9999-12-31T23:00:00.000Z';
    const beside = (field: string) => [
      { result: 'rejected', errors: { [field]: expect.any(String) } },
      { result: 'accepted' },
    ];
    const sales = await register.handIn(register.sold({ soldAt: at }), register.sold());
    expect(sales).toMatchObject(beside('soldAt'));
    const late = refundOfOrder(order, undefined, { refundedAt: at });
    const refunds = await register.handInRefunds(late, refundOfOrder(order));
    expect(refunds).toMatchObject(beside('refundedAt'));
  });
});
