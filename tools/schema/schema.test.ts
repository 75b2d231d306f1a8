import { readFile } from 'node:fs/promises';
import { testDatabase } from '@pos/api/testing/app/test-database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dumpSchema, SCHEMA_FILE } from './dump.ts';
import { generateTypes, TYPES_FILE } from './table-types.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it.each([
  ['apps/api/schema.sql is', SCHEMA_FILE, dumpSchema],
  ['the types of the tables are', TYPES_FILE, generateTypes],
])('%s what the migrations make; run "npm run tool -- schema"', async (_, file, describe) => {
  expect(await describe(database.url)).toBe(await readFile(file, 'utf8'));
});
