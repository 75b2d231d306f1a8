import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { databaseFiles } from './database-files.ts';
import { claimFolder, clearFolder, listFolder, openIfThere, readMarker } from './folder-files.ts';
import { openFiles } from './open-files.ts';

/** Settings that must be the same in every process of one database. */
export type Setup = {
  /** Derived from the secret key (`Secrets.keyCheck`). */
  keyCheck: string;
  /** Shared folder of files; missing: they are stored in the database. */
  filesDir?: string;
};

/** Folder of files in each data folder, as versions before the shared setup had it. */
export const legacyFilesDir = (dataDir: string) => path.join(dataDir, 'files');

/**
 * Compares this process with the others of its database, in the caller's transaction; the first one
 * writes down its setup. Throws one sentence that says what to do if it differs. `alone` means that
 * no other process can have the database: then a new secret key is accepted.
 */
export async function joinSetup(tx: Tx, setup: Setup, alone: boolean): Promise<void> {
  // Two first processes: one writes, the other compares.
  await sql`lock table shared_setup in share row exclusive mode`.execute(tx);
  const found = await findSetup(tx);
  if (!found) return writeSetup(tx, setup);
  if (found.keyCheck !== setup.keyCheck) {
    if (!alone)
      throw new Error(
        'SECRET_KEY, or without it the file secret-key in DATA_DIR, is not the one that this database is used with: people and registers would be signed out at one process and not at another. Set SECRET_KEY of every process to the same content. If it is lost, stop every process and run: npm run adopt',
      );
    await tx.updateTable('sharedSetup').set({ keyCheck: setup.keyCheck }).execute();
  }
  await refuseOtherFiles(found, setup.filesDir);
}

/** Removes the record of the setup, for a restore, and writes this one. */
export async function writeSetup(tx: Tx, { keyCheck, filesDir }: Setup): Promise<void> {
  const filesId = filesDir === undefined ? null : await claimFolder(filesDir);
  await tx.deleteFrom('sharedSetup').execute();
  await tx
    .insertInto('sharedSetup')
    .values({ keyCheck, filesId, filesPlace: filesDir ?? null })
    .execute();
}

type FoundSetup = { keyCheck: string; filesId: string | null; filesPlace: string | null };

const findSetup = (db: Db): Promise<FoundSetup | undefined> =>
  db.selectFrom('sharedSetup').select(['keyCheck', 'filesId', 'filesPlace']).executeTakeFirst();

async function refuseOtherFiles(
  { filesId, filesPlace }: FoundSetup,
  filesDir: string | undefined,
): Promise<void> {
  const move = 'stop every process and run: npm run adopt';
  if (filesId === null) {
    if (filesDir === undefined) return;
    throw new Error(
      `FILES_DIR is set, but the files of this database are stored in the database. Remove FILES_DIR. To move them into ${filesDir}, ${move}`,
    );
  }
  if (filesDir === undefined)
    throw new Error(
      `The files of this database are in the folder ${filesPlace}. Set FILES_DIR to it, as for the other processes. To move them into the database, ${move}`,
    );
  if ((await readMarker(filesDir)) !== filesId)
    throw new Error(
      `FILES_DIR: ${filesDir} is not the folder that the other processes share (${filesPlace} where it was chosen). Mount that folder, or name it. To move the files into ${filesDir}, ${move}`,
    );
}

/**
 * Moves the files that an earlier version left in the data folder to where all processes find them,
 * in the caller's transaction, and returns their number. Files that no job names are not moved. The
 * caller deletes the originals with `dropLeftFiles` once it has committed.
 */
export async function adoptLeftFiles(tx: Tx, setup: Setup, dataDir: string): Promise<number> {
  const folder = legacyFilesDir(dataDir);
  if (setup.filesDir === folder) return 0;
  const left = (await listFolder(folder)).map(({ name }) => name);
  return copyFiles(tx, left, (name) => openLeft(folder, name), openFiles(tx, setup.filesDir));
}

/** Deletes the files that `adoptLeftFiles` moved, and those that no job names. */
export async function dropLeftFiles(setup: Setup, dataDir: string): Promise<void> {
  const folder = legacyFilesDir(dataDir);
  if (setup.filesDir !== folder) await clearFolder(folder);
}

async function openLeft(folder: string, name: string): Promise<Readable | undefined> {
  return (await openIfThere(path.join(folder, name)))?.createReadStream();
}

/** Copies those of the named files that a job names, and returns their number. */
async function copyFiles(
  tx: Tx,
  names: readonly string[],
  open: (name: string) => Promise<Readable | undefined>,
  to: ReturnType<typeof openFiles>,
): Promise<number> {
  if (names.length === 0) return 0;
  const wanted = await tx
    .selectFrom('jobs')
    .select('storedFile as name')
    .where('storedFile', 'in', names)
    .$narrowType<{ name: string }>()
    .execute();
  let copied = 0;
  for (const { name } of wanted) {
    const content = await open(name);
    if (!content) continue;
    await to.write(name, (out) => pipeline(content, out));
    copied += 1;
  }
  return copied;
}

/** Result of `adoptSetup`: former place of the files, number moved, and if the key changed. */
export type Adopted = { files: number; from: string; isKeyNew: boolean; drop(): Promise<void> };

/**
 * Makes a setup that of the database, in the caller's transaction: moves the files to where it says
 * and records its secret key. The caller calls `drop`, which deletes the originals, once it has
 * committed. Throws if other processes of the product are connected, or the old folder is not here.
 */
export async function adoptSetup(tx: Tx, setup: Setup): Promise<Adopted> {
  await refuseWhileOthersRun(tx);
  const found = await findSetup(tx);
  const isKeyNew = found !== undefined && found.keyCheck !== setup.keyCheck;
  const place = found?.filesPlace ?? undefined;
  const isMoved =
    place !== setup.filesDir &&
    (setup.filesDir === undefined || (await readMarker(setup.filesDir)) !== found?.filesId);
  if (!isMoved) {
    await tx.updateTable('sharedSetup').set({ keyCheck: setup.keyCheck }).execute();
    return { files: 0, from: '', isKeyNew, drop: () => Promise.resolve() };
  }
  if (place !== undefined && (await readMarker(place)) !== found?.filesId)
    throw new Error(
      `The files of this database are in the folder ${place}, which is not here. Run this command on a machine that has it under this name. Nothing was changed.`,
    );
  const from = openFiles(tx, place);
  const names = (await from.list()).map(({ name }) => name);
  await writeSetup(tx, setup);
  const files = await copyFiles(
    tx,
    names,
    (name) => from.read(name),
    openFiles(tx, setup.filesDir),
  );
  if (place === undefined) await dropAll(tx, names);
  return {
    files,
    from: place ?? 'the database',
    isKeyNew,
    drop: async () => {
      if (place !== undefined) await clearFolder(place);
    },
  };
}

async function dropAll(tx: Tx, names: readonly string[]): Promise<void> {
  for (const name of names) await databaseFiles(tx).drop(name);
}

/** The database lists a process for a moment after it has stopped (ms). */
const GONE_WITHIN_MS = 2000;

async function refuseWhileOthersRun(tx: Tx): Promise<void> {
  let others = await placesOfOthers(tx);
  for (const end = Date.now() + GONE_WITHIN_MS; others.length > 0 && Date.now() < end;) {
    await setTimeout(100);
    others = await placesOfOthers(tx);
  }
  if (others.length > 0)
    throw new Error(
      `The product is running (${others.join(', ')}). Stop every process first. Nothing was changed.`,
    );
}

/** Returns the addresses of processes that are connected to the database beside this one. */
async function placesOfOthers(tx: Tx): Promise<string[]> {
  await sql`select pg_stat_clear_snapshot()`.execute(tx);
  const { rows } = await sql<{ at: string }>`
    select distinct coalesce(host(client_addr), 'this machine') as at
    from pg_stat_activity
    where datname = current_database()
      and application_name like 'pos-admin%'
      and pid <> pg_backend_pid()
    order by 1`.execute(tx);
  return rows.map(({ at }) => at);
}
