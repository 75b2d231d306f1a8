import type { CustomerType } from '@pos/contract/order-states';

/** How people shop at a fair, as shares of 1 or as weights. */
export type Habits = {
  customers: readonly (readonly [CustomerType, number])[];
  /** Lines of an order, and copies of a line. */
  lines: readonly (readonly [number, number])[];
  quantities: readonly (readonly [number, number])[];
  /** An item without a barcode instead of a title. */
  withoutBarcode: number;
  /** A title that the fair has run out of is ordered from the warehouse. */
  shipToSchool: number;
  discount: number;
  /** A child with money in the eWallet uses it. */
  eWallet: number;
  /** A club or a parents' association with a certificate. */
  exemptOrganization: number;
  /** How people pay who do not use stored value. */
  tenders: readonly (readonly ['card' | 'cash' | 'check' | 'facts', number])[];
  /** A card payment whose result the processor has not told yet. */
  pendingCard: number;
};

export const USUAL_HABITS: Habits = {
  customers: [
    ['student', 56],
    ['parent', 30],
    ['teacher', 6],
    ['school', 3],
    ['other', 5],
  ],
  lines: [
    [1, 40],
    [2, 32],
    [3, 17],
    [4, 8],
    [5, 3],
  ],
  quantities: [
    [1, 88],
    [2, 9],
    [3, 3],
  ],
  withoutBarcode: 0.06,
  shipToSchool: 0.07,
  discount: 0.05,
  eWallet: 0.75,
  exemptOrganization: 0.25,
  tenders: [
    ['card', 46],
    ['cash', 38],
    ['check', 11],
    ['facts', 5],
  ],
  pendingCard: 0,
};

/** Small things that lie in a box beside the register, with their prices in cents. */
export const WITHOUT_BARCODE = [
  ['Pencil', 75],
  ['Scented eraser', 125],
  ['Bookmark', 100],
  ['Gel pen', 199],
  ['Pencil topper', 150],
  ['Sticker sheet', 225],
] as const;

export const CARD_BRANDS = ['visa', 'mastercard', 'amex', 'discover'] as const;
