import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OrderBatchAnswer } from '@pos/contract/register-orders';
import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import pg from 'pg';
import { signIn } from '../../office/session.ts';
import { TRIAL_OWNER } from '../../product/product.ts';
import { measureIn, watchLoops, type Measured } from '../measure.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { makeBatch, ORDERS_A_BATCH } from './intake.ts';

const PASSPHRASE = 'A season kept for a measurement';
/** Sold before the backup begins, at 20 orders a second. */
const SOLD_BEFORE_MS = 10_000;
const MEMORY_EVERY_MS = 100;

/** A run of `npm run backup` or `npm run restore`: milliseconds, and peak memory in MB. */
export type ProgramRun = { took: number; peakMb: number };

/**
 * Backup of a season while registers send 20 orders a second, and its restore into an empty
 * database; `api` is the selling product meanwhile.
 */
export type BackupFigures = {
  bytes: number;
  api: Measured;
  backup: ProgramRun;
  restore: ProgramRun;
  /** Orders acknowledged before the backup began, while it ran, and missing after the restore. */
  before: number;
  during: number;
  missing: number;
};

/**
 * Backs up the season of `dataDir`, which keeps the orders sold meanwhile, and restores it into a
 * folder beside it, which is removed. The restore verifies counts and every invariant.
 */
export async function measureBackup(
  dataDir: string,
  say: (line: string) => void,
): Promise<BackupFigures> {
  const file = `${dataDir}.backup`;
  const restored = `${dataDir}-restored`;
  const watchFile = watchLoops();
  try {
    await mkdir(restored);
    const made = await backUpWhileSelling(dataDir, file, watchFile);
    say('backed up');
    const restore = await runProgram('restore.ts', [file], { DATA_DIR: restored });
    say('restored');
    return {
      bytes: (await stat(file)).size,
      api: made.api,
      backup: made.backup,
      restore,
      before: made.before.length,
      during: made.during.length,
      missing: await countMissing(restored, made.before),
    };
  } finally {
    await rm(watchFile, { force: true });
    await rm(file, { force: true });
    await rm(restored, { recursive: true, force: true });
  }
}

async function backUpWhileSelling(dataDir: string, file: string, watchFile: string) {
  const trial = await startBenchServer(dataDir);
  const end = new AbortController();
  const acknowledged: string[] = [];
  try {
    const selling = sellSteadily(trial, acknowledged, end.signal);
    // A refused batch ends the measurement instead of the process.
    selling.catch(() => end.abort());
    await sleep(SOLD_BEFORE_MS);
    const before = [...acknowledged];
    const measure = measureIn(trial, await signIn(trial.url, TRIAL_OWNER), watchFile);
    let backup: ProgramRun = { took: 0, peakMb: 0 };
    const api = await measure(async () => {
      backup = await runProgram('backup.ts', [file], {
        DATABASE_URL: trial.databaseUrl,
        DATA_DIR: trial.folder,
      });
    });
    end.abort();
    await selling;
    return { api, backup, before, during: acknowledged.slice(before.length) };
  } finally {
    end.abort();
    await trial.stop();
  }
}

/** Sends a batch of 20 orders each second, from one register after the other. */
async function sellSteadily(
  { url, registers }: BenchServer,
  acknowledged: string[],
  until: AbortSignal,
): Promise<void> {
  const begun = performance.now();
  for (let batch = 0; !until.aborted; batch++) {
    await sleep(Math.max(0, begun + batch * 1_000 - performance.now()));
    const register = registers[batch % registers.length]!;
    const response = await fetch(`${url}/v1/pos/orders`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${register.token}`,
      },
      body: JSON.stringify({ orders: makeBatch(register) }),
    });
    if (!response.ok) throw new Error(`Orders were answered ${response.status}.`);
    const { data } = (await response.json()) as { data: OrderBatchAnswer };
    const accepted = data.results.filter(({ result }) => result === 'accepted');
    if (accepted.length !== ORDERS_A_BATCH) throw new Error('An order was not accepted.');
    acknowledged.push(...accepted.map(({ clientOrderId }) => clientOrderId));
  }
}

/** Runs a program of the API to its end; throws with its output if it fails. */
async function runProgram(
  program: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<ProgramRun> {
  const { DATABASE_URL: _server, SECRET_KEY: _key, ...environment } = process.env;
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.resolve(`@pos/api/${program}`)), ...args],
    {
      env: { ...environment, ...settings, BACKUP_PASSPHRASE: PASSPHRASE },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const peak = watchMemory(child);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${path.basename(program)} failed:\n${output}`);
  return { took: performance.now() - begun, peakMb: await peak };
}

/** Peak resident memory of a program in MB, read until it ends. */
async function watchMemory(child: ChildProcess): Promise<number> {
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024);
    await sleep(MEMORY_EVERY_MS);
  }
  return peak / 1e6;
}

async function countMissing(dataDir: string, clientOrderIds: readonly string[]): Promise<number> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    const { rows } = await client.query<{ found: number }>(
      'select count(*)::int as found from orders where client_order_id = any($1::uuid[])',
      [clientOrderIds],
    );
    return clientOrderIds.length - rows[0]!.found;
  } finally {
    await client.end();
    await postgres.stop();
  }
}
