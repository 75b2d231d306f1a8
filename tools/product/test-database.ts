import path from 'node:path';
import { connectionString } from '@pos/embedded-postgres/cluster';
import { DATABASE, ROLE } from '@pos/embedded-postgres/database';
import { readPidFile } from '@pos/embedded-postgres/postmaster';
import { readRecord } from '@pos/embedded-postgres/record';
import { type Db, openDb } from '@pos/api/db/db.ts';

/** Returns the folder of a data folder's embedded cluster. */
export async function clusterFolder(dataDir: string): Promise<string> {
  const record = await readRecord(dataDir);
  if (!record) throw new Error(`${dataDir} contains no embedded database.`);
  return path.resolve(dataDir, record.folder);
}

/** Returns process and port of a data folder's embedded PostgreSQL while it runs. */
export async function runningPostmaster(
  dataDir: string,
): Promise<{ pid: number; port: number } | undefined> {
  return readPidFile(await clusterFolder(dataDir));
}

/** Runs `work` on a separate connection to the database of a running product. */
export async function withDatabase<Result>(
  dataDir: string,
  work: (db: Db, url: string) => Promise<Result>,
): Promise<Result> {
  const record = await readRecord(dataDir);
  const postmaster = await runningPostmaster(dataDir);
  if (!record || !postmaster) throw new Error(`No PostgreSQL is running on ${dataDir}.`);
  const url = connectionString(ROLE, record.password, postmaster.port, DATABASE);
  const db = openDb(url, () => undefined, { size: 2, statementTimeout: 60_000 });
  try {
    return await work(db, url);
  } finally {
    await db.destroy();
  }
}
