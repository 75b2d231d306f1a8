import type { Catalog, CatalogTitle, RegisterStudent } from '@pos/contract/sales/register-catalog';

/** One of several registers at a fair. */
export type Share = { number: number; registers: number };
export const ALONE: Share = { number: 0, registers: 1 };

/**
 * Returns the students who queue at this register, so offline registers do not spend the same
 * eWallet twice.
 */
export function childrenAt(
  students: readonly RegisterStudent[],
  { number, registers }: Share,
): RegisterStudent[] {
  return students.filter((_, index) => index % registers === number);
}

/**
 * One register's view of the fair: copies on the tables, money in the eWallets. It sells from this
 * while offline.
 */
export class Shelf {
  readonly titles: readonly CatalogTitle[];
  readonly students: readonly RegisterStudent[];
  readonly #copies = new Map<string, number>();
  readonly #shippable = new Map<string, number>();
  readonly #wallets = new Map<string, number>();

  /** Takes the copies and students of register `number` (from 0) out of `registers`. */
  constructor(
    catalog: Pick<Catalog, 'titles'>,
    students: readonly RegisterStudent[],
    { number, registers }: Share = ALONE,
  ) {
    const share = (copies: number) =>
      Math.floor(Math.max(0, copies) / registers) +
      (number < Math.max(0, copies) % registers ? 1 : 0);
    this.titles = catalog.titles.filter((title) => title.active);
    this.students = students;
    for (const { sku, onHand, shipAvailable } of this.titles) {
      this.#copies.set(sku, share(onHand));
      this.#shippable.set(sku, share(shipAvailable));
    }
    for (const { studentNumber, walletBalanceCents, walletStatus } of students)
      this.#wallets.set(studentNumber, walletStatus === 'active' ? walletBalanceCents : 0);
  }

  copies(sku: string): number {
    return this.#copies.get(sku) ?? 0;
  }

  /** Returns the titles with at least one copy on the tables. */
  onTable(): CatalogTitle[] {
    return this.titles.filter(({ sku }) => this.copies(sku) > 0);
  }

  /** Returns the titles sold out at the fair and in stock in the warehouse. */
  toOrder(): CatalogTitle[] {
    return this.titles.filter(
      ({ sku }) => this.copies(sku) === 0 && (this.#shippable.get(sku) ?? 0) > 0,
    );
  }

  take(sku: string, quantity: number, fulfilment: 'in_person' | 'ship_to_school'): void {
    const stock = fulfilment === 'in_person' ? this.#copies : this.#shippable;
    stock.set(sku, (stock.get(sku) ?? 0) - quantity);
  }

  walletCents(studentNumber: string): number {
    return this.#wallets.get(studentNumber) ?? 0;
  }

  spend(studentNumber: string, amountCents: number): void {
    this.#wallets.set(studentNumber, this.walletCents(studentNumber) - amountCents);
  }
}
