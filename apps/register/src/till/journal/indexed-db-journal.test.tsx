import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, it } from 'vitest';
import { storedSale as sale } from '../../../testing/stored-sale.ts';
import { CopiedJournal } from './copied-journal.ts';
import { IndexedDbJournal } from './indexed-db-journal.ts';
import { SaleCopies } from './sale-copies.ts';

const NAME = 'journal-test';
const opened: IndexedDbJournal[] = [];
const open = () => {
  const journal = new IndexedDbJournal(NAME);
  opened.push(journal);
  return journal;
};
const numbers = (sequence: number) => ({ deviceId: 'REG-1', epoch: 1, sequence });

describe('the journal in a browser', () => {
  afterEach(async () => {
    for (const journal of opened.splice(0)) journal.close();
    await deleteDB(NAME);
  });

  it('gives back sales by number, and notes, to a page that opens it later', async () => {
    const journal = open();
    await journal.write({ sales: [sale(2)], notes: { numbers: numbers(2) } });
    await journal.write({ sales: [sale(1)] });
    journal.close();
    const later = open();
    expect((await later.readSales()).map(({ order }) => order.sequence)).toEqual([1, 2]);
    expect(await later.readNotes()).toEqual({ numbers: numbers(2) });
    await later.write({ notes: { numbers: null } });
    expect(await later.readNotes()).toEqual({});
  });

  it('refuses a number that another sale has, and stores nothing of that change', async () => {
    const journal = open();
    await journal.write({ sales: [sale(1)], notes: { numbers: numbers(1) } });
    await expect(
      journal.write({ sales: [sale(2), sale(1)], notes: { numbers: numbers(2) } }),
    ).rejects.toThrow();
    expect((await journal.readSales()).map(({ order }) => order.sequence)).toEqual([1]);
    expect(await journal.readNotes()).toEqual({ numbers: numbers(1) });
  });

  it('stores after the browser has closed its connection, as in the background', async () => {
    const journal = open();
    await journal.write({ sales: [sale(1)] });
    // A newer version asks the connection to close, which the browser does by itself elsewhere.
    (await openDB(NAME, 2)).close();
    await deleteDB(NAME);
    await journal.write({ sales: [sale(2)] });
    expect((await journal.readSales()).map(({ order }) => order.sequence)).toEqual([2]);
  });

  it('has an unsent sale again after the browser began an empty database, until the server has it', async () => {
    const copies = new SaleCopies(NAME);
    const copied = () => new CopiedJournal(open(), copies);
    const [waits, sent] = [sale(1), sale(2)];
    const answer = { result: 'accepted', at: '2026-10-14T16:00:00.000Z' } as const;
    const lose = async () => {
      await copies.settled();
      for (const journal of opened) journal.close();
      await deleteDB(NAME);
    };
    await copied().write({ sales: [waits, sent] });
    await copied().write({ sales: [{ ...sent, answer }] });
    await lose();
    expect(await copied().readSales()).toEqual([waits]);
    await copied().write({ sales: [{ ...waits, answer }] });
    await lose();
    expect(await copied().readSales()).toEqual([]);
    await caches.delete(NAME);
  });

  it('reads past a torn record, which comes from its copy', async () => {
    const copies = new SaleCopies(NAME);
    const [first, second] = [sale(1), sale(2)];
    await new CopiedJournal(open(), copies).write({ sales: [first, second] });
    await copies.settled();
    const { clientOrderId, epoch, sequence } = second.order;
    const raw = await openDB(NAME);
    await raw.put('sales', { order: { clientOrderId, epoch, sequence } });
    raw.close();
    expect(await open().readSales()).toEqual([first]);
    expect(await new CopiedJournal(open(), copies).readSales()).toEqual([first, second]);
    await caches.delete(NAME);
  });
});
