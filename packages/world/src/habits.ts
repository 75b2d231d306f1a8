import type { CustomerType } from '@pos/contract/sales/order-states';

type Weights<Item> = readonly (readonly [Item, number])[];

/** Shopping habits at a fair, as shares of 1 or as weights. */
export type Habits = {
  customers: Weights<CustomerType>;
  /** Lines per order, and copies per line. */
  lines: Weights<number>;
  quantities: Weights<number>;
  /** Item without a barcode instead of a title. */
  withoutBarcode: number;
  /** Sold-out title ordered from the warehouse. */
  shipToSchool: number;
  discount: number;
  /** Student who pays with a funded eWallet. */
  eWallet: number;
  /** Club or parents' association with a certificate. */
  exemptOrganization: number;
  /** Tenders of people without stored value. */
  tenders: Weights<'card' | 'cash' | 'check' | 'facts'>;
  /** Card payment with a pending result. */
  pendingCard: number;
};

const weights = <Item extends string>(shares: Record<Item, number>): Weights<Item> =>
  Object.entries(shares) as [Item, number][];
/** Weights of 1, 2, 3 and so on. */
const counts = (...shares: number[]): Weights<number> =>
  shares.map((share, index) => [index + 1, share]);

export const USUAL_HABITS: Habits = {
  customers: weights({ student: 56, parent: 30, teacher: 6, school: 3, other: 5 }),
  lines: counts(40, 32, 17, 8, 3),
  quantities: counts(88, 9, 3),
  withoutBarcode: 0.06,
  shipToSchool: 0.07,
  discount: 0.05,
  eWallet: 0.75,
  exemptOrganization: 0.25,
  tenders: weights({ card: 46, cash: 38, check: 11, facts: 5 }),
  pendingCard: 0,
};
