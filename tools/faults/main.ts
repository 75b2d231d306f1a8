import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { inWords } from '../office/steps.ts';
import { cluster } from './cluster/cluster.ts';
import { disk } from './disk.ts';
import { kills } from './kills.ts';
import type { Part, PartReport, Run } from './part.ts';
import { power } from './power.ts';
import { registers } from './registers/registers.ts';
import { recovery } from './recovery.ts';
import { silence } from './silence.ts';
import { upgrade } from './upgrade.ts';

const PARTS: readonly Part[] = [kills, silence];
/** Parts that need more of the machine than a folder. Each runs only by its name. */
const SPECIAL: readonly Part[] = [registers, upgrade, disk, power, recovery, cluster];
/** Maximum number of lines shown per kind of finding. */
const SHOWN = 20;

const listed = (parts: readonly Part[]) =>
  parts.map(({ name, does }) => `  ${name.padEnd(10)}${does}`).join('\n');

const USAGE = `npm run faults -- [--part NAME]... [--minutes 1] [--seed 1] [--operations 20000]
npm run faults -- --registers [--kills 20] [--cuts 4] [--seed 1]

Breaks a separate product on purpose while registers sell. Runs all of these in sequence, or those given with --part:

${listed(PARTS)}

These need more of the machine than a folder, and run only with --part:

${listed(SPECIAL)}

--minutes and --operations apply to kills: registers sell for this long, while eight other clients sell, refund,
top up, count, scan, adjust, close out and reset until that many operations are done (20,000 by default from one minute on).

--registers is short for --part registers, which breaks the register app in real browsers: --kills times its browser is killed,
--cuts times its power is cut, which needs Debian's compiler.

Exits with 1 if an acknowledged order is lost or duplicated, an invariant is violated, a response is unexpected, or a
measurement is over its limit. Ctrl-C removes what was started.`;

/** `npm run faults`: runs the parts of the fault run and exits with 1 on any finding. */
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => stopping.abort(new Error('Stopped.')));
try {
  const { values } = parseArgs({
    options: {
      part: { type: 'string', multiple: true },
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      registers: { type: 'boolean', default: false },
      kills: { type: 'string', default: '20' },
      cuts: { type: 'string', default: '4' },
      operations: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  const times = { kills: Number(values.kills), cuts: Number(values.cuts) };
  const operations = Number(values.operations ?? (minutes >= 1 ? 20_000 : 0));
  const names = values.part ?? (values.registers ? [registers] : PARTS).map(({ name }) => name);
  const all = [...PARTS, ...SPECIAL];
  const isWrong =
    !(minutes > 0) ||
    Object.values(times).some((count) => !Number.isInteger(count) || count < 0) ||
    !(operations >= 0) ||
    names.some((name) => !all.some((part) => part.name === name));
  if (values.help || isWrong) console.log(USAGE);
  else {
    console.log(`Seed ${values.seed}`);
    for (const part of all.filter(({ name }) => names.includes(name)))
      await runPart(part, { seed: values.seed, minutes, operations, ...times });
  }
  if (isWrong && !values.help) process.exitCode = 1;
} catch (error) {
  console.error(inWords(error));
  // Registers of a failed part would go on trying for minutes.
  process.exit(1);
}

async function runPart(
  part: Part,
  options: Pick<Run, 'seed' | 'minutes' | 'operations' | 'kills' | 'cuts'>,
): Promise<void> {
  console.log(`\n${part.name}: ${part.does}`);
  const { signal } = stopping;
  const undo = new AsyncDisposableStack();
  const ended: string[] = [];
  // The last lines of what ends are shown only after a failure.
  const log = (line: string) => (undo.disposed ? void ended.push(line) : console.log(line));
  const pause = (ms: number) => sleep(ms, undefined, { signal });
  let report: PartReport | undefined;
  try {
    report = await part.run({ ...options, log, signal, pause, undo });
  } finally {
    await undo.disposeAsync().catch((error: unknown) => console.error(inWords(error)));
    if (report) show(report);
    else for (const line of ended) console.log(line);
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
