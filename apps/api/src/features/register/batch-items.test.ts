import type { OrderBatchAnswer } from '@pos/contract/register-orders';
import type { PaymentBatchAnswer } from '@pos/contract/register-payments';
import { v4 as uuidv4 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  openFair,
  refundOfOrder,
  type SalesFloor,
  type TestRegister,
} from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

describe('batches of registers', () => {
  let test: TestApp;
  let floor: SalesFloor;
  let register: TestRegister;
  beforeAll(async () => {
    test = await startTestApp();
    floor = await openFair(test);
    register = await floor.logIn('REG-01');
    await register.addStudent('S-1');
  });

  /** Sends a raw body, including content that the typed client would not send. */
  type Sent = { orders: OrderBatchAnswer; payments: PaymentBatchAnswer };
  const post = async <Call extends keyof Sent>(
    call: Call,
    body: unknown,
  ): Promise<{ status: number; data: Sent[Call] }> => {
    const headers = { 'content-type': 'application/json' };
    const response = await test.send(register.token)(`/v1/pos/${call}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      data: ((await response.json()) as { data: Sent[Call] }).data,
    };
  };
  const topUp = (changes: Record<string, unknown> = {}) => ({
    clientPaymentId: uuidv4(),
    studentNumber: 'S-1',
    method: 3,
    amountCents: 1_000,
    status: 'completed',
    paidAt: '2026-11-20T15:00:00.000Z',
    ...changes,
  });

  it('book valid top-ups beside invalid ones, and name the field of each invalid one', async () => {
    const bad = [
      topUp({ checkNumber: 'A\0B' }),
      topUp({ processorRef: '\ud800' }),
      topUp({ studentNumber: 'S-1\0' }),
      topUp({ paidAt: '2026-02-30T10:00:00.000Z' }),
      topUp({ paidAt: '0000-01-01T00:00:00.000Z' }),
      topUp({ paidAt: '9999-12-31T23:59:59.999Z' }),
      topUp({ amountCents: '10' }),
      topUp({ constructor: 1 }),
      'no top-up',
      null,
      [],
    ];
    const before = await floor.walletCents('S-1');
    const topUps = [topUp(), ...bad, topUp()];
    const { status, data } = await post('payments', { topUps });
    expect(status).toBe(200);
    expect(data.results.map(({ result }) => result)).toEqual([
      'accepted',
      ...bad.map(() => 'rejected'),
      'accepted',
    ]);
    const fields = [
      'checkNumber',
      'processorRef',
      'studentNumber',
      'paidAt',
      'paidAt',
      'paidAt',
      'amountCents',
      'constructor',
      'body',
      'body',
      'body',
    ];
    expect(data.results.slice(1, -1).map(({ errors = {} }) => Object.keys(errors))).toEqual(
      fields.map((field) => [field]),
    );
    expect(data.results[1]!.clientPaymentId).toBe(
      (bad[0] as { clientPaymentId: string }).clientPaymentId,
    );
    expect(await floor.walletCents('S-1')).toBe(before + 2_000);
  });

  it('apply valid payment results beside invalid ones', async () => {
    const pending = () => register.book({ payments: [{ method: 1, status: 'pending' }] });
    const [one, two] = [await pending(), await pending()];
    const resultOf = ({ sold }: typeof one, changes: Record<string, unknown> = {}) => ({
      clientPaymentId: sold.payments[0]!.clientPaymentId,
      status: 'completed',
      ...changes,
    });
    const { status, data } = await post('payments', {
      results: [
        resultOf(two, { processorRef: 'ch\0_1' }),
        { status: 'paid' },
        7,
        resultOf(one),
        resultOf(two, { failureCode: '\udfff' }),
      ],
    });
    expect(status).toBe(200);
    expect(data.results.map(({ result }) => result)).toEqual([
      'rejected',
      'rejected',
      'rejected',
      'accepted',
      'rejected',
    ]);
    expect(Object.keys(data.results[0]!.errors!)).toEqual(['processorRef']);
    expect(await floor.readOrder(one.sold.clientOrderId)).toMatchObject({ status: 'completed' });
    expect(await floor.readOrder(two.sold.clientOrderId)).toMatchObject({ status: 'open' });
  });

  it.each([
    [
      'a count that is none',
      [{ businessDay: '2026-11-20', orders: 1.5, totalCents: 0 }],
      ['controlTotals.0.orders'],
    ],
    [
      'a count beyond what a column holds',
      [{ businessDay: '2026-11-20', orders: 3_000_000_000, totalCents: 0 }],
      ['controlTotals.0.orders'],
    ],
    [
      'a total beyond what a column holds',
      [{ businessDay: '2026-11-20', orders: 1, totalCents: 1e300 }],
      ['controlTotals.0.totalCents'],
    ],
    [
      'the year 0000',
      [{ businessDay: '0000-01-01', orders: 1, totalCents: 0 }],
      ['controlTotals.0.businessDay'],
    ],
    [
      'text that is none',
      [{ businessDay: '2026-11-20\0', orders: 1, totalCents: 0 }],
      ['controlTotals.0.businessDay'],
    ],
    ['no list', 'all of them', ['controlTotals']],
    [
      'too many days',
      Array.from({ length: 61 }, () => ({ businessDay: '2026-11-20', orders: 1, totalCents: 0 })),
      ['controlTotals'],
    ],
  ])(
    'answer for the orders and refuse control totals with %s',
    async (_name, controlTotals, fields) => {
      const order = register.sold();
      const { status, data } = await post('orders', { orders: [order], controlTotals });
      expect(status).toBe(200);
      expect(data.results).toMatchObject([
        { clientOrderId: order.clientOrderId, result: 'accepted' },
      ]);
      expect(Object.keys(data.controlTotalErrors!)).toEqual(fields);
    },
  );

  it('keep valid control totals beside invalid ones', async () => {
    const controlTotals = [
      { businessDay: '2026-11-19', orders: 2, totalCents: 500 },
      { businessDay: 'today', orders: 1, totalCents: 1 },
    ];
    const { data } = await post('orders', { orders: [register.sold()], controlTotals });
    expect(Object.keys(data.controlTotalErrors!)).toEqual(['controlTotals.1.businessDay']);
    const stored = await test.db
      .selectFrom('deviceDayTotals')
      .select(['reportedOrders', 'reportedCents'])
      .where('businessDay', '=', '2026-11-19')
      .execute();
    expect(stored).toEqual([{ reportedOrders: 2, reportedCents: 500 }]);
  });

  it('reject a sale or refund in the last year of the calendar, and accept those beside it', async () => {
    const { sold } = await register.book();
    const at = '9999-12-31T23:00:00.000Z';
    expect(await register.handIn(register.sold({ soldAt: at }), register.sold())).toMatchObject([
      { result: 'rejected', errors: { soldAt: expect.any(String) as string } },
      { result: 'accepted' },
    ]);
    const lines = [{ lineNo: 1, quantity: 1, restock: true }];
    expect(
      await register.handInRefunds(
        refundOfOrder(sold, lines, { refundedAt: at }),
        refundOfOrder(sold, lines),
      ),
    ).toMatchObject([
      { result: 'rejected', errors: { refundedAt: expect.any(String) as string } },
      { result: 'accepted' },
    ]);
  });
});
