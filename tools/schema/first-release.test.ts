import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDb } from '@pos/api/db/db.ts';
import { migrate, MIGRATIONS_DIR } from '@pos/api/db/migrations/migrate.ts';
import { makeBackup } from '@pos/api/backup/make-backup.ts';
import { checkBackup, restoreBackup } from '@pos/api/backup/restore-backup.ts';
import { checkInvariants } from '@pos/api/invariants/invariants.ts';
import { testDatabase } from '@pos/api/testing/app/test-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dumpSchema, SCHEMA_FILE } from './dump.ts';
import {
  copyFirstRelease,
  figures,
  FIRST_RELEASE,
  loadSeason,
  losses,
  presentChecksums,
} from './first-release.ts';

const KEYS = { passphrase: 'seven fairs in one week' };

/**
 * Customers' databases begin with the ten migrations of the first release (decision 0051). These
 * tests run every later migration on such a database filled with a season.
 */
describe('a database of the first release', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let client: pg.Client;
  let dir: string;
  let before: Record<string, string>;
  beforeAll(async () => {
    database = await testDatabase({ migrated: false });
    dir = await mkdtemp(path.join(tmpdir(), 'first-release-'));
    await copyFirstRelease(path.join(dir, 'first'));
    expect(await migrate(database.url, path.join(dir, 'first'))).toHaveLength(10);
    const url = new URL(inject('postgresAdminUrl'));
    url.pathname = new URL(database.url).pathname;
    client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await loadSeason(client);
    before = await figures(client);
    await makeBackup(
      { url: database.url, legacyFilesDir: dir, secretKey: 's'.repeat(43), version: '0.1.0' },
      path.join(dir, 'first.backup'),
      KEYS,
    );
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
    await rm(dir, { recursive: true });
  });

  it('is restored from its backup by this version, and loses nothing', async () => {
    const empty = await testDatabase({ migrated: false });
    const url = new URL(inject('postgresAdminUrl'));
    url.pathname = new URL(empty.url).pathname;
    const restored = new pg.Client({ connectionString: url.href });
    await restored.connect();
    try {
      const file = path.join(dir, 'first.backup');
      const checked = await checkBackup(file, KEYS);
      expect(checked.head.migrations.map(({ name }) => name)).toEqual(Object.keys(FIRST_RELEASE));
      const target = { url: empty.url, setup: { keyCheck: 'test' }, say: () => undefined };
      await restoreBackup(file, KEYS, checked, target);
      expect(losses(before, await figures(restored))).toEqual([]);
      expect(await dumpSchema(empty.url)).toBe(await readFile(SCHEMA_FILE, 'utf8'));
    } finally {
      await restored.end();
      await empty.drop();
    }
  });

  it('comes from ten files that are never edited: write a new migration instead', async () => {
    expect(await presentChecksums()).toEqual(FIRST_RELEASE);
    const names = (await readdir(MIGRATIONS_DIR)).sort();
    expect(names.slice(0, 10)).toEqual(Object.keys(FIRST_RELEASE));
  });

  it('has rows in every table, and money in every ledger, so that a loss shows', () => {
    const found = Object.entries(before);
    const isMoney = (name: string) => /\.(amount|balance|total|net|tax)_cents$/.test(name);
    expect(found.filter(([name]) => !name.includes('.')).length).toBeGreaterThanOrEqual(65);
    expect(
      found.filter(([name, figure]) => figure === '0' && (isMoney(name) || !name.includes('.'))),
    ).toEqual([]);
  });

  it('loses nothing in any later migration, keeps every invariant, and ends in schema.sql', async () => {
    await migrate(database.url);
    expect(losses(before, await figures(client))).toEqual([]);
    const db = openDb(database.url, () => undefined);
    try {
      await checkInvariants(db);
    } finally {
      await db.destroy();
    }
    expect(await dumpSchema(database.url)).toBe(await readFile(SCHEMA_FILE, 'utf8'));
  });

  it('shows the loss if a migration drops a table or changes an amount', async () => {
    const careless = path.join(dir, 'careless');
    await copyFirstRelease(careless);
    for (const name of await readdir(MIGRATIONS_DIR))
      await copyFile(path.join(MIGRATIONS_DIR, name), path.join(careless, name));
    await writeFile(
      path.join(careless, '9999_careless.sql'),
      `drop table notifications;
       update schools
       set ave_dollar_balance_cents = ave_dollar_balance_cents + 1
       where id in (select id from schools limit 1);`,
    );
    await migrate(database.url, careless);
    const total = Number(before['schools.ave_dollar_balance_cents']);
    expect(losses(before, await figures(client))).toEqual([
      `notifications was ${before['notifications']} and is gone.`,
      `schools.ave_dollar_balance_cents was ${total} and is ${total + 1}.`,
    ]);
  });
});
