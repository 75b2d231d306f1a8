import process from 'node:process';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { getDirectUrl } from '#api/start/database-variables.ts';
import type { Db } from './db/db.ts';
import type { PoolOptions } from './db/pool.ts';
import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import { openSessionFor } from '#api/staff/sign-in/auth.service.ts';
import { ensureOwner, type Owner } from '#api/staff/sign-in/accounts/owner.ts';
import { backgroundTasks, jobTasks, RECURRING } from '#api/start/job-tasks.ts';
import { startJobs } from './jobs/run-jobs.ts';
import { createMailer, keepForgettingMail, mailFolder, type Mailer } from './mail/mailer.ts';
import type { DemoSignIn } from '#api/http/pages/web-app.ts';
import { joinOthers } from '#api/start/join-others.ts';
import { makeLog } from './http/serve.ts';
import { prepareDatabase } from '#api/start/prepare-database.ts';
import { keepMakingFigures } from '#api/reports/reports/figures/make-figures.queries.ts';
import { readSecretKey, readSecrets } from './secrets.ts';
import {
  openPart,
  openReplica,
  startServer,
  type ServerOptions,
} from '#api/start/serve-product.ts';
import { stopInOrder, type Undo } from '#api/start/stop-in-order.ts';
import { startWorkers, type WorkerSetup } from './workers/start-workers.ts';
import { BACKUP_EVERY, BACKUP_TASK, backUpIfDue } from './backup/scheduled-backups.ts';

export type Running = {
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
  const stop = () => stopInOrder(undo, log);
  try {
    const secretKey = await readSecretKey(config.dataDir, config.secretKey);
    const secrets = await readSecrets(config.dataDir, secretKey);
    const url = config.databaseUrl ?? (await startEmbedded(config, log, undo));
    const directUrl = getDirectUrl(config, url);
    await prepareDatabase({ url, directUrl }, log);
    await joinOthers({ url: directUrl, config, keyCheck: secrets.keyCheck, log });
    const db = openPart(url, OWN_POOL, undo, log);
    const owner = await ensureOwner(db, {
      ...config.owner,
      renewUnused: config.databaseUrl === undefined && !isRestart,
    });
    const serving = {
      config,
      url,
      directUrl,
      checkResponses,
      ...(webDir !== undefined && { webDir }),
    };
    const { address, jobLog } = await (config.workers === 1
      ? serveHere({ ...serving, secrets, log, ...(demoSignIn && { demoSignIn }) }, undo)
      : serveInWorkers(
          { ...serving, secretKey },
          { log, ...(demoSignIn && { demoSignIn }) },
          undo,
        ));
    const jobsDb = openPart(url, JOBS_POOL, undo, log);
    // The server logs why a replica is not read; once is enough.
    openReplica(config, jobsDb, REPLICA_CONNECTIONS, undo, () => undefined);
    const mailer = openMailer(config, log, undo);
    const mail = { db: jobsDb, mailer, linkKey: secrets.linkKey, publicUrl: config.publicUrl };
    const stopFigures = keepMakingFigures(jobsDb, (error) =>
      jobLog.warn({ err: error }, 'the figures of the touched days were not made'),
    );
    undo.push({ part: 'Figures', limitMs: 10_000, end: stopFigures });
    const jobs = await startJobsOn(directUrl, config, mail, jobLog);
    undo.push({ part: 'Jobs', limitMs: 10_000, end: () => jobs.stop() });
    return {
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

/** Pool of this process besides its server: the first owner, and the demo. */
const OWN_POOL: PoolOptions = { size: 2, statementTimeout: 15_000 };
/** Connections of the jobs, two of which run at once. */
const REPLICA_CONNECTIONS = 2;
const JOBS_POOL: PoolOptions = { size: 5, statementTimeout: 15_000 };

type Served = { address: string; jobLog: JobLog };

/** Serves requests in this process. */
async function serveHere(options: ServerOptions, undo: Undo[]): Promise<Served> {
  const server = await startServer(options);
  undo.push({ part: 'The server', limitMs: 25_000, end: () => server.stop() });
  return { address: await server.listen(), jobLog: server.app.log };
}

/** Serves requests in several processes; jobs stay in this one. */
async function serveInWorkers(
  serving: WorkerSetup,
  { demoSignIn, log }: Pick<StartOptions, 'demoSignIn' | 'log'>,
  undo: Undo[],
): Promise<Served> {
  const workers = await startWorkers({
    count: serving.config.workers,
    serving,
    demoSignIn: async () => demoSignIn?.(),
    log,
  });
  undo.push({ part: 'Workers', limitMs: 30_000, end: () => workers.stop() });
  return { address: workers.address, jobLog: makeLog(serving.config.logLevel) };
}

function openMailer(
  { mailFrom, dataDir, smtpUrl, publicUrl }: Config,
  log: StartOptions['log'],
  undo: Undo[],
): Mailer {
  const folder = mailFolder(dataDir);
  const stopForgetting = keepForgettingMail(folder);
  undo.push({ part: 'Mail', limitMs: 1_000, end: () => Promise.resolve(stopForgetting()) });
  return createMailer({
    from: mailFrom,
    publicUrl,
    folder,
    log,
    ...(smtpUrl && { smtpUrl }),
  });
}

type JobLog = FastifyInstance['log'];

/** Starts the job runner on the pool of `mail`; backups read the database at `url`. */
function startJobsOn(
  url: string,
  config: Config,
  mail: Parameters<typeof backgroundTasks>[0],
  log: JobLog,
): ReturnType<typeof startJobs> {
  const hasBackups = config.backup.folder !== undefined;
  return startJobs({
    alone: config.databaseUrl === undefined,
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
async function backUp(url: string, config: Config, log: JobLog): Promise<void> {
  const { folder, keepDays } = config.backup;
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: config.dataDir };
  if (folder !== undefined) await backUpIfDue({ folder, keepDays, env, log });
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
