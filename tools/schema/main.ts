import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import { migrate } from '@pos/api/db/migrate.ts';
import { dumpSchema, SCHEMA_FILE } from './dump.ts';

/** `npm run tool -- schema`: migrates an empty database of its own and writes apps/api/schema.sql. */
const dataDir = await mkdtemp(path.join(tmpdir(), 'pos-schema-'));
try {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    await migrate(postgres.url);
    await writeFile(SCHEMA_FILE, await dumpSchema(postgres.url));
    console.log('apps/api/schema.sql was written.');
  } finally {
    await postgres.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
