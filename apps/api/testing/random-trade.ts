import type { PaymentStatus } from '@pos/contract/payment-states';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import fc from 'fast-check';
import { foldTotals } from '#api/features/orders/fold-totals.service.ts';
import { reviewSilentPayments } from '#api/features/payments/payment-timeout.service.ts';
import { settleOrder } from '#api/features/refunds/settlement.service.ts';
import { roundCash } from './random-sales.ts';
import {
  HUNGER,
  PENCIL,
  refundOfOrder,
  STRAY,
  type SalesFloor,
  type TestRegister,
} from './sales-floor.ts';

const { constantFrom, record } = fc;
const kind = <Kind extends string>(name: Kind) => fc.constant(name);

/** A random step of trade at one of two fairs. */
export const tradeStep = record({ fair: fc.nat(1), pick: fc.nat() }).chain((where) =>
  fc
    .oneof(
      {
        weight: 6,
        arbitrary: record({
          kind: kind('sell'),
          method: constantFrom(1, 2, 3, 3, 5, 6 as const),
          isPending: fc.boolean(),
          isSplit: fc.boolean(),
          roundsCash: fc.boolean(),
          // A clock without power shows a day that is years away.
          daysAgo: constantFrom(0, 0, 1, 1, 9_000, -400),
          quantity: fc.integer({ min: 1, max: 3 }),
        }),
      },
      { weight: 3, arbitrary: record({ kind: kind('refund') }) },
      {
        weight: 2,
        arbitrary: record({
          kind: kind('settle'),
          status: constantFrom('completed', 'failed', 'cancelled' as const),
        }),
      },
      {
        weight: 2,
        arbitrary: record({
          kind: kind('resolve'),
          decision: constantFrom('cancel', 'uncollected' as const),
        }),
      },
      {
        weight: 2,
        arbitrary: record({
          kind: kind('review'),
          decision: constantFrom('approve', 'reject' as const),
        }),
      },
      { weight: 2, arbitrary: record({ kind: kind('timeOut') }) },
      { weight: 3, arbitrary: record({ kind: kind('correctDay'), daysAgo: fc.nat(3) }) },
      { weight: 2, arbitrary: record({ kind: kind('fold') }) },
      { weight: 1, arbitrary: record({ kind: kind('reset') }) },
    )
    .map((what) => ({ ...where, ...what })),
);
/** Step of `tradeStep`. */
export type TradeStep = typeof tradeStep extends fc.Arbitrary<infer Value> ? Value : never;
type StepOf<Kind extends TradeStep['kind']> = Extract<TradeStep, { kind: Kind }>;

/**
 * Fair and register of a step, and whether it rounds the cash of a refund. `anyOf` picks one of
 * these items, if there are any.
 */
type Place = {
  test: SalesFloor['test'];
  fairId: string;
  register: TestRegister;
  roundsCash: boolean;
  anyOf: <Item>(items: readonly Item[]) => Item | undefined;
};

/** Plays a step at one of the fairs. */
export async function playTrade(
  each: TradeStep,
  { test, fair }: SalesFloor,
  register: TestRegister,
): Promise<void> {
  const anyOf = <Item>(items: readonly Item[]): Item | undefined =>
    items[each.pick % Math.max(1, items.length)];
  const place: Place = { test, fairId: fair.id, register, roundsCash: each.pick % 2 === 0, anyOf };
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
    case 'timeOut':
      return timeOut(place);
    case 'correctDay':
      return correctDay(each, place);
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

async function ordersOf(
  { test, fairId }: Place,
  status: 'open' | 'completed' | 'partially_refunded',
) {
  return (await test.ask.orders.list({ query: { fairId, status, limit: 50 } })).results;
}

async function paymentsOf({ test, fairId }: Place, ...status: PaymentStatus[]) {
  return (await test.ask.payments.list({ query: { fairId, status, limit: 50 } })).results;
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
  if (each.roundsCash) order.payments = roundCash(order.payments);
  await register.handIn(order);
}

async function refund(place: Place): Promise<void> {
  const { test, register } = place;
  const order = place.anyOf([
    ...(await ordersOf(place, 'completed')),
    ...(await ordersOf(place, 'partially_refunded')),
  ]);
  if (!order) return;
  const { clientOrderId } = await test.ask.orders.getById({ params: { id: order.id } });
  await register.handInRefunds(
    refundOfOrder({ clientOrderId }, [{ lineNo: 1, quantity: 1, restock: true }], {
      roundCash: place.roundsCash,
    }),
  );
}

async function settle({ status }: StepOf<'settle'>, place: Place): Promise<void> {
  const { test, register } = place;
  // Most results come in time, some after a person or another result has decided.
  const pending = await paymentsOf(place, 'pending');
  const decided = await paymentsOf(place, 'under_review', 'failed', 'cancelled', 'completed');
  const payment = place.anyOf([...pending, ...pending, ...decided]);
  if (!payment) return;
  const { clientPaymentId } = await test.db
    .selectFrom('payments')
    .select('clientPaymentId')
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow();
  await register.pos.payments({ body: { results: [{ clientPaymentId, status }] } });
}

async function resolve({ decision }: StepOf<'resolve'>, place: Place): Promise<void> {
  const order = place.anyOf(await ordersOf(place, 'open'));
  if (order)
    await allowed(
      place.test.owner.orders.resolve({
        params: { id: order.id },
        body: { decision, reason: 'The card was declined' },
      }),
    );
}

async function review({ decision }: StepOf<'review'>, place: Place): Promise<void> {
  const payment = place.anyOf(await paymentsOf(place, 'under_review'));
  if (payment)
    await allowed(
      place.test.owner.payments.review({
        params: { id: payment.id },
        body: { decision, note: 'Looked at' },
      }),
    );
}

/** Lets 24 hours pass for all pending payments. */
async function timeOut({ test }: Place): Promise<void> {
  await test.db
    .updateTable('payments')
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
    .where('status', '=', 'pending')
    .execute();
  await reviewSilentPayments(test.db, settleOrder);
}

async function correctDay({ daysAgo }: StepOf<'correctDay'>, place: Place): Promise<void> {
  const order = place.anyOf([
    ...(await ordersOf(place, 'completed')),
    ...(await ordersOf(place, 'partially_refunded')),
    ...(await ordersOf(place, 'open')),
  ]);
  if (order)
    await allowed(
      place.test.owner.orders.correctDay({
        params: { id: order.id },
        body: { businessDay: addDays(today(order.timeZone), -daysAgo), reason: 'Wrong clock' },
      }),
    );
}
