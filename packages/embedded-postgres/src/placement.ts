import { createHash } from 'node:crypto';
import { chmod, mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Binaries, copyBinaries, installedBinaries, program } from './binaries.ts';
import { holdsCluster, createStagingFolder, getOwner } from './cluster.ts';
import { databaseUser, hasSetpriv, type RunAs, runAs } from './run-as.ts';

/** Location of the cluster, its programs, and the user that runs its server. */
export type Placement = { dir: string; binaries: Binaries; runAs: RunAs };

/**
 * Folder for files that the database user cannot reach in the data folder or the checkout. Survives
 * a restart, unlike a temporary folder.
 */
const SYSTEM_DIR = '/var/lib/pos-admin';

/**
 * Finds out by trial where the database user can work. An ordinary user works in the data folder
 * with the installed programs. A root process needs another user for the server, who may be unable
 * to enter a folder above the data or the programs. Then the programs are copied below
 * /var/lib/pos-admin, because PostgreSQL's access check ignores capabilities; for the data, the
 * user gets the capability to enter closed folders; if that is unavailable, a new cluster is also
 * put below /var/lib/pos-admin; otherwise the start fails with a sentence that says what to do.
 *
 * `existingDir` is the folder of an existing cluster, which is never abandoned for an empty one.
 */
export async function placeCluster(
  dataDir: string,
  {
    existingDir,
    installed,
    systemDir = SYSTEM_DIR,
  }: { existingDir?: string | undefined; installed?: Binaries; systemDir?: string } = {},
): Promise<Placement> {
  const dir = existingDir ?? path.join(await realpath(dataDir), 'postgres');
  const exists = await holdsCluster(dir);
  const given = installed ?? (await installedBinaries());
  const user = await databaseUser(exists ? await getOwner(dir) : undefined);
  if (!user.user) return { dir, binaries: given, runAs: user };

  const binaries = await reachableBinaries(user, given, systemDir);
  if (!binaries)
    throw new Error(
      noAccessText(
        user,
        given.folder,
        `make ${systemDir} a folder that root can write, for a copy`,
      ),
    );
  for (const candidate of await usersToTry(user)) {
    if (await canWriteIn(candidate, dir, exists)) return { dir, binaries, runAs: candidate };
  }
  const elsewhere = path.join(
    systemDir,
    createHash('sha256').update(dir).digest('hex').slice(0, 16),
  );
  if (!exists && (await openSystemDir(systemDir)) && (await canWriteIn(user, elsewhere, false)))
    return { dir: elsewhere, binaries, runAs: user };
  throw new Error(
    noAccessText(
      user,
      path.dirname(dir),
      'set DATA_DIR to a folder that this user can enter, or install "setpriv" (package util-linux)',
    ),
  );
}

function noAccessText(user: RunAs, folder: string, otherwise: string): string {
  return `PostgreSQL does not run as root, and the user "${user.name}" that it runs as cannot enter ${folder}. Open it and every folder above it ("chmod o+x" on each), or ${otherwise}.`;
}

/**
 * Returns the user without and with each capability that lets it enter closed folders. The read
 * capability is the smaller one, but not every container has it.
 */
async function usersToTry(user: RunAs): Promise<RunAs[]> {
  if (!(await hasSetpriv())) return [user];
  return [user, { ...user, entering: 'dac_read_search' }, { ...user, entering: 'dac_override' }];
}

async function canWriteIn(who: RunAs, dir: string, exists: boolean): Promise<boolean> {
  const tried = exists ? dir : await createStagingFolder(dir, who);
  const { ok } = await runAs(who, '/bin/sh', ['-c', 'cd "$1" && [ -w . ]', 'sh', tried]);
  if (!exists && !ok) await rm(tried, { recursive: true, force: true });
  return ok;
}

async function canRun(who: RunAs, binaries: Binaries): Promise<boolean> {
  return (await runAs(who, program(binaries, 'postgres'), ['--version'])).ok;
}

async function reachableBinaries(
  user: RunAs,
  binaries: Binaries,
  systemDir: string,
): Promise<Binaries | undefined> {
  if (await canRun(user, binaries)) return binaries;
  if (!(await openSystemDir(systemDir))) return undefined;
  const copy = await copyBinaries(binaries, systemDir).catch(() => undefined);
  return copy && (await canRun(user, copy)) ? copy : undefined;
}

async function openSystemDir(systemDir: string): Promise<boolean> {
  return mkdir(systemDir, { recursive: true })
    .then(() => chmod(systemDir, 0o755))
    .then(
      () => true,
      () => false,
    );
}
