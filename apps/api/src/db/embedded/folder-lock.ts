import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFile } from '#api/durable-file.ts';
import { processIdentity } from './process-identity.ts';

type Owner = { pid: number; identity: string };

/**
 * Makes this process the only one that works in `dataDir`, until `release`. The lock is a file that names the process and when it was
 * started: one left behind by a kill does not count, nor does one whose process number another program has got since.
 */
export async function lockFolder(dataDir: string): Promise<{ release(): Promise<void> }> {
  const file = path.join(dataDir, 'process.lock');
  const mine = JSON.stringify({
    pid: process.pid,
    identity: (await processIdentity(process.pid)) ?? '',
  } satisfies Owner);
  for (;;) {
    if (await createFile(file, mine)) {
      // Whoever removed a dead lock in the same moment notices it within this time and puts ours back.
      await sleep(50);
      if ((await read(file)) === mine) return { release: () => rm(file, { force: true }) };
    }
    const found = await read(file);
    if (found === undefined) continue;
    const owner = parse(found);
    if (owner && owner.identity !== '' && (await processIdentity(owner.pid)) === owner.identity) {
      throw new Error(
        `Another POS Admin (process ${owner.pid}) is working in the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await removeDead(file, found);
  }
}

/** Two processes may find the same dead lock: one removes it and makes its own, which the other must not remove. */
async function removeDead(file: string, dead: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const taken = await read(aside);
  await rm(aside, { force: true });
  if (taken !== undefined && taken !== dead) await createFile(file, taken);
}

async function read(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

function parse(text: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('identity' in value))
      return undefined;
    return typeof value.pid === 'number' && typeof value.identity === 'string'
      ? { pid: value.pid, identity: value.identity }
      : undefined;
  } catch {
    return undefined;
  }
}
