import { randomUUID } from 'node:crypto';
import { ApiError } from '@pos/contract/client';
import type { ErrorCode } from '@pos/contract/errors';
import { dayIn } from '@pos/api/time/days.ts';
import { type Stories, withStories } from '../demo/stories.ts';
import type { Office } from '../office/session.ts';
import { inWords } from '../office/steps.ts';
import { USUAL_HABITS } from '../simulator/habits.ts';
import type { Random } from '../simulator/random.ts';
import { isRefundable, refundOfOrder } from '../simulator/refunds.ts';
import type { Register, Sale } from '../simulator/register.ts';
import { Shelf } from '../simulator/shelf.ts';
import { nextSale } from '../simulator/shopper.ts';

/** A fair where everything happens at once. `quiet`: one register alone, so that it is closed out now and then. `training`: only cash, so that it can be reset. */
export type TumultFair = { id: string; identifier: string; kind: 'busy' | 'quiet' | 'training' };
/** What was done, by name, and what was refused, by code; `broken` is what must not be. */
export type Tumult = {
  operations: number;
  done: Record<string, number>;
  refused: Record<string, number>;
  broken: string[];
};

/** One of those who do things at the same time: a register with its cashier, and a clerk in the office. */
type Client = {
  office: Office;
  register: Register;
  fair: TumultFair;
  fairs: readonly TumultFair[];
  random: Random;
  floor?: Parameters<typeof nextSale>[1];
  sinceLook: number;
};
/** `codes`: how it may be refused. `run` gives how many operations it was. */
type Operation = {
  name: string;
  weight: number;
  codes: readonly ErrorCode[];
  run: (client: Client) => Promise<number>;
};

const HABITS = { ...USUAL_HABITS, pendingCard: 0.06, shipToSchool: 0.12 };
const ONLY_CASH = {
  ...USUAL_HABITS,
  customers: USUAL_HABITS.customers.filter(([type]) => type !== 'school'),
  eWallet: 0,
  pendingCard: 0,
  tenders: [['cash', 1]] as const,
};
/** What goes wrong at a register, by how often. */
const MISHAPS = [
  ['wrongPrice', 1],
  ['wrongTotal', 1],
  ['unknownTitle', 1],
  ['oversold', 2],
  ['aveDollars', 4],
  ['shortWallet', 3],
  ['declinedCard', 2],
] as const satisfies readonly (readonly [keyof Stories, number])[];
const MISHAP = 0.12;
/** The shelf is looked at again after so many operations. */
const LOOK_EVERY = 12;

const once = () => ({ idempotencyKey: randomUUID() });
const now = () => new Date().toISOString();

const OPERATIONS: readonly Operation[] = [
  {
    name: 'offline sales',
    weight: 30,
    codes: [],
    run: async (client) => {
      const sales = await salesOf(client, client.random.int(4, 14));
      await client.register.sell(sales);
      await client.register.heartbeat();
      await client.register.deliver({ batchSize: 50 });
      return sales.length;
    },
  },
  {
    name: 'online sales',
    weight: 16,
    codes: [],
    run: async (client) => {
      const sales = await salesOf(client, 3);
      for (const sale of sales) {
        const answer = await client.register.offer(sale);
        if (answer.result === 'rejected')
          throw new Error(`an online sale was rejected: ${JSON.stringify(answer.errors)}`);
        if (answer.result === 'refused' && answer.code === undefined)
          throw new Error('an online sale was refused without a code');
      }
      return sales.length;
    },
  },
  {
    name: 'refunds at the register',
    weight: 6,
    codes: [],
    run: async ({ register, random }) => {
      const returned = new Set(register.memory.refunds.map(({ refund }) => refund.clientOrderId));
      const possible = register.memory
        .acknowledged()
        .slice(-60)
        .filter(({ sold }) => isRefundable(sold.order) && !returned.has(sold.order.clientOrderId));
      if (possible.length === 0) return 0;
      const orders = random.shuffled(possible).slice(0, 3);
      await register.refund(orders.map(({ sold }) => refundOfOrder(random, sold.order, now())));
      return orders.length;
    },
  },
  {
    name: 'top-ups',
    weight: 5,
    codes: [],
    run: async (client) => {
      if (client.fair.kind === 'training') return 0;
      const { students } = (await floorOf(client)).shelf;
      const topUps = Array.from({ length: 3 }, () => ({
        clientPaymentId: client.random.uuid(),
        studentNumber: client.random.pick(students).studentNumber,
        method: client.random.pick([1, 2, 3] as const),
        amountCents: client.random.pick([500, 1_000, 2_500, 60_000]),
        status: client.random.chance(0.2) ? ('pending' as const) : ('completed' as const),
        paidAt: now(),
      }));
      await client.register.payments({ topUps });
      return topUps.length;
    },
  },
  {
    name: 'card results',
    weight: 5,
    codes: [],
    run: async ({ register, random }) => {
      const pending = register.memory
        .acknowledged()
        .slice(-80)
        .flatMap(({ sold }) => sold.order.payments.filter(({ status }) => status === 'pending'));
      const results = random
        .shuffled(pending)
        .slice(0, 5)
        .map(({ clientPaymentId }) => ({
          clientPaymentId,
          status: random.weighted([
            ['completed', 6],
            ['failed', 2],
            ['cancelled', 1],
          ] as const),
          processorRef: null,
          failureCode: null,
        }));
      if (results.length > 0) await register.payments({ results });
      return results.length;
    },
  },
  {
    name: 'reviews',
    weight: 5,
    codes: [
      'WALLET_INSUFFICIENT',
      'AVE_DOLLAR_INSUFFICIENT',
      'INVALID_TRANSITION',
      'FAIR_FINISHED',
    ],
    run: async ({ office, random, fairs }) => {
      const payment = await some(
        random,
        office.client.payments.list({
          query: { fairId: random.pick(fairs).id, status: 'under_review', limit: 20 },
        }),
      );
      if (!payment) return 0;
      await office.client.payments.review(
        {
          params: { id: payment.id },
          body: { decision: random.chance(0.6) ? 'approve' : 'reject', note: 'Looked into' },
        },
        once(),
      );
      return 1;
    },
  },
  {
    name: 'open orders resolved',
    weight: 4,
    codes: ['INVALID_TRANSITION', 'FAIR_FINISHED'],
    run: async ({ office, random, fairs }) => {
      const order = await some(
        random,
        office.client.orders.list({
          query: { fairId: random.pick(fairs).id, status: 'open', limit: 20 },
        }),
      );
      if (!order) return 0;
      await office.client.orders.resolve(
        {
          params: { id: order.id },
          body: {
            decision: random.pick(['cancel', 'uncollected'] as const),
            reason: 'Card declined',
          },
        },
        once(),
      );
      return 1;
    },
  },
  {
    name: 'refunds in the office',
    weight: 4,
    codes: ['VALIDATION_FAILED', 'INVALID_TRANSITION', 'FAIR_FINISHED'],
    run: async ({ office, random, fairs }) => {
      const row = await some(
        random,
        office.client.orders.list({ query: { fairId: random.pick(fairs).id, limit: 50 } }),
      );
      if (!row) return 0;
      const { data: order } = await office.client.orders.getById({ params: { id: row.id } });
      const line = random.pick(order.lines);
      await office.client.orders.refund(
        {
          params: { id: row.id },
          body: {
            lines: [
              {
                lineId: line.id,
                quantity: random.int(1, line.quantity),
                restock: line.fulfilment === 'in_person' && random.chance(0.7),
              },
            ],
            reason: 'Changed mind',
          },
        },
        once(),
      );
      return 1;
    },
  },
  {
    name: 'stock by hand',
    weight: 8,
    codes: ['STOCK_INSUFFICIENT', 'STALE_QUANTITY', 'FAIR_FINISHED', 'VALIDATION_FAILED'],
    run: async ({ office, random, fairs }) => {
      const fair = random.pick(fairs);
      const line = await some(
        random,
        office.client.inventory.fairInventory({
          query: { fairId: fair.id, limit: 50, page: random.int(1, 2) },
        }),
      );
      if (!line) return 0;
      const seenQuantity = line.oversoldQty > 0 ? -line.oversoldQty : line.onHand;
      const body = random.weighted([
        [
          {
            operation: 'add',
            updatedQuantity: random.int(20, 60),
            seenQuantity,
            reason: 'received',
          },
          6,
        ],
        [
          {
            operation: 'remove',
            updatedQuantity: random.int(1, 5),
            seenQuantity,
            reason: random.pick(['damaged', 'count', 'theft', 'kept_by_school'] as const),
          },
          4,
        ],
        [
          {
            operation: 'transfer',
            toFairId: random.pick(fairs.filter(({ id }) => id !== fair.id)).id,
            updatedQuantity: random.int(1, 4),
            seenQuantity,
          },
          3,
        ],
        [{ operation: 'count_return', countedQty: Math.max(0, seenQuantity), damagedQty: 0 }, 1],
      ] as const);
      await office.client.inventory.update({ params: { id: line.id }, body }, once());
      return 1;
    },
  },
  {
    name: 'carton scans',
    weight: 4,
    codes: ['STOCK_INSUFFICIENT', 'FAIR_FINISHED'],
    run: async ({ office, random, fairs }) => {
      const fairId = random.pick(fairs).id;
      const { data: cartons } = await office.client.cartons.list({ params: { id: fairId } });
      const codes = cartons.map(({ code }) => code).filter(() => random.chance(0.8));
      if (codes.length === 0) return 0;
      await office.client.cartons.scan({
        body: {
          fairId,
          stage: random.weighted([
            ['delivery', 3],
            ['return', 1],
          ] as const),
          codes,
          confirm: true,
        },
      });
      return 1;
    },
  },
  {
    name: 'held orders decided',
    weight: 4,
    codes: ['INVALID_TRANSITION', 'FAIR_FINISHED'],
    run: async ({ office, random, fairs }) => {
      const held = await some(
        random,
        office.client.orders.held({
          query: { fairId: random.pick(fairs).id, state: 'waiting', limit: 20 },
        }),
      );
      if (!held) return 0;
      await office.client.orders.decideHeld(
        {
          params: { id: held.id },
          body: {
            decision: random.weighted([
              ['release', 3],
              ['discard', 1],
            ] as const),
            reason: 'Looked into',
          },
        },
        once(),
      );
      return 1;
    },
  },
  {
    name: 'fulfilment',
    weight: 4,
    codes: ['INVALID_TRANSITION', 'STOCK_INSUFFICIENT'],
    run: async ({ office, random, fairs }) => {
      const row = await some(
        random,
        office.client.orders.list({
          query: { fairId: random.pick(fairs).id, fulfilment: 'ship_to_school', limit: 20 },
        }),
      );
      if (!row) return 0;
      const { data: order } = await office.client.orders.getById({ params: { id: row.id } });
      const lineIds = order.lines
        .filter(({ fulfilment }) => fulfilment === 'ship_to_school')
        .map(({ id }) => id);
      await office.client.orders.updateFulfilment(
        {
          body: {
            lineIds,
            status: random.weighted([
              ['shipped', 2],
              ['delivered', 1],
            ] as const),
          },
        },
        once(),
      );
      return 1;
    },
  },
  {
    name: 'eWallets by hand',
    weight: 2,
    codes: ['WALLET_INSUFFICIENT', 'INVALID_TRANSITION', 'VALIDATION_FAILED'],
    run: async ({ office, random }) => {
      const student = await some(
        random,
        office.client.students.list({ query: { limit: 50, page: random.int(1, 4) } }),
      );
      if (!student) return 0;
      if (random.chance(0.3))
        await office.client.students.changeWalletStatus({
          params: { id: student.id },
          body: {
            status: random.weighted([
              ['active', 3],
              ['frozen', 1],
            ] as const),
          },
        });
      else
        await office.client.students.addWalletEntry(
          {
            params: { id: student.id },
            body: {
              type: 'adjust',
              amountCents: random.int(-800, 1_200) || 100,
              note: 'Counted again',
            },
          },
          once(),
        );
      return 1;
    },
  },
  {
    name: 'cash counts',
    weight: 2,
    codes: ['FAIR_FINISHED', 'VALIDATION_FAILED'],
    run: async ({ office, random, fairs, register }) => {
      const body = {
        fairId: random.pick(fairs).id,
        businessDay: dayIn(register.session.fair.timeZone, now()),
        cashCents: random.int(0, 90_000),
        checkCents: random.int(0, 20_000),
        checks: random.int(0, 9),
        countedBy: 'First Person',
        secondPerson: 'Second Person',
      };
      await office.client.closeOut.addCashCount({ body }, once());
      return 1;
    },
  },
  {
    name: 'close-outs',
    weight: 5,
    codes: [
      'CLOSE_OUT_BLOCKED',
      'FIGURES_MOVED',
      'CONFIRMATION_NEEDED',
      'INVALID_TRANSITION',
      'AVE_DOLLAR_SPENT',
      'FAIR_FINISHED',
      'WALLET_INSUFFICIENT',
      'AVE_DOLLAR_INSUFFICIENT',
    ],
    run: async (client) => {
      const { office, random, fairs } = client;
      const quiet = client.fair.kind === 'quiet' ? client.fair : undefined;
      const fairId = (quiet ?? random.pick(fairs)).id;
      if (quiet) await settle(client, fairId);
      const { reviewed } = (await office.client.closeOut.getById({ params: { id: fairId } })).data;
      await office.client.closeOut.finishOrRevert(
        {
          body: {
            fairId,
            action: 'finish',
            reviewed,
            profitOption: random.pick(['cash', 'ave_dollar'] as const),
            confirm: true,
          },
        },
        once(),
      );
      return 1;
    },
  },
  {
    name: 'close-outs reverted',
    weight: 4,
    codes: ['INVALID_TRANSITION', 'AVE_DOLLAR_SPENT'],
    run: async ({ office, random, fairs }) => {
      await office.client.closeOut.finishOrRevert(
        {
          body: {
            fairId: random.pick(fairs).id,
            action: 'revert',
            reason: 'A register turned up',
            confirm: true,
          },
        },
        once(),
      );
      return 1;
    },
  },
  {
    name: 'resets',
    weight: 1,
    codes: ['IN_USE', 'FAIR_FINISHED'],
    run: async ({ office, random, fairs }) => {
      const fair = random.pick(fairs);
      await office.client.resets.reset(
        { body: { fairId: fair.id, confirm: fair.identifier } },
        once(),
      );
      return 1;
    },
  },
];

/** Everything at once, each client by the seed, until `isOver`; then each hands in what is left. A refusal that is not foreseen, a 500 above all, is broken. */
export async function raiseTumult(
  clients: readonly Pick<Client, 'office' | 'register' | 'fair' | 'fairs' | 'random'>[],
  isOver: (operations: number) => boolean,
): Promise<Tumult> {
  const tumult: Tumult = { operations: 0, done: {}, refused: {}, broken: [] };
  const choices = OPERATIONS.map((operation) => [operation, operation.weight] as const);
  const act = async (client: Client, { name, codes, run }: Operation) => {
    try {
      const number = await run(client);
      tumult.operations += number;
      tumult.done[name] = (tumult.done[name] ?? 0) + number;
    } catch (error) {
      const code = error instanceof ApiError ? error.refusal.code : undefined;
      if (code === undefined || !(codes.includes(code) || code === 'IDEMPOTENCY_IN_PROGRESS'))
        tumult.broken.push(`${name}: ${inWords(error)}`);
      tumult.operations++;
      const refusal = `${name}: ${code ?? 'no answer'}`;
      tumult.refused[refusal] = (tumult.refused[refusal] ?? 0) + 1;
    }
  };
  const everyone: Client[] = clients.map((client) => ({ ...client, sinceLook: 0 }));
  // Before the first fair is closed out.
  await Promise.all(everyone.map(floorOf));
  await Promise.all(
    everyone.map(async (client) => {
      while (!isOver(tumult.operations) && tumult.broken.length === 0)
        await act(client, client.random.weighted(choices));
      // What was sold online brought no control totals; the last sale of the day does.
      await client.register.sell((await salesOf(client, 20)).slice(0, 1));
      await client.register.deliver();
      await client.register.deliverRefunds();
      await client.register.heartbeat();
    }),
  );
  tumult.broken.push(
    ...clients.flatMap(({ register }) =>
      register.memory
        .rejected()
        .map(
          (answer) =>
            `${register.deviceId}: an order was rejected: ${JSON.stringify(answer.errors)}`,
        ),
    ),
  );
  return tumult;
}

/** Sales by the usual habits, some of them with a mishap. */
async function salesOf(client: Client, count: number): Promise<Sale[]> {
  const floor = await floorOf(client);
  const { random } = client;
  return Array.from({ length: count }).flatMap(() => {
    const sale = nextSale(random, floor, now());
    if (!sale) return [];
    return client.fair.kind !== 'training' && random.chance(MISHAP)
      ? withStories([sale], { [random.weighted(MISHAPS)]: 0 }, random, floor.shelf)
      : [sale];
  });
}

/** What lies on the tables as this register knows it, which others take from as well. */
async function floorOf(client: Client): Promise<NonNullable<Client['floor']>> {
  if (client.floor && client.sinceLook++ % LOOK_EVERY > 0) return client.floor;
  try {
    const catalog = await client.register.catalog();
    const shelf = new Shelf(catalog, await client.register.students());
    client.floor = {
      fair: catalog.fair,
      maxCheckOverageCents: catalog.settings.maxCheckOverageCents,
      shelf,
      habits: client.fair.kind === 'training' ? ONLY_CASH : HABITS,
    };
  } catch (error) {
    // A register whose fair is closed out sells from what it knew.
    if (!client.floor || !(error instanceof ApiError) || error.status >= 500) throw error;
  }
  return client.floor;
}

/** Whatever would stand against the close-out of a fair with one register: unsent orders, pending cards, reviews, open orders. */
async function settle({ office, register }: Client, fairId: string): Promise<void> {
  await register.deliver();
  await register.heartbeat();
  const pending = register.memory
    .acknowledged()
    .flatMap(({ sold }) => sold.order.payments.filter(({ status }) => status === 'pending'));
  const results = pending.slice(-200).map(({ clientPaymentId }) => ({
    clientPaymentId,
    status: 'completed' as const,
    processorRef: null,
    failureCode: null,
  }));
  if (results.length > 0) await register.payments({ results });
  const { data: reviews } = await office.client.payments.list({
    query: { fairId, status: 'under_review', limit: 50 },
  });
  for (const { id } of reviews.results)
    await office.client.payments.review(
      { params: { id }, body: { decision: 'reject', note: 'Before the close-out' } },
      once(),
    );
  const { data: open } = await office.client.orders.list({
    query: { fairId, status: 'open', limit: 50 },
  });
  for (const { id } of open.results)
    await office.client.orders.resolve(
      { params: { id }, body: { decision: 'uncollected', reason: 'Before the close-out' } },
      once(),
    );
}

async function some<Row>(
  random: Random,
  listed: Promise<{ data: { results: Row[] } }>,
): Promise<Row | undefined> {
  const { results } = (await listed).data;
  return results.length === 0 ? undefined : random.pick(results);
}
