import { ApiError } from '@pos/contract/client';
import { inWords } from '../office/steps.ts';
import { type Client, floorOf, type Operation, salesOf } from './tumult-client.ts';
import { END_OPERATIONS } from './tumult-ends.ts';
import { OFFICE_OPERATIONS } from './tumult-office.ts';
import { REGISTER_OPERATIONS } from './tumult-registers.ts';

/** Operations by name, refusals by code, and unacceptable results in `broken`. */
export type Tumult = {
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
      const refusal = `${name}: ${code ?? 'no response'}`;
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
