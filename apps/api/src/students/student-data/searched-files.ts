import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from '#api/files/file-store.ts';
import { openPackage } from '#api/spreadsheets/reading/package.ts';
import { READ_LIMITS, type ReadLimits } from '#api/spreadsheets/sheet.ts';
import type { NameFinder } from '#api/staff/activity/name-finder.rules.ts';

/** Limits of a stored workbook, which the product itself wrote. */
const WORKBOOK: ReadLimits = { ...READ_LIMITS, unpackedBytes: 4_000_000_000 };
/** Characters of a chunk that are searched again with the next one, so that no name is cut. */
const OVERLAP = 400;

/**
 * Searches the stored files of jobs, and unsent mail on this machine. Returns the number of files and
 * those with a name. PDF files and files in mail are not searched: an erasure deletes every report and
 * all mail with a report.
 */
export async function searchFiles(
  stored: FileStore,
  mailDir: string | undefined,
  finder: NameFinder,
): Promise<{ files: number; found: string[] }> {
  let files = 0;
  const found: string[] = [];
  for (const { name } of await stored.list()) {
    const content = await stored.read(name);
    if (!content) continue;
    files++;
    if (await searchFile(name, await buffer(content), finder)) found.push(`files/${name}`);
  }
  if (mailDir === undefined) return { files, found };
  for (const name of await readdir(mailDir).catch(() => [])) {
    const content = await readFile(path.join(mailDir, name)).catch(noneIfGone);
    if (!content) continue;
    files++;
    if (await searchFile(name, content, finder)) found.push(`mail/${name}`);
  }
  return { files, found };
}

function noneIfGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function searchFile(name: string, bytes: Buffer, finder: NameFinder): Promise<boolean> {
  if (name.endsWith('.xlsx')) return searchWorkbook(bytes, finder);
  const text = bytes.toString('utf8');
  // Lines of mail are broken by a = at their end.
  return finder.find(name.endsWith('.eml') ? text.replace(/=\r?\n/g, '') : text).length > 0;
}

async function searchWorkbook(bytes: Buffer, finder: NameFinder): Promise<boolean> {
  const workbook = await openPackage(bytes, WORKBOOK);
  try {
    for (const part of workbook.names) {
      const decoder = new TextDecoder();
      let tail = '';
      for await (const chunk of workbook.open(part)) {
        const text = tail + decoder.decode(chunk, { stream: true });
        if (finder.find(text).length > 0) return true;
        tail = text.slice(-OVERLAP);
      }
    }
    return false;
  } finally {
    workbook.close();
  }
}
