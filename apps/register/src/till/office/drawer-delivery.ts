import { MAX_DRAWER_BATCH } from '@pos/contract/sales/drawers/drawers';
import type { DrawerRecord } from '../drawer.ts';
import type { Books } from '../journal/books.ts';
import { answerEntries, findUnsentEntries } from '../rules/drawer-outbox.ts';
import type { Access } from './access.ts';
import type { Clock } from './clock.ts';
import { type Server, toTrouble } from './server.ts';

type Parts = { books: Books; server: Server; access: Access; clock: Clock };

/** Sends entries of the drawer, after the sales. */
export class DrawerDelivery {
  readonly #parts: Parts;
  /**
   * True until all entries were sent once since the start: a server that was restored from a backup
   * may have forgotten some, and a repeat changes nothing.
   */
  #sendsAll = true;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Sends what waits, to its fair. Adds to `stuck` the fairs for which nobody is signed in; throws if
   * the network or the server fails.
   */
  async send(stuck: Set<string>): Promise<void> {
    const { drawer = [] } = this.#parts.books.notes;
    const waiting = this.#sendsAll ? drawer : findUnsentEntries(drawer);
    for (const fair of new Set(waiting.map(({ fairIdentifier }) => fairIdentifier))) {
      const own = waiting.filter(({ fairIdentifier }) => fairIdentifier === fair);
      for (let at = 0; at < own.length && !stuck.has(fair); at += MAX_DRAWER_BATCH)
        await this.#sendTo(fair, own.slice(at, at + MAX_DRAWER_BATCH), stuck);
    }
    this.#sendsAll = false;
  }

  async #sendTo(fair: string, batch: readonly DrawerRecord[], stuck: Set<string>): Promise<void> {
    const { access, books, server, clock } = this.#parts;
    const token = await access.tokenFor(fair);
    if (token === null) return void stuck.add(fair);
    try {
      const body = { entries: batch.map(({ entry }) => entry) };
      const { data } = await server.pos(token).drawerEntries({ body });
      await books.keepFrom(() => ({
        notes: { drawer: answerEntries(books.notes.drawer, data.results, clock.now()) },
      }));
    } catch (error) {
      const { kind } = toTrouble(error);
      if (kind !== 'unauthorized') throw error;
      access.drop(fair);
      stuck.add(fair);
    }
  }
}
