import { testDatabase } from '#testing/test-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertDurable } from '@pos/embedded-postgres/durability';

let database: Awaited<ReturnType<typeof testDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('refuses a server that does not wait for the disk, and names each setting', async () => {
  await expect(assertDurable(client)).rejects.toThrow(
    'The database server may lose orders that it has acknowledged: fsync = off, full_page_writes = off, synchronous_commit = off.',
  );
  await client.query('set synchronous_commit = on');
  await expect(assertDurable(client)).rejects.toThrow(
    'acknowledged: fsync = off, full_page_writes = off. Set',
  );
});
