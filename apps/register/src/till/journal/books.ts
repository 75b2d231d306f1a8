import type { Change, Journal, Notes, StoredReturn, StoredSale } from './journal.ts';

/** The journal's contents in memory. What counts is applied after it is stored. */
export class Books {
  readonly #journal: Journal;
  #notes: Partial<Notes>;
  #sales: Map<string, StoredSale>;
  #returns: Map<string, StoredReturn>;
  /** Notes that are applied and wait to be stored. */
  #behind: NonNullable<Change['notes']> = {};
  #last: Promise<void> = Promise.resolve();
  /** Called when a note could not be stored behind, and (null) when one could again. */
  onTrouble: (error: unknown) => void = () => undefined;

  private constructor(
    journal: Journal,
    notes: Partial<Notes>,
    sales: StoredSale[],
    returns: StoredReturn[],
  ) {
    this.#journal = journal;
    this.#notes = notes;
    this.#sales = new Map(sales.map((sale) => [sale.order.clientOrderId, sale]));
    this.#returns = new Map(returns.map((each) => [each.refund.clientRefundId, each]));
  }

  /** Books of a till that has not opened its journal yet. */
  static empty(journal: Journal): Books {
    return new Books(journal, {}, [], []);
  }

  static async open(journal: Journal): Promise<Books> {
    const stored = [journal.readNotes(), journal.readSales(), journal.readReturns()] as const;
    const [notes, sales, returns] = await Promise.all(stored);
    return new Books(journal, withNumbers(notes, sales), sales, returns);
  }

  get notes(): Readonly<Partial<Notes>> {
    return this.#notes;
  }

  /** Finished sales by ID, in the order of their numbers. */
  get sales(): ReadonlyMap<string, StoredSale> {
    return this.#sales;
  }

  /** Returns by ID, oldest first. */
  get returns(): ReadonlyMap<string, StoredReturn> {
    return this.#returns;
  }

  /** Applies notes that need not outlive a reload: they are read again, or stored with a change. */
  keepInMemory(notes: Partial<Notes>): void {
    this.#apply({ notes });
  }

  /** Stores a change, then applies it. Rejects without effect if it is not known to be stored. */
  async keep(change: Change): Promise<void> {
    for (const name of Object.keys(change.notes ?? {}) as (keyof Notes)[])
      delete this.#behind[name];
    const stored = this.#last.then(() => this.#journal.write(change));
    this.#last = stored.catch(() => undefined);
    await stored;
    this.onTrouble(null);
    this.#apply(change);
  }

  /** Stores a change that is made, in its turn, from what was stored before it. */
  async keepFrom(make: () => Change): Promise<void> {
    const write = async () => {
      const change = make();
      await this.#journal.write(change);
      this.#apply(change);
    };
    const stored = this.#last.then(write);
    this.#last = stored.catch(() => undefined);
    await stored;
    this.onTrouble(null);
  }

  /** Applies notes at once and stores them behind: only the latest value of each counts. */
  keepSoon(notes: NonNullable<Change['notes']>): void {
    const isWaiting = Object.keys(this.#behind).length > 0;
    this.#apply({ notes });
    Object.assign(this.#behind, notes);
    if (isWaiting) return;
    this.#last = this.#last.then(() => this.#storeBehind());
  }

  async #storeBehind(): Promise<void> {
    const notes = this.#behind;
    this.#behind = {};
    if (Object.keys(notes).length === 0) return;
    try {
      await this.#journal.write({ notes });
      this.onTrouble(null);
    } catch (error) {
      this.onTrouble(error);
    }
  }

  /** Resolves when everything that was asked for before is stored. */
  settled(): Promise<void> {
    return this.#last;
  }

  close(): void {
    this.#journal.close();
  }

  #apply({ sales = [], returns = [], removed = [], notes = {} }: Change): void {
    if (sales.length > 0 || removed.length > 0) {
      this.#sales = new Map(this.#sales);
      for (const sale of sales) this.#sales.set(sale.order.clientOrderId, sale);
      for (const id of removed) this.#sales.delete(id);
    }
    if (returns.length > 0 || removed.length > 0) {
      this.#returns = new Map(this.#returns);
      for (const each of returns) this.#returns.set(each.refund.clientRefundId, each);
      for (const id of removed) this.#returns.delete(id);
    }
    const next: Record<string, unknown> = { ...this.#notes, ...notes };
    for (const [name, value] of Object.entries(next)) if (value === null) delete next[name];
    this.#notes = next;
  }
}

/** The last number is never below that of a stored sale, though the note of it was lost. */
function withNumbers(notes: Partial<Notes>, sales: readonly StoredSale[]): Partial<Notes> {
  const { numbers, pairing } = notes;
  const last = sales.at(-1)?.order;
  const deviceId = numbers?.deviceId ?? pairing?.deviceId;
  if (!last || deviceId === undefined) return notes;
  const isKnown =
    numbers !== undefined &&
    (numbers.epoch > last.epoch ||
      (numbers.epoch === last.epoch && numbers.sequence >= last.sequence));
  if (isKnown) return notes;
  return { ...notes, numbers: { deviceId, epoch: last.epoch, sequence: last.sequence } };
}
