import type { Change, Journal, Notes, StoredReturn, StoredSale } from './journal.ts';
import { inOrder, oldestFirst } from './memory-journal.ts';
import { SaleCopies } from './sale-copies.ts';

/**
 * A journal with a second copy of what is not sent yet. A sale counts when the journal has it; one
 * that the journal has lost comes from its copy, and is sent like the others.
 */
export class CopiedJournal implements Journal {
  readonly #journal: Journal;
  readonly #copies: SaleCopies;

  constructor(journal: Journal, copies = new SaleCopies()) {
    this.#journal = journal;
    this.#copies = copies;
  }

  async readSales(): Promise<StoredSale[]> {
    return inOrder(await this.#complete('sales', await this.#journal.readSales()));
  }

  async readReturns(): Promise<StoredReturn[]> {
    return oldestFirst(await this.#complete('returns', await this.#journal.readReturns()));
  }

  /** Without its copies the journal is as it was. */
  #complete: SaleCopies['complete'] = (kind, stored) =>
    this.#copies.complete(kind, stored).catch(() => [...stored]);

  readNotes(): Promise<Partial<Notes>> {
    return this.#journal.readNotes();
  }

  async write(change: Change): Promise<void> {
    await this.#journal.write(change);
    this.#copies.follow(change);
  }

  close(): void {
    this.#journal.close();
  }
}
