import type { Fulfilment } from '@pos/contract/sales/order-states';
import type { Floor } from './floor.ts';
import {
  addItem,
  addTitle,
  beginSale,
  type Buyer,
  type Changed,
  type RunningSale,
  setBuyer,
} from './rules/running-sale.ts';
import { findIsbn13, toReceipt } from './rules/scan.ts';
import type { StoredSale } from './journal/journal.ts';
import type { Customer, NewItem, Result, SaleRefusal, ScanResult } from './till.ts';
import { toRecord } from './views.ts';

/** Commands that change the running sale before it is paid. */
export class Counter {
  readonly #floor: Floor;
  /** Called before a new sale's first line: the finished one leaves the screen. */
  onBegin: () => void = () => undefined;
  /** Called with the number of a student who buys. */
  onStudent: (studentNumber: string) => void = () => undefined;

  constructor(floor: Floor) {
    this.#floor = floor;
  }

  /** Applies a rule to the running sale, if it may still change. */
  change(rule: (sale: RunningSale) => Changed): Result<SaleRefusal> {
    const { selling, sale, lock } = this.#floor;
    if (!selling.allowed) return { ok: false, reason: 'not_selling' };
    if (lock) return { ok: false, reason: lock };
    const changed = rule(sale);
    if (!changed.ok) return changed;
    this.onBegin();
    this.#floor.setSale(changed.sale);
    return { ok: true };
  }

  addTitle(sku: string, fulfilment?: Fulfilment): Result<SaleRefusal> {
    const title = this.#floor.shelf.title(sku);
    if (!title) return { ok: false, reason: 'unknown_title' };
    return this.change((sale) => addTitle(sale, title, fulfilment));
  }

  addItem(item: NewItem): Result<SaleRefusal> {
    return this.change((sale) => addItem(sale, item));
  }

  setCustomer(customer: Customer | null): Result<SaleRefusal> {
    const buyer: Buyer | null =
      customer?.type === 'student'
        ? { type: 'student', studentNumber: customer.student.studentNumber }
        : customer;
    const result = this.change((sale) => setBuyer(sale, buyer));
    if (result.ok && buyer?.type === 'student') this.onStudent(buyer.studentNumber);
    return result;
  }

  scan(text: string): ScanResult {
    const { shelf, books } = this.#floor;
    const student = shelf.student(text.trim());
    if (student) {
      const result = this.setCustomer({ type: 'student', student });
      return result.ok ? { kind: 'student', student } : { kind: 'refused', reason: result.reason };
    }
    const title = shelf.titleOfScan(text);
    if (title) {
      const result = this.addTitle(title.sku);
      if (!result.ok) return { kind: 'refused', reason: result.reason };
      const lineId = this.#floor.sale.newestLineId ?? '';
      return { kind: 'title', title: shelf.view(title), lineId };
    }
    const code = toReceipt(text);
    if (code === null) return { kind: 'unknown', code: text.trim(), isbn13: findIsbn13(text) };
    const sale = findByReceipt(books.sales, code);
    return { kind: 'receipt', sale: sale ? toRecord(sale, shelf) : null, code };
  }

  park(note = ''): Result<SaleRefusal> {
    const { sale, selling, isTraining, lock } = this.#floor;
    if (!selling.allowed || isTraining) return { ok: false, reason: 'not_selling' };
    if (lock) return { ok: false, reason: lock };
    if (sale.lines.length === 0) return { ok: false, reason: 'nothing_to_sell' };
    this.#put(beginSale(), [this.#aside(sale, note), ...this.#parked]);
    return { ok: true };
  }

  resume(saleId: string): Result<SaleRefusal> {
    const { sale, selling, isTraining, lock } = this.#floor;
    if (!selling.allowed || isTraining) return { ok: false, reason: 'not_selling' };
    if (lock) return { ok: false, reason: lock };
    const wanted = this.#parked.find(({ id }) => id === saleId);
    if (!wanted) return { ok: false, reason: 'no_line' };
    const others = this.#parked.filter(({ id }) => id !== saleId);
    this.onBegin();
    this.#put(
      { ...wanted, parkedAt: null },
      sale.lines.length > 0 ? [this.#aside(sale, sale.note), ...others] : others,
    );
    return { ok: true };
  }

  discard(saleId: string): Result<SaleRefusal> {
    const { sale, isTraining, lock } = this.#floor;
    if (saleId !== sale.id) {
      if (isTraining) return { ok: false, reason: 'not_selling' };
      this.#floor.books.keepSoon({ parked: this.#parked.filter(({ id }) => id !== saleId) });
      this.#floor.onChange();
      return { ok: true };
    }
    if (lock) return { ok: false, reason: lock };
    this.#floor.setSale(beginSale());
    return { ok: true };
  }

  get #parked(): readonly RunningSale[] {
    return this.#floor.books.notes.parked ?? [];
  }

  #aside(sale: RunningSale, note: string): RunningSale {
    return { ...sale, stage: 'sell', note: note.trim(), parkedAt: this.#floor.clock.now() };
  }

  /** One write: a sale is never in both places, or in none. */
  #put(running: RunningSale, parked: RunningSale[]): void {
    this.#floor.books.keepSoon({ running, parked });
    this.#floor.onChange();
  }
}

function findByReceipt(
  sales: ReadonlyMap<string, StoredSale>,
  code: string,
): StoredSale | undefined {
  return (
    sales.get(code) ??
    [...sales.values()].find(({ answer }) => answer?.orderNumber?.toUpperCase() === code)
  );
}
