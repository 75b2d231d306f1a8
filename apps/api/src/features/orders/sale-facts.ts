import type { Category } from '@pos/contract/inventory';

/** A title as one fair has it. */
export type TitleFacts = {
  id: string;
  sku: string;
  title: string;
  category: Category;
  active: boolean;
  taxable: boolean;
  /** It was once taxed otherwise while the fair had it: a register may still sell by either. */
  wasTaxedOtherwise: boolean;
  /** The catalogue's price, which a title that the fair has no line for is sold at. */
  priceCents: number;
  /** The fair's line: whether it may be sold, and every price that it ever had. Absent: the title is not on the fair's list. */
  line?: { active: boolean; prices: readonly number[] };
};

/** What is known when an order is judged: the fair's terms, and the titles and students that the orders at hand name. */
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
    /** Instant of the last reset. */
    resetAt: string | null;
    factsEnabled: boolean;
    exemptCertificateNo: string | null;
    exemptValidTo: string | null;
  };
  deviceStatus: 'active' | 'inactive';
  cashierStatus: 'active' | 'inactive';
  /** The register has its letter at this fair. */
  hasLetter: boolean;
  maxCheckOverageCents: number;
  lastCopyThreshold: number;
  /** Every tax rate that the fair ever had. */
  rates: ReadonlySet<number>;
  /** By SKU in lower case. */
  titles: ReadonlyMap<string, TitleFacts>;
  /** By student number, of the fair's school. */
  students: ReadonlyMap<string, { id: string; walletId: string | null }>;
  now: Date;
};

/** The title that a line names; undefined for a line without a number and for an unknown title. */
export function titleOf(facts: SaleFacts, sku: string | null): TitleFacts | undefined {
  return sku === null ? undefined : facts.titles.get(sku.toLowerCase());
}
