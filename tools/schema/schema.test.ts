import { readFile } from 'node:fs/promises';
import { testDatabase } from '@pos/api/testing/test-database.ts';
import { expect, it } from 'vitest';
import { dumpSchema, SCHEMA_FILE } from './dump.ts';

it('apps/api/schema.sql is what the migrations make; run "npm run tool -- schema" after a new one', async () => {
  const database = await testDatabase();
  try {
    expect(await dumpSchema(database.url)).toBe(await readFile(SCHEMA_FILE, 'utf8'));
  } finally {
    await database.drop();
  }
});
