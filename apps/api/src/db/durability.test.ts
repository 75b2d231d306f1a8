import { expect, test } from 'vitest';
import { assertDurable } from '@pos/embedded-postgres/durability';
import { tryMigrations } from '#testing/app/tried-migrations.ts';

test('refuses a server that does not wait for the disk, and names each setting', async () => {
  const { seller } = await tryMigrations();
  await seller(async (client) => {
    await expect(assertDurable(client)).rejects.toThrow(
      'The database server may lose orders that it has acknowledged: fsync = off, full_page_writes = off, synchronous_commit = off.',
    );
    await client.query('set synchronous_commit = on');
    await expect(assertDurable(client)).rejects.toThrow(
      'acknowledged: fsync = off, full_page_writes = off. Set',
    );
  });
});
