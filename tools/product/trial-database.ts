import path from 'node:path';
import { connectionString } from '@pos/api/db/embedded/cluster.ts';
import { DATABASE, ROLE } from '@pos/api/db/embedded/database.ts';
import { readPidFile } from '@pos/api/db/embedded/postmaster.ts';
import { readRecord } from '@pos/api/db/embedded/record.ts';
import { type Db, openDb } from '@pos/api/db/db.ts';

/** Where the embedded cluster of a data folder stands. */
export async function clusterFolder(dataDir: string): Promise<string> {
  const record = await readRecord(dataDir);
  if (!record) throw new Error(`${dataDir} holds no embedded database.`);
  return path.resolve(dataDir, record.folder);
}

/** The process of the embedded PostgreSQL of a data folder and its port, while it runs. */
export async function runningPostmaster(
  dataDir: string,
): Promise<{ pid: number; port: number } | undefined> {
  return readPidFile(await clusterFolder(dataDir));
}

/** Runs `work` with a connection of its own to the database of a product that is running. */
export async function withDatabase<Result>(
  dataDir: string,
  work: (db: Db, url: string) => Promise<Result>,
): Promise<Result> {
  const record = await readRecord(dataDir);
  const postmaster = await runningPostmaster(dataDir);
  if (!record || !postmaster) throw new Error(`No PostgreSQL runs on ${dataDir}.`);
  const url = connectionString(ROLE, record.password, postmaster.port, DATABASE);
  const db = openDb(url, () => undefined, { size: 2, statementTimeout: 60_000 });
  try {
    return await work(db, url);
  } finally {
    await db.destroy();
  }
}
