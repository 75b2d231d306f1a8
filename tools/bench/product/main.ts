import { inWords } from '../../office/steps.ts';
import { benchExport } from '../export.ts';
import { benchLogin, type Bench } from '../login.ts';
import { benchUpload } from '../upload.ts';

const USAGE = `npm run bench -- login

Fails to sign in at a separate product, alternating between an unknown email, a wrong password, an inactive account, an account without a
password, and a paused address; 200 times each. Exits with 1 if an outsider could tell them apart: by the response, or by more than 10 ms
between medians.

npm run bench -- upload

Uploads a packing list of 10,000 rows to a separate product, checks and imports it, and repeats both; each step in a fresh process, warmed
up by reading the list of fairs for 4 seconds. Exits with 1 if the process used more than 300 MB or its event loop was delayed for more than
50 ms (p99). Each step is shown next to the cost of those reads alone: if that is high, the machine is busy with other programs.

npm run bench -- export

Exports 1,100,000 orders from a separate product as xlsx and as CSV, each in a fresh process, while another client reads the list of fairs
every 20 ms; downloads each file by its ticket and counts its rows. Exits with 1 if a row is missing, the xlsx has no second sheet, the process
used more than 400 MB or its event loop was delayed for more than 50 ms (p99). A bare COPY of the same rows runs next to it.`;

const MAX_MS = 10;
const MAX_LOOP_MS = 50;
const MAX_MB = 300;

const MAX_EXPORT_LOOP_MS = 50;
const MAX_EXPORT_MB = 400;
const EXPORTED_ROWS = 1_100_000;

/** Runs one of three benchmarks on a separate product: login (trust T02), upload, export. */
try {
  if (process.argv.includes('--help')) console.log(USAGE);
  else if (process.argv.includes('upload')) await runUpload();
  else if (process.argv.includes('export')) await runExport();
  else await run();
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const groups = await benchLogin((line) => console.log(line));
  for (const group of groups) if (!isAlike(group)) process.exitCode = 1;
}

/** Prints the medians of one group. Returns true if its members cannot be told apart. */
function isAlike({ title, samples }: Bench): boolean {
  console.log(`\n${title}`);
  const medians: number[] = [];
  for (const [name, { times, answers }] of samples) {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    medians.push(at(0.5));
    console.log(
      `  ${name.padEnd(38)}median ${at(0.5).toFixed(1).padStart(6)} ms   p10 ${at(0.1).toFixed(1).padStart(6)}   p90 ${at(0.9).toFixed(1).padStart(6)}   ${sorted.length} times   ${[...answers].join(' and ')}`,
    );
  }
  const difference = Math.max(...medians) - Math.min(...medians);
  const answers = new Set([...samples.values()].flatMap((sample) => [...sample.answers]));
  const alike = difference <= MAX_MS && answers.size === 1;
  console.log(
    `  largest difference between medians: ${difference.toFixed(1)} ms; ${answers.size === 1 ? 'one response' : `${answers.size} different answers`}${alike ? '' : '  <- can be told apart'}`,
  );
  return alike;
}

/** Prints the cost of each step, next to the cost of reads alone. */
async function runUpload(): Promise<void> {
  const steps = await benchUpload((line) => console.log(line));
  console.log(
    `\n${''.padEnd(28)}took   loop delay p50    p99    max   (alone p99, ratio)   a small call p99   (alone, ratio)   most memory (alone)`,
  );
  for (const { step, alone, meanwhile } of steps) {
    const bad = meanwhile.p99 > MAX_LOOP_MS || meanwhile.peakMb > MAX_MB;
    const beside = (value: number, before: number) =>
      `${before.toFixed(1)}, ×${(value / Math.max(before, 0.1)).toFixed(1)}`;
    const { took, p50, p99, max, callP99, peakMb } = meanwhile;
    const loop = `${p50.toFixed(1).padStart(14)}${p99.toFixed(1).padStart(11)}${max.toFixed(1).padStart(7)} ms${`(${beside(p99, alone.p99)})`.padStart(18)}`;
    const calls = `${callP99.toFixed(1).padStart(16)} ms${`(${beside(callP99, alone.callP99)})`.padStart(18)}`;
    console.log(
      `${step.padEnd(26)}${took.toFixed(0).padStart(6)} ms${loop}${calls}${peakMb.toFixed(0).padStart(11)} MB (${alone.peakMb.toFixed(0)})${bad ? '  <- too much' : ''}`,
    );
    if (bad) process.exitCode = 1;
  }
}

/** Prints the cost of each export, next to a bare COPY and to reads alone. */
async function runExport(): Promise<void> {
  for await (const { format, rows, sheets, bytes, copyMs, alone, meanwhile } of benchExport(
    (line) => console.log(line),
  )) {
    const bad =
      rows !== EXPORTED_ROWS ||
      (format === 'xlsx' && sheets.size !== 3) ||
      meanwhile.p99 > MAX_EXPORT_LOOP_MS ||
      meanwhile.peakMb > MAX_EXPORT_MB;
    console.log(
      `\n${format}: ${rows.toLocaleString('en-US')} rows, ${(bytes / 1e6).toFixed(0)} MB, ${(meanwhile.took / 1_000).toFixed(1)} s; bare COPY ${(copyMs / 1_000).toFixed(1)} s, ratio ${(meanwhile.took / copyMs).toFixed(1)}${bad ? '  <- not as promised' : ''}`,
    );
    if (format === 'xlsx')
      console.log(
        `  sheets: ${[...sheets].map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`).join(', ')}`,
      );
    console.log(
      `  peak memory ${meanwhile.peakMb.toFixed(0)} MB (reading alone ${alone.peakMb.toFixed(0)})`,
    );
    console.log(
      `  event loop delay p50 ${meanwhile.p50.toFixed(1)}, p99 ${meanwhile.p99.toFixed(1)}, max ${meanwhile.max.toFixed(1)} ms (alone p99 ${alone.p99.toFixed(1)})`,
    );
    console.log(
      `  list of fairs p99 ${meanwhile.callP99.toFixed(1)} ms (alone ${alone.callP99.toFixed(1)})`,
    );
    if (bad) process.exitCode = 1;
  }
}
