import { stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { streamFile } from '@pos/basics/durable-file';
import { encodeFrames, type Frame, toHead } from './backup-file.ts';
import { openIfThere } from '#api/files/folder-files.ts';
import { type BackupKeys, seal } from './backup-cipher.ts';
import {
  findMigrations,
  findSequences,
  findStoredFiles,
  findTables,
  readStoredFile,
} from './whole-database.queries.ts';

export type BackupSource = {
  url: string;
  /** Shared folder of the finished files of jobs; missing: they are in the database. */
  filesDir?: string;
  /** Folder in which earlier versions stored them. */
  legacyFilesDir?: string;
  secretKey: string;
  /** The product's own version. */
  version: string;
};
export type MadeBackup = { bytes: number; rows: number; files: number };

/**
 * Writes a backup to `file`, which must not exist: everything committed before it began, in one
 * snapshot, while the product keeps selling. The file appears when it is complete.
 */
export async function makeBackup(
  source: BackupSource,
  file: string,
  keys: BackupKeys,
): Promise<MadeBackup> {
  if (await exists(file)) throw new Error(`${file} exists already. Name a new file.`);
  const client = new pg.Client({
    connectionString: source.url,
    application_name: 'pos-admin backup',
  });
  // The next statement reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    // No startup options, which a pooler would drop.
    await client.query(`set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '10s';
      set local datestyle = 'ISO'; set local timezone = 'UTC'`);
    const made: MadeBackup = { bytes: 0, rows: 0, files: 0 };
    await streamFile(path.resolve(file), (out) =>
      seal(encodeFrames(makeFrames(client, source, made)), out, keys),
    );
    return { ...made, bytes: (await stat(file)).size };
  } finally {
    await client.end();
  }
}

async function* makeFrames(
  client: pg.Client,
  source: BackupSource,
  made: MadeBackup,
): AsyncGenerator<Frame> {
  const { version, secretKey } = source;
  const migrations = await findMigrations(client);
  yield toHead({ version, madeAt: new Date().toISOString(), migrations, secretKey });
  for (const { table, columns } of await findTables(client)) {
    yield { note: 'table', table, columns };
    const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const rows = client.query(copyTo(`copy ${pg.escapeIdentifier(table)} (${names}) to stdout`));
    for await (const chunk of rows) yield chunk as Buffer;
    // The stream ends with the last row; their number may arrive after it.
    await client.query('');
    yield { note: 'rows', rows: rows.rowCount };
    made.rows += rows.rowCount;
  }
  for (const sequence of await findSequences(client)) yield { note: 'sequence', ...sequence };
  for (const name of await findStoredFiles(client)) {
    const content = await openFile(client, source, name);
    if (!content) continue;
    yield { note: 'file', name };
    let bytes = 0;
    for await (const chunk of content) {
      yield chunk;
      bytes += chunk.length;
    }
    yield { note: 'bytes', bytes };
    made.files += 1;
  }
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Undefined for a file that was withdrawn since the snapshot. */
async function openFile(
  client: pg.Client,
  { filesDir, legacyFilesDir }: BackupSource,
  name: string,
): Promise<AsyncIterable<Buffer> | undefined> {
  if (filesDir === undefined) {
    const chunks = await readStoredFile(client, name);
    if (chunks) return chunks;
  }
  for (const folder of [filesDir, legacyFilesDir]) {
    const handle = folder && (await openIfThere(path.join(folder, name)));
    if (handle) return handle.createReadStream();
  }
  return undefined;
}
