import type { CustomerType } from '@pos/contract/sales/order-states';
import type { Day } from '@pos/contract/values';
import type { CachedSales } from './cached-sales.ts';

/** Net sales by type of line, after refunds, in cents (domain 9.2, "of which"). */
export type Split = {
  taxableNetCents: number;
  nonTaxableNetCents: number;
  exemptNetCents: number;
  schoolPurchaseCents: number;
  organizationCents: number;
  otherCents: number;
  notGivenCents: number;
  shipToSchoolNetCents: number;
  shipToSchoolUnits: number;
};

/** Numbers of orders by type of customer. */
export type Customers = Record<CustomerType, number>;

/** Parts of the tie-out check that add up over fairs, in cents, and the orders that differ. */
export type TieOutParts = {
  inOrdersCents: number;
  byLinesCents: number;
  byPaymentsCents: number;
  orderNumbers: string[];
};

/**
 * Cached figures of a whole fair: those that only its orders, lines and payments tell. The days are
 * the first and last with activity; null if there was none.
 */
export type CachedFair = {
  firstDay: Day | null;
  lastDay: Day | null;
  /** Figures of each day with sales, refunds or top-ups; null if they were not read. */
  days: { day: Day; figures: CachedSales }[] | null;
  split: Split;
  customers: Customers;
  taxRatesPpm: number[];
  eligibleNetCents: number;
  tieOut: TieOutParts;
};
