import process from 'node:process';
import { plainPlural } from '@pos/contract/values/counts';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { assertDurable } from '@pos/embedded-postgres/durability';
import { openDb, type Db } from './db/db.ts';
import type { PoolOptions } from './db/pool.ts';
import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import { migrate } from './db/migrate.ts';
import { openSessionFor } from './features/auth/auth.service.ts';
import { ensureOwner, type Owner } from './features/auth/owner.ts';
import { backgroundTasks, jobTasks, RECURRING } from './job-tasks.ts';
import { startJobs } from './jobs/run-jobs.ts';
import { createMailer, keepForgettingMail, mailFolder, type Mailer } from './mail/mailer.ts';
import type { DemoSignIn } from './http/web-app.ts';
import { joinOthers } from './join-others.ts';
import { KEPT_MS } from './http/identity-cache.ts';
import { readSecrets } from './secrets.ts';
import { BACKUP_EVERY, BACKUP_TASK, backUpIfDue } from './backup/scheduled-backups.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { readVersion } from './version.ts';

export type Running = {
  app: FastifyInstance;
  db: Db;
  /** URL that it listens on: `http://127.0.0.1:3000`. */
  address: string;
  owner: Owner;
  /** Opens a session of the owner, for a program that the product itself starts. */
  openOwnerSession(): ReturnType<typeof openSessionFor>;
  /** Finishes running requests, then stops jobs, server and database in order. */
  stop(): Promise<void>;
};

export type StartOptions = {
  config: Config;
  /** Folder of the built web app. Without it only the API is served. */
  webDir?: string;
  /** Checks every answer against the contract, for development and tests. */
  checkResponses?: boolean;
  /**
   * True if it replaces a process that ended unexpectedly. The password shown for an unused owner
   * stays valid.
   */
  isRestart?: boolean;
  /** Account shown on the sign-in page, given by the starter of a demo only. */
  demoSignIn?: () => Promise<DemoSignIn | undefined>;
  log: (line: string) => void;
};

/**
 * Starts the product: database, migrations, first owner, server. If it cannot start, throws an
 * error with one sentence and leaves nothing running.
 */
export async function startProduct({
  config,
  webDir,
  checkResponses = false,
  isRestart = false,
  demoSignIn,
  log,
}: StartOptions): Promise<Running> {
  const undo: Undo[] = [];
  const stop = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await endWithin(step, log);
  };
  try {
    const traces = await startTracing(process.env, await readVersion());
    if (traces) undo.push({ part: 'Traces', limitMs: 5_000, end: () => traces.stop() });
    const secrets = await readSecrets(config.dataDir, config.secretKey);
    const url = config.databaseUrl ?? (await startEmbedded(config, log, undo));
    await prepareDatabase(url, log);
    await joinOthers({ url, config, keyCheck: secrets.keyCheck, log });
    const { db, registerDb, jobsDb } = openPools(url, log, undo);
    const owner = await ensureOwner(db, {
      ...config.owner,
      renewUnused: config.databaseUrl === undefined && !isRestart,
    });
    const app = await createApp({
      ...(await appOptions(config)),
      db,
      registerDb,
      databaseUrl: url,
      secrets,
      checkResponses,
      ...(webDir && { webDir }),
      ...(demoSignIn && { demoSignIn }),
    });
    undo.push({ part: 'Running requests', limitMs: 15_000, end: () => app.close() });
    const mailer = openMailer(config, log, undo);
    const mail = { db: jobsDb, mailer, linkKey: secrets.linkKey, publicUrl: config.publicUrl };
    const jobs = await startJobsOn(url, config, mail, app.log);
    undo.push({ part: 'Jobs', limitMs: 10_000, end: () => jobs.stop() });
    const address = await listen(app, config);
    return {
      app,
      db,
      address,
      owner,
      openOwnerSession: () => openSessionFor(db, secrets, owner.id),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns what the server takes from the operator's settings. */
async function appOptions(config: Config) {
  return {
    dataDir: config.dataDir,
    ...(config.filesDir !== undefined && { filesDir: config.filesDir }),
    publicUrl: config.publicUrl,
    identityCacheMs: KEPT_MS,
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    version: await readVersion(),
    sendsMail: config.smtpUrl !== undefined,
    syncSources: config.syncSources,
    ...(config.metrics && { metrics: config.metrics }),
    ...(config.backup.folder !== undefined && { backupFolder: config.backup.folder }),
  };
}

function openMailer(
  { mailFrom, dataDir, smtpUrl }: Config,
  log: StartOptions['log'],
  undo: Undo[],
): Mailer {
  const folder = mailFolder(dataDir);
  const stopForgetting = keepForgettingMail(folder);
  undo.push({ part: 'Mail', limitMs: 1_000, end: () => Promise.resolve(stopForgetting()) });
  return createMailer({
    from: mailFrom,
    folder,
    log,
    ...(smtpUrl && { smtpUrl }),
  });
}

/**
 * Connections per process. With those of the job runner, /ready and live events they add up to 30
 * of PostgreSQL's default 100, so that three processes can share a server. Registers wait longer
 * than staff: 40 sales on one eWallet are booked one after another.
 */
const POOLS = {
  staff: { size: 12, statementTimeout: 15_000 },
  registers: { size: 6, statementTimeout: 15_000, waitMs: 10_000 },
  jobs: { size: 5, statementTimeout: 15_000 },
};

function openPools(
  url: string,
  log: (line: string) => void,
  undo: Undo[],
): { db: Db; registerDb: Db; jobsDb: Db } {
  const open = (pool: PoolOptions) => {
    const opened = openDb(
      url,
      (error) => log(`A database connection ended: ${error.message}`),
      pool,
    );
    undo.push({ part: 'Database connections', limitMs: 5_000, end: () => opened.destroy() });
    return opened;
  };
  return { db: open(POOLS.staff), registerDb: open(POOLS.registers), jobsDb: open(POOLS.jobs) };
}

/** Starts the job runner on its own pool, that of `mail`. */
function startJobsOn(
  url: string,
  config: Config,
  mail: Parameters<typeof backgroundTasks>[0],
  log: FastifyInstance['log'],
): ReturnType<typeof startJobs> {
  const hasBackups = config.backup.folder !== undefined;
  return startJobs({
    alone: config.databaseUrl === undefined,
    connectionString: url,
    db: mail.db,
    tasks: jobTasks(mail.db, config),
    backgroundTasks: {
      ...backgroundTasks(mail, config),
      ...(hasBackups && { [BACKUP_TASK]: () => backUp(url, config, log) }),
    },
    recurring: { ...RECURRING, ...(hasBackups && { [BACKUP_TASK]: BACKUP_EVERY }) },
    log,
  });
}

/** Makes the scheduled backup of the database at `url` if it is due. */
async function backUp(url: string, config: Config, log: FastifyInstance['log']): Promise<void> {
  const { folder, keepDays } = config.backup;
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: config.dataDir };
  if (folder !== undefined) await backUpIfDue({ folder, keepDays, env, log });
}

/** A part of the running product, and the time limit of its shutdown in ms. */
type Undo = { part: string; limitMs: number; end: () => Promise<unknown> };

/**
 * Ends a part. If it does not end in time, for example because the database does not answer, the
 * exit of the process ends it.
 */
async function endWithin({ part, limitMs, end }: Undo, log: (line: string) => void): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    log(`${part} did not end within ${limitMs / 1_000} seconds. The shutdown continues.`);
    late.resolve();
  }, limitMs);
  try {
    await Promise.race([end(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function startEmbedded(
  config: Config,
  log: (line: string) => void,
  undo: Undo[],
): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: isVerbose(config) ? log : withoutRoutine(log),
  });
  undo.push({ part: 'PostgreSQL', limitMs: 90_000, end: () => postgres.stop() });
  postgres.onExit((reason) => log(`PostgreSQL ended (${reason}). Restarting it.`));
  return postgres.url;
}

const isVerbose = ({ logLevel }: Config) => ['debug', 'trace'].includes(logLevel);

/**
 * Filters out PostgreSQL's routine startup lines. Warnings, errors and the supervisor's own lines
 * pass.
 */
function withoutRoutine(log: (line: string) => void): (line: string) => void {
  return (line) => {
    if (
      !/^(LOG|DETAIL|HINT):|^FATAL: {2}the database system is (starting up|not yet accepting connections)/.test(
        line,
      )
    )
      log(line);
  };
}

/** Checks that the database loses no data, and brings its schema up to date. */
async function prepareDatabase(url: string, log: (line: string) => void): Promise<void> {
  await checkDurability(url);
  const applied = await migrate(url);
  if (applied.length > 0) log(`Database updated (${plainPlural(applied.length, 'step')}).`);
}

async function checkDurability(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'pos-admin start',
  });
  try {
    await client.connect();
  } catch (error) {
    throw new Error(
      `The database cannot be reached: ${(error as Error).message}. Check DATABASE_URL and that the server is running.`,
      { cause: error },
    );
  }
  try {
    await assertDurable(client);
  } finally {
    await client.end();
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port with PORT.`,
        { cause: error },
      );
    throw error;
  }
}
