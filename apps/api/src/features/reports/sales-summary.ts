import { averageOf } from '@pos/contract/money-rules';
import { CustomerType } from '@pos/contract/orders';
import type { SalesSummaryFigures, SalesSummaryReport, SalesSummaryRow } from '@pos/contract/reports';
import type { Db } from '#api/db/db.ts';
import { countedMoney } from './counted-money.ts';
import { fairDays, type FairDay } from './fair-days.ts';
import type { ReportScope } from './report-scope.ts';
import { outcomeOf, sumOfSales, total, type SalesFigures } from './sales-figures.ts';
import { customerRows, lineSplitRows, taxRateRows, type LineSplitRow } from './sales-summary.queries.ts';
import { aveDollarMemoRow, eligibleNetRows, eWalletMemoRow } from './settlement.queries.ts';
import { cashControlOf, settle, sumOfCounts, sumOfSettlements } from './settlement.rules.ts';

type Split = Omit<LineSplitRow, 'fairId'>;
type Customers = Record<CustomerType, number>;
/** What one fair sold, and what all of them did. */
type Part = { figures: SalesFigures; split: Split; customers: Customers; taxRatesPpm: number[] };

/** Domain 9.2: the figures of each fair and of all, with the memos and, for the whole fairs, settlement and drawers. */
export async function salesSummary(db: Db, scope: ReportScope, profitCashPpm: number): Promise<Pick<SalesSummaryReport, 'reportType' | 'rows' | 'totals'>> {
  const days = await fairDays(db, scope);
  const parts = await partsOf(db, scope, days);
  const wholeFairs = scope.method === null;
  const eligible = wholeFairs ? await eligibleNetRows(db, scope) : [];
  const counted = wholeFairs ? await countedMoney(db, scope, days) : [];
  const eligibleOf = (fairId: string) => eligible.find((row) => row.fairId === fairId)?.eligibleNetCents ?? 0;

  const rows = scope.fairs.map((fair, index): SalesSummaryRow => {
    const part = parts[index] ?? sumOfParts([]);
    return {
      fairIdentifier: fair.identifier, fairName: fair.name, ...figuresOf(part),
      settlement: wholeFairs ? settle(part.figures, eligibleOf(fair.id), fair.closedOut ?? { profitOption: null, profitRatePpm: profitCashPpm }) : null,
      cashControl: wholeFairs ? cashControlOf(part.figures, sumOfCounts(counted.slice(index, index + 1))) : null,
    };
  });
  const all = sumOfParts(parts);
  const totals = {
    ...figuresOf(all),
    eWallet: await eWalletMemoRow(db, scope),
    aveDollar: await aveDollarMemoRow(db, scope),
    settlement: wholeFairs ? sumOfSettlements(rows.flatMap((row) => row.settlement ?? []), profitCashPpm) : null,
    cashControl: wholeFairs ? cashControlOf(all.figures, sumOfCounts(counted)) : null,
  };
  return { reportType: 'SALES_SUMMARY', rows, totals };
}

/** One part a fair, in the scope's order. */
async function partsOf(db: Db, scope: ReportScope, days: readonly FairDay[]): Promise<Part[]> {
  const splits = await lineSplitRows(db, scope);
  const customers = await customerRows(db, scope);
  const rates = await taxRateRows(db, scope);
  return scope.fairs.map(({ id }) => ({
    figures: sumOfSales(days.filter((day) => day.fairId === id).map((day) => day.figures)),
    split: sumOfSplits(splits.filter((row) => row.fairId === id)),
    customers: perCustomerType((type) => total(customers.filter((row) => row.fairId === id && row.customerType === type), (row) => row.orders)),
    taxRatesPpm: rates.filter((row) => row.fairId === id).map((row) => row.taxRatePpm),
  }));
}

function sumOfParts(parts: readonly Part[]): Part {
  return {
    figures: sumOfSales(parts.map((part) => part.figures)),
    split: sumOfSplits(parts.map((part) => part.split)),
    customers: perCustomerType((type) => total(parts, (part) => part.customers[type])),
    taxRatesPpm: [...new Set(parts.flatMap((part) => part.taxRatesPpm))].sort((one, other) => one - other),
  };
}

function figuresOf({ figures, split, customers, taxRatesPpm }: Part): SalesSummaryFigures {
  const { netCents, netTaxCents, totalCents } = outcomeOf(figures);
  const tendered = total(Object.values(figures.tenders), (tender) => tender.netCents);
  return {
    grossCents: figures.grossCents, discountCents: figures.discountCents, refundNetCents: figures.refundNetCents, netCents,
    taxableNetCents: split.taxableNetCents, exemptNetCents: split.exemptNetCents,
    exemptNetByReason: { school_purchase: split.schoolPurchaseCents, organization: split.organizationCents, other: split.otherCents, not_given: split.notGivenCents },
    nonTaxableNetCents: split.nonTaxableNetCents, shipToSchoolNetCents: split.shipToSchoolNetCents,
    taxCollectedCents: figures.taxCollectedCents, taxRefundedCents: figures.taxRefundedCents, netTaxCents, taxRatesPpm,
    totalCents, uncollectedCents: figures.uncollectedCents, totalCollectedCents: totalCents - figures.uncollectedCents,
    tenders: figures.tenders,
    tenderDifferenceCents: totalCents - tendered - figures.uncollectedCents,
    orders: figures.orders, unitsSold: figures.unitsSold, unitsRefunded: figures.unitsRefunded, shipToSchoolUnits: split.shipToSchoolUnits,
    averageOrderCents: averageOf(netCents, figures.orders),
    ordersByCustomerType: customers,
  };
}

function perCustomerType(valueOf: (type: CustomerType) => number): Customers {
  return Object.fromEntries(CustomerType.options.map((type) => [type, valueOf(type)])) as Customers;
}

function sumOfSplits(parts: readonly Split[]): Split {
  return {
    taxableNetCents: total(parts, (part) => part.taxableNetCents), nonTaxableNetCents: total(parts, (part) => part.nonTaxableNetCents),
    exemptNetCents: total(parts, (part) => part.exemptNetCents), schoolPurchaseCents: total(parts, (part) => part.schoolPurchaseCents),
    organizationCents: total(parts, (part) => part.organizationCents), otherCents: total(parts, (part) => part.otherCents), notGivenCents: total(parts, (part) => part.notGivenCents),
    shipToSchoolNetCents: total(parts, (part) => part.shipToSchoolNetCents), shipToSchoolUnits: total(parts, (part) => part.shipToSchoolUnits),
  };
}
