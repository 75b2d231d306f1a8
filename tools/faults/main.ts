import { parseArgs } from 'node:util';
import { inWords } from '../office/steps.ts';
import { cluster } from './cluster.ts';
import { disk } from './disk.ts';
import { kills } from './kills.ts';
import type { Part, PartOptions, PartReport } from './part.ts';
import { power } from './power.ts';
import { silence } from './silence.ts';
import { upgrade } from './upgrade.ts';

const PARTS: readonly Part[] = [kills, silence];
/** Parts that need more of the machine than a folder. Each runs only by its name. */
const SPECIAL: readonly Part[] = [disk, power, cluster, upgrade];
/** Maximum number of lines shown per kind of finding. */
const SHOWN = 20;

const listed = (parts: readonly Part[]) =>
  parts.map(({ name, does }) => `  ${name.padEnd(10)}${does}`).join('\n');

const USAGE = `npm run faults -- [--part NAME]... [--minutes 1] [--seed 1] [--registers 3] [--operations 20000]

Breaks a separate product on purpose while registers sell. Runs all of these in sequence, or those given with --part:

${listed(PARTS)}

These need more of the machine than a folder, and run only with --part:

${listed(SPECIAL)}

--minutes, --registers and --operations apply to kills: registers sell for this long, while eight other clients sell, refund,
top up, count, scan, adjust, close out and reset until that many operations are done (20,000 by default from one minute on).

Exits with 1 if an acknowledged order is lost or duplicated, an invariant is violated, a response is unexpected, or a
measurement is over its limit.`;

/** `npm run faults`: runs the parts of the fault run and exits with 1 on any finding. */
try {
  const { values } = parseArgs({
    options: {
      part: { type: 'string', multiple: true },
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
  const names = values.part ?? PARTS.map(({ name }) => name);
  const all = [...PARTS, ...SPECIAL];
  const isWrong =
    !(minutes > 0) ||
    !Number.isInteger(registers) ||
    registers < 1 ||
    registers > 20 ||
    !(operations >= 0) ||
    names.some((name) => !all.some((part) => part.name === name));
  if (values.help || isWrong) console.log(USAGE);
  else {
    const parts = all.filter(({ name }) => names.includes(name));
    await run(parts, { seed: values.seed, minutes, registers, operations });
  }
  if (isWrong && !values.help) process.exitCode = 1;
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}

async function run(parts: readonly Part[], options: PartOptions): Promise<void> {
  console.log(`Seed ${options.seed}`);
  for (const part of parts) {
    console.log(`\n${part.name}: ${part.does}`);
    const report = await part.run(options, (line) => console.log(line));
    show(report);
  }
}

function show({ figures, broken, unforeseen, missed }: PartReport): void {
  for (const line of figures) console.log(line);
  console.log(
    `Invariants ${broken.length === 0 ? 'hold' : 'are violated'}; ${unforeseen.length} unexpected responses; ${missed.length} limits missed`,
  );
  for (const line of broken.slice(0, SHOWN)) console.error(line);
  for (const line of unforeseen.slice(0, SHOWN)) console.error(`Unforeseen: ${line}`);
  for (const line of missed.slice(0, SHOWN)) console.error(`Missed: ${line}`);
  if (broken.length + unforeseen.length + missed.length > 0) process.exitCode = 1;
}
