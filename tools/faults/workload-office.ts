import { type Operation, once, some } from './workload-client.ts';

/** Operations of clerks on orders, payments, stock and eWallets. */
export const OFFICE_OPERATIONS: readonly Operation[] = [
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
    name: 'manual stock changes',
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
    name: 'fulfillment',
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
    name: 'manual eWallet entries',
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
];
