import type { ApprovalKind } from '@pos/contract/sales/approvals/register-approvals';
import type { RegisterStudent } from '@pos/contract/sales/register-catalog';
import type { Day, Instant } from '@pos/contract/values';
import { dayIn } from '@pos/contract/values/clock';
import type { Books } from './journal/books.ts';
import type { Clock } from './office/clock.ts';
import type { SaleApproval } from './approval-views.ts';
import { findMissingApprovals } from './rules/approving.ts';
import { PRACTICE_SHELF } from './rules/practice.ts';
import { beginSale, findSaleRefusal, type RunningSale } from './rules/running-sale.ts';
import type { Server } from './office/server.ts';
import { Shelf, type StoredCatalog, type StoredStudents } from './rules/shelf.ts';
import type { TenderTerms } from './rules/tenders.ts';
import type { SaleRefusal, Selling } from './till.ts';

const NOBODY: readonly RegisterStudent[] = [];

/** Surroundings of a sale: the shelf, the running sale, and whether selling is allowed. */
export class Floor {
  readonly books: Books;
  readonly clock: Clock;
  readonly #server: Server;
  #shelf = new Shelf(null, NOBODY);
  #shelved: [StoredCatalog | undefined, StoredStudents | undefined] = [undefined, undefined];
  #counted: readonly unknown[] = [];
  /** The sale of a practice, which is never stored. */
  #practice: RunningSale | null = null;
  /** False in a second tab, which only reads. */
  readonly #isOwner: boolean;
  /** A sale is being stored or offered: no command may change it. */
  isBusy = false;
  onChange: () => void = () => undefined;

  constructor(books: Books, clock: Clock, server: Server, isOwner: boolean) {
    this.#isOwner = isOwner;
    this.books = books;
    this.clock = clock;
    this.#server = server;
    // It is stored with its first line.
    if (!books.notes.running) books.keepInMemory({ running: beginSale() });
  }

  get isTraining(): boolean {
    return this.#practice !== null;
  }

  setTraining(isOn: boolean): void {
    if (isOn !== this.isTraining) this.#practice = isOn ? beginSale() : null;
  }

  get sale(): RunningSale {
    return this.#practice ?? this.books.notes.running ?? beginSale();
  }

  /** Reason why the lines and the buyer of the running sale cannot change now, or null. */
  get lock(): SaleRefusal | null {
    return this.isBusy ? 'waiting_for_answer' : findSaleRefusal(this.sale);
  }

  /** Puts the running sale in the place of the one before, and stores it behind. */
  setSale(sale: RunningSale): void {
    if (this.#practice) this.#practice = sale;
    else this.books.keepSoon({ running: sale });
    this.onChange();
  }

  /** The shelf of the present fair; an invented one in a practice before the first fair. */
  get shelf(): Shelf {
    const { catalog, students, session } = this.books.notes;
    if (catalog !== this.#shelved[0] || students !== this.#shelved[1]) {
      const isOfFair = students?.fairIdentifier === catalog?.fair.identifier;
      this.#shelf = new Shelf(
        catalog ?? null,
        isOfFair && students ? students.students : NOBODY,
        this.#shelf,
      );
      this.#shelved = [catalog, students];
      this.#counted = [];
    }
    const { sales, returns } = this.books;
    if (sales !== this.#counted[0] || returns !== this.#counted[1]) this.#countTaken();
    if (this.isTraining && !(session && this.#shelf.catalog)) return PRACTICE_SHELF;
    return this.#shelf;
  }

  /** Copies sold here since the catalog was read are gone from the table, returned ones are back. */
  #countTaken(): void {
    const { catalog } = this.#shelf;
    this.#counted = [this.books.sales, this.books.returns];
    if (!catalog) return;
    const since = catalog.fetchedAt;
    type Known = { answer: { at: Instant } | null; fairIdentifier: string };
    const isNews = ({ answer, fairIdentifier }: Known) =>
      fairIdentifier === catalog.fair.identifier && (answer === null || answer.at > since);
    const taken = [...this.books.sales.values()].filter(isNews).flatMap(({ order }) => order.lines);
    const back = [...this.books.returns.values()]
      .filter(isNews)
      .flatMap(({ items }) => items.filter(({ restock }) => restock))
      .map(({ sku, quantity }) => ({ sku, quantity: -quantity, fulfilment: 'in_person' as const }));
    this.#shelf.setTaken([...taken, ...back]);
  }

  /** Days are those of the fair's time zone. */
  get today(): Day | null {
    const fair = this.books.notes.session?.fair;
    return fair ? dayIn(this.clock.now(), fair.timeZone) : null;
  }

  get taxRatePpm(): number {
    return this.shelf.catalog?.fair.taxRatePpm ?? 0;
  }

  /** A practice needs no network: nothing is taken from anywhere. */
  get terms(): TenderTerms {
    const { catalog } = this.shelf;
    const { buyer } = this.sale;
    const student = buyer?.type === 'student' ? this.shelf.student(buyer.studentNumber) : undefined;
    return {
      isOnline: this.isTraining || this.#server.isReached,
      factsEnabled: catalog?.fair.factsEnabled ?? false,
      student: student ?? null,
      settings: catalog?.settings ?? { roundCash: false, maxCheckOverageCents: 0 },
    };
  }

  /** True if the person at this register may approve what others do (domain 8.13). */
  get mayApprove(): boolean {
    const { session, people } = this.books.notes;
    const roster = people?.find(({ id }) => id === session?.fair.id)?.people;
    const person = roster?.find(({ id }) => id === session?.person.id) ?? session?.person;
    return person?.approves === true;
  }

  /** Parts of the running sale that somebody with the duty has to approve. Practice needs nobody. */
  get missingApprovals(): ApprovalKind[] {
    const { catalog } = this.shelf;
    if (this.isTraining || this.mayApprove || !catalog) return [];
    const { maxDiscountPercent } = catalog.settings;
    const { schoolTaxExempt } = catalog.fair;
    return findMissingApprovals(this.sale, { maxDiscountPercent, schoolTaxExempt });
  }

  /** Approvals that the running sale names: its own, and that it is sold long without a network. */
  get approvals(): SaleApproval[] {
    const own = this.sale.approvals ?? [];
    const { soldOn } = this.books.notes;
    if (!soldOn || !this.#isLongOffline || this.#isOlder(soldOn.at)) return own;
    return [...own, { personId: soldOn.personId, kinds: ['offline'], amountCents: 0 }];
  }

  /** True if no server was reached for so long that somebody has to approve selling on. */
  get #isLongOffline(): boolean {
    const { reachedAt, catalog } = this.books.notes;
    const last = reachedAt ?? catalog?.fetchedAt;
    return !this.#server.isReached && last !== undefined && this.#isOlder(last);
  }

  #isOlder(at: Instant): boolean {
    const hours = this.shelf.catalog?.settings.maxOfflineHours ?? Infinity;
    return this.clock.nowMs() - Date.parse(at) > hours * 3_600_000;
  }

  /**
   * True if a new sale has to wait until somebody lets this register sell on. Where nobody can, as no
   * one with the duty has ever signed in here, it goes on: a school without a network sells too.
   */
  get #waitsForApproval(): boolean {
    const { soldOn, checks, people, session } = this.books.notes;
    if (!this.#isLongOffline || this.mayApprove || this.sale.lines.length > 0) return false;
    if (soldOn && !this.#isOlder(soldOn.at)) return false;
    const roster = people?.find(({ id }) => id === session?.fair.id)?.people ?? [];
    return roster.some(
      ({ id, approves, codeCheck }) =>
        approves === true && (codeCheck !== undefined || checks?.[id] !== undefined),
    );
  }

  get selling(): Selling {
    const { session, catalog } = this.books.notes;
    if (!this.#isOwner) return { allowed: false, reason: 'read_only' };
    if (this.isTraining) return { allowed: true };
    if (!session) return { allowed: false, reason: 'signed_out' };
    if (session.mode === 'deliver') return { allowed: false, reason: 'closed' };
    if (catalog?.fair.id !== session.fair.id) return { allowed: false, reason: 'no_catalog' };
    const isDoubtful = this.clock.trouble(catalog.fair) === 'clock_doubtful';
    if (!isDoubtful && this.#waitsForApproval) return { allowed: false, reason: 'long_offline' };
    return this.#withinDays(catalog.fair);
  }

  /** A clock that is doubtful stops nobody: the server judges the day (domain 4.8). */
  #withinDays(fair: StoredCatalog['fair']): Selling {
    const day = dayIn(this.clock.now(), fair.timeZone);
    if (this.clock.trouble(fair) === 'clock_doubtful') return { allowed: true };
    if (day < fair.sellingFrom) return { allowed: false, reason: 'too_early' };
    return day > fair.sellingTo ? { allowed: false, reason: 'too_late' } : { allowed: true };
  }
}
