import { MAX_DRAWER_BATCH } from '@pos/contract/sales/drawers/drawers';
import type { Books } from '../journal/books.ts';
import { changeResultsBy, findSalesWithResults } from '../rules/card-results.ts';
import { answerEntries, findUnsentEntries } from '../rules/drawer-outbox.ts';
import { changeReturnsBy, findReturnsToSend } from '../rules/return-outbox.ts';
import type { Access } from './access.ts';
import type { Clock } from './clock.ts';
import { type Server, toTrouble } from './server.ts';

/** Returns of one request: with 200 lines each they stay below its limit. */
const MAX_RETURNS = 50;
/** Sales whose card results are sent at once. */
const MAX_SETTLED = 50;

export type Parts = { books: Books; server: Server; access: Access; clock: Clock };
type Pos = ReturnType<Server['pos']>;

/** Sends what follows the sales: their returns, late results of their cards, entries of the drawer. */
export class FollowUps {
  readonly #parts: Parts;
  /**
   * True until all entries were sent once since the start: a server that was restored from a backup
   * may have forgotten some, and a repeat changes nothing.
   */
  #sendsAllEntries = true;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Sends each thing that waits once, to its fair. Adds to `stuck` the fairs for which nobody is
   * signed in; throws if the network or the server fails.
   */
  async send(stuck: Set<string>): Promise<void> {
    const { books, clock } = this.#parts;
    const returns = findReturnsToSend(books.returns.values());
    await this.#sendEach(returns, MAX_RETURNS, stuck, async (pos, batch) => {
      const { data } = await pos.refunds({ body: { refunds: batch.map(({ refund }) => refund) } });
      await books.keep(changeReturnsBy(data, books.returns, clock.now()));
    });
    const settled = findSalesWithResults(books.sales.values());
    await this.#sendEach(settled, MAX_SETTLED, stuck, async (pos, batch) => {
      const waiting = batch.flatMap(({ cardResults = [] }) => cardResults);
      const results = waiting
        .filter(({ answer }) => answer === null)
        .map(({ clientPaymentId, status }) => ({ clientPaymentId, status }));
      const { data } = await pos.payments({ body: { results } });
      await books.keepFrom(() => changeResultsBy(data, books.sales));
    });
    const { drawer = [] } = books.notes;
    const entries = this.#sendsAllEntries ? drawer : findUnsentEntries(drawer);
    await this.#sendEach(entries, MAX_DRAWER_BATCH, stuck, async (pos, batch) => {
      const { data } = await pos.drawerEntries({
        body: { entries: batch.map(({ entry }) => entry) },
      });
      await books.keepFrom(() => ({
        notes: { drawer: answerEntries(books.notes.drawer, data.results, clock.now()) },
      }));
    });
    this.#sendsAllEntries = false;
  }

  async #sendEach<Item extends { fairIdentifier: string }>(
    waiting: readonly Item[],
    max: number,
    stuck: Set<string>,
    send: (pos: Pos, batch: readonly Item[]) => Promise<void>,
  ): Promise<void> {
    const { access, server } = this.#parts;
    for (const fair of new Set(waiting.map(({ fairIdentifier }) => fairIdentifier))) {
      const own = waiting.filter(({ fairIdentifier }) => fairIdentifier === fair);
      for (let at = 0; at < own.length && !stuck.has(fair); at += max) {
        const token = await access.tokenFor(fair);
        if (token === null) stuck.add(fair);
        else
          await send(server.pos(token), own.slice(at, at + max)).catch((error: unknown) =>
            this.#onRefusal(error, fair, stuck),
          );
      }
    }
  }

  #onRefusal(error: unknown, fair: string, stuck: Set<string>): void {
    const { kind } = toTrouble(error);
    if (kind === 'unauthorized') this.#parts.access.drop(fair);
    if (kind !== 'unauthorized' && kind !== 'forbidden') throw error;
    stuck.add(fair);
  }
}
