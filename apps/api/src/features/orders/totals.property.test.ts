import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '#api/invariants/invariants.ts';
import {
  addStudent,
  handIn,
  handInRefunds,
  HUNGER,
  logIn,
  openFair,
  PENCIL,
  refundOfOrder,
  STRAY,
  type SalesFloor,
  type TestRegister,
} from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { foldTotals } from './fold-totals.service.ts';

const step = fc.record({ fair: fc.nat(1), pick: fc.nat() }).chain((where) =>
  fc
    .oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('sell' as const),
          method: fc.constantFrom(1, 2, 3, 3, 5, 6 as const),
          isPending: fc.boolean(),
          isSplit: fc.boolean(),
          daysAgo: fc.nat(1),
          quantity: fc.integer({ min: 1, max: 3 }),
        }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('refund' as const) }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('settle' as const),
          status: fc.constantFrom('completed', 'failed', 'cancelled' as const),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('resolve' as const),
          decision: fc.constantFrom('cancel', 'uncollected' as const),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('review' as const),
          decision: fc.constantFrom('approve', 'reject' as const),
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const) }) },
    )
    .map((what) => ({ ...where, ...what })),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** Fair and register of a step. `anyOf` picks one of these items, if there are any. */
type Place = {
  fairId: string;
  register: TestRegister;
  anyOf: <Item>(items: readonly Item[]) => Item | undefined;
};

describe('stored totals under any sequence of sales, refunds, decisions and resets', () => {
  let test: TestApp;
  let cashierId: string;
  let tablets = 0;
  beforeAll(async () => {
    test = await startTestApp();
    ({ cashierId } = await openFair(test));
  });

  it('match a recount, and lists show as many rows as they count', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const floors = [await openFair(test, {}, cashierId), await openFair(test, {}, cashierId)];
        const registers = [
          await logIn(floors[0]!, `KEPT-${++tablets}`),
          await logIn(floors[1]!, `KEPT-${++tablets}`),
        ];
        for (const [index, floor] of floors.entries())
          await addStudent(floor, registers[index]!, 'S-1', 3_000);
        for (const each of steps) await play(each, floors[each.fair]!, registers[each.fair]!);
        await checkInvariants(test.db);
        for (const { fair } of floors) {
          await expectCounted(fair.id);
          await expectCounted(fair.id, { status: ['completed', 'refunded'], method: [3, 5] });
        }
      }),
      { seed: 20260405, numRuns: 6 },
    );
  }, 120_000);

  /** Checks that the total of a list of one fair equals its number of rows. */
  async function expectCounted(
    fairId: string,
    filters: { status?: ('completed' | 'refunded')[]; method?: (3 | 5)[] } = {},
  ): Promise<void> {
    const orders = (await test.owner.orders.list({ query: { fairId, limit: 50, ...filters } }))
      .data;
    expect(orders.totalResults).toBe(orders.results.length);
    const payments = (await test.owner.payments.list({ query: { fairId, limit: 50, ...filters } }))
      .data;
    expect(payments.totalResults).toBe(payments.results.length);
  }

  async function play(each: Step, { fair }: SalesFloor, register: TestRegister): Promise<void> {
    const anyOf = <Item>(items: readonly Item[]): Item | undefined =>
      items[each.pick % Math.max(1, items.length)];
    const place: Place = { fairId: fair.id, register, anyOf };
    switch (each.kind) {
      case 'sell':
        return sell(each, place);
      case 'refund':
        return refund(place);
      case 'settle':
        return settle(each, place);
      case 'resolve':
        return resolve(each, place);
      case 'review':
        return review(each, place);
      case 'fold':
        return foldTotals(test.db);
      case 'reset':
        return allowed(
          test.owner.resets.reset({ body: { fairId: fair.id, confirm: fair.identifier } }),
        );
    }
  }

  /** Waits for a step. A refused one changes nothing; other tests cover the rules themselves. */
  async function allowed(call: Promise<unknown>): Promise<void> {
    await call.catch(() => undefined);
  }

  async function ordersOf(fairId: string, status: 'open' | 'completed' | 'partially_refunded') {
    return (await test.owner.orders.list({ query: { fairId, status, limit: 50 } })).data.results;
  }

  async function paymentsOf(fairId: string, status: 'pending' | 'under_review') {
    return (await test.owner.payments.list({ query: { fairId, status } })).data.results;
  }

  async function sell(each: StepOf<'sell'>, { register, anyOf }: Place): Promise<void> {
    const order = register.sold({
      lines: [{ sku: anyOf([HUNGER, PENCIL, STRAY])!, quantity: each.quantity }],
      soldAt: new Date(Date.now() - each.daysAgo * 86_400_000).toISOString(),
      customerType: 'teacher',
      studentNumber: 'S-1',
    });
    const first = each.isSplit ? Math.floor(order.totalCents / 2) : order.totalCents;
    const [payment] = order.payments;
    order.payments = [
      {
        ...payment!,
        method: each.method,
        amountCents: first,
        status: each.method === 1 && each.isPending ? 'pending' : 'completed',
      },
    ];
    if (each.isSplit)
      order.payments.push({
        ...payment!,
        clientPaymentId: crypto.randomUUID(),
        amountCents: order.totalCents - first,
      });
    await handIn(register, order);
  }

  async function refund({ fairId, register, anyOf }: Place): Promise<void> {
    const order = anyOf([
      ...(await ordersOf(fairId, 'completed')),
      ...(await ordersOf(fairId, 'partially_refunded')),
    ]);
    if (!order) return;
    const { clientOrderId } = (await test.owner.orders.getById({ params: { id: order.id } })).data;
    await handInRefunds(
      register,
      refundOfOrder({ clientOrderId }, [{ lineNo: 1, quantity: 1, restock: true }]),
    );
  }

  async function settle({ status }: StepOf<'settle'>, place: Place): Promise<void> {
    const { fairId, register, anyOf } = place;
    const payment = anyOf(await paymentsOf(fairId, 'pending'));
    if (!payment) return;
    const { clientPaymentId } = await test.db
      .selectFrom('payments')
      .select('clientPaymentId')
      .where('id', '=', payment.id)
      .executeTakeFirstOrThrow();
    await register.pos.payments({ body: { results: [{ clientPaymentId, status }] } });
  }

  async function resolve({ decision }: StepOf<'resolve'>, place: Place): Promise<void> {
    const order = place.anyOf(await ordersOf(place.fairId, 'open'));
    if (order)
      await allowed(
        test.owner.orders.resolve({
          params: { id: order.id },
          body: { decision, reason: 'The card was declined' },
        }),
      );
  }

  async function review({ decision }: StepOf<'review'>, place: Place): Promise<void> {
    const payment = place.anyOf(await paymentsOf(place.fairId, 'under_review'));
    if (payment)
      await allowed(
        test.owner.payments.review({
          params: { id: payment.id },
          body: { decision, note: 'Looked at' },
        }),
      );
  }
});
