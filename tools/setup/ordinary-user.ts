import { spawnSync } from 'node:child_process';
import { existsSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Config } from '@pos/api/config.ts';
import { openDataDir } from '@pos/embedded-postgres/data-folder';
import { databaseUser } from '@pos/embedded-postgres/run-as';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Entries of a data folder that the product makes, besides the database, which has its own user. */
const OWN_ENTRIES = [
  'demo-password',
  'demo-registers',
  'demo-source',
  'files',
  'mail',
  'postgres.json',
  'process.lock',
  'secret-key',
];

/** User and group that the product runs as. */
export type OrdinaryUser = { uid: number; gid: number };

/**
 * Chooses the user that the product runs as when root starts it, the same that its PostgreSQL runs
 * as, and gives it the product's files in the data folder. Throws one sentence if that user cannot
 * do all that the configuration asks for; nothing has changed then.
 */
export async function ordinaryUser(config: Config): Promise<OrdinaryUser> {
  const dataDir = await openDataDir(config.dataDir);
  const isOurs = OWN_ENTRIES.some((name) => existsSync(path.join(dataDir, name)));
  if (!isOurs && readdirSync(dataDir).length > 0) throw new Error(`${dataDir} has files of others`);
  const cluster = statSync(path.join(dataDir, 'postgres'), { throwIfNoEntry: false });
  const { name, user } = await databaseUser(cluster?.uid);
  if (!user) throw new Error('it was not started by root');
  const problem = tryAs(user, {
    // One file of each kind of folder: a checkout that only root may read fails at the first.
    reads: [
      fileURLToPath(import.meta.url),
      path.join(root, 'package-lock.json'),
      path.join(root, 'node_modules/kysely/package.json'),
      path.join(root, 'apps/web/dist/index.html'),
      ...config.syncSources.flatMap(({ place }) => (place.includes('://') ? [] : [place])),
      ...[config.backup.identityFile, process.env['NODE_EXTRA_CA_CERTS']].filter(isGiven),
    ].filter(existsSync),
    writes: [config.backup.folder, config.filesDir].filter(isGiven),
    passes: path.dirname(dataDir),
    listens:
      config.port > 0 && config.port < 1024 ? { port: config.port, host: config.host } : null,
  });
  if (problem) throw new Error(`the user "${name}" ${problem}`);
  for (const entry of OWN_ENTRIES) giveTo(user, path.join(dataDir, entry));
  lchownSync(dataDir, user.uid, user.gid);
  return user;
}

type Trial = {
  reads: readonly string[];
  writes: readonly string[];
  passes: string;
  listens: { port: number; host: string } | null;
};

const isGiven = (value: string | undefined): value is string => Boolean(value);

/** Returns what the user cannot do, found out by a process of that user; undefined if nothing. */
function tryAs(user: OrdinaryUser, trial: Trial): string | undefined {
  const { status, stdout, error } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), JSON.stringify(trial)],
    { ...user, cwd: '/', encoding: 'utf8' },
  );
  if (error || status !== 0) return `cannot run ${root}`;
  return stdout.trim() || undefined;
}

/** Gives what root owns at a path to a user, without following links. */
function giveTo(user: OrdinaryUser, file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return;
  if (found.isDirectory())
    for (const name of readdirSync(file)) giveTo(user, path.join(file, name));
  if (found.uid === 0) lchownSync(file, user.uid, user.gid);
}

if (import.meta.main) {
  const { accessSync, constants } = await import('node:fs');
  const { reads, writes, passes, listens } = JSON.parse(process.argv[2] ?? '{}') as Trial;
  const mayDo = (file: string, mode: number): boolean => {
    try {
      accessSync(file, mode);
      return true;
    } catch {
      return false;
    }
  };
  const unread = reads.find((file) => !mayDo(file, constants.R_OK));
  const unwritten = writes.find((file) => !mayDo(file, constants.W_OK | constants.X_OK));
  const say = (problem: string) => process.stdout.write(problem);
  if (unread !== undefined) say(`cannot read ${unread}`);
  else if (unwritten !== undefined) say(`cannot write in ${unwritten}`);
  else if (!mayDo(passes, constants.X_OK)) say(`cannot enter ${passes}`);
  else if (listens) {
    const server = createServer().on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES') say(`cannot listen on port ${listens.port}`);
    });
    server.listen(listens.port, listens.host, () => server.close());
  }
}
