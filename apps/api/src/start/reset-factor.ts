import { joinEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import type { Config } from '#api/config.ts';
import { openDb } from '#api/db/db.ts';
import { resetByOperator } from '#api/staff/second-factor/resets.service.ts';
import { getDirectUrl } from './database-variables.ts';

/**
 * Removes the second factor of the last person who could help others: whoever runs the machine could
 * change the database anyway. Returns what was done; throws if there was nothing to do.
 */
export async function resetFactor(config: Config, email: string): Promise<string> {
  const { databaseUrl, dataDir } = config;
  const database =
    databaseUrl === undefined
      ? await joinEmbeddedPostgres({ dataDir, log: () => undefined })
      : { url: getDirectUrl(config, databaseUrl), stop: () => Promise.resolve() };
  const db = openDb(database.url, () => undefined);
  try {
    if (!(await resetByOperator(db, email)))
      throw new Error(`There is no account ${email} with a second factor.`);
    return `The second factor of ${email} was removed. Its sessions ended; the password still signs in.`;
  } finally {
    await db.destroy();
    await database.stop();
  }
}
