import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '@pos/embedded-postgres/postmaster';
import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import { migrate } from '@pos/api/db/migrate.ts';
import { readSecrets } from '@pos/api/secrets.ts';
import { insistent, sendTo } from '../../office/http.ts';
import { signIn } from '../../office/session.ts';
import { PROGRAMS, TRIAL_OWNER } from '../../product/product.ts';
import type { BenchCall } from './bench-call.ts';
import { openRegisters, type Register } from './intake.ts';
import type { Target } from './load-generator.ts';

/**
 * A season under measurement: its database, the product and the bare handler, each a separate
 * process.
 */
export type BenchServer = {
  client: pg.Client;
  bareUrl: string;
  url: string;
  registers: Register[];
  /** Request of the product with a new token, which is valid for 15 minutes. */
  ours(call: BenchCall): Promise<Target>;
  /** Current and peak memory of the API process, in MB. */
  memory(): Promise<{ now: number; most: number }>;
  stop(): Promise<void>;
};

/** Starts all three on the season of `dataDir`. */
export async function startBenchServer(dataDir: string): Promise<BenchServer> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const folder = path.join(dataDir, 'product');
  await mkdir(folder, { recursive: true, mode: 0o711 });
  await useSecretOf(dataDir, folder);
  const children: ChildProcess[] = [];
  const client = new pg.Client({ connectionString: postgres.url });
  const stop = async () => {
    for (const child of children) {
      if (child.exitCode !== null) continue;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
    await client.end();
    await postgres.stop();
  };
  try {
    await migrate(postgres.url);
    await client.connect();
    const product = await startProgram(
      PROGRAMS.api,
      { DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: 'error', DEMO: '0' },
      children,
    );
    const bare = await startProgram(
      fileURLToPath(new URL('bare.ts', import.meta.url)),
      { DATABASE_URL: postgres.url },
      children,
    );
    await insistent(sendTo(product.url))('/ready', {});
    const secrets = await readSecrets(folder);
    const registers = await openRegisters(client, secrets);
    return {
      client,
      registers,
      stop,
      bareUrl: bare.url,
      url: product.url,
      ours: async ({ path: address, by }) => ({
        url: `${product.url}${address}`,
        token:
          by === 'register'
            ? registers[0]!.token
            : (await signIn(product.url, TRIAL_OWNER)).token(),
      }),
      memory: () => memoryOf(product.child),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * A database accepts only the secret that it was last used with. A product that had the whole
 * folder, as in the benchmark of the web app, left it there.
 */
async function useSecretOf(dataDir: string, folder: string): Promise<void> {
  const secret = path.join(dataDir, 'secret-key');
  if (existsSync(secret)) await copyFile(secret, path.join(folder, 'secret-key'));
}

async function startProgram(
  program: string,
  settings: Record<string, string>,
  children: ChildProcess[],
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const { PUBLIC_URL: _address, SECRET_KEY: _key, ...environment } = process.env;
  const child = spawn(process.execPath, [program], {
    env: {
      ...environment,
      ...settings,
      HOST: '127.0.0.1',
      PORT: String(port),
      OWNER_EMAIL: TRIAL_OWNER.email,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`${path.basename(program)} ended.`);
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return { url, child };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${path.basename(program)} did not start.`);
}

async function memoryOf({ pid }: ChildProcess): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const megabytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1_000;
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}
