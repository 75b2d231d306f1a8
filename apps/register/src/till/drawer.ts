import type { DrawerMove, NewDrawerEntry } from '@pos/contract/sales/drawers/drawers';
import type { Day, Instant } from '@pos/contract/values';
import type { Result } from './result.ts';

/** The drawer of this register as screens see it. All of it works without a network. */
export interface Drawer {
  /** Movements of money today, by this register's own sales, returns and entries. */
  money(): DrawerSums;
  /** Today's entries, newest first. */
  entries(): DrawerRecord[];
  /** Stores money that is put in or taken out. */
  move(given: NewMove): Promise<Result<DrawerRefusal>>;
  /** Stores a count of two people. What was expected is in the answer, and nowhere before. */
  count(given: NewCount): Promise<Result<DrawerRefusal, { counted: Counted }>>;
  /** Asks the server for its day of this register, to compare. Null if it did not answer. */
  officeDay(): Promise<OfficeDay | null>;
}

export type DrawerRefusal = 'signed_out' | 'incomplete' | 'not_stored';
export type NewMove = { kind: DrawerMove; amountCents: number; reason: string };
export type NewCount = {
  /** Number of each bill and coin, by its cents. */
  pieces: Readonly<Record<number, number>>;
  checks: number;
  checkCents: number;
  secondPerson: string;
  /** Explanation of a difference by the two who counted. */
  reason?: string;
};

/** An entry as it is on this device, with the server's answer once it has one. */
export type DrawerRecord = {
  entry: NewDrawerEntry;
  enteredBy: string;
  fairIdentifier: string;
  day: Day;
  answer: { result: 'accepted' | 'duplicate' | 'rejected'; at: Instant } | null;
};

/** Cash of the day by what moved it, in cents; `expectedCents` is what should be in the drawer. */
export type DrawerSums = {
  cashPayments: number;
  takenCents: number;
  /** Cash of returns, and change given on checks. */
  givenBackCents: number;
  floatInCents: number;
  floatOutCents: number;
  toSafeCents: number;
  paidOutCents: number;
  expectedCents: number;
  checks: number;
  checkCents: number;
};
export type Counted = {
  cashCents: number;
  sums: DrawerSums;
  countedBy: string;
  secondPerson: string;
  at: Instant;
};
export type OfficeDay = {
  orders: number;
  totalCents: number;
  methods: { method: number; takenCents: number; givenBackCents: number }[];
};
