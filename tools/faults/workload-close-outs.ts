import { dayIn } from '@pos/contract/values/clock';
import { type Client, now, type Operation, once } from './workload-client.ts';

/** Operations that count, close out, revert and reset fairs in the meantime. */
export const END_OPERATIONS: readonly Operation[] = [
  {
    name: 'cash counts',
    weight: 2,
    codes: ['FAIR_FINISHED', 'VALIDATION_FAILED'],
    run: async ({ office, random, fairs, register }) => {
      const body = {
        fairId: random.pick(fairs).id,
        businessDay: dayIn(now(), register.session.fair.timeZone),
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

/**
 * Clears everything that blocks the close-out of a fair with one register: unsent orders, pending
 * cards, reviews, open orders.
 */
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
