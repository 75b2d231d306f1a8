import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import { migrate } from '@pos/api/db/migrations/migrate.ts';
import { readSecrets } from '@pos/api/secrets.ts';
import { signIn } from '../../office/session.ts';
import { Product, PROGRAMS, TRIAL_OWNER } from '../../product/product.ts';
import type { BenchCall } from './calls.ts';
import { openRegisters, type Register } from './intake.ts';
import type { Target } from './load-generator.ts';

const BARE = fileURLToPath(new URL('bare.ts', import.meta.url));

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
  const parts = new AsyncDisposableStack();
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    parts.defer(() => postgres.stop());
    await migrate(postgres.url);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    parts.defer(() => client.end());
    const folder = path.join(dataDir, 'product');
    await mkdir(folder, { recursive: true, mode: 0o711 });
    await useSecret(dataDir, folder);
    const launch = async (program: string) => {
      const extra = { DATABASE_URL: postgres.url, DATA_DIR: folder };
      const started = await Product.launch('season', () => '', program, undefined, extra);
      parts.defer(() => started.end('SIGTERM'));
      return started;
    };
    const product = await launch(PROGRAMS.api);
    const bare = await launch(BARE);
    const registers = await openRegisters(client, await readSecrets(folder));
    return {
      client,
      registers,
      stop: () => parts.disposeAsync(),
      bareUrl: bare.url,
      url: product.url,
      ours: async ({ path: address, by }) => ({
        url: `${product.url}${address}`,
        token:
          by === 'register'
            ? registers[0]!.token
            : (await signIn(product.url, TRIAL_OWNER)).token(),
      }),
      memory: () => readMemory(product),
    };
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}

/**
 * A database accepts only the secret that it was last used with. A product that had the whole
 * folder, as in the benchmark of the web app, left it there.
 */
async function useSecret(dataDir: string, folder: string): Promise<void> {
  const secret = path.join(dataDir, 'secret-key');
  if (existsSync(secret)) await copyFile(secret, path.join(folder, 'secret-key'));
}

async function readMemory({ pid }: Product): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const megabytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1_000;
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}
