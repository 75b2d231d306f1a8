import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '@pos/api/durable-file.ts';
import { today } from '@pos/api/time/days.ts';
import type { Day } from '@pos/contract/values';

/** The day from which the season's fairs are counted, kept from the first start, so that a season that was cut off goes on as it began. */
export async function seasonDay(folder: string): Promise<Day> {
  const file = path.join(folder, 'season-day');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (/^\d{4}-\d\d-\d\d$/.test(kept)) return kept;
  // The easternmost zone of the season: where it is a day further, it is that day for the fairs of all zones soon.
  const day = today('America/New_York');
  await mkdir(folder, { recursive: true });
  await replaceFile(file, `${day}\n`);
  return day;
}
