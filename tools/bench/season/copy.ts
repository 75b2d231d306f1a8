import { once } from 'node:events';
import type pg from 'pg';

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
      await copyIn(client, `copy ${this.#table} (${this.#columns.join(', ')}) from stdin`, text);
    }
  }
}

/** Keeps the text of one COPY below the maximum length of a string. */
const LINES_A_COPY = 500_000;
const CHUNK = 1 << 20;

/** Part of the protocol that `pg` supports but does not type: the handlers of a copying query. */
type CopyConnection = {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  stream: NodeJS.EventEmitter & { writableNeedDrain: boolean };
};

/** Runs one `COPY … FROM STDIN` over `client`. */
function copyIn(client: pg.Client, statement: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const submitted = {
      submit(connection: CopyConnection) {
        connection.query(statement);
      },
      async handleCopyInResponse(connection: CopyConnection) {
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length; at += CHUNK) {
          connection.sendCopyFromChunk(bytes.subarray(at, at + CHUNK));
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
        }
        connection.endCopyFrom();
      },
      handleError(error: Error) {
        failure = error;
        reject(error);
      },
      handleReadyForQuery() {
        if (!failure) resolve();
      },
      handleCommandComplete() {},
    };
    client.query(submitted as unknown as pg.Submittable);
  });
}
