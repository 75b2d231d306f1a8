import { createHash } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Binaries, copyBinaries, installedBinaries, program } from './binaries.ts';
import { holdsCluster, openWorkshop, ownerOf } from './cluster.ts';
import { databaseUser, hasSetpriv, type RunAs, runAs } from './run-as.ts';

/** Where the cluster stands, with which programs and as whom its server runs. */
export type Placement = { dir: string; binaries: Binaries; runAs: RunAs };

/** Where things go that the database user cannot reach in the data folder or the checkout. Survives a restart, unlike a temporary folder. */
const SYSTEM_DIR = '/var/lib/pos-admin';

/**
 * Finds out by trying where the database user can work. An ordinary user works in the data folder with the installed programs.
 * A process of root needs another user for the server, who may be unable to enter a folder above the data or above the programs;
 * then, in this order: the user gets the capability to enter closed folders; or the programs are copied, and a new cluster is
 * put, below /var/lib/pos-admin; or the start ends with a sentence that says what to do.
 *
 * `recorded` is the folder of a cluster that exists already; it is never left for an empty one.
 */
export async function placeCluster(dataDir: string, recorded: string | undefined, systemDir: string = SYSTEM_DIR): Promise<Placement> {
  const dir = recorded ?? path.join(await realpath(dataDir), 'postgres');
  const exists = await holdsCluster(dir);
  const binaries = await installedBinaries();
  const user = await databaseUser(exists ? await ownerOf(dir) : undefined);
  if (!user.user) return { dir, binaries, runAs: user };

  for (const candidate of await waysToEnter(user)) {
    if ((await mayWorkIn(candidate, dir, exists)) && (await mayRun(candidate, binaries))) return { dir, binaries, runAs: candidate };
  }
  const reachable = await reachableBinaries(user, binaries, systemDir);
  if (reachable && (await mayWorkIn(user, dir, exists))) return { dir, binaries: reachable, runAs: user };
  const elsewhere = path.join(systemDir, createHash('sha256').update(dir).digest('hex').slice(0, 16));
  if (reachable && !exists && recorded === undefined && (await mayWorkIn(user, elsewhere, false))) return { dir: elsewhere, binaries: reachable, runAs: user };

  const closed = reachable ? path.dirname(dir) : binaries.folder;
  throw new Error(
    `PostgreSQL does not run as root, and the user "${user.name}" that it runs as cannot enter ${closed}. Open every folder above it ("chmod o+x" on each), or set DATA_DIR to a folder that this user can enter, or install "setpriv" (package util-linux).`,
  );
}

/** The user as it is, then with each capability that lets it enter closed folders; reading is the smaller one, but not every container has it. */
async function waysToEnter(user: RunAs): Promise<RunAs[]> {
  if (!(await hasSetpriv())) return [user];
  return [user, { ...user, entering: 'dac_read_search' }, { ...user, entering: 'dac_override' }];
}

async function mayWorkIn(who: RunAs, dir: string, exists: boolean): Promise<boolean> {
  if (!exists) await mkdir(path.dirname(dir), { recursive: true, mode: 0o755 });
  const tried = exists ? dir : await openWorkshop(dir, who);
  const { ok } = await runAs(who, '/bin/sh', ['-c', 'cd "$1" && [ -w . ]', 'sh', tried]);
  if (!exists && !ok) await rm(tried, { recursive: true, force: true });
  return ok;
}

async function mayRun(who: RunAs, binaries: Binaries): Promise<boolean> {
  return (await runAs(who, program(binaries, 'postgres'), ['--version'])).ok;
}

async function reachableBinaries(user: RunAs, binaries: Binaries, systemDir: string): Promise<Binaries | undefined> {
  if (await mayRun(user, binaries)) return binaries;
  const copy = await copyBinaries(binaries, systemDir).catch(() => undefined);
  return copy && (await mayRun(user, copy)) ? copy : undefined;
}
