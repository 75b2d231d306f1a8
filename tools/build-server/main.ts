import process from 'node:process';
import { createApp } from '@pos/api/app.ts';
import { readSecrets } from '@pos/api/secrets.ts';
import { withDatabase } from '../product/test-database.ts';

/**
 * Starts another process of the product on the database of a running one, with a build of the web
 * app from a separate folder. Arguments: `data folder, web folder, port`.
 */
const [dataDir = '', webDir = '', port = ''] = process.argv.slice(2);

await withDatabase(dataDir, async (db, databaseUrl) => {
  const app = await createApp({
    db,
    databaseUrl,
    secrets: await readSecrets(dataDir),
    dataDir,
    publicUrl: 'http://localhost',
    logLevel: 'error',
    trustProxy: false,
    checkResponses: false,
    version: '0.0.0',
    webDir,
  });
  await app.listen({ host: '127.0.0.1', port: Number(port) });
  await new Promise((resolve) => process.once('SIGTERM', resolve));
  await app.close();
});
