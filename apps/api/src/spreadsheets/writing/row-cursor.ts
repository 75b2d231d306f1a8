import type { WrittenRow } from '#api/spreadsheets/writing/written.ts';

/**
 * Iterates over rows with one row of lookahead, to decide about a further sheet before taking the
 * next row.
 */
export class RowCursor {
  readonly #iterator: Iterator<WrittenRow, unknown> | AsyncIterator<WrittenRow, unknown>;
  #next: WrittenRow | undefined;
  #ended = false;

  constructor(rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>) {
    this.#iterator =
      Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  /**
   * Returns the next row without taking it; undefined at the end. Returns a promise only for
   * asynchronous sources.
   */
  peek(): WrittenRow | undefined | Promise<WrittenRow | undefined> {
    if (this.#next !== undefined || this.#ended) return this.#next;
    const result = this.#iterator.next();
    return result instanceof Promise
      ? result.then((later) => this.#keep(later))
      : this.#keep(result);
  }

  /** Skips the row returned by `peek`. */
  advance(): void {
    this.#next = undefined;
  }

  #keep(result: IteratorResult<WrittenRow, unknown>): WrittenRow | undefined {
    if (result.done) this.#ended = true;
    else this.#next = result.value;
    return this.#next;
  }

  /** Closes the source, even if not all rows were taken. */
  async close(): Promise<void> {
    if (!this.#ended) await this.#iterator.return?.();
    this.#ended = true;
  }
}
