import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SMALL_HEAP } from '#api/start/small-heap.ts';
import { Channel } from './channel.ts';
import { watchForHang } from './hang-watch.ts';
import type { WorkerSetup, WorkerMessage } from './worker-messages.ts';

const PROGRAM = fileURLToPath(new URL('worker.ts', import.meta.url));
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Time after which a worker counts as stable, and the pause starts over, in ms. */
const STABLE_MS = 60_000;
/** Time that a worker has to finish its requests, in ms, above that of its server. */
const STOP_MS = 17_000;

export type Workers = {
  /** URL that all of them listen on. */
  address: string;
  /** Lets all finish their requests and ends them. */
  stop(): Promise<void>;
};

export type WorkersOptions = {
  count: number;
  serving: WorkerSetup;
  /** Answers to the questions of workers, by name. */
  answers: Readonly<Record<string, () => Promise<unknown>>>;
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
  const group = new WorkerGroup(options);
  try {
    const addresses = await Promise.all(Array.from({ length: count }, () => group.begin()));
    group.keepAlive(log);
    return { address: addresses[0] ?? '', stop: () => group.stop() };
  } catch (error) {
    await group.stop();
    throw error;
  }
}

class WorkerGroup {
  readonly #options: WorkersOptions;
  readonly #workers = new Map<Worker, Channel>();
  #isStopping = false;

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  /** Starts one and returns its address. */
  async begin(): Promise<string> {
    const { serving, answers } = this.#options;
    const worker = cluster.fork(SMALL_HEAP.env);
    const channel = new Channel(worker, { ...answers, measurements: () => this.#measurements() });
    this.#workers.set(worker, channel);
    worker.once('exit', () => this.#workers.delete(worker));
    worker.on('error', () => undefined);
    const up = Promise.withResolvers<string>();
    worker.on('message', (message: WorkerMessage) => {
      if ('isUp' in message) {
        this.#endIfItHangs(worker, channel);
        up.resolve(message.address);
      }
      if ('failed' in message) up.reject(new Error(message.failed));
    });
    worker.once('exit', (code, signal) =>
      up.reject(new Error(`A worker ended at its start (${signal ?? `exit code ${code}`}).`)),
    );
    worker.send({ serve: serving });
    return up.promise;
  }

  /** Replaces each worker that ends from now on. */
  keepAlive(log: (line: string) => void): void {
    for (const worker of this.#workers.keys()) this.#replaceAtEnd(worker, log, FIRST_PAUSE_MS);
  }

  #endIfItHangs(worker: Worker, channel: Channel): void {
    const endWatch = watchForHang(channel, () => {
      this.#options.log('A worker does not answer and is killed.');
      worker.process.kill('SIGKILL');
    });
    worker.once('exit', endWatch);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#workers.keys()].map(stopWorker));
  }

  #replaceAtEnd(worker: Worker, log: (line: string) => void, waitMs: number): void {
    const begun = performance.now();
    worker.once('exit', (code, signal) => {
      if (this.#isStopping) return;
      log(`A worker ended (${signal ?? `exit code ${code}`}). Starting another one.`);
      const wait = performance.now() - begun > STABLE_MS ? FIRST_PAUSE_MS : waitMs;
      void this.#replace(log, wait);
    });
  }

  async #replace(log: (line: string) => void, waitMs: number): Promise<void> {
    await pause(waitMs, undefined, { ref: false });
    if (this.#isStopping) return;
    const before = new Set(this.#workers.keys());
    const up = this.begin();
    const next = [...this.#workers.keys()].find((worker) => !before.has(worker));
    if (next) this.#replaceAtEnd(next, log, Math.min(2 * waitMs, LONGEST_PAUSE_MS));
    // Its end is followed by another try.
    await up.catch((error: unknown) => {
      if (!this.#isStopping) log((error as Error).message);
    });
  }

  /** Measurements of all workers that answer. */
  async #measurements(): Promise<unknown[]> {
    const channels = [...this.#workers.values()];
    const found = await Promise.all(channels.map((channel) => channel.ask('own measurements')));
    return found.filter((one) => one !== undefined);
  }
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exit = once(worker, 'exit');
  const killing = setTimeout(() => worker.process.kill('SIGKILL'), STOP_MS);
  try {
    if (worker.isConnected()) worker.send({ stop: true });
    else worker.process.kill('SIGTERM');
    await exit;
  } finally {
    clearTimeout(killing);
  }
}
