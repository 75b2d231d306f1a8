import type { Change, Journal, Notes, StoredReturn, StoredSale } from './journal.ts';

/** A journal that ends with the page: for practice and tests. */
export class MemoryJournal implements Journal {
  readonly #sales = new Map<string, StoredSale>();
  readonly #returns = new Map<string, StoredReturn>();
  readonly #notes = new Map<string, unknown>();
  /** Rejects each write while it is set, as a full disk does. */
  failure: Error | null = null;

  constructor(notes: Partial<Notes> = {}) {
    for (const [name, value] of Object.entries(notes)) this.#notes.set(name, value);
  }

  readSales(): Promise<StoredSale[]> {
    return Promise.resolve(structuredClone(inOrder([...this.#sales.values()])));
  }

  readReturns(): Promise<StoredReturn[]> {
    return Promise.resolve(structuredClone(oldestFirst([...this.#returns.values()])));
  }

  readNotes(): Promise<Partial<Notes>> {
    return Promise.resolve(structuredClone(Object.fromEntries(this.#notes)) as Partial<Notes>);
  }

  async write({ sales = [], returns = [], removed = [], notes = {} }: Change): Promise<void> {
    await Promise.resolve();
    if (this.failure) throw this.failure;
    for (const sale of sales) {
      const holder = [...this.#sales.values()].find(
        ({ order }) =>
          order.epoch === sale.order.epoch &&
          order.sequence === sale.order.sequence &&
          order.clientOrderId !== sale.order.clientOrderId,
      );
      if (holder) throw new Error(`${sale.order.sequence} is the number of another sale.`);
    }
    for (const sale of structuredClone(sales)) this.#sales.set(sale.order.clientOrderId, sale);
    for (const each of structuredClone(returns))
      this.#returns.set(each.refund.clientRefundId, each);
    for (const id of removed) {
      this.#sales.delete(id);
      this.#returns.delete(id);
    }
    for (const [name, value] of Object.entries(structuredClone(notes)))
      if (value === null) this.#notes.delete(name);
      else this.#notes.set(name, value);
  }

  close(): void {
    // Nothing is held.
  }
}

/** Sorts sales by their numbers. */
export function inOrder(sales: readonly StoredSale[]): StoredSale[] {
  return sales.toSorted(
    ({ order: a }, { order: b }) => a.epoch - b.epoch || a.sequence - b.sequence,
  );
}

export function oldestFirst(returns: readonly StoredReturn[]): StoredReturn[] {
  return returns.toSorted((a, b) => a.refund.refundedAt.localeCompare(b.refund.refundedAt));
}
