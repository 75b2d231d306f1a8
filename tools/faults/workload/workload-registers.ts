import { isRefundable } from '@pos/world/sale';
import { refundSome } from '@pos/world/shopper';
import { getFloor, now, type Operation, listSales } from './workload-client.ts';

/** Operations of concurrent registers. */
export const REGISTER_OPERATIONS: readonly Operation[] = [
  {
    name: 'offline sales',
    weight: 30,
    codes: [],
    run: async (client) => {
      const sales = await listSales(client, client.random.int(4, 14));
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
      const sales = await listSales(client, 3);
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
      await register.refund(orders.map(({ sold }) => refundSome(random, sold.order, now())));
      return orders.length;
    },
  },
  {
    name: 'top-ups',
    weight: 5,
    codes: [],
    run: async (client) => {
      if (client.fair.kind === 'training') return 0;
      const { students } = (await getFloor(client)).shelf;
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
      const status = () =>
        random.weighted([
          ['completed', 6],
          ['failed', 2],
          ['cancelled', 1],
        ] as const);
      const results = random
        .shuffled(pending)
        .slice(0, 5)
        .map(({ clientPaymentId }) => ({
          clientPaymentId,
          status: status(),
          processorRef: null,
          failureCode: null,
        }));
      if (results.length > 0) await register.payments({ results });
      return results.length;
    },
  },
];
