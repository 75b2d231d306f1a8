import { mkdir } from 'node:fs/promises';
import { Day } from '@pos/contract/values';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { addDays } from '@pos/contract/values/days';
import type { Config } from '#api/config.ts';
import { openDb, type Db } from '#api/db/db.ts';
import { deriveActivityKey, readSecretKey } from '#api/secrets.ts';
import { exportActivity, readExported } from '#api/staff/activity/export-activity.service.ts';
import { verifyActivity } from '#api/staff/activity/verify-activity.service.ts';
import { joinDatabase } from './join-database.ts';

type Say = (line: string) => void;

/**
 * Runs `npm run tool -- verify-activity [FILE.csv]`: says where the activity is not what was sealed, or
 * not what was exported into a file. Returns true if nothing is wrong.
 */
export async function verify(config: Config, args: readonly string[], say: Say): Promise<boolean> {
  const [file, ...more] = args;
  if (more.length > 0)
    throw new Error('Name at most one exported file: npm run tool -- verify-activity FILE.csv');
  const known = file === undefined ? undefined : await readExported(file);
  const { sealed, wrong } = await withDb(config, say, (db) => verifyActivity(db, known));
  for (const sentence of wrong) say(sentence);
  if (wrong.length === 0)
    say(
      `${pluralize(sealed, 'entry is', 'entries are')} as sealed${known ? `, and ${formatCount(known.size)} as exported` : ''}.`,
    );
  return wrong.length === 0;
}

/** Runs `npm run tool -- export-activity FROM TO FOLDER`: writes a signed period into a folder. */
export async function exportPeriod(
  config: Config,
  args: readonly string[],
  say: Say,
): Promise<void> {
  const [from, to, folder, ...more] = args;
  if (!isDay(from) || !isDay(to) || folder === undefined || more.length > 0 || to < from)
    throw new Error(
      'Name the first day, the last day and a folder: npm run tool -- export-activity 2026-10-01 2026-10-31 FOLDER',
    );
  await mkdir(folder, { recursive: true });
  const period = {
    from: new Date(`${from}T00:00:00Z`),
    until: new Date(`${addDays(to, 1)}T00:00:00Z`),
  };
  const seed = await deriveActivityKey(await readSecretKey(config.dataDir, config.secretKey));
  const name = `${from}_${to}`;
  const written = await withDb(config, say, (db) =>
    exportActivity(db, { period, name, folder, seed }),
  );
  for (const { file, entries } of written)
    say(`${file}: ${pluralize(entries, 'entry', 'entries')}, with its checksum and signature.`);
}

const isDay = (text: string | undefined): text is Day => Day.safeParse(text).success;

async function withDb<Result>(
  config: Config,
  say: Say,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const database = await joinDatabase(config, say);
  const db = openDb(database.url, () => undefined);
  try {
    return await work(db);
  } finally {
    await db.destroy();
    await database.stop();
  }
}
