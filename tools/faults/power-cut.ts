import { execFile } from 'node:child_process';
import { chmod, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SOURCE = fileURLToPath(new URL('unsynced.c', import.meta.url));
const PAGE = 4_096;
const RECORD = PAGE + 8;

/** Layer between programs and the disk, whose unsynced writes can be undone; see unsynced.c. */
export type UnsyncedLayer = {
  /** Variables of the programs below the layer. */
  env: Record<string, string>;
  files: string;
  undo: string;
};

/**
 * Compiles the layer into `folder` for programs that write below `files`. Throws one sentence if
 * there is no compiler.
 */
export async function makeUnsyncedLayer(folder: string, files: string): Promise<UnsyncedLayer> {
  const library = path.join(folder, 'unsynced.so');
  const undo = path.join(folder, 'undo');
  await mkdir(undo);
  // Written by the database user.
  await chmod(undo, 0o777);
  try {
    await promisify(execFile)('gcc', ['-shared', '-fPIC', '-O2', '-o', library, SOURCE, '-ldl']);
  } catch (error) {
    throw new Error(
      `The layer that drops unsynced writes could not be compiled: ${(error as Error).message.split('\n')[0]}. It needs Linux and Debian's compiler ("apt-get install gcc libc6-dev").`,
      { cause: error },
    );
  }
  const env = { LD_PRELOAD: library, POWER_FILES: files, POWER_UNDO: undo };
  return { env, files, undo };
}

/** Notes that everything is on the disk, as the system sees to within half a minute. */
export async function writeBack({ undo }: UnsyncedLayer): Promise<void> {
  for (const name of await readdir(undo)) await rm(path.join(undo, name));
}

/** Number of pages that a cut put back, of files that it shortened, and of pages that it kept. */
export type Cut = { dropped: number; kept: number; shortened: number };

/**
 * Cuts the power: puts back what was not synced, page by page, once nothing runs. `isDropped` says
 * for each page if the disk lost it, because a disk may write some of what it was not asked to. An
 * ordered file system writes data before it notes a new size: its files end before the first page
 * that they lost. Others may end in zeros.
 */
export async function cutPower(
  { files, undo }: UnsyncedLayer,
  isDropped: () => boolean,
  { isOrdered = false } = {},
): Promise<Cut> {
  const cut: Cut = { dropped: 0, kept: 0, shortened: 0 };
  const places = await inodesBelow(files);
  for (const name of await readdir(undo)) {
    const log = await readFile(path.join(undo, name));
    const place = places.get(name.slice(0, name.lastIndexOf('-')));
    if (place !== undefined && log.length >= 8)
      await putBack({ place, log, isOrdered }, isDropped, cut);
    await rm(path.join(undo, name));
  }
  return cut;
}

async function putBack(
  { place, log, isOrdered }: { place: string; log: Buffer; isOrdered: boolean },
  isDropped: () => boolean,
  cut: Cut,
): Promise<void> {
  const synced = Number(log.readBigInt64LE(0));
  const { size } = await stat(place);
  const file = await open(place, 'r+');
  const seen = new Set<number>();
  let firstLost = Infinity;
  try {
    for (let at = 8; at + RECORD <= log.length; at += RECORD) {
      const page = Number(log.readBigInt64LE(at));
      if (seen.has(page)) continue;
      seen.add(page);
      if (isDropped()) {
        cut.dropped += 1;
        if ((page + 1) * PAGE > synced) firstLost = Math.min(firstLost, page);
        // A page beyond the synced size was not there; a disk that kept the new size has zeros.
        if (page * PAGE >= synced) log.fill(0, at + 8, at + RECORD);
        const length = Math.min(PAGE, Math.max(synced, size) - page * PAGE);
        if (length > 0) await file.write(log, at + 8, length, page * PAGE);
      } else cut.kept += 1;
    }
    // Pages beyond the synced size are lost together: the file system had not noted the new size.
    const end = isOrdered ? Math.max(synced, firstLost * PAGE) : synced;
    if (isOrdered ? end < size : size !== synced && isDropped()) {
      cut.shortened += 1;
      await file.truncate(end);
    }
  } finally {
    await file.close();
  }
}

/** Returns the files below a folder by their inode. */
async function inodesBelow(folder: string): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const place = path.join(entry.parentPath, entry.name);
    places.set(String((await stat(place)).ino), place);
  }
  return places;
}
