import type { WrittenRow } from '#api/spreadsheets/writing/written.ts';

/** Rows one by one, with a look ahead: whether a further sheet is needed must be known before the next row is taken. */
export class RowCursor {
  readonly #iterator: Iterator<WrittenRow> | AsyncIterator<WrittenRow>;
  #next: WrittenRow | undefined;
  #ended = false;

  constructor(rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>) {
    this.#iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  /** The next row, left in place; undefined at the end. */
  async peek(): Promise<WrittenRow | undefined> {
    if (this.#next !== undefined || this.#ended) return this.#next;
    const result = await this.#iterator.next();
    if (result.done) this.#ended = true;
    else this.#next = result.value;
    return this.#next;
  }

  async take(): Promise<WrittenRow | undefined> {
    const row = await this.peek();
    this.#next = undefined;
    return row;
  }

  /** Lets the source go, also when its rows were not all taken. */
  async close(): Promise<void> {
    if (!this.#ended) await this.#iterator.return?.();
    this.#ended = true;
  }
}
