import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { migrate } from '#api/db/migrations/migrate.ts';
import { testDatabase } from './test-database.ts';

/** Creates an empty database and a folder of migrations for it, until the end of the test. */
export async function tryMigrations() {
  const { url, drop } = await testDatabase({ migrated: false });
  const dir = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  onTestFinished(async () => {
    await drop();
    await rm(dir, { recursive: true });
  });
  /** Works on a connection of its own, as the version before that still sells. */
  const seller = async <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return work(client).finally(() => client.end());
  };
  const rows = (sql: string) =>
    seller(async (client) => (await client.query(sql)).rows as object[]);
  return {
    url,
    file: (name: string, sql: string) => writeFile(path.join(dir, name), sql),
    remove: (name: string) => rm(path.join(dir, name)),
    run: (lockTimeoutMs?: number) => migrate(url, dir, lockTimeoutMs),
    seller,
    rows,
    /** Counts the rows of a table. */
    count: async (table: string) => (await rows(`select from ${table}`)).length,
  };
}
