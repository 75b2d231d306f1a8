import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';

/** Time after which an idle worker ends, in ms. */
const KEPT_MS = 30_000;
/** Time that drawing may take, in ms. */
const DRAWING_MS = 15_000;

/**
 * Worker that draws one document at a time, so that other requests continue meanwhile and memory stays
 * within the limit of one; other orders wait. It is kept for the next order for a while, because
 * loading the fonts and libraries takes longer than drawing.
 */
export class DrawingWorker<Order, Drawn> {
  readonly #file: URL;
  #kept: Worker | undefined;
  #rest: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** `file` is the worker's, which calls `drawOrders`. */
  constructor(file: URL) {
    this.#file = file;
  }

  /** Draws an order. Throws the worker's error; a `TimeoutError` after 15 seconds. */
  draw(order: Order): Promise<Drawn> {
    const drawn = this.#last.then(() => this.#draw(order));
    this.#last = drawn.catch(() => undefined);
    return drawn;
  }

  async #draw(order: Order): Promise<Drawn> {
    clearTimeout(this.#rest);
    const worker = (this.#kept ??= this.#start());
    const signal = AbortSignal.timeout(DRAWING_MS);
    worker.ref();
    try {
      const drawn = once(worker, 'message', { signal });
      worker.postMessage(order);
      const [message] = (await drawn) as [Drawn];
      worker.unref();
      this.#rest = setTimeout(() => this.#end(worker), KEPT_MS).unref();
      return message;
    } catch (error) {
      this.#end(worker);
      throw signal.aborted ? (signal.reason as Error) : error;
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    return worker.on('error', () => this.#end(worker));
  }

  #end(worker: Worker): void {
    if (this.#kept === worker) this.#kept = undefined;
    void worker.terminate();
  }
}

/** Draws each order that a `DrawingWorker` sends to this thread. An error ends the thread. */
export function drawOrders(draw: (order: never) => Promise<unknown>): void {
  if (!parentPort) throw new Error('This file is the body of a worker thread.');
  const port = parentPort;
  port.on('message', async (order: unknown) => port.postMessage(await draw(order as never)));
}
