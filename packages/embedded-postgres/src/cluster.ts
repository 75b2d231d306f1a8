import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Binaries, majorVersion, program } from './binaries.ts';
import { type RunAs, runAs } from './run-as.ts';

/** Database superuser. The product itself works as a role without its rights. */
export const SUPERUSER = 'postgres';

/**
 * A folder with PostgreSQL's data, and everything needed to run a server on it. `password` is the
 * superuser's.
 */
export type Cluster = { dir: string; binaries: Binaries; runAs: RunAs; password: string };

/** Returns true if `dir` holds a complete cluster. */
export async function holdsCluster(dir: string): Promise<boolean> {
  return stat(path.join(dir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/** Returns the user that owns the folder. */
export async function getOwner(dir: string): Promise<number> {
  return (await stat(dir)).uid;
}

/**
 * Creates a new cluster at `cluster.dir`: UTF-8, compared by code point (the same on every system),
 * with data checksums and SCRAM passwords. It is created beside its place and moved there when
 * complete, so a kill leaves nothing half-made.
 */
export async function makeCluster(
  cluster: Cluster,
  options: { sync: boolean } = { sync: true },
): Promise<void> {
  const staging = getStagingFolder(cluster.dir);
  await createStagingFolder(cluster.dir, cluster.runAs);
  const passwordFile = path.join(staging, 'password');
  await writeFile(passwordFile, cluster.password, { mode: 0o600 });
  await giveTo(cluster.runAs, passwordFile);
  const made = path.join(staging, 'cluster');
  const { ok, output } = await runAs(cluster.runAs, program(cluster.binaries, 'initdb'), [
    `--pgdata=${made}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...getLocale(majorVersion(cluster.binaries)),
    '--data-checksums',
    ...(options.sync ? [] : ['--no-sync']),
  ]);
  if (!ok) throw new Error(`The database in ${cluster.dir} could not be created: ${output}`);
  await rename(made, cluster.dir);
  await rm(staging, { recursive: true, force: true });
}

/** Compares by code point. PostgreSQL itself does so since 17; before, the system's C.UTF-8 does. */
const getLocale = (major: number) =>
  major >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8'];

/**
 * Creates an empty folder beside `dir` owned by the database user, in which the cluster is made and
 * the user's access is tested.
 */
export async function createStagingFolder(dir: string, who: RunAs): Promise<string> {
  const staging = getStagingFolder(dir);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  await giveTo(who, staging);
  return staging;
}

/** Refuses data of another major version, which these programs cannot read. */
export async function assertReadable(cluster: Cluster): Promise<void> {
  const found = (await readFile(path.join(cluster.dir, 'PG_VERSION'), 'utf8')).trim();
  const wanted = String(majorVersion(cluster.binaries));
  if (found !== wanted) {
    throw new Error(
      `The database in ${cluster.dir} was created by PostgreSQL ${found}, but this version of POS Admin includes PostgreSQL ${wanted}, which cannot read it. Start the version of POS Admin that created it.`,
    );
  }
}

/** Returns the connection string of a role in one database of the server on `port`. */
export function connectionString(
  role: string,
  password: string,
  port: number,
  database: string,
): string {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

const getStagingFolder = (dir: string) => `${dir}.new`;

async function giveTo(who: RunAs, file: string): Promise<void> {
  if (who.user) await chown(file, who.user.uid, who.user.gid);
}
