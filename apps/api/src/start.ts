import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { assertDurable } from './db/durability.ts';
import { openDb, type Db } from './db/db.ts';
import { startEmbeddedPostgres } from './db/embedded/supervisor.ts';
import { migrate } from './db/migrate.ts';
import { openSessionFor } from './features/auth/auth.service.ts';
import { ensureOwner, type Owner } from './features/auth/owner.ts';
import { errands, jobTasks, RECURRING } from './job-tasks.ts';
import { startJobs } from './jobs/run-jobs.ts';
import { createMailer, mailFolder } from './mail/mailer.ts';
import { KEPT_MS } from './http/kept-identities.ts';
import { readSecrets } from './secrets.ts';

export type Running = {
  app: FastifyInstance;
  db: Db;
  /** Where it listens: `http://127.0.0.1:3000`. */
  address: string;
  owner: Owner;
  /** Tokens of the owner for a program that the product starts itself. */
  openOwnerSession(): ReturnType<typeof openSessionFor>;
  /** Answers what is under way, then stops jobs, server and database in order. */
  stop(): Promise<void>;
};

export type StartOptions = {
  config: Config;
  /** The built web app; without it only the API answers. */
  webDir?: string;
  /** Checks every answer against the contract: development and tests. */
  checkResponses?: boolean;
  /** Takes the place of a process that ended by itself: the password that was shown for an unused owner stays. */
  isRestart?: boolean;
  log: (line: string) => void;
};

/**
 * Starts the product: database, migrations, first owner, server. Throws one sentence for whatever keeps it from starting,
 * and leaves nothing running then.
 */
export async function startProduct({
  config,
  webDir,
  checkResponses = false,
  isRestart = false,
  log,
}: StartOptions): Promise<Running> {
  const undo: Undo[] = [];
  const stop = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await endWithin(step, log);
  };
  try {
    const secrets = await readSecrets(config.dataDir, config.secretKey);
    const url = config.databaseUrl ?? (await startEmbedded(config, log, undo));
    await checkDurability(url);
    const applied = await migrate(url);
    if (applied.length > 0)
      log(
        `Database brought up to date (${applied.length} ${applied.length === 1 ? 'step' : 'steps'}).`,
      );
    const [db, registerDb, jobsDb] = [POOLS.staff, POOLS.registers, POOLS.jobs].map((pool) => {
      const opened = openDb(
        url,
        (error) => log(`A database connection ended: ${error.message}`),
        pool,
      );
      undo.push({
        part: 'Connections to the database',
        limitMs: 5_000,
        end: () => opened.destroy(),
      });
      return opened;
    }) as [Db, Db, Db];
    const owner = await ensureOwner(db, {
      ...config.owner,
      renewUnused: config.databaseUrl === undefined && !isRestart,
    });
    const app = await createApp({
      db,
      registerDb,
      databaseUrl: url,
      secrets,
      dataDir: config.dataDir,
      publicUrl: config.publicUrl,
      checkResponses,
      identityKeptMs: KEPT_MS,
      logLevel: config.logLevel,
      trustProxy: config.trustProxy,
      version: await readVersion(),
      sendsMail: config.smtpUrl !== undefined,
      syncSources: config.syncSources,
      ...(webDir && { webDir }),
    });
    undo.push({ part: 'Calls under way', limitMs: 15_000, end: () => app.close() });
    const mailer = createMailer({
      from: config.mailFrom,
      folder: mailFolder(config.dataDir),
      log,
      ...(config.smtpUrl && { smtpUrl: config.smtpUrl }),
    });
    const mail = { db: jobsDb, mailer, linkKey: secrets.linkKey, publicUrl: config.publicUrl };
    const jobs = await startJobs({
      alone: config.databaseUrl === undefined,
      connectionString: url,
      db: jobsDb,
      tasks: jobTasks(jobsDb, config),
      errands: errands(mail, config),
      recurring: RECURRING,
      log: app.log,
    });
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

/**
 * Connections of one process by who uses them; with those of the job runner, /ready and live events 30 of the 100 that
 * PostgreSQL gives by default, so that three processes may share a server. Registers wait longer for one than staff:
 * 40 sales on one eWallet are booked one after the other.
 */
const POOLS = {
  staff: { size: 12, statementTimeout: 15_000 },
  registers: { size: 6, statementTimeout: 15_000, waitMs: 10_000 },
  jobs: { size: 5, statementTimeout: 15_000 },
};

/** A part of the running product, and how long its end may take (ms). */
type Undo = { part: string; limitMs: number; end: () => Promise<unknown> };

/** Ends a part; one that does not end in time, as when the database fell silent, is left to the end of the process. */
async function endWithin({ part, limitMs, end }: Undo, log: (line: string) => void): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    log(`${part} did not end within ${limitMs / 1_000} seconds; the stop goes on without.`);
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
  postgres.onExit((reason) => log(`PostgreSQL ended (${reason}); it is being started again.`));
  return postgres.url;
}

const isVerbose = ({ logLevel }: Config) => ['debug', 'trace'].includes(logLevel);

/** Leaves out what PostgreSQL says at every ordinary start; warnings, errors and the supervisor's own lines pass. */
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
      `The database cannot be reached: ${(error as Error).message}. Check DATABASE_URL and that the server runs.`,
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
        `Port ${port} on ${host} is in use. Stop what uses it, or choose another with PORT.`,
        { cause: error },
      );
    throw error;
  }
}

async function readVersion(): Promise<string> {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}
