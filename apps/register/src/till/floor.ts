import type { RegisterStudent } from '@pos/contract/sales/register-catalog';
import type { Day } from '@pos/contract/values';
import { dayIn } from '@pos/contract/values/clock';
import type { Books } from './journal/books.ts';
import type { Clock } from './office/clock.ts';
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
  #counted: unknown;
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
    if (!books.notes.running) books.start(beginSale());
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
      this.#counted = undefined;
    }
    if (this.books.sales !== this.#counted) this.#countTaken();
    if (this.isTraining && !(session && this.#shelf.catalog)) return PRACTICE_SHELF;
    return this.#shelf;
  }

  /** Copies sold here since the catalog was read are gone from the table. */
  #countTaken(): void {
    const { catalog } = this.#shelf;
    this.#counted = this.books.sales;
    if (!catalog) return;
    const since = catalog.fetchedAt;
    this.#shelf.setTaken(
      [...this.books.sales.values()]
        .filter(
          ({ answer, fairIdentifier }) =>
            fairIdentifier === catalog.fair.identifier && (answer === null || answer.at > since),
        )
        .flatMap(({ order }) => order.lines),
    );
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

  get selling(): Selling {
    const { session, catalog } = this.books.notes;
    if (!this.#isOwner) return { allowed: false, reason: 'read_only' };
    if (this.isTraining) return { allowed: true };
    if (!session) return { allowed: false, reason: 'signed_out' };
    if (session.mode === 'deliver') return { allowed: false, reason: 'closed' };
    if (catalog?.fair.id !== session.fair.id) return { allowed: false, reason: 'no_catalog' };
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
