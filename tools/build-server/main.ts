import process from 'node:process';
import { createApp } from '@pos/api/app.ts';
import { readSecrets } from '@pos/api/secrets.ts';
import { withDatabase } from '../product/test-database.ts';

/**
 * Another process of the product on the database of a running one. Serves the build of the web app in
 * the folder that its last message names. Arguments: `data folder, port`.
 */
const [dataDir = '', port = ''] = process.argv.slice(2);

await withDatabase(dataDir, async (db, databaseUrl) => {
  const secrets = await readSecrets(dataDir);
  const open = async (webDir: string) => {
    const app = await createApp({
      db,
      databaseUrl,
      secrets,
      dataDir,
      publicUrl: 'http://localhost',
      logLevel: 'error',
      trustProxy: false,
      checkResponses: false,
      version: '0.0.0',
      webDir,
    });
    await app.listen({ host: '127.0.0.1', port: Number(port) });
    return app;
  };
  let last: ReturnType<typeof open> | undefined;
  process.on('message', (webDir: string) => {
    const before = last;
    last = (async () => {
      await (await before)?.close();
      return open(webDir);
    })();
    void last.then(() => process.send?.('served'));
  });
  await new Promise((resolve) => process.once('SIGTERM', resolve));
  await (await last)?.close();
  // The channel would keep the process running.
  process.disconnect();
});
