import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const PROGRAM = fileURLToPath(new URL('./run-embedded.ts', import.meta.url));

/**
 * Child process that runs the embedded PostgreSQL of `dataDir`. `outcome` is its URL, or the
 * sentence of its refusal.
 */
export type EmbeddedProcess = {
  child: ChildProcess;
  outcome: Promise<{ url?: string; refused?: string }>;
  /** Number of times it reported that its server had ended. */
  ended(): number;
  /** Everything it reported, for the message of a test that fails. */
  told(): string;
  /** Ends it with a kill or an orderly stop. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

/** Starts such a child. `prefix` is a command to run it with, for example as another user. */
export function runEmbedded(
  dataDir: string,
  options: { prefix?: string[]; env?: NodeJS.ProcessEnv } = {},
): EmbeddedProcess {
  const [command, ...args] = [...(options.prefix ?? []), process.execPath, PROGRAM, dataDir];
  const child = spawn(command ?? process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...options.env },
  });
  const said: Record<string, string>[] = [];
  const outcome = new Promise<{ url?: string; refused?: string }>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const what = JSON.parse(line) as Record<string, string>;
      said.push(what);
      if (what['url'] || what['refused']) resolve(what);
    });
    child.on('exit', () => resolve({}));
  });
  return {
    child,
    outcome,
    ended: () => said.filter((what) => what['ended']).length,
    told: () => said.map((what) => JSON.stringify(what)).join('\n'),
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}

/** Returns the URL of a process that has started. */
export async function readUrl({ outcome }: EmbeddedProcess): Promise<string> {
  const { url, refused } = await outcome;
  if (!url) throw new Error(refused ?? 'The process ended without reporting a URL or an error.');
  return url;
}

/** Runs one statement on its own connection. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Repeats the statement until the server answers. */
export async function queryOnceUp(url: string, sql: string): Promise<Record<string, unknown>[]> {
  for (let tries = 0; ; tries++) {
    try {
      return await query(url, sql);
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
}
