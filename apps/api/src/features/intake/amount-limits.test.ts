import { ApiError } from '@pos/contract/client';
import { sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { HUNGER, patiently, refundOfOrder, startSelling } from '#testing/sales-floor.ts';

const HUGE = Number.MAX_SAFE_INTEGER;
type Schema = { [key: string]: unknown };

describe('limits of amounts and counts', async () => {
  const { test, floor, register } = await startSelling();
  await register.addStudent('S-1');
  const topUp = (changes: Record<string, unknown> = {}) => ({
    clientPaymentId: uuidv4(),
    studentNumber: 'S-1',
    method: 3,
    amountCents: 2_000,
    status: 'completed',
    paidAt: new Date().toISOString(),
    ...changes,
  });
  const pay = async (...topUps: unknown[]) =>
    (await patiently(() => register.pos.payments({ body: { topUps } }))).data.results;

  /** Requests every report that adds up the fair's money. Rejects if one of them fails. */
  const readEveryReport = async () => {
    const { id, schoolIdentifier, startDate, endDate } = floor.fair;
    const query = { startDate, endDate, schoolIdentifier };
    await test.owner.closeOut.getById({ params: { id } });
    await test.owner.closeOut.cashCounts({ params: { id } });
    await test.owner.daySheets.get({ params: { id }, query: { businessDay: startDate } });
    await test.owner.reports.run({ query: { reportType: 'DAILY_SALES', ...query } });
    await test.owner.reports.run({ query: { reportType: 'SALES_SUMMARY', ...query } });
    await test.owner.dashboard.read({ query: { fairId: id } });
    return await test.ask.payments.totals({ query: { fairId: id } });
  };

  it('the contract sets a minimum and maximum for every number in a request', async () => {
    const document = (await (
      await test.send()('/openapi.json', { method: 'GET' })
    ).json()) as Schema;
    const unbounded: string[] = [];
    const walk = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const {
        type,
        minimum,
        maximum,
        exclusiveMinimum,
        const: literal,
        enum: members,
      } = node as Schema;
      const isNumber = type === 'integer' || type === 'number';
      if (isNumber && literal === undefined && members === undefined) {
        const highest = typeof maximum === 'number' && maximum < HUGE;
        const lowest = [minimum, exclusiveMinimum].some(
          (value) => typeof value === 'number' && value > -HUGE,
        );
        if (!highest || !lowest) unbounded.push(at);
      }
      for (const [key, value] of Object.entries(node)) walk(value, `${at}.${key}`);
    };
    for (const [path, methods] of Object.entries(document['paths'] as Schema)) {
      for (const [method, call] of Object.entries(methods as Schema)) {
        const { requestBody, parameters } = call as Schema;
        walk(requestBody, `${method} ${path}: body`);
        walk(parameters, `${method} ${path}: query`);
      }
    }
    expect(unbounded).toEqual([]);
  });

  it('refuses a top-up beyond the limits or with wrong change, and every report still works', async () => {
    const before = await floor.walletCents('S-1');
    const results = await pay(
      topUp({ tenderedCents: HUGE, changeCents: HUGE }),
      topUp({ tenderedCents: HUGE, changeCents: HUGE - 2_000 }),
      topUp({ amountCents: HUGE }),
      topUp({ tenderedCents: 2_500, changeCents: 501 }),
      topUp({ changeCents: 5 }),
      topUp({ tenderedCents: 2_500, changeCents: 500 }),
    );
    expect(results).toMatchObject([
      {
        result: 'refused',
        reason: 'AMOUNT_LIMIT',
        errors: {
          tenderedCents: 'Enter at most $1,000,000.',
          changeCents: 'Enter at most $1,000,000.',
        },
      },
      { result: 'refused', reason: 'AMOUNT_LIMIT' },
      {
        result: 'refused',
        reason: 'AMOUNT_LIMIT',
        errors: { amountCents: 'Enter at most $1,000,000.' },
      },
      {
        result: 'refused',
        reason: 'CHANGE_MISMATCH',
        errors: { changeCents: 'The change must be tendered minus amount: 500.' },
      },
      { result: 'refused', reason: 'CHANGE_MISMATCH' },
      { result: 'accepted' },
    ]);
    expect(await floor.walletCents('S-1')).toBe(before + 2_000);
    await readEveryReport();
  });

  it('holds an order with amounts beyond the limits outside all totals, to be discarded only', async () => {
    const before = await readEveryReport();
    const stock = await floor.line(HUNGER);
    const payment = {
      method: 3 as const,
      amountCents: 973,
      tenderedCents: HUGE,
      changeCents: HUGE - 973,
    };
    const wishes = [
      { payments: [payment] },
      { payments: [{ method: 3 as const, roundingCents: HUGE }] },
      {
        lines: [{ sku: HUNGER, discountCents: HUGE }],
        subtotalCents: 0,
        taxCents: 0,
        totalCents: 0,
        payments: [payment, payment],
      },
      {
        subtotalCents: HUGE,
        taxCents: HUGE,
        totalCents: HUGE,
        payments: [
          { ...payment, amountCents: HUGE },
          { ...payment, amountCents: HUGE },
        ],
      },
      {
        lines: [{ sku: HUNGER, unitPriceCents: HUGE }],
        subtotalCents: 0,
        taxCents: 0,
        totalCents: 0,
        payments: [],
      },
    ];
    const orders = wishes.map((wish) => register.sold(wish));
    const results = await register.handIn(...orders);
    expect(results.map(({ result, reason }) => [result, reason])).toEqual(
      orders.map(() => ['held', 'AMOUNT_LIMIT']),
    );
    expect(results[0]!.detail).toBe(
      `payments.0.tenderedCents: the register has ${HUGE}, but the limit is 100000000. payments.0.changeCents: the register has ${HUGE - 973}, but the limit is 100000000.`,
    );
    expect(await register.handIn(...orders)).toMatchObject(
      orders.map(() => ({ result: 'duplicate', reason: 'AMOUNT_LIMIT' })),
    );
    expect(await readEveryReport()).toEqual(before);
    expect(await floor.line(HUNGER)).toEqual(stock);

    const { results: held } = await test.ask.orders.held({
      query: { fairId: floor.fair.id, reason: 'AMOUNT_LIMIT' },
    });
    expect(held).toHaveLength(orders.length);
    expect(held.every(({ booked }) => booked === null)).toBe(true);
    const [one] = held;
    const decide = (decision: 'release' | 'discard') =>
      test.owner.orders.decideHeld({
        params: { id: one!.id },
        body: { decision, reason: 'A fault of the app.' },
      });
    await expect(decide('release')).rejects.toMatchObject({
      status: 409,
      refusal: { code: 'INVALID_TRANSITION' },
    });
    expect((await decide('discard')).data).toMatchObject({ state: 'discarded' });
  });

  it('refuses an online order beyond the limits, and rejects invalid counts on their field', async () => {
    const online = register.sold({
      mode: 'online',
      payments: [{ method: 3, tenderedCents: HUGE, changeCents: HUGE - 973 }],
    });
    const many = register.sold({ lines: [{ sku: HUNGER, quantity: 1_000 }] });
    const broken = { ...register.sold(), totalCents: 1e300 };
    expect(await register.handIn(online, many, broken)).toMatchObject([
      { result: 'refused', code: 'VALIDATION_FAILED' },
      { result: 'rejected', errors: { 'lines.0.quantity': 'Quantity must be 1 to 999.' } },
      { result: 'rejected', errors: { totalCents: 'Enter an amount in whole cents.' } },
    ]);
  });

  it('holds an order whose change is not tendered minus amount', async () => {
    const order = register.sold({
      payments: [{ method: 3, tenderedCents: 2_000, changeCents: 1_000 }],
    });
    expect(await register.handIn(order)).toMatchObject([
      {
        result: 'held',
        reason: 'TOTALS_MISMATCH',
        detail: 'payments.0.changeCents: the register has 1000, but tendered minus amount is 1027.',
      },
    ]);
    const uncounted = await register.book({
      payments: [{ method: 2, checkNumber: '7' }],
    });
    expect((await floor.readOrder(uncounted.sold.clientOrderId)).payments).toMatchObject([
      { tenderedCents: 0, changeCents: 0 },
    ]);
  });

  it('rejects a refund of more units than a line can have, on its field', async () => {
    const { sold } = await register.book();
    const refund = (quantity: number) =>
      refundOfOrder(sold, [{ lineNo: 1, quantity, restock: true }]);
    expect(await register.handInRefunds(refund(HUGE), refund(1))).toMatchObject([
      { result: 'rejected', errors: { 'lines.0.quantity': 'Quantity must be 1 to 999.' } },
      { result: 'accepted' },
    ]);
  });

  it('the tables refuse amounts at which sums would overflow', async () => {
    await pay(topUp());
    const beyond: Record<string, string> = {
      payments: 'tendered_cents = 9007199254740991',
      orders: 'uncollected_cents = 9007199254740991',
    };
    for (const [table, change] of Object.entries(beyond))
      await expect(
        sql.raw(`update ${table} set ${change}`).execute(test.db),
        table,
      ).rejects.toMatchObject({ constraint: `${table}_amounts_check` });
    const count = {
      fairId: floor.fair.id,
      businessDay: floor.fair.startDate,
      checkCents: 0,
      checks: 0,
      countedBy: 'Ada Reed',
      secondPerson: 'Sam Oak',
      note: '',
      enteredBy: 'Ada Reed',
    };
    await expect(
      test.db
        .insertInto('cashCounts')
        .values({ ...count, id: uuidv4(), cashCents: HUGE })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'cash_counts_amounts_check' });
  });

  it('tells staff on the field if an amount or count is beyond the limits', async () => {
    const { id, startDate } = floor.fair;
    const count = {
      fairId: id,
      businessDay: startDate,
      cashCents: HUGE,
      checkCents: HUGE,
      checks: HUGE,
      countedBy: 'Ada Reed',
      secondPerson: 'Sam Oak',
    };
    const fieldsOf = async (call: Promise<unknown>) => {
      const error: unknown = await call.catch((thrown: unknown) => thrown);
      if (!(error instanceof ApiError)) throw new Error('The call was not refused.');
      return [error.status, error.refusal.errors];
    };
    const limit = 'Enter at most $1,000,000.';
    expect(await fieldsOf(test.owner.closeOut.addCashCount({ body: count }))).toEqual([
      400,
      { cashCents: limit, checkCents: limit, checks: 'Enter at most 100,000.' },
    ]);
    const finish = {
      fairId: id,
      action: 'finish' as const,
      profitOption: 'cash' as const,
      countedCashCents: HUGE,
      countedCheckCents: HUGE,
      countedChecks: HUGE,
      reviewed: 'read',
    };
    expect(await fieldsOf(test.owner.closeOut.finishOrRevert({ body: finish }))).toEqual([
      400,
      {
        countedCashCents: limit,
        countedCheckCents: limit,
        countedChecks: 'Enter at most 100,000.',
      },
    ]);
    expect(await fieldsOf(test.owner.payments.list({ query: { minCents: HUGE } }))).toEqual([
      400,
      { minCents: limit },
    ]);
    await readEveryReport();
  });
});
