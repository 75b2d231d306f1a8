import type { WrittenRow } from '#api/spreadsheets/writing/written.ts';

/** Rows one by one, with a look ahead: whether a further sheet is needed must be known before the next row is taken. */
export class RowCursor {
  readonly #iterator: Iterator<WrittenRow, unknown> | AsyncIterator<WrittenRow, unknown>;
  #next: WrittenRow | undefined;
  #ended = false;

  constructor(rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>) {
    this.#iterator =
      Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  /** The next row, left in place; undefined at the end. A promise only where the source is asynchronous. */
  peek(): WrittenRow | undefined | Promise<WrittenRow | undefined> {
    if (this.#next !== undefined || this.#ended) return this.#next;
    const result = this.#iterator.next();
    return result instanceof Promise
      ? result.then((later) => this.#keep(later))
      : this.#keep(result);
  }

  /** Leaves behind the row that was looked at. */
  advance(): void {
    this.#next = undefined;
  }

  #keep(result: IteratorResult<WrittenRow, unknown>): WrittenRow | undefined {
    if (result.done) this.#ended = true;
    else this.#next = result.value;
    return this.#next;
  }

  /** Lets the source go, also when its rows were not all taken. */
  async close(): Promise<void> {
    if (!this.#ended) await this.#iterator.return?.();
    this.#ended = true;
  }
}
