import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { api } from '@pos/contract/api';
import { createClient, type Send } from '@pos/contract/client';
import type { FastifyInstance } from 'fastify';
import type { MetricsAccess } from '#api/metrics/serve-metrics.ts';
import type { SyncSource } from '#api/imports/sync/sources.rules.ts';
import { createApp } from '#api/app.ts';
import { openDb, type Db } from '#api/db/db.ts';
import type { PoolOptions } from '#api/db/pool.ts';
import { CONNECTING } from '#api/db/replica/watched-client.ts';
import type { FileStore } from '#api/files/file-store.ts';
import { openFiles } from '#api/files/open-files.ts';
import { HASHING } from '#api/hashing/passwords.ts';
import type { ConnectionLimits } from '#api/http/limits/connection-limits.ts';
import type { DocsReaders } from '#api/http/limits/this-machine.ts';
import { ensureOwner } from '#api/staff/sign-in/accounts/owner.ts';
import { readSecrets } from '#api/secrets.ts';
import { checkCanaries, overhear } from '../rights/private-columns.ts';
import { opened } from './opened-apps.ts';
import { checkSealedInvariants } from '../books/sealed-invariants.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { type ApiClient, asking, OWNER, type TestApi } from './test-api.ts';
import { testDatabase } from './test-database.ts';

export { OWNER, type ApiClient };

// Each of a thousand hashes would take 13 ms of a processor.
Object.assign(HASHING, { memoryCost: 8, timeCost: 1 });

/** Line of the app's log. */
type LogLine = { msg: string; reqId?: string; err?: { message: string } };

/** Parses and stores the lines of the app's log. */
class StoredLog {
  readonly lines: LogLine[] = [];

  write(line: string): void {
    this.lines.push(JSON.parse(line) as LogLine);
  }
}

export type TestApp = TestApi & {
  app: FastifyInstance;
  /** Folder of its own that belongs to the process. */
  dataDir: string;
  /** The finished files of jobs. */
  files: FileStore;
  /** Shared folder of these files, if the app was started with one. */
  filesDir?: string;
  /** Registers a callback for the end of the test file, before the app stops. */
  atEnd(end: () => Promise<void>): void;
  url: string;
  /** Warnings and errors that the app logged. */
  logged: LogLine[];
  /** Proxy in front of the database, if the app was started with `proxied`. */
  proxy: TcpProxy;
};

/** Master key of a test app's secrets. */
export const SECRET_KEY = 'a secret key of the tests, long enough';

/**
 * `TEST_PROCESSES=2 npx vitest run --project api` sends the requests of every test to two servers
 * on one database in turn, as behind a proxy. Tests of one process alone fail then.
 */
const IN_TURN = process.env['TEST_PROCESSES'] === '2';

type TestAppOptions = {
  syncSources?: readonly SyncSource[];
  /** True if the app reports a mail server, which is the default. */
  sendsMail?: boolean;
  webDir?: string;
  publicUrl?: string;
  apiDocs?: DocsReaders;
  /** Level of the lines in `logged`; `warn` unless given. */
  logLevel?: string;
  beatMs?: number;
  metrics?: MetricsAccess;
  /** Folder of the daily backups. */
  backupFolder?: string;
  /** Folder of the finished files of jobs; the database unless given. */
  filesDir?: string;
  identityCacheMs?: number;
  connectionLimits?: ConnectionLimits;
  trustProxy?: string[];
  /** Pool limits that replace the product's. */
  pool?: PoolOptions;
  /** Puts a proxy that can be made to fail between the app and its database. */
  proxied?: boolean;
};

/** As the product's, but patient: on a busy machine a call waits longer for its turn. */
const STAFF_POOL: PoolOptions = { size: 16, statementTimeout: 15_000, waitMs: 30_000 };
const REGISTER_POOL: PoolOptions = { size: 6, statementTimeout: 15_000, waitMs: 10_000 };
const DEFAULTS = {
  logLevel: 'warn',
  trustProxy: false,
  checkResponses: true,
  version: '0.0.0-test',
  publicUrl: 'https://fairs.example.com',
  sendsMail: true,
} as const;

/**
 * Starts the real application on its own database, for one test file. When the file ends, checks
 * the invariants of trust.md on the remaining data, and that no answer contained the content of a
 * private column. `syncSources` are the sources of settings/sync, `webDir` a built web app.
 * Identities are not cached unless `identityCacheMs` is set, because tests change them directly in
 * the database.
 */
export async function startTestApp({
  pool,
  proxied = false,
  ...options
}: TestAppOptions = {}): Promise<TestApp> {
  // Behind a proxy, tests wait for the product to notice that its database is silent.
  if (!proxied) CONNECTING.withinMs = 30_000;
  const made = await testDatabase();
  const proxy = await TcpProxy.open(made.url);
  const database = { ...made, url: proxied ? proxy.url(made.url) : made.url };
  const db = openDb(database.url, () => undefined, pool ?? STAFF_POOL);
  const registerDb = openDb(database.url, () => undefined, pool ?? REGISTER_POOL);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pos-admin-files-'));
  const secrets = await readSecrets('', SECRET_KEY);
  const { id: ownerId } = await ensureOwner(db, OWNER);
  const log = new StoredLog();
  const given = { logTo: log, db, registerDb, databaseUrl: database.url, secrets, dataDir };
  const start = () => createApp({ ...DEFAULTS, ...given, ...options });
  const app = await start();
  const neighbors = IN_TURN ? [await start()] : [];
  const overheard = overhear(app);
  await Promise.all([app.ready(), ...neighbors.map((neighbor) => neighbor.ready())]);

  const send = (token?: string) => sendInTurn([app, ...neighbors], token);
  const client = (token?: string) => createClient(api, send(token));
  const { token } = await client().auth.login({ body: OWNER });
  const owner = client(token.access.token);

  const before: (() => Promise<void>)[] = [];
  opened.push(async () => {
    for (const end of before) await end();
    await Promise.all([app, ...neighbors].map((each) => each.close()));
    await checkLeftBehind(db, overheard).finally(async () => {
      await Promise.all([db.destroy(), registerDb.destroy()]);
      await proxy.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    });
  });
  return {
    app,
    db,
    dataDir,
    ...findFiles(db, options),
    atEnd: (end) => void before.push(end),
    url: database.url,
    logged: log.lines,
    proxy,
    secrets,
    client,
    send,
    owner,
    ask: asking(owner),
    ownerId,
    ownerToken: token.access.token,
  };
}

const findFiles = (db: Db, { filesDir }: TestAppOptions) => ({
  files: openFiles(db, filesDir),
  ...(filesDir !== undefined && { filesDir }),
});

/** Checks the data of a test file after its last test, and its answers. */
async function checkLeftBehind(db: Db, overheard: ReturnType<typeof overhear>): Promise<void> {
  await checkSealedInvariants(db);
  await checkCanaries(db, overheard);
}

/** Returns the sender of requests to each app in turn, with this bearer token or without one. */
function sendInTurn(apps: readonly FastifyInstance[], token?: string): Send {
  return (url, init) => inject(apps[turn++ % apps.length]!, url, init, token);
}
let turn = 0;

async function inject(
  app: FastifyInstance,
  url: string,
  init: RequestInit,
  token?: string,
): Promise<Response> {
  const request = new Request(`http://localhost${url}`, init);
  const headers = Object.fromEntries(request.headers);
  const payload = Buffer.from(await request.arrayBuffer());
  const response = await app.inject({
    method: request.method as 'GET',
    url,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(payload.length > 0 && { payload }),
  });
  const responseHeaders = Object.entries(response.headers).flatMap(
    ([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]),
  );
  const body = [204, 304].includes(response.statusCode)
    ? null
    : new Uint8Array(response.rawPayload);
  return new Response(body, { status: response.statusCode, headers: responseHeaders });
}
