import type { GivenApproval } from '#api/sales/approvals/approvals.queries.ts';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import type { SignedInRegister } from '#api/http/access/identity.ts';
import type { Category } from '@pos/contract/stock/inventory';

/** A title as sold at one fair. */
export type TitleFacts = {
  id: string;
  sku: string;
  title: string;
  category: Category;
  active: boolean;
  taxable: boolean;
  /**
   * True if the tax setting has changed while the fair had the title. A register may still sell
   * with either.
   */
  wasTaxedOtherwise: boolean;
  /** Catalog price in cents, for titles without a line at the fair. */
  priceCents: number;
  /**
   * Line at the fair: active or not, and every price it has had. Missing if the title is not on the
   * fair's list.
   */
  line?: { active: boolean; prices: readonly number[] };
};

/** The person who sold: an admin, and the cashier of the fair if it was one. */
export type SoldBy = Pick<SignedInRegister, 'cashierId' | 'fairCashierId'>;

/** Approvals that orders name, and the names of people with the duty, by ID. */
export type ApprovalFacts = {
  given: ReadonlyMap<string, GivenApproval>;
  approvers: ReadonlyMap<string, string>;
};

/**
 * Facts to check orders with: the fair's terms, and the titles and students that the orders name.
 */
export type SaleFacts = {
  fair: {
    id: string;
    identifier: string;
    schoolId: string;
    timeZone: string;
    startDate: string;
    endDate: string;
    status: 'active' | 'inactive';
    closeOutState: 'open' | 'finished';
    /** Time of the last reset. */
    resetAt: string | null;
    factsEnabled: boolean;
    schoolTaxExempt: boolean;
    exemptCertificateNo: string | null;
    exemptValidTo: string | null;
  };
  deviceStatus: 'active' | 'inactive';
  cashierStatus: 'active' | 'inactive';
  /** True if the register has its letter at this fair. */
  hasLetter: boolean;
  maxCheckOverageCents: number;
  lastCopyThreshold: number;
  maxDiscountPercent: number;
  approvals: ApprovalFacts;
  /** The person of the token or of the held order, or staff who enter it or take it in. */
  sender: SoldBy;
  /** Every tax rate that the fair has had. */
  rates: ReadonlySet<number>;
  /** People whom orders name as their sellers, by the ID that is named. */
  sellers: ReadonlyMap<string, SoldBy>;
  /** Keyed by SKU in lowercase. */
  titles: ReadonlyMap<string, TitleFacts>;
  /** Keyed by student number, of the fair's school. */
  students: ReadonlyMap<string, { id: string; walletId: string | null }>;
  now: Date;
};

/** Returns the person who sold an order: whom it names, else its sender. */
export function getSeller({ soldById }: SoldOrder, { sellers, sender }: SaleFacts): SoldBy {
  const { cashierId, fairCashierId } = sender;
  return sellers.get(soldById ?? '') ?? { cashierId, fairCashierId };
}

/** Returns the title of a line; undefined for a line without a number or with an unknown title. */
export function findTitleFacts(facts: SaleFacts, sku: string | null): TitleFacts | undefined {
  return sku === null ? undefined : facts.titles.get(sku.toLowerCase());
}
