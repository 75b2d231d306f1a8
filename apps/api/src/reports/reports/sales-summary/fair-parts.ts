import { CustomerType } from '@pos/contract/sales/order-states';
import type { Db } from '#api/db/db.ts';
import type { Customers, CachedFair, Split } from '../figures/cached-fair.ts';
import { total } from '../figures/sales-figures.ts';
import { eligibleNetRows } from '../figures/settlement.queries.ts';
import type { SalesScope } from '../report-scope.ts';
import { customerRows, lineSplitRows, taxRateRows } from './sales-summary.queries.ts';

type Parts = Pick<CachedFair, 'split' | 'customers' | 'taxRatesPpm' | 'eligibleNetCents'>;

/**
 * Reads the parts of the summary that only orders, lines and payments tell. Returns those of a fair
 * by its ID. The eligible net is 0 with a method filter.
 */
export async function partsByFair(db: Db, scope: SalesScope): Promise<(fairId: string) => Parts> {
  if (scope.fairs.length === 0) return () => NO_PARTS;
  const splits = new Map((await lineSplitRows(db, scope)).map((row) => [row.fairId, row]));
  const customers = Map.groupBy(await customerRows(db, scope), ({ fairId }) => fairId);
  const rates = Map.groupBy(await taxRateRows(db, scope), ({ fairId }) => fairId);
  const eligible = new Map(
    (scope.method === null ? await eligibleNetRows(db, scope) : []).map((row) => [
      row.fairId,
      row.eligibleNetCents,
    ]),
  );
  return (fairId) => {
    const split = splits.get(fairId);
    return {
      split: sumOfSplits(split ? [split] : []),
      customers: perCustomerType((type) =>
        total(customers.get(fairId) ?? [], (row) => (row.customerType === type ? row.orders : 0)),
      ),
      taxRatesPpm: (rates.get(fairId) ?? []).map((row) => row.taxRatePpm),
      eligibleNetCents: eligible.get(fairId) ?? 0,
    };
  };
}

const NO_PARTS: Parts = {
  split: sumOfSplits([]),
  customers: perCustomerType(() => 0),
  taxRatesPpm: [],
  eligibleNetCents: 0,
};

/** Builds the number of orders for each type of customer. */
export function perCustomerType(valueOf: (type: CustomerType) => number): Customers {
  return Object.fromEntries(CustomerType.options.map((type) => [type, valueOf(type)])) as Customers;
}

/** Adds up the splits of fairs. */
export function sumOfSplits(parts: readonly Split[]): Split {
  return {
    taxableNetCents: total(parts, (part) => part.taxableNetCents),
    nonTaxableNetCents: total(parts, (part) => part.nonTaxableNetCents),
    exemptNetCents: total(parts, (part) => part.exemptNetCents),
    schoolPurchaseCents: total(parts, (part) => part.schoolPurchaseCents),
    organizationCents: total(parts, (part) => part.organizationCents),
    otherCents: total(parts, (part) => part.otherCents),
    notGivenCents: total(parts, (part) => part.notGivenCents),
    shipToSchoolNetCents: total(parts, (part) => part.shipToSchoolNetCents),
    shipToSchoolUnits: total(parts, (part) => part.shipToSchoolUnits),
  };
}
