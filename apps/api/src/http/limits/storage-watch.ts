import { statfs } from 'node:fs/promises';
import type { StorageState } from '@pos/contract/staff/service-state';

/** Time that a refusal for lack of space counts if nothing else can tell, in ms. */
const FULL_MS = 60_000;
/** Minimum interval between identical log lines, in ms. */
const LOG_EVERY_MS = 60_000;
const GB = 1_000_000_000;
/** Free space that counts as low: 1 GB, or a tenth of a small disk (trust.md, F07). */
const LOW_BYTES = GB;
const LOW_SHARE = 0.1;
const LITTLE_BYTES = 20 * GB;
/**
 * Free space in which PostgreSQL cannot create the next file of its log (16 MiB), and so neither
 * runs nor starts.
 */
const FULL_BYTES = 16 * 1_048_576;

export type Space = { free: number; total: number };
/** Log lines with their details, such as `{ err }`. */
export type Log = {
  error(detail: object, message: string): void;
  warn(detail: object, message: string): void;
};

/** Returns the log of a server that is created later than the parts that write to it. */
export const toLog = (get: () => Log): Log => ({
  error: (detail, message) => get().error(detail, message),
  warn: (detail, message) => get().warn(detail, message),
});

/**
 * Monitors the free space of the data folder's disk, and refusals for lack of space, which it logs
 * once a minute. For a database on another machine, refusals are the only sign.
 */
export class StorageWatch {
  readonly #log: Log;
  readonly #readSpace: () => Promise<Space | undefined>;
  readonly #logged = new Map<StorageState, number>();
  #isFull = false;
  #fullAt = 0;

  /** `dataDir` is the folder whose disk is monitored. Without one only refusals count. */
  constructor(dataDir: string, log: Log, readSpace = () => findSpace(dataDir)) {
    this.#log = log;
    this.#readSpace = readSpace;
  }

  /** Records that something was not saved because the storage is full. */
  noteFull(error: unknown): void {
    this.#isFull = true;
    this.#fullAt = performance.now();
    this.#say('full', (log) =>
      log.error({ err: error }, 'the storage is full, nothing can be saved'),
    );
  }

  /**
   * `canWrite` tries to store a little while the storage counts as full. Returns undefined if it
   * cannot tell.
   */
  async state(canWrite: () => Promise<boolean | undefined>): Promise<StorageState> {
    if (this.#isFull) {
      const hasSpace = (await canWrite()) ?? performance.now() - this.#fullAt > FULL_MS;
      this.#isFull = !hasSpace;
    }
    if (this.#isFull) return 'full';
    const space = await this.#readSpace();
    if (!space || !isLow(space)) return 'ok';
    this.#say('low', (log) => log.warn(space, 'the storage is almost full'));
    return 'low';
  }

  /** Returns true if a database on this disk is down for lack of space. */
  async isOutOfSpace(): Promise<boolean> {
    const space = await this.#readSpace();
    return space !== undefined && space.free < FULL_BYTES;
  }

  /** Returns the bytes that may still be written, and the size of the disk, if they can be read. */
  space(): Promise<Space | undefined> {
    return this.#readSpace();
  }

  #say(state: StorageState, say: (log: Log) => void): void {
    const now = performance.now();
    if (now - (this.#logged.get(state) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
    this.#logged.set(state, now);
    say(this.#log);
  }
}

function isLow({ free, total }: Space): boolean {
  return free < LOW_BYTES || (free < LITTLE_BYTES && free < total * LOW_SHARE);
}

/** Returns the bytes that an ordinary user may still write, and the size of the disk. */
async function findSpace(folder: string): Promise<Space | undefined> {
  if (folder === '') return undefined;
  const disk = await statfs(folder).catch(() => undefined);
  return disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize };
}
