import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, it } from 'vitest';
import { storedSale as sale } from '../../../testing/stored-sale.ts';
import { IndexedDbJournal } from './indexed-db-journal.ts';

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
});
