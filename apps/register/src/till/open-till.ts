import type { Send } from '@pos/contract/client';
import type { ReceiptEmail } from '@pos/contract/sales/drawers/receipts';
import type { Fulfilment } from '@pos/contract/sales/order-states';
import type { RegisterStudent } from '@pos/contract/sales/register-catalog';
import { Books } from './journal/books.ts';
import { CopiedJournal } from './journal/copied-journal.ts';
import { toSalesFile, unsentFile } from './journal/files.ts';
import { IndexedDbJournal } from './journal/indexed-db-journal.ts';
import type { Drawer } from './drawer.ts';
import type { ApprovalRequest, Approved } from './approval-views.ts';
import type { Journal } from './journal/journal.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { makeParts, type Parts, tidy } from './parts.ts';
import {
  removeLine,
  setDiscount,
  setExemption,
  setFulfilment,
  setQuantity,
} from './rules/running-sale.ts';
import { Server } from './office/server.ts';
import type { ReturnRecord, Returns } from './return-views.ts';
import { readStorage, type StorageState } from './journal/storage.ts';
import { browserLock, type TillLock } from './journal/till-lock.ts';
import type { EmailRefusal } from './result.ts';
import { toState, type Surroundings } from './till-state.ts';
import type {
  Customer,
  Discount,
  Exemption,
  NewItem,
  NewPayment,
  PayResult,
  Result,
  SaleRecord,
  SaleRefusal,
  SalesFile,
  ScanResult,
  SendRefusal,
  SettledCard,
  StartRefusal,
  Till,
  TillState,
  TitleView,
} from './till.ts';
import { toRecord, toReturnRecord } from './views.ts';
import { keepAwake } from './office/wakes.ts';

const FOUND = 20;

export type TillOptions = {
  appVersion?: string;
  journal?: Journal;
  send?: Send;
  lock?: TillLock;
  storage?: () => Promise<StorageState>;
};

/** Opens the till of this browser. It begins as `opening` and reads its journal meanwhile. */
export function openTill(options: TillOptions = {}): Till {
  return new BrowserTill(options);
}

class BrowserTill implements Till {
  readonly #options: Required<Omit<TillOptions, 'send'>>;
  readonly #server: Server;
  readonly #listeners = new Set<() => void>();
  readonly #ending = new AbortController();
  #around: Surroundings = {
    phase: 'opening',
    storage: { mayBeDeleted: false, isLow: false },
    isFailing: false,
  };
  #parts: Parts;
  #state: TillState | undefined;

  constructor({
    appVersion = '1',
    journal = new CopiedJournal(new IndexedDbJournal()),
    send,
    lock = browserLock(),
    storage = readStorage,
  }: TillOptions) {
    this.#options = { appVersion, journal, lock, storage };
    this.#server = new Server(send);
    this.#server.onChange = () => this.#changed();
    this.#parts = this.#makeOwnParts(Books.empty(new MemoryJournal()), false);
    this.#boot().catch(() => this.#changed({ phase: 'unusable' }));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): TillState => (this.#state ??= toState(this.#parts, this.#around));

  #changed(change: Partial<Surroundings> = {}): void {
    this.#around = { ...this.#around, ...change };
    this.#state = undefined;
    for (const listener of this.#listeners) listener();
  }

  #after<Value>(value: Value): Value {
    this.#changed();
    return value;
  }

  /** The first tab has the till; another one reads until that tab is gone. */
  async #boot(): Promise<void> {
    const { lock } = this.#options;
    if (!(await lock.isFree())) {
      await this.#open(false);
      await lock.wait();
    }
    await this.#open(true);
  }

  /** Room and the promise to keep it change while the till is open. Older browsers tell neither. */
  async #lookAtStorage(): Promise<void> {
    const storage = await this.#options.storage().catch(() => null);
    if (storage) this.#changed({ storage });
  }

  async #open(isOwner: boolean): Promise<void> {
    const books = await Books.open(this.#options.journal);
    if (this.#ending.signal.aborted) return books.close();
    books.onTrouble = (error) => {
      const isFailing = error !== null;
      if (isFailing !== this.#around.isFailing) this.#changed({ isFailing });
    };
    this.#parts = this.#makeOwnParts(books, isOwner);
    if (isOwner) {
      tidy(this.#parts);
      const changed = () => this.#changed();
      keepAwake(this.#parts, this.#ending.signal, changed, () => void this.#lookAtStorage());
    }
    this.#changed({ phase: isOwner ? 'usable' : 'second_tab' });
  }

  #makeOwnParts(books: Books, isOwner: boolean): Parts {
    const { appVersion } = this.#options;
    return makeParts(books, this.#server, { appVersion, isOwner }, () => this.#changed());
  }

  close(): void {
    this.#ending.abort();
    this.#parts.delivery.close();
    this.#parts.books.close();
    this.#options.lock.release();
  }

  // Start

  async pair(given: { deviceId: string; pairingCode: string }): Promise<Result<StartRefusal>> {
    return this.#after(await this.#parts.access.pair(given));
  }

  async refreshPeople(): Promise<Result<StartRefusal>> {
    return this.#after(await this.#parts.access.refreshPeople());
  }

  async signIn(given: {
    personId: string;
    secretCode: string;
    fairIdentifier: string;
  }): Promise<Result<StartRefusal>> {
    const result = await this.#parts.access.signIn(given);
    if (result.ok) {
      await this.#parts.supplies.refresh({ all: true });
      this.#parts.delivery.wake();
    }
    return this.#after(result);
  }

  async signOff(): Promise<Result<'not_stored'>> {
    this.#parts.checkout.nextCustomer();
    const { access, server } = this.#parts;
    const result = await access.signOff();
    // The people who work here may have changed since.
    if (result.ok && server.isReached) void access.refreshPeople().then(() => this.#changed());
    return this.#after(result);
  }

  setTraining(isOn: boolean): void {
    this.#parts.checkout.nextCustomer();
    this.#parts.floor.setTraining(isOn);
    this.#changed();
  }

  // Sell

  scan(text: string): ScanResult {
    return this.#parts.counter.scan(text);
  }

  findTitles(text: string, limit = FOUND): TitleView[] {
    return this.#parts.floor.shelf.findTitles(text, limit);
  }

  findStudents(text: string, limit = FOUND): RegisterStudent[] {
    return this.#parts.floor.shelf.findStudents(text, limit);
  }

  addTitle(sku: string, fulfilment?: Fulfilment): Result<SaleRefusal> {
    return this.#parts.counter.addTitle(sku, fulfilment);
  }

  addItem(item: NewItem): Result<SaleRefusal> {
    return this.#parts.counter.addItem(item);
  }

  setQuantity(lineId: string, quantity: number): Result<SaleRefusal> {
    return this.#parts.counter.change((sale) => setQuantity(sale, lineId, quantity));
  }

  removeLine(lineId: string): Result<SaleRefusal> {
    return this.#parts.counter.change((sale) => removeLine(sale, lineId));
  }

  setFulfilment(lineId: string, fulfilment: Fulfilment): Result<SaleRefusal> {
    return this.#parts.counter.change((sale) => setFulfilment(sale, lineId, fulfilment));
  }

  setDiscount(lineId: string, discount: Discount | null): Result<SaleRefusal> {
    return this.#parts.counter.change((sale) => setDiscount(sale, lineId, discount));
  }

  setExemption(exemption: Exemption | null): Result<SaleRefusal> {
    return this.#parts.counter.change((sale) => setExemption(sale, exemption));
  }

  setCustomer(customer: Customer | null): Result<SaleRefusal> {
    return this.#parts.counter.setCustomer(customer);
  }

  setCashInHand(cents: number | null): void {
    this.#parts.counter.change((sale) => ({ ok: true, sale: { ...sale, cashInHandCents: cents } }));
  }

  park(note?: string): Result<SaleRefusal> {
    return this.#parts.counter.park(note);
  }

  resume(saleId: string): Result<SaleRefusal> {
    return this.#parts.counter.resume(saleId);
  }

  discard(saleId: string): Result<SaleRefusal> {
    return this.#parts.counter.discard(saleId);
  }

  // Pay

  startPayment(): Promise<PayResult> {
    return this.#parts.checkout.start();
  }

  backToSale(): Result<SaleRefusal> {
    return this.#parts.checkout.back();
  }

  take(payment: NewPayment): Promise<PayResult> {
    return this.#parts.checkout.take(payment);
  }

  giveBack(paymentId: string): Result<SaleRefusal> {
    return this.#parts.checkout.giveBack(paymentId);
  }

  storeAgain(): Promise<PayResult> {
    return this.#parts.checkout.storeAgain();
  }

  askAgain(): Promise<PayResult> {
    return this.#parts.checkout.ask();
  }

  finishUnanswered(): Promise<PayResult> {
    return this.#parts.checkout.finishUnanswered();
  }

  showChangeFor(tenderedCents: number): void {
    this.#parts.checkout.showChangeFor(tenderedCents);
    this.#changed();
  }

  nextCustomer(): void {
    this.#parts.checkout.nextCustomer();
    this.#changed();
  }

  async approve(request: ApprovalRequest): Promise<Approved> {
    return this.#after(await this.#parts.approvals.approve(request));
  }

  async returns(): Promise<Returns> {
    const { ReturnDesk } = await import('./return-desk.ts');
    const { floor, server, access, delivery } = this.#parts;
    return new ReturnDesk(floor, server, access, () => delivery.wake());
  }

  // Around

  sendNow(): Promise<Result<SendRefusal>> {
    return this.#parts.delivery.sendNow();
  }

  sales(): SaleRecord[] {
    const { books, floor } = this.#parts;
    const fair = books.notes.session?.fair.identifier;
    return [...books.sales.values()]
      .filter(({ fairIdentifier }) => fairIdentifier === fair)
      .map((sale) => toRecord(sale, floor.shelf))
      .toReversed();
  }

  async settleCard(given: SettledCard): Promise<Result<'not_stored'>> {
    const module = await import('./settle-card.ts');
    return this.#after(await module.settleCard(this.#parts, given));
  }

  async emailReceipt(given: ReceiptEmail): Promise<Result<EmailRefusal>> {
    const module = await import('./email-receipt.ts');
    return this.#after(await module.emailReceipt(this.#parts, given));
  }

  async drawer(): Promise<Drawer> {
    const { DrawerDesk } = await import('./drawer-desk.ts');
    const { floor, server, access, delivery } = this.#parts;
    return new DrawerDesk(floor, server, access, () => {
      delivery.wake();
      this.#changed();
    });
  }

  givenReturns(): ReturnRecord[] {
    const { books, floor } = this.#parts;
    const fair = books.notes.session?.fair.identifier;
    return [...books.returns.values()]
      .filter(({ fairIdentifier }) => fairIdentifier === fair)
      .map((each) => toReturnRecord(each, floor.shelf))
      .toReversed();
  }

  unsentFile(): SalesFile {
    const { books, clock } = this.#parts;
    return unsentFile(books.sales, books.returns, books.notes, clock.now());
  }

  unstoredFile(): SalesFile | null {
    const { checkout, books, clock } = this.#parts;
    const { unstored } = checkout;
    return unstored && toSalesFile([unstored], books.notes, clock.now());
  }
}
