import type { Access } from './access.ts';
import type { Books } from '../journal/books.ts';
import type { Clock } from './clock.ts';
import type { StoredReturn } from '../journal/journal.ts';
import { changeReturnsBy, findReturnsToSend } from '../rules/return-outbox.ts';
import { type Server, toTrouble } from './server.ts';

/** Returns of one request: with 200 lines each they stay below its limit. */
const MAX_BATCH = 50;

/** Sends returns after the sales that they may be of. */
export class ReturnDelivery {
  readonly #books: Books;
  readonly #server: Server;
  readonly #access: Access;
  readonly #clock: Clock;

  constructor({
    books,
    server,
    access,
    clock,
  }: {
    books: Books;
    server: Server;
    access: Access;
    clock: Clock;
  }) {
    this.#books = books;
    this.#server = server;
    this.#access = access;
    this.#clock = clock;
  }

  /**
   * Sends each return that waits once, to its fair. Adds to `stuck` the fairs for which nobody is
   * signed in; throws if the network or the server fails.
   */
  async send(stuck: Set<string>): Promise<void> {
    const waiting = findReturnsToSend(this.#books.returns.values());
    for (const fair of new Set(waiting.map(({ fairIdentifier }) => fairIdentifier))) {
      const own = waiting.filter(({ fairIdentifier }) => fairIdentifier === fair);
      for (let at = 0; at < own.length && !stuck.has(fair); at += MAX_BATCH)
        await this.#sendTo(fair, own.slice(at, at + MAX_BATCH), stuck);
    }
  }

  async #sendTo(fair: string, batch: readonly StoredReturn[], stuck: Set<string>): Promise<void> {
    const token = await this.#access.tokenFor(fair);
    if (token === null) return void stuck.add(fair);
    try {
      const body = { refunds: batch.map(({ refund }) => refund) };
      const { data } = await this.#server.pos(token).refunds({ body });
      await this.#books.keep(changeReturnsBy(data, this.#books.returns, this.#clock.now()));
    } catch (error) {
      const { kind } = toTrouble(error);
      if (kind === 'unauthorized') this.#access.drop(fair);
      if (kind !== 'unauthorized' && kind !== 'forbidden') throw error;
      stuck.add(fair);
    }
  }
}
