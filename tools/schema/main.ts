import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import { migrate } from '@pos/api/db/migrations/migrate.ts';
import { dumpSchema, SCHEMA_FILE } from './dump.ts';
import { generateTypes, TYPES_FILE } from './table-types.ts';

/**
 * `npm run tool -- schema`: migrates an empty database of its own and writes apps/api/schema.sql and
 * the types of its tables.
 */
const dataDir = await mkdtemp(path.join(tmpdir(), 'pos-schema-'));
try {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    await migrate(postgres.url);
    await writeFile(SCHEMA_FILE, await dumpSchema(postgres.url));
    await writeFile(TYPES_FILE, await generateTypes(postgres.url));
    console.log('apps/api/schema.sql and the types of its tables were written.');
  } finally {
    await postgres.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
