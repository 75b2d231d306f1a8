import { sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { expectRefusal } from '#testing/calls/expectations.ts';
import {
  HUNGER,
  refundOfOrder,
  startSelling,
  makeTopUp,
  units,
} from '#testing/selling/sales-floor.ts';

const HUGE = Number.MAX_SAFE_INTEGER;
const LIMIT = 'Enter at most $1,000,000.';
type Schema = { [key: string]: unknown };

describe('limits of amounts and counts', async () => {
  const { test, floor, register } = await startSelling();
  await register.addStudent('S-1');
  const topUp = (changes: Record<string, unknown> = {}) => makeTopUp('S-1', changes);
  const cash = { method: 3 as const, tenderedCents: HUGE, changeCents: HUGE - 973 };

  /** Requests every report that adds up the fair's money. Rejects if one of them fails. */
  const readEveryReport = async () => {
    const { id, startDate } = floor.fair;
    await test.owner.closeOut.getById({ params: { id } });
    await test.owner.closeOut.cashCounts({ params: { id } });
    await test.owner.daySheets.get({ params: { id }, query: { businessDay: startDate } });
    await floor.report('DAILY_SALES');
    await floor.report('SALES_SUMMARY');
    await test.owner.dashboard.read({ query: { fairId: id } });
    return await test.ask.payments.totals({ query: { fairId: id } });
  };

  it('the contract sets a minimum and maximum for every number in a request', async () => {
    const answer = await test.send()('/openapi.json', { method: 'GET' });
    const document = (await answer.json()) as Schema;
    const unbounded: string[] = [];
    const walk = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, minimum, maximum, exclusiveMinimum, ...rest } = node as Schema;
      const isNumber = type === 'integer' || type === 'number';
      if (isNumber && rest['const'] === undefined && rest['enum'] === undefined) {
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
    const results = await register.pay(
      topUp({ tenderedCents: HUGE, changeCents: HUGE }),
      topUp({ tenderedCents: HUGE, changeCents: HUGE - 2_000 }),
      topUp({ amountCents: HUGE }),
      topUp({ tenderedCents: 2_500, changeCents: 501 }),
      topUp({ changeCents: 5 }),
      topUp({ tenderedCents: 2_500, changeCents: 500 }),
    );
    const refused = (reason: string, errors = {}) => ({ result: 'refused', reason, errors });
    expect(results).toMatchObject([
      refused('AMOUNT_LIMIT', { tenderedCents: LIMIT, changeCents: LIMIT }),
      refused('AMOUNT_LIMIT'),
      refused('AMOUNT_LIMIT', { amountCents: LIMIT }),
      refused('CHANGE_MISMATCH', {
        changeCents: 'The change must be tendered minus amount: 500.',
      }),
      refused('CHANGE_MISMATCH'),
      { result: 'accepted' },
    ]);
    expect(await floor.walletCents('S-1')).toBe(before + 2_000);
    await readEveryReport();
  });

  it('holds an order with amounts beyond the limits outside all totals, to be discarded only', async () => {
    const before = await readEveryReport();
    const stock = await floor.line(HUNGER);
    const payment = { ...cash, amountCents: 973 };
    const sums = { subtotalCents: 0, taxCents: 0, totalCents: 0 };
    const huge = { ...payment, amountCents: HUGE };
    const orders = [
      { payments: [payment] },
      { payments: [{ method: 3 as const, roundingCents: HUGE }] },
      { ...sums, lines: [{ sku: HUNGER, discountCents: HUGE }], payments: [payment, payment] },
      { subtotalCents: HUGE, taxCents: HUGE, totalCents: HUGE, payments: [huge, huge] },
      { ...sums, lines: [{ sku: HUNGER, unitPriceCents: HUGE }], payments: [] },
    ].map((wish) => register.sold(wish));
    const results = await register.handIn(...orders);
    const each = (result: string) => orders.map(() => ({ result, reason: 'AMOUNT_LIMIT' }));
    expect(results).toMatchObject(each('held'));
    expect(results[0]!.detail).toBe(
      `payments.0.tenderedCents: the register has ${HUGE}, but the limit is 100000000. payments.0.changeCents: the register has ${HUGE - 973}, but the limit is 100000000.`,
    );
    expect(await register.handIn(...orders)).toMatchObject(each('duplicate'));
    expect(await readEveryReport()).toEqual(before);
    expect(await floor.line(HUNGER)).toEqual(stock);

    const held = await floor.held({ reason: 'AMOUNT_LIMIT' });
    expect(held).toMatchObject(orders.map(() => ({ booked: null })));
    const decide = (decision: 'release' | 'discard') =>
      floor.decide(held[0]!, { decision, reason: 'A fault of the app.' });
    await expectRefusal(decide('release'), 'INVALID_TRANSITION');
    expect(await decide('discard')).toMatchObject({ state: 'discarded' });
  });

  it('refuses an online order beyond the limits, and rejects invalid counts on their field', async () => {
    const online = register.sold({ mode: 'online', payments: [cash] });
    const many = register.sold({ lines: [{ sku: HUNGER, quantity: 1_000 }] });
    const broken = { ...register.sold(), totalCents: 1e300 };
    expect(await register.handIn(online, many, broken)).toMatchObject([
      { result: 'refused', code: 'VALIDATION_FAILED' },
      { result: 'rejected', errors: { 'lines.0.quantity': 'Quantity must be 1 to 999.' } },
      { result: 'rejected', errors: { totalCents: 'Enter an amount in whole cents.' } },
    ]);
  });

  it('holds an order whose change is not tendered minus amount', async () => {
    const payments = [{ method: 3 as const, tenderedCents: 2_000, changeCents: 1_000 }];
    expect(await register.handIn(register.sold({ payments }))).toMatchObject([
      {
        result: 'held',
        reason: 'TOTALS_MISMATCH',
        detail: 'payments.0.changeCents: the register has 1000, but tendered minus amount is 1027.',
      },
    ]);
    const uncounted = await register.book({ payments: [{ method: 2, checkNumber: '7' }] });
    expect(uncounted.payments).toMatchObject([{ tenderedCents: 0, changeCents: 0 }]);
  });

  it('rejects a refund of more units than a line can have, on its field', async () => {
    const { sold } = await register.book();
    const refund = (quantity: number) => refundOfOrder(sold, [units(quantity)]);
    expect(await register.handInRefunds(refund(HUGE), refund(1))).toMatchObject([
      { result: 'rejected', errors: { 'lines.0.quantity': 'Quantity must be 1 to 999.' } },
      { result: 'accepted' },
    ]);
  });

  it.each([
    ['payments', `update payments set tendered_cents = ${HUGE}`],
    ['orders', `update orders set uncollected_cents = ${HUGE}`],
    [
      'cash_counts',
      `insert into cash_counts (id, fair_id, business_day, cash_cents, check_cents, checks,
          counted_by, second_person, note, entered_by)
        select '${uuidv4()}', id, start_date, ${HUGE}, 0, 0, 'Ada Reed', 'Sam Oak', '', 'Ada Reed'
        from fairs`,
    ],
  ])('the table %s refuses amounts at which sums would overflow', async (table, statement) => {
    await expect(sql.raw(statement).execute(test.db)).rejects.toMatchObject({
      constraint: `${table}_amounts_check`,
    });
  });
});
