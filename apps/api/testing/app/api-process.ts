import { createApp } from '#api/app.ts';
import { openDb } from '#api/db/db.ts';
import { KEPT_MS } from '#api/http/access/identity-cache.ts';
import { readSecrets } from '#api/secrets.ts';

/**
 * Separate process that serves the API of `DATABASE_URL` with the secrets of `SECRET_KEY`, and
 * prints its address. It caches identities as the product does.
 */
const { DATABASE_URL: url, SECRET_KEY: key, DATA_DIR: dataDir } = process.env;
if (!url || !key || !dataDir) throw new Error('Set DATABASE_URL, SECRET_KEY and DATA_DIR.');
const app = await createApp({
  db: openDb(url, () => undefined),
  databaseUrl: url,
  secrets: await readSecrets('', key),
  logLevel: 'silent',
  trustProxy: false,
  checkResponses: true,
  identityCacheMs: KEPT_MS,
  version: '0.0.0-test',
  dataDir,
  publicUrl: 'https://fairs.example.com',
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
