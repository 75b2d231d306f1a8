import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createFile, streamFile } from '@pos/basics/durable-file';
import type { FileStore, StoredFileName } from './file-store.ts';

/** File that identifies a shared folder, so that an unmounted or different one is noticed. */
const MARKER = '.pos-admin-files';

/**
 * Stores files in a folder. Its marker is looked at before each change: without it, a file could
 * land on the disk below an unmounted folder, where no other process finds it.
 */
export function folderFiles(folder: string): FileStore {
  const assertMounted = async () => {
    if ((await readMarker(folder)) === undefined)
      throw new Error(`The shared folder of files ${folder} is not there. Mount it again.`);
  };
  return {
    write: async (name, write) => {
      await assertMounted();
      await streamFile(path.join(folder, name), write);
    },
    read: async (name) => {
      const handle = await openIfThere(path.join(folder, name));
      if (!handle) await assertMounted();
      return handle?.createReadStream();
    },
    drop: async (name) => {
      await assertMounted();
      await rm(path.join(folder, name), { force: true });
    },
    list: async () => {
      await assertMounted();
      return listFolder(folder);
    },
  };
}

/** Returns the files of a folder without its marker; none if it does not exist. */
export async function listFolder(folder: string): Promise<StoredFileName[]> {
  const files: StoredFileName[] = [];
  for (const name of await readdir(folder).catch(nothingIfMissing([]))) {
    const found = await stat(path.join(folder, name)).catch(nothingIfMissing(undefined));
    if (found?.isFile() && !name.startsWith('.')) files.push({ name, at: found.mtimeMs });
  }
  return files;
}

/** Opens a file to read it, or returns undefined if there is none. */
export const openIfThere = (file: string) => open(file).catch(nothingIfMissing(undefined));

/** Returns the ID in the marker of a shared folder; undefined without one. */
export async function readMarker(folder: string): Promise<string | undefined> {
  const text = await readFile(path.join(folder, MARKER), 'utf8').catch(nothingIfMissing(undefined));
  return text?.trim();
}

/**
 * Creates a folder with a marker and returns its ID. Throws if the folder has files already, which
 * may belong to another database.
 */
export async function claimFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await listFolder(folder)).length > 0)
    throw new Error(
      `FILES_DIR: ${folder} has files of something else. Nothing was changed. Name an empty folder.`,
    );
  await createFile(path.join(folder, MARKER), `${randomUUID()}\n`);
  const id = await readMarker(folder);
  if (id === undefined) throw new Error(`FILES_DIR: ${folder} cannot be written.`);
  return id;
}

/** Deletes the files of a folder and its marker, and the folder if nothing else is in it. */
export async function clearFolder(folder: string): Promise<void> {
  for (const { name } of await listFolder(folder))
    await rm(path.join(folder, name), { force: true });
  await rm(path.join(folder, MARKER), { force: true });
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error;
  });
}

const nothingIfMissing =
  <Nothing>(nothing: Nothing) =>
  (error: NodeJS.ErrnoException): Nothing => {
    if (error.code === 'ENOENT') return nothing;
    throw error;
  };
