import { parseArgs } from 'node:util';
import { inWords } from '../office/steps.ts';
import { agrees } from '../simulator/compare.ts';
import { FAULTS, type Fault } from './nemesis.ts';
import { runFaults } from './run.ts';

const USAGE = `npm run faults -- [--minutes 1] [--seed 1] [--registers 3] [--operations 20000]

Registers sell at a product of its own while the API and PostgreSQL are killed (kill -9), by the seed, and eight others sell,
refund, top up, count, scan, adjust, close out and reset at once until that many operations are done (20,000 from a minute
on); exports and imports are running when it kills. Exits 1 where one acknowledged order is lost or stands twice, where an invariant, looked at every second, does not hold,
or where anything is refused with a code that is not foreseen.`;

/** `npm run faults`. */
try {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      registers: { type: 'string', default: '3' },
      operations: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  const registers = Number(values.registers);
  const operations = Number(values.operations ?? (minutes >= 1 ? 20_000 : 0));
  if (
    values.help ||
    !(minutes > 0) ||
    !Number.isInteger(registers) ||
    registers < 1 ||
    registers > 20 ||
    !(operations >= 0)
  )
    console.log(USAGE);
  else await run({ seed: values.seed, minutes, registers, operations });
  if (!values.help && !(minutes > 0)) process.exitCode = 1;
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}

async function run(options: Parameters<typeof runFaults>[0]): Promise<void> {
  console.log(`Seed ${options.seed}`);
  const { struck, comparison, tumult, jobs, looks, unknowns, ordersPerSecond, broken, unforeseen } =
    await runFaults(options, (line) => console.log(line));
  const { sold, acknowledged, booked, held, lost, doubled, wrong, rejected, unsent } = comparison;
  const recoveries = struck.map(({ recoveryMs }) => recoveryMs / 1_000);
  const counts = (Object.keys(FAULTS) as Fault[]).map(
    (fault) => `${struck.filter((one) => one.fault === fault).length} x ${FAULTS[fault]}`,
  );
  console.log(
    `${struck.length} faults: ${counts.join(', ')}; ready again after ${Math.max(0, ...recoveries).toFixed(1)} s at most`,
  );
  console.log(
    `${sold} sold, ${acknowledged} acknowledged (${booked} booked, ${held} held), ${Math.round(ordersPerSecond)} orders per second, ${unknowns} requests without an answer`,
  );
  console.log(`${tumult.operations} operations of eight at once: ${counted(tumult.done)}`);
  console.log(`Refused: ${counted(tumult.refused)}`);
  const struckJobs = struck.filter((one) => one.jobs > 0).length;
  console.log(
    `Jobs in the office: ${counted(jobs.ended)}; one was running at ${struckJobs} of ${struck.length} faults`,
  );
  console.log(`The invariants were looked at ${looks} times`);
  console.log(
    `${lost.length} acknowledged lost, ${doubled.length} doubled, ${wrong.length} differ, ${rejected} rejected, ${unsent} unsent; invariants ${broken.length === 0 ? 'hold' : 'are broken'}; ${unforeseen.length} unforeseen answers`,
  );
  for (const line of [...lost, ...doubled, ...wrong, ...broken].slice(0, 20)) console.error(line);
  for (const line of unforeseen.slice(0, 20)) console.error(`Unforeseen: ${line}`);
  // A run in which nothing was killed or sold proves nothing.
  if (
    !agrees(comparison) ||
    broken.length > 0 ||
    unforeseen.length > 0 ||
    struckJobs === 0 ||
    acknowledged === 0 ||
    tumult.operations === 0
  )
    process.exitCode = 1;
}

function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
