import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A value of one column: text without tabs or line breaks, a number, a boolean, or null. */
export type Cell = string | number | boolean | null;

/** Buffers rows of one table in the text format of COPY. */
export class CopyBuffer {
  readonly #table: string;
  readonly #columns: readonly string[];
  #lines: string[] = [];

  constructor(table: string, columns: string) {
    this.#table = table;
    this.#columns = columns.split(' ');
  }

  add(...cells: Cell[]): void {
    if (cells.length !== this.#columns.length)
      throw new Error(
        `A row of ${this.#table} has ${cells.length} cells for ${this.#columns.length} columns.`,
      );
    let line = '';
    for (const cell of cells) line += cell === null ? '\\N\t' : `${cell}\t`;
    this.#lines.push(line.slice(0, -1));
  }

  /** Sends the buffered rows and clears the buffer. */
  async flush(client: pg.Client): Promise<void> {
    if (this.#lines.length === 0) return;
    const lines = this.#lines;
    this.#lines = [];
    for (let at = 0; at < lines.length; at += LINES_A_COPY) {
      const text = `${lines.slice(at, at + LINES_A_COPY).join('\n')}\n`;
      const statement = `copy ${this.#table} (${this.#columns.join(', ')}) from stdin`;
      await pipeline(Readable.from([text]), client.query(copyFrom(statement)));
    }
  }
}

/** Keeps the text of one COPY below the maximum length of a string. */
const LINES_A_COPY = 500_000;
