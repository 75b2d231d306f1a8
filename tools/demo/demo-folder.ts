import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '@pos/basics/durable-file';
import type { Day } from '@pos/contract/values';
import { today } from '@pos/contract/values/clock';

/**
 * Returns the day from which the season's fairs are counted. Stored at the first start, so an
 * interrupted season continues as it began.
 */
export async function seasonDay(folder: string): Promise<Day> {
  const file = path.join(folder, 'season-day');
  const preserved = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (/^\d{4}-\d\d-\d\d$/.test(preserved)) return preserved;
  // Easternmost zone of the season: its next day begins first.
  const day = today('America/New_York');
  await mkdir(folder, { recursive: true });
  await replaceFile(file, `${day}\n`);
  return day;
}
