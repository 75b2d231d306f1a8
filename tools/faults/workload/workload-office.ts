import { type Operation, once, pickFairId, pickRow } from './workload-client.ts';

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
    run: async (client, { payments }) => {
      const query = { fairId: pickFairId(client), status: 'under_review', limit: 20 } as const;
      const payment = await pickRow(client, payments.list({ query }));
      if (!payment) return 0;
      const decision = client.random.chance(0.6) ? 'approve' : 'reject';
      const body = { decision, note: 'Looked into' } as const;
      await payments.review({ params: { id: payment.id }, body }, once());
    },
  },
  {
    name: 'open orders resolved',
    weight: 4,
    codes: ['INVALID_TRANSITION', 'FAIR_FINISHED'],
    run: async (client, { orders }) => {
      const query = { fairId: pickFairId(client), status: 'open', limit: 20 } as const;
      const order = await pickRow(client, orders.list({ query }));
      if (!order) return 0;
      const decision = client.random.pick(['cancel', 'uncollected'] as const);
      const body = { decision, reason: 'Card declined' };
      await orders.resolve({ params: { id: order.id }, body }, once());
    },
  },
  {
    name: 'refunds in the office',
    weight: 4,
    codes: ['VALIDATION_FAILED', 'INVALID_TRANSITION', 'FAIR_FINISHED'],
    run: async (client, { orders }) => {
      const { random } = client;
      const query = { fairId: pickFairId(client), limit: 50 };
      const row = await pickRow(client, orders.list({ query }));
      if (!row) return 0;
      const { data: order } = await orders.getById({ params: { id: row.id } });
      const line = random.pick(order.lines);
      const restock = line.fulfilment === 'in_person' && random.chance(0.7);
      const lines = [{ lineId: line.id, quantity: random.int(1, line.quantity), restock }];
      await orders.refund(
        { params: { id: row.id }, body: { lines, reason: 'Changed mind' } },
        once(),
      );
    },
  },
  {
    name: 'manual stock changes',
    weight: 8,
    codes: ['STOCK_INSUFFICIENT', 'STALE_QUANTITY', 'FAIR_FINISHED', 'VALIDATION_FAILED'],
    run: async (client, { inventory }) => {
      const { random, fairs } = client;
      const fairId = pickFairId(client);
      const query = { fairId, limit: 50, page: random.int(1, 2) };
      const line = await pickRow(client, inventory.fairInventory({ query }));
      if (!line) return 0;
      const seenQuantity = line.oversoldQty > 0 ? -line.oversoldQty : line.onHand;
      const toFairId = random.pick(fairs.filter(({ id }) => id !== fairId)).id;
      const reason = random.pick(['damaged', 'count', 'theft', 'kept_by_school'] as const);
      const some = (from: number, to: number) => ({
        updatedQuantity: random.int(from, to),
        seenQuantity,
      });
      const body = random.weighted([
        [{ operation: 'add', ...some(20, 60), reason: 'received' }, 6],
        [{ operation: 'remove', ...some(1, 5), reason }, 4],
        [{ operation: 'transfer', ...some(1, 4), toFairId }, 3],
        [{ operation: 'count_return', countedQty: Math.max(0, seenQuantity), damagedQty: 0 }, 1],
      ] as const);
      await inventory.update({ params: { id: line.id }, body }, once());
    },
  },
  {
    name: 'carton scans',
    weight: 4,
    codes: ['STOCK_INSUFFICIENT', 'FAIR_FINISHED'],
    run: async (client, { cartons }) => {
      const { random } = client;
      const fairId = pickFairId(client);
      const { data: all } = await cartons.list({ params: { id: fairId } });
      const codes = all.map(({ code }) => code).filter(() => random.chance(0.8));
      if (codes.length === 0) return 0;
      const stage = random.chance(0.75) ? 'delivery' : 'return';
      await cartons.scan({ body: { fairId, stage, codes, confirm: true } });
    },
  },
  {
    name: 'held orders decided',
    weight: 4,
    codes: ['INVALID_TRANSITION', 'FAIR_FINISHED'],
    run: async (client, { orders }) => {
      const query = { fairId: pickFairId(client), state: 'waiting', limit: 20 } as const;
      const held = await pickRow(client, orders.held({ query }));
      if (!held) return 0;
      const decision = client.random.chance(0.75) ? 'release' : 'discard';
      const body = { decision, reason: 'Looked into' } as const;
      await orders.decideHeld({ params: { id: held.id }, body }, once());
    },
  },
  {
    name: 'fulfillment',
    weight: 4,
    codes: ['INVALID_TRANSITION', 'STOCK_INSUFFICIENT'],
    run: async (client, { orders }) => {
      const fulfilment = 'ship_to_school' as const;
      const query = { fairId: pickFairId(client), fulfilment, limit: 20 };
      const row = await pickRow(client, orders.list({ query }));
      if (!row) return 0;
      const { data: order } = await orders.getById({ params: { id: row.id } });
      const shipped = order.lines.filter((line) => line.fulfilment === fulfilment);
      const status = client.random.chance(0.67) ? 'shipped' : 'delivered';
      const body = { lineIds: shipped.map(({ id }) => id), status } as const;
      await orders.updateFulfilment({ body }, once());
    },
  },
  {
    name: 'manual eWallet entries',
    weight: 2,
    codes: ['WALLET_INSUFFICIENT', 'INVALID_TRANSITION', 'VALIDATION_FAILED'],
    run: async (client, { students }) => {
      const { random } = client;
      const query = { limit: 50, page: random.int(1, 4) };
      const student = await pickRow(client, students.list({ query }));
      if (!student) return 0;
      const params = { id: student.id };
      if (random.chance(0.3)) {
        const status = random.chance(0.75) ? 'active' : 'frozen';
        await students.changeWalletStatus({ params, body: { status } });
      } else {
        const amountCents = random.int(-800, 1_200) || 100;
        const body = { type: 'adjust', amountCents, note: 'Counted again' } as const;
        await students.addWalletEntry({ params, body }, once());
      }
    },
  },
];
