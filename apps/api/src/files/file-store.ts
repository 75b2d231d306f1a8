import type { Readable, Writable } from 'node:stream';

/** A stored file: its name, and the time in ms when it was written. */
export type StoredFileName = { name: string; at: number };

/**
 * Finished files of jobs that are too large for a row. All processes of one database share them,
 * and none is ever whole in memory.
 */
export type FileStore = {
  /**
   * Writes a file completely or not at all, as streamed by `write`. Another attempt under the same
   * name replaces it.
   */
  write(name: string, write: (out: Writable) => Promise<void>): Promise<void>;
  /**
   * Returns the file as a stream; undefined if it is gone. If it is deleted meanwhile, the stream
   * fails or has all of it, so that nobody takes a part for the whole.
   */
  read(name: string): Promise<Readable | undefined>;
  drop(name: string): Promise<void>;
  /** Returns the names of all files, those that are being written included. */
  list(): Promise<StoredFileName[]>;
};
