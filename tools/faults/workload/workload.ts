import { ApiError } from '@pos/contract/client';
import { inWords } from '../../office/steps.ts';
import { type Client, getFloor, type Operation, listSales } from './workload-client.ts';
import { END_OPERATIONS } from './workload-close-outs.ts';
import { OFFICE_OPERATIONS } from './workload-office.ts';
import { REGISTER_OPERATIONS } from './workload-registers.ts';

/** Operations by name, refusals by code, and unacceptable results in `broken`. */
export type Workload = {
  operations: number;
  done: Record<string, number>;
  refused: Record<string, number>;
  broken: string[];
};

const OPERATIONS: readonly Operation[] = [
  ...REGISTER_OPERATIONS,
  ...OFFICE_OPERATIONS,
  ...END_OPERATIONS,
];

/**
 * Runs all clients at once, each by the seed, until `isOver`; then each sends its remaining orders.
 * An unexpected refusal, above all a 500, goes to `broken`.
 */
export async function startWorkload(
  clients: readonly Pick<Client, 'office' | 'register' | 'fair' | 'fairs' | 'random'>[],
  isOver: (operations: number) => boolean,
): Promise<Workload> {
  const workload: Workload = { operations: 0, done: {}, refused: {}, broken: [] };
  const choices = OPERATIONS.map((operation) => [operation, operation.weight] as const);
  const act = async (client: Client, { name, codes, run }: Operation) => {
    try {
      const number = (await run(client, client.office.client)) ?? 1;
      workload.operations += number;
      workload.done[name] = (workload.done[name] ?? 0) + number;
    } catch (error) {
      const code = error instanceof ApiError ? error.refusal.code : undefined;
      if (code === undefined || !(codes.includes(code) || code === 'IDEMPOTENCY_IN_PROGRESS'))
        workload.broken.push(`${name}: ${inWords(error)}`);
      workload.operations++;
      const refusal = `${name}: ${code ?? 'no response'}`;
      workload.refused[refusal] = (workload.refused[refusal] ?? 0) + 1;
    }
  };
  const everyone: Client[] = clients.map((client) => ({ ...client, sinceLook: 0 }));
  // Before the first fair is closed out.
  await Promise.all(everyone.map(getFloor));
  await Promise.all(
    everyone.map(async (client) => {
      while (!isOver(workload.operations) && workload.broken.length === 0)
        await act(client, client.random.weighted(choices));
      // An online sale sends no control totals; the last sale of the day does.
      await client.register.sell((await listSales(client, 20)).slice(0, 1));
      await client.register.deliver();
      await client.register.deliverRefunds();
      await client.register.heartbeat();
    }),
  );
  workload.broken.push(
    ...clients.flatMap(({ register }) =>
      register.memory
        .rejected()
        .map(
          (answer) =>
            `${register.deviceId}: an order was rejected: ${JSON.stringify(answer.errors)}`,
        ),
    ),
  );
  return workload;
}
