import { inWords } from '../office/steps.ts';
import { signIn } from '../office/session.ts';
import { agrees } from './compare.ts';
import { readOptions, type SimulateOptions, USAGE } from './options.ts';
import { simulate } from './simulate.ts';

/**
 * `npm run simulate`: runs registers that sell, then compares their journals with the server. Exits
 * with 1 if they differ.
 */
try {
  const options = readOptions(process.argv.slice(2));
  if (options === null) console.log(USAGE);
  else await run(options);
} catch (error) {
  console.error(inWords(error));
  if (error instanceof Error && /^--|^Unknown option/.test(error.message))
    console.error(`\n${USAGE}`);
  process.exitCode = 1;
}

async function run(options: SimulateOptions): Promise<void> {
  const office = await signIn(options.url, options);
  const { comparison, ordersPerSecond } = await simulate(office, options, (line) =>
    console.log(line),
  );
  const { sold, acknowledged, booked, held, lost, doubled, wrong, rejected, unsent } = comparison;
  console.log(
    `${sold} sold, ${acknowledged} acknowledged (${booked} booked, ${held} held), ${lost.length} lost, ${doubled.length} duplicated, ${wrong.length} differ, ${rejected} rejected, ${unsent} unsent`,
  );
  console.log(`${Math.round(ordersPerSecond)} orders per second`);
  for (const line of [
    ...lost.map((order) => `lost: ${order}`),
    ...doubled.map((order) => `doubled: ${order}`),
    ...wrong,
  ].slice(0, 20))
    console.error(line);
  if (!agrees(comparison)) process.exitCode = 1;
}
