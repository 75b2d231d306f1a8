import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { inLongTransaction, type WholeTx } from '#api/db/db.ts';
import { migrateAround } from '#api/db/migrations/migrate.ts';
import { sealWithin } from '#api/staff/activity/seal.service.ts';
import { clearFolder } from '#api/files/folder-files.ts';
import type { FileStore } from '#api/files/file-store.ts';
import { openFiles } from '#api/files/open-files.ts';
import { type Setup, writeSetup } from '#api/files/shared-setup.ts';
import { brokenPromises } from '#api/invariants/invariants.ts';
import {
  BadBackup,
  DAMAGED,
  decodeFrames,
  type Frame,
  type Head,
  type Note,
} from './backup-file.ts';
import { AGE_FILE_BYTES, type BackupKeys, refuseForeign, unseal } from './backup-cipher.ts';
import {
  countRows,
  dropTasks,
  findTables,
  isEmpty,
  loadBare,
  setSequence,
  settleJobs,
} from './whole-database.queries.ts';

/** Content of a backup that was read to its end. */
export type CheckedBackup = {
  head: Head;
  tables: number;
  rows: number;
  /** Names of the files that jobs refer to. */
  files: string[];
};

/**
 * Reads a backup to its end and checks every byte, without any database. Throws `BadBackup` for a
 * damaged, truncated or foreign file and for a wrong key.
 */
export async function checkBackup(file: string, keys: BackupKeys): Promise<CheckedBackup> {
  await refuseForeignFile(file);
  let head: Head | undefined;
  const read: Omit<CheckedBackup, 'head'> = { tables: 0, rows: 0, files: [] };
  try {
    for await (const frame of readFrames(file, keys)) {
      if (Buffer.isBuffer(frame)) continue;
      if (frame.note === 'head') head = frame;
      else if (frame.note === 'table') read.tables += 1;
      else if (frame.note === 'rows') read.rows += frame.rows;
      else if (frame.note === 'file') read.files.push(frame.name);
    }
  } catch (error) {
    throw error instanceof BadBackup ? error : new BadBackup(DAMAGED, { cause: error });
  }
  if (!head) throw new BadBackup(DAMAGED);
  return { head, ...read };
}

export type RestoreTarget = {
  url: string;
  /** Setup that the restored product has: its key, and where its files are stored. */
  setup: Setup;
  say: (line: string) => void;
};

/**
 * Restores a checked backup into the empty database at `url` and the folder of its files, if it has
 * one, all in one transaction: migrations up to the backup's, its rows, the later migrations, its
 * files, then counts and every invariant. Throws, with nothing changed, if the database has data or
 * anything fails.
 */
export async function restoreBackup(
  file: string,
  keys: BackupKeys,
  { head, files }: CheckedBackup,
  { url, setup, say }: RestoreTarget,
): Promise<void> {
  let isClaimed = false;
  try {
    await inLongTransaction(url, async (whole) => {
      const { client, tx } = whole;
      if (!(await isEmpty(client)))
        throw new BadBackup(
          'The database has data already. Nothing was changed. Restore into an empty database.',
        );
      const counts = new Map<string, number>();
      const frames = readFrames(file, keys);
      let first: FileNote | undefined;
      await migrateAround(client, head.migrations, () =>
        loadBare(client, async () => {
          first = await loadTables(whole, frames, counts);
        }),
      );
      await writeSetup(tx, setup);
      isClaimed = true;
      await loadFiles(openFiles(tx, setup.filesDir), first, frames);
      await settleJobs(client, files);
      await sealWithin(tx);
      say('All rows are loaded. Checking counts and invariants.');
      await verify(whole, counts);
      await dropTasks(client);
    });
  } catch (error) {
    // It had no files before.
    if (isClaimed && setup.filesDir !== undefined) await clearFolder(setup.filesDir);
    throw error;
  }
}

async function verify({ tx, client }: WholeTx, counts: Map<string, number>): Promise<void> {
  const tables = new Set((await findTables(client)).map(({ table }) => table));
  for (const [table, rows] of counts) {
    // A later migration has dropped it.
    if (!tables.has(table)) continue;
    const found = await countRows(client, table);
    // The rest of the entries is sealed during the restore.
    if (found !== rows && !(table === 'activity_seals' && found > rows))
      throw new Error(`${table} has ${found} rows instead of ${rows}. Nothing was changed.`);
  }
  // Every row is read and none is expected: a plan that hopes to find some early would take hours.
  await client.query("set local enable_nestloop = off; set local work_mem = '64MB'");
  const broken = await brokenPromises(tx);
  if (broken.length > 0)
    throw new Error(
      ['These invariants do not hold in the backup. Nothing was changed.', ...broken].join('\n'),
    );
}

type FileNote = Extract<Note, { note: 'file' }>;

/** Loads tables and sequences. Returns the note of the first file, which follows them. */
async function loadTables(
  { client }: WholeTx,
  frames: AsyncGenerator<Frame>,
  counts: Map<string, number>,
): Promise<FileNote | undefined> {
  for (;;) {
    const { value: frame, done } = await frames.next();
    if (done) return undefined;
    if (Buffer.isBuffer(frame)) throw new BadBackup(DAMAGED);
    if (frame.note === 'table') counts.set(frame.table, await loadTable(client, frame, frames));
    else if (frame.note === 'sequence') await setSequence(client, frame);
    else if (frame.note === 'file') return frame;
  }
}

/** Loads the files, of which `first` has begun. */
async function loadFiles(
  store: FileStore,
  first: FileNote | undefined,
  frames: AsyncGenerator<Frame>,
): Promise<void> {
  for (let note: Frame | undefined = first; note;) {
    if (Buffer.isBuffer(note) || note.note !== 'file') throw new BadBackup(DAMAGED);
    let end: Note | undefined;
    const data = dataUntil(frames, (ending) => (end = ending));
    await store.write(note.name, (out) => pipeline(Readable.from(data), out));
    if (end?.note !== 'bytes') throw new BadBackup(DAMAGED);
    const { value, done } = await frames.next();
    note = done ? undefined : value;
  }
}

async function loadTable(
  client: pg.PoolClient,
  { table, columns }: Extract<Note, { note: 'table' }>,
  frames: AsyncGenerator<Frame>,
): Promise<number> {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const copy = client.query(
    copyFrom(`copy ${pg.escapeIdentifier(table)} (${names}) from stdin with (freeze)`),
  );
  let end: Note | undefined;
  await pipeline(Readable.from(dataUntil(frames, (note) => (end = note))), copy);
  // Earlier versions could note 0 for a table with rows; the checksum covers the rows themselves.
  if (end?.note !== 'rows' || (end.rows !== copy.rowCount && end.rows !== 0))
    throw new BadBackup(DAMAGED);
  return copy.rowCount;
}

/** Yields the data up to the next note. */
async function* dataUntil(
  frames: AsyncGenerator<Frame>,
  onEnd: (note: Note) => void,
): AsyncGenerator<Buffer> {
  for (;;) {
    const { value: frame, done } = await frames.next();
    if (done) throw new BadBackup(DAMAGED);
    if (!Buffer.isBuffer(frame)) return onEnd(frame);
    yield frame;
  }
}

async function* readFrames(file: string, keys: BackupKeys): AsyncGenerator<Frame> {
  yield* decodeFrames(await unseal(createReadStream(file), keys));
}

async function refuseForeignFile(file: string): Promise<void> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new BadBackup(
      error.code === 'ENOENT' ? `${file} does not exist.` : `${file} cannot be read.`,
      { cause: error },
    );
  });
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(AGE_FILE_BYTES),
      0,
      AGE_FILE_BYTES,
    );
    refuseForeign(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await handle.close();
  }
}
