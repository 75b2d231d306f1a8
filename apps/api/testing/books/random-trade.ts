import type { PaymentStatus } from '@pos/contract/sales/payment-states';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import fc from 'fast-check';
import { makeFigures } from '#api/reports/reports/figures/make-figures.queries.ts';
import { reviewSilentPayments } from '#api/sales/payments/payment-timeout.service.ts';
import { settleOrder } from '#api/sales/refunds/settlement.service.ts';
import { roundCash } from './random-sales.ts';
import {
  HUNGER,
  PENCIL,
  type SalesFloor,
  STRAY,
  type TestRegister,
} from '../selling/sales-floor.ts';

const { constantFrom, record } = fc;
/** A kind of step, drawn in proportion to its weight. */
const kind = <Kind extends string, Fields extends object>(
  weight: number,
  name: Kind,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({ weight, arbitrary: record(fields).map((drawn) => ({ ...drawn, kind: name })) });

/** A random step of trade at one of two fairs. */
export const tradeStep = record({ fair: fc.nat(1), pick: fc.nat() }).chain((where) =>
  fc
    .oneof(
      kind(6, 'sell', {
        method: constantFrom(1, 2, 3, 3, 5, 6 as const),
        isPending: fc.boolean(),
        isSplit: fc.boolean(),
        roundsCash: fc.boolean(),
        // A clock without power shows a day that is years away.
        daysAgo: constantFrom(0, 0, 1, 1, 9_000, -400),
        quantity: fc.integer({ min: 1, max: 3 }),
      }),
      kind(3, 'refund', {}),
      kind(2, 'settle', { status: constantFrom('completed', 'failed', 'cancelled' as const) }),
      kind(2, 'resolve', { decision: constantFrom('cancel', 'uncollected' as const) }),
      kind(2, 'review', { decision: constantFrom('approve', 'reject' as const) }),
      kind(2, 'timeOut', {}),
      kind(3, 'correctDay', { daysAgo: fc.nat(3) }),
      kind(2, 'make', {}),
      kind(1, 'reset', {}),
    )
    .map((what) => ({ ...where, ...what })),
);
/** Step of `tradeStep`. */
export type TradeStep = typeof tradeStep extends fc.Arbitrary<infer Value> ? Value : never;
type StepKind<Kind extends TradeStep['kind']> = Extract<TradeStep, { kind: Kind }>;

/** Fair and register of a step. `anyOf` picks one of these items, if there are any. */
type Place = {
  floor: SalesFloor;
  register: TestRegister;
  anyOf: <Item>(items: readonly Item[]) => Item | undefined;
};

/** Plays a step at one of the fairs. A refused one changes nothing; other tests cover the rules. */
export async function playTrade(
  each: TradeStep,
  floor: SalesFloor,
  register: TestRegister,
): Promise<void> {
  const anyOf = <Item>(items: readonly Item[]): Item | undefined =>
    items[each.pick % Math.max(1, items.length)];
  await play[each.kind](each as never, { floor, register, anyOf });
}

async function allowed(call: Promise<unknown>): Promise<void> {
  await call.catch(() => undefined);
}

async function findOrders(
  { test, fair }: SalesFloor,
  ...statuses: ('open' | 'completed' | 'partially_refunded')[]
) {
  const lists = statuses.map((status) =>
    test.ask.orders.list({ query: { fairId: fair.id, status, limit: 50 } }),
  );
  return (await Promise.all(lists)).flatMap(({ results }) => results);
}

async function findPayments({ test, fair }: SalesFloor, ...status: PaymentStatus[]) {
  const query = { fairId: fair.id, status, limit: 50 };
  return (await test.ask.payments.list({ query })).results;
}

const play: { [Kind in TradeStep['kind']]: (each: StepKind<Kind>, at: Place) => Promise<unknown> } =
  {
    sell: ({ quantity, daysAgo, isSplit, isPending, roundsCash, method }, { register, anyOf }) => {
      const order = register.sold({
        lines: [{ sku: anyOf([HUNGER, PENCIL, STRAY])!, quantity }],
        soldAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
        customerType: 'teacher',
        studentNumber: 'S-1',
      });
      const amountCents = isSplit ? Math.floor(order.totalCents / 2) : order.totalCents;
      const [payment] = order.payments;
      const status = method === 1 && isPending ? 'pending' : 'completed';
      const rest = {
        clientPaymentId: crypto.randomUUID(),
        amountCents: order.totalCents - amountCents,
      };
      const payments = [
        { ...payment!, method, amountCents, status } as const,
        ...(isSplit ? [{ ...payment!, ...rest }] : []),
      ];
      return register.handIn({ ...order, payments: roundsCash ? roundCash(payments) : payments });
    },

    refund: async ({ pick }, { floor, register, anyOf }) => {
      const order = anyOf(await findOrders(floor, 'completed', 'partially_refunded'));
      if (!order) return;
      const sold = await floor.test.ask.orders.getById({ params: { id: order.id } });
      await register.refund(sold, 1, { roundCash: pick % 2 === 0 });
    },

    settle: async ({ status }, { floor, register, anyOf }) => {
      // Most results come in time, some after a person or another result has decided.
      const pending = await findPayments(floor, 'pending');
      const decided = await findPayments(floor, 'under_review', 'failed', 'cancelled', 'completed');
      const payment = anyOf([...pending, ...pending, ...decided]);
      if (!payment) return;
      const { clientPaymentId } = await floor.test.db
        .selectFrom('payments')
        .select('clientPaymentId')
        .where('id', '=', payment.id)
        .executeTakeFirstOrThrow();
      await register.pos.payments({ body: { results: [{ clientPaymentId, status }] } });
    },

    resolve: async ({ decision }, { floor, anyOf }) => {
      const order = anyOf(await findOrders(floor, 'open'));
      if (order) await allowed(floor.resolve(order, decision));
    },

    review: async ({ decision }, { floor, anyOf }) => {
      const payment = anyOf(await findPayments(floor, 'under_review'));
      const body = { decision, note: 'Looked at' };
      if (payment)
        await allowed(floor.test.owner.payments.review({ params: { id: payment.id }, body }));
    },

    /** Lets 24 hours pass for all pending payments. */
    timeOut: async (_, { floor: { test } }) => {
      await test.db
        .updateTable('payments')
        .set({ createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
        .where('status', '=', 'pending')
        .execute();
      await reviewSilentPayments(test.db, settleOrder);
    },

    correctDay: async ({ daysAgo }, { floor, anyOf }) => {
      const order = anyOf(await findOrders(floor, 'completed', 'partially_refunded', 'open'));
      if (!order) return;
      const businessDay = addDays(today(order.timeZone), -daysAgo);
      const body = { businessDay, reason: 'Wrong clock' };
      await allowed(floor.test.owner.orders.correctDay({ params: { id: order.id }, body }));
    },

    make: (_, { floor: { test } }) => makeFigures(test.db),

    reset: (_, { floor: { test, fair } }) =>
      allowed(test.owner.resets.reset({ body: { fairId: fair.id, confirm: fair.identifier } })),
  };
