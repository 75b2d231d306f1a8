import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { assertDurable } from './durability.ts';
import { majorVersion } from './binaries.ts';
import {
  assertReadable,
  type Cluster,
  connectionString,
  holdsCluster,
  makeCluster,
} from './cluster.ts';
import { placeCluster } from './placement.ts';
import { connectAsSuperuser } from './postmaster.ts';
import { LIMITED_ROLE } from './limited-role.ts';
import { type ClusterRecord, readRecord, writeRecord } from './record.ts';

/** The product's database and the role that owns it, which is not a superuser. */
export const DATABASE = 'pos_admin';
export const ROLE = 'pos_admin';

/** Finds the cluster of this data folder, or creates it. `password` is that of the role. */
export async function openCluster(
  dataDir: string,
  log: (line: string) => void,
): Promise<{ cluster: Cluster; password: string }> {
  const { known, folder } = await findCluster(dataDir);
  const placement = await placeCluster(dataDir, { existingDir: folder });
  const inside = path.relative(dataDir, placement.dir);
  const record: ClusterRecord = {
    layout: 1,
    major: majorVersion(placement.binaries),
    folder: inside.startsWith('..') ? placement.dir : inside,
    complete: true,
    superuserPassword: known?.superuserPassword ?? newPassword(),
    password: known?.password ?? newPassword(),
  };
  const cluster: Cluster = { ...placement, password: record.superuserPassword };
  if (folder === undefined) {
    log(`Creating the database in ${placement.dir}, running as ${placement.runAs.name}.`);
    // First the passwords, then the cluster that uses them, so that it can still be opened after a
    // kill in between.
    await writeRecord(dataDir, { ...record, complete: false });
    await makeCluster(cluster);
  }
  await assertReadable(cluster);
  if (!known?.complete) await writeRecord(dataDir, record);
  return { cluster, password: record.password };
}

/**
 * Reads the record of this data folder's cluster. `folder` is undefined if there is no cluster in
 * it yet. Throws if only one of them exists.
 */
async function findCluster(
  dataDir: string,
): Promise<{ known: ClusterRecord | undefined; folder: string | undefined }> {
  const known = await readRecord(dataDir);
  const recorded = known && path.resolve(dataDir, known.folder);
  const there = await holdsCluster(recorded ?? path.join(dataDir, 'postgres'));
  if (known?.complete && !there) {
    throw new Error(
      `The database folder ${recorded} is missing. Restore it from your backup, or remove ${path.join(dataDir, 'postgres.json')} to begin with an empty database.`,
    );
  }
  if (!known && there) {
    throw new Error(
      `${path.join(dataDir, 'postgres.json')} is missing. Restore it from your backup: it holds the password of the database beside it.`,
    );
  }
  return { known, folder: there ? recorded : undefined };
}

/**
 * Creates role and database if a first start was interrupted, and checks on the product's own
 * connection that no data can be lost.
 */
export async function prepareDatabase(
  cluster: Cluster,
  port: number,
  password: string,
): Promise<void> {
  const admin = await connectAsSuperuser(cluster, port);
  try {
    const role = await admin.query('select from pg_roles where rolname = $1', [ROLE]);
    if (role.rowCount === 0)
      await admin.query(`create role ${ROLE} login password ${pg.escapeLiteral(password)}`);
    const limited = await admin.query('select from pg_roles where rolname = $1', [LIMITED_ROLE]);
    if (limited.rowCount === 0) await admin.query(`create role ${LIMITED_ROLE} role ${ROLE}`);
    const database = await admin.query('select from pg_database where datname = $1', [DATABASE]);
    if (database.rowCount === 0) await admin.query(`create database ${DATABASE} owner ${ROLE}`);
  } finally {
    await admin.end();
  }
  const client = new pg.Client({
    connectionString: connectionString(ROLE, password, port, DATABASE),
  });
  await client.connect();
  try {
    await assertDurable(client);
  } finally {
    await client.end();
  }
}

const newPassword = () => randomBytes(24).toString('base64url');
