import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findProgram } from '../cluster/programs.ts';
import { prepareRoot, startThere } from './root.ts';

const USAGE = `npm run tool -- bare-machine [--part start|test] [--run COMMAND]… [--folder FOLDER] [--port 3000]

Makes the smallest Debian with nothing but Node and npm, clones the committed tree into it, and runs
npm start (until it is ready) and npm test there as a user who is not root. Needs root, debootstrap
and git on this machine. --run runs other commands instead of npm test, such as
"npx vitest run --project components". A given folder stays, and its Debian is used again.
Exits 1 if a command fails.`;

const MAX_START_MS = 30 * 60_000;

try {
  const { values } = parseArgs({
    options: {
      part: { type: 'string' },
      run: { type: 'string', multiple: true },
      folder: { type: 'string' },
      port: { type: 'string', default: '3000' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) console.log(USAGE);
  else {
    requirePrograms();
    const folder = values.folder
      ? path.resolve(values.folder)
      : mkdtempSync(path.join(tmpdir(), 'bare-machine-'));
    try {
      console.log(`Making a Debian in ${folder}…`);
      prepareRoot(folder);
      if (values.part !== 'test') await tryStart(folder, values.port);
      if (values.part !== 'start')
        for (const command of values.run ?? ['npm test']) await tryCommand(folder, command);
    } finally {
      if (!values.folder) rmSync(folder, { recursive: true, force: true });
    }
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function requirePrograms(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('Only root on Linux can make a Debian. Run it with sudo.');
  const missing = ['debootstrap', 'git'].filter((name) => !findProgram(name));
  if (missing.length > 0)
    throw new Error(
      `It needs ${missing.join(' and ')}: "apt-get install ${missing.join(' ')}" on Debian and Ubuntu.`,
    );
}

/** Runs `npm start` until it accepts sales, then stops it as Ctrl+C would. */
async function tryStart(folder: string, port: string): Promise<void> {
  const started = Date.now();
  // Stopped by the end of its input: signals do not reach into the namespace.
  const command = 'exec 3<&0; npm start & server=$!; (cat <&3; kill -TERM $server) & wait $server';
  const child = startThere(folder, command, { PORT: port }, 'pipe');
  const ended = once(child, 'exit').then(() => true);
  try {
    for (;;) {
      if (await Promise.race([ended, wait(500, false)]))
        throw new Error('npm start ended before it was ready. See the output above.');
      const answer = await fetch(`http://127.0.0.1:${port}/ready`, {
        signal: AbortSignal.timeout(5_000),
      }).catch(() => undefined);
      if (answer?.ok) break;
      if (Date.now() - started > MAX_START_MS) {
        throw new Error('npm start was not ready within 30 minutes.');
      }
    }
    report('npm start is ready', started);
    child.stdin?.end();
    await ended;
  } finally {
    // Nothing may run in a Debian that is removed.
    child.kill('SIGKILL');
  }
}

async function tryCommand(folder: string, command: string): Promise<void> {
  const started = Date.now();
  const [code] = (await once(startThere(folder, command, {}), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} failed there (${code}).`);
  report(`${command} passed`, started);
}

function report(what: string, started: number): void {
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`── bare machine: ${what} after ${seconds} s`);
}
