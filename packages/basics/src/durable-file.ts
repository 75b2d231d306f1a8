import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';

/**
 * Files written completely or not at all, even after a power failure. Only the owner may read them.
 */

/** Writes or replaces a file. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  await rename(await writeAside(file, content), file);
  await syncFolder(path.dirname(file));
}

/**
 * Creates a file. Returns false if it exists, even if another process creates it at the same
 * moment.
 */
export async function createFile(file: string, content: string): Promise<boolean> {
  const aside = await writeAside(file, content);
  try {
    await link(aside, file);
    await syncFolder(path.dirname(file));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/**
 * Writes or replaces a file of any size. `write` streams it; the stream is flushed to disk before
 * it closes.
 */
export async function streamFile(
  file: string,
  write: (out: Writable) => Promise<void>,
): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await write(createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

async function writeAside(file: string, content: string | Uint8Array): Promise<string> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(aside, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return aside;
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder and does not need this call.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
