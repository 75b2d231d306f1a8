import process from 'node:process';
import { createApp } from '#api/app.ts';
import { openDb } from '#api/db/db.ts';
import { readSecrets } from '#api/secrets.ts';

/** The API as a process of its own on a database of the tests, so that it can be killed. It says where it answers. */
const { DATABASE_URL = '', SECRET_KEY = '' } = process.env;
const db = openDb(DATABASE_URL, () => undefined);
const app = await createApp({
  db,
  databaseUrl: DATABASE_URL,
  secrets: await readSecrets('', SECRET_KEY),
  dataDir: '',
  publicUrl: 'http://localhost',
  logLevel: 'silent',
  trustProxy: false,
  checkResponses: true,
  version: '0.0.0-test',
});
process.stdout.write(await app.listen({ host: '127.0.0.1', port: 0 }));
