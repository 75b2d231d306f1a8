import type { ChildProcess } from 'node:child_process';
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AggregatorRegistry, type RegistryContentType } from 'prom-client';
import type { Config } from '#api/config.ts';
import type { DemoSignIn } from '#api/http/pages/web-app.ts';
import { SMALL_HEAP } from '#api/start/small-heap.ts';

const PROGRAM = fileURLToPath(new URL('worker.ts', import.meta.url));
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Time after which a worker counts as stable, and the pause starts over, in ms. */
const STABLE_MS = 60_000;
/** Time that a worker has to finish its requests, in ms, above that of its server. */
const STOP_MS = 17_000;
/** Interval at which a worker says that its event loop runs, in ms. */
export const ALIVE_EVERY_MS = 1_000;
/** Missed times after which a worker counts as hung. */
const MAX_MISSES = 12;

/** Setup of a worker, as plain JSON, since it goes to another process. */
export type WorkerSetup = {
  config: Config;
  /** URL of the database, which the first process has prepared. */
  url: string;
  /** URL of the same database without a pooler between. */
  directUrl: string;
  secretKey: string;
  webDir?: string;
  checkResponses: boolean;
};

/** Messages to a worker: what to serve, an answer, then to finish its requests and end. */
export type PrimaryMessage =
  | { serve: WorkerSetup }
  | { answerTo: Question; value: unknown }
  | { stop: true };

/** Questions of a worker. All that wait for one get the same answer. */
export type Question = 'demo sign-in' | 'metrics';

/** Messages of a worker: it is ready, cannot start, is alive, or asks the first process. */
export type WorkerMessage =
  | { address: string }
  | { failed: string }
  | { isAlive: true }
  | { ask: Question };

export type Workers = {
  /** URL that all of them listen on. */
  address: string;
  /** Lets all finish their requests and ends them. */
  stop(): Promise<void>;
};

export type WorkersOptions = {
  count: number;
  serving: WorkerSetup;
  demoSignIn: () => Promise<DemoSignIn | undefined>;
  log: (line: string) => void;
};

/**
 * Starts processes that serve on one address, which get its connections in turn. One that ends or
 * hangs is replaced, after a pause that doubles up to 30 seconds if it happens again within a minute.
 * Throws the reason if one cannot start the first time.
 */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { count, log } = options;
  cluster.setupPrimary({ exec: PROGRAM, execArgv: [...process.execArgv, ...SMALL_HEAP.args] });
  const metrics = new AggregatorRegistry();
  let isKept = false;
  const begin = (pauseMs: number): Promise<string> => {
    const worker = cluster.fork(SMALL_HEAP.env);
    const begun = performance.now();
    worker.once('exit', (code, signal) => {
      if (!isKept) return;
      log(`A worker ended (${signal ?? `exit code ${code}`}). Starting another one.`);
      const waitMs = performance.now() - begun > STABLE_MS ? FIRST_PAUSE_MS : pauseMs;
      const replace = () => {
        if (isKept)
          begin(Math.min(2 * waitMs, LONGEST_PAUSE_MS)).catch((error: Error) => log(error.message));
      };
      setTimeout(replace, waitMs).unref();
    });
    return serveBy(worker, options, metrics);
  };
  const stop = async () => {
    isKept = false;
    await Promise.all(Object.values(cluster.workers ?? {}).map(stopWorker));
  };
  try {
    const addresses = await Promise.all(Array.from({ length: count }, () => begin(FIRST_PAUSE_MS)));
    isKept = true;
    return { address: addresses[0] ?? '', stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Lets a worker serve, answers its questions, and ends it if it hangs. Returns its address. */
async function serveBy(
  worker: Worker,
  { serving, demoSignIn, log }: WorkersOptions,
  metrics: AggregatorRegistry<RegistryContentType>,
): Promise<string> {
  const answers = { 'demo sign-in': demoSignIn, metrics: () => metrics.clusterMetrics() };
  const up = Promise.withResolvers<string>();
  const send = (message: PrimaryMessage) => void (worker.isConnected() && worker.send(message));
  worker.on('error', () => undefined);
  worker.on('message', (message: WorkerMessage) => {
    if ('failed' in message) up.reject(new Error(message.failed));
    if ('address' in message) up.resolve(message.address);
    if (!('ask' in message)) return;
    const reply = (value: unknown) => send({ answerTo: message.ask, value });
    answers[message.ask]().then(reply, () => reply(undefined));
  });
  worker.once('exit', (code, signal) =>
    up.reject(new Error(`A worker ended at its start (${signal ?? `exit code ${code}`}).`)),
  );
  send({ serve: serving });
  const address = await up.promise;
  watchForHang(worker, () => {
    log('A worker does not answer and is killed.');
    worker.process.kill('SIGKILL');
  });
  return address;
}

type Watched = Pick<Worker, 'on'> | Pick<ChildProcess, 'on'>;

/**
 * Calls `onHang` once a process has not said for 12 intervals that it is alive. Counts them instead
 * of elapsed time, because this process may have been suspended itself.
 */
export function watchForHang(watched: Watched, onHang: () => void, everyMs = ALIVE_EVERY_MS): void {
  let misses = 0;
  const watching = setInterval(() => {
    misses += 1;
    if (misses === MAX_MISSES) onHang();
  }, everyMs).unref();
  watched.on('message', () => (misses = 0));
  watched.on('exit', () => clearInterval(watching));
}

async function stopWorker(worker: Worker | undefined): Promise<void> {
  if (!worker || worker.isDead()) return;
  const exit = once(worker, 'exit');
  const killing = setTimeout(() => worker.process.kill('SIGKILL'), STOP_MS);
  if (worker.isConnected()) worker.send({ stop: true } satisfies PrimaryMessage);
  else worker.process.kill('SIGTERM');
  await exit.finally(() => clearTimeout(killing));
}
