import { dayIn } from '@pos/contract/values/clock';
import { type Client, now, type Operation, once, pickFairId } from './workload-client.ts';

/** Operations that count, close out, revert and reset fairs in the meantime. */
export const END_OPERATIONS: readonly Operation[] = [
  {
    name: 'cash counts',
    weight: 2,
    codes: ['FAIR_FINISHED', 'VALIDATION_FAILED'],
    run: async (client, { closeOut }) => {
      const { random, register } = client;
      const body = {
        fairId: pickFairId(client),
        businessDay: dayIn(now(), register.session.fair.timeZone),
        cashCents: random.int(0, 90_000),
        checkCents: random.int(0, 20_000),
        checks: random.int(0, 9),
        countedBy: 'First Person',
        secondPerson: 'Second Person',
      };
      await closeOut.addCashCount({ body }, once());
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
    run: async (client, { closeOut }) => {
      const isQuiet = client.fair.kind === 'quiet';
      const fairId = isQuiet ? client.fair.id : pickFairId(client);
      if (isQuiet) await settle(client, fairId);
      const { reviewed } = (await closeOut.getById({ params: { id: fairId } })).data;
      const profitOption = client.random.pick(['cash', 'ave_dollar'] as const);
      const body = { fairId, action: 'finish', reviewed, profitOption, confirm: true } as const;
      await closeOut.finishOrRevert({ body }, once());
    },
  },
  {
    name: 'close-outs reverted',
    weight: 4,
    codes: ['INVALID_TRANSITION', 'AVE_DOLLAR_SPENT'],
    run: async (client, { closeOut }) => {
      const reason = 'A register turned up';
      const body = { fairId: pickFairId(client), action: 'revert', reason, confirm: true } as const;
      await closeOut.finishOrRevert({ body }, once());
    },
  },
  {
    name: 'resets',
    weight: 1,
    codes: ['IN_USE', 'FAIR_FINISHED'],
    run: async ({ random, fairs }, { resets }) => {
      const { id, identifier } = random.pick(fairs);
      await resets.reset({ body: { fairId: id, confirm: identifier } }, once());
    },
  },
];

/**
 * Clears everything that blocks the close-out of a fair with one register: unsent orders, pending
 * cards, reviews, open orders.
 */
async function settle({ office, register }: Client, fairId: string): Promise<void> {
  const { payments, orders } = office.client;
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
  const query = { fairId, limit: 50 };
  const reviews = await payments.list({ query: { ...query, status: 'under_review' } });
  const rejected = { decision: 'reject', note: 'Before the close-out' } as const;
  for (const { id } of reviews.data.results)
    await payments.review({ params: { id }, body: rejected }, once());
  const open = await orders.list({ query: { ...query, status: 'open' } });
  const uncollected = { decision: 'uncollected', reason: 'Before the close-out' } as const;
  for (const { id } of open.data.results)
    await orders.resolve({ params: { id }, body: uncollected }, once());
}
