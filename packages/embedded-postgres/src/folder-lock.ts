import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createFile } from '@pos/basics/durable-file';
import { folderIdentity, processIdentity } from './process-identity.ts';

/**
 * The process of a lock, its start, and the folder that it locked (missing in a lock of an earlier
 * version).
 */
const Owner = z.object({ pid: z.number(), identity: z.string(), folder: z.string().optional() });
type Owner = z.infer<typeof Owner>;

/**
 * Makes this process the only one that works in `dataDir`, until `release`. The lock is a file with
 * the process, its start and the folder. It does not count if a kill left it behind, if another
 * program has the process number since, or if it came with a copy of a folder in which its process
 * works. Throws one sentence while a living process holds the folder.
 */
export async function lockFolder(dataDir: string): Promise<{ release(): Promise<void> }> {
  const file = path.join(dataDir, 'process.lock');
  const folder = await folderIdentity(dataDir);
  const mine = JSON.stringify({
    pid: process.pid,
    identity: (await processIdentity(process.pid)) ?? '',
    folder,
  } satisfies Owner);
  for (;;) {
    if (await createFile(file, mine)) {
      // A process that removed a dead lock at the same moment notices it within this time and
      // restores ours.
      await sleep(50);
      if ((await read(file)) === mine) return { release: () => rm(file, { force: true }) };
    }
    const found = await read(file);
    if (found === undefined) continue;
    const owner = parse(found);
    if (owner && (await isHolding(owner, folder))) {
      throw new Error(
        `Another POS Admin (process ${owner.pid}) is using the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await removeDead(file, found);
  }
}

/** Returns true while a living process works in `dataDir`. */
export async function isLocked(dataDir: string): Promise<boolean> {
  const found = await read(path.join(dataDir, 'process.lock'));
  const owner = found === undefined ? undefined : parse(found);
  return owner !== undefined && (await isHolding(owner, await folderIdentity(dataDir)));
}

async function isHolding(owner: Owner, folder: string): Promise<boolean> {
  if (owner.folder !== undefined && owner.folder !== folder) return false;
  return owner.identity !== '' && (await processIdentity(owner.pid)) === owner.identity;
}

/**
 * Two processes may find the same dead lock: one removes it and creates its own, which the other
 * must not remove.
 */
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
    return Owner.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
