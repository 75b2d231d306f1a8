import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import { pluralize } from '@pos/contract/values/counts';
import type { Config } from '#api/config.ts';
import { getDirectUrl } from './database-variables.ts';
import { inLongTransaction } from '#api/db/db.ts';
import { migrate } from '#api/db/migrations/migrate.ts';
import {
  adoptLeftFiles,
  adoptSetup,
  dropLeftFiles,
  joinSetup,
  type Adopted,
  type Setup,
} from '#api/files/shared-setup.ts';
import { readSecrets } from '#api/secrets.ts';

type Joining = { url: string; config: Config; keyCheck: string; log: (line: string) => void };

/**
 * Makes sure that this process and the others on its database have the same secret and find the
 * same files, and moves files that an earlier version left in the data folder to where all find
 * them. Throws one sentence that says what to do otherwise.
 */
export async function joinOthers({ url, config, keyCheck, log }: Joining): Promise<void> {
  const { dataDir, databaseUrl } = config;
  const setup = toSetup(config, keyCheck);
  const files = await inLongTransaction(url, async ({ tx }) => {
    await joinSetup(tx, setup, databaseUrl === undefined);
    return adoptLeftFiles(tx, setup, dataDir);
  });
  await dropLeftFiles(setup, dataDir);
  if (files > 0)
    log(`Moved ${pluralize(files, 'file')} of DATA_DIR to where all processes find it.`);
}

/**
 * Runs `npm run adopt`: makes the secret key and the folder of files of this environment those of
 * its database. For a database of the product's own, which this version has started on before.
 */
export async function adopt(config: Config, say: (line: string) => void): Promise<void> {
  const { keyCheck } = await readSecrets(config.dataDir, config.secretKey);
  const database =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined })
      : { url: getDirectUrl(config, config.databaseUrl), stop: () => Promise.resolve() };
  try {
    await migrate(database.url);
    const done = await inLongTransaction(database.url, ({ tx }) =>
      adoptSetup(tx, toSetup(config, keyCheck)),
    );
    await done.drop();
    say(toSentence(done, config.filesDir ?? 'the database'));
  } finally {
    await database.stop();
  }
}

function toSentence({ files, from, isKeyNew }: Adopted, to: string): string {
  const changes = [
    ...(from === '' ? [] : [`${pluralize(files, 'file')} moved from ${from} to ${to}.`]),
    ...(isKeyNew
      ? ['The secret key changed: everyone signs in again, and devices need new PINs.']
      : []),
  ];
  return changes.length > 0
    ? changes.join(' ')
    : 'SECRET_KEY and FILES_DIR agree with the database already. Nothing was changed.';
}

const toSetup = ({ filesDir }: Config, keyCheck: string): Setup => ({
  keyCheck,
  ...(filesDir !== undefined && { filesDir }),
});
