import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import './vitest-context.ts';
import { TEMPLATE, TEST_ROLE } from '../calls/test-names.ts';

/**
 * Creates a private, fully migrated database for one test file, cloned in less than a tenth of
 * a second:
 *
 * const database = await testDatabase(); afterAll(() => database.drop());
 *
 * `url` connects as the owner of the tables, who is not a superuser, as in the running product.
 */
export async function testDatabase(
  options: { migrated: boolean } = { migrated: true },
): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = new URL(inject('postgresAdminUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = options.migrated ? TEMPLATE : 'template1';
  await asAdmin(admin.href, (client) =>
    client.query(
      // Copied as files: writing each page to the log first takes several times as long.
      `create database ${name} owner ${TEST_ROLE} template ${template} strategy file_copy`,
    ),
  );
  const url = new URL(admin);
  url.username = TEST_ROLE;
  url.pathname = name;
  return {
    url: url.href,
    drop: () =>
      asAdmin(admin.href, async (client) => {
        await connectionsClosed(client, name);
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/**
 * Waits up to a second for connections to close. A pool has ended before its sockets have, and a
 * client that is terminated in between fails the test run.
 */
async function connectionsClosed(client: pg.Client, database: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = '${database}' and backend_type = 'client backend'`,
    );
    if (rowCount === 0) return;
    await sleep(50);
  }
}

/** The superuser's connection of this process: opening one costs more than what it is asked. */
let superuser: Promise<pg.Client> | undefined;

async function asAdmin(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  await work(await (superuser ??= connect(url)));
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The server may end it when the run ends, and it keeps no process running until then.
  client.on('error', () => {
    superuser = undefined;
  });
  await client.connect();
  // Not among its types.
  (client as unknown as { unref(): void }).unref();
  return client;
}
