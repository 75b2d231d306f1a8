import type { CustomerType } from '@pos/contract/order-states';

/** Shopping habits at a fair, as shares of 1 or as weights. */
export type Habits = {
  customers: readonly (readonly [CustomerType, number])[];
  /** Lines per order, and copies per line. */
  lines: readonly (readonly [number, number])[];
  quantities: readonly (readonly [number, number])[];
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
  tenders: readonly (readonly ['card' | 'cash' | 'check' | 'facts', number])[];
  /** Card payment with a pending result. */
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

/** Small items next to the register, with their prices in cents. */
export const WITHOUT_BARCODE = [
  ['Pencil', 75],
  ['Scented eraser', 125],
  ['Bookmark', 100],
  ['Gel pen', 199],
  ['Pencil topper', 150],
  ['Sticker sheet', 225],
] as const;

export const CARD_BRANDS = ['visa', 'mastercard', 'amex', 'discover'] as const;
