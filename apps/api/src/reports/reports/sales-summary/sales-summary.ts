import { bandFor } from '@pos/contract/fairs/agreements';
import { getAverageCents } from '@pos/contract/sales/money-rules';
import { MAX_LISTED_FAIRS } from '@pos/contract/reports/report-query';
import type { ReportHead, SalesSummaryReport } from '@pos/contract/reports/reports';
import { factsBilling } from '@pos/contract/reports/facts-billing';
import { rankByNet } from '@pos/contract/reports/ranks';
import {
  type SalesSummaryFigures,
  type SalesSummaryRow,
  type SalesSummarySchool,
  TENDERS_HEADING,
} from '@pos/contract/reports/sales-summary/sales-summary';
import { tendersTable } from '@pos/contract/reports/sales-summary/summary-blocks';
import { listedColumns } from '@pos/contract/reports/tables';
import { plainPlural } from '@pos/contract/values/counts';
import type { Db } from '#api/db/db.ts';
import type { PrintedTable } from '#api/pdf/table-document.ts';
import type { Customers, Split } from '../figures/cached-fair.ts';
import { countedMoney, NOT_COUNTED } from '../figures/counted-money.ts';
import { fairDays } from '../figures/fair-days.ts';
import { toSalesOutcome, sumOfSales, total, type SalesFigures } from '../figures/sales-figures.ts';
import {
  agreementsByFair,
  aveDollarMemoRow,
  eWalletMemoRow,
} from '../figures/settlement.queries.ts';
import type { ReportCode } from '../report-code.ts';
import { readPortions, withoutCached, type ReportScope, type ScopeFair } from '../report-scope.ts';
import { isLine, type ReportRow, type ReportTable, toFilledTable } from '../files/report-table.ts';
import { makeClock, NO_STUDENTS, rangeText } from '../files/report-texts.ts';
import {
  getCashControl,
  settle,
  sumOfCounts,
  sumOfSettlements,
  type Counted,
} from '../figures/settlement.rules.ts';
import { factsChargeRows, type FactsChargeRow } from './facts-billing.queries.ts';
import { partsByFair, perCustomerType, sumOfSplits } from './fair-parts.ts';
import { summaryTable } from './summary-table.ts';
import { yearOverYear } from './year-over-year.ts';

/** Sales of one fair, or of all of them. */
type Part = { figures: SalesFigures; split: Split; customers: Customers; taxRatesPpm: number[] };

/**
 * Domain 9.2: the figures of each fair and of all, with the memos and, for whole fairs, settlement
 * and cash control.
 */
export async function salesSummary(
  db: Db,
  scope: ReportScope,
  profitCashPpm: number,
): Promise<Omit<SalesSummaryReport, keyof ReportHead>> {
  const wholeFairs = scope.method === null;
  const found: FairPart[] = [];
  const agreements = await agreementsByFair(db, scope);
  for await (const portion of readPortions(scope)) found.push(...(await fairParts(db, portion)));

  const rows = found.map(({ fair, part, eligibleNetCents, counted }): SalesSummaryRow => ({
    ...(scope.schoolId === null && { schoolName: fair.schoolName }),
    fairIdentifier: fair.identifier,
    fairName: fair.name,
    ...figuresOf(part),
    settlement: wholeFairs
      ? settle(
          part.figures,
          eligibleNetCents,
          fair.closedOut ?? {
            profitOption: null,
            profitRatePpm: (
              bandFor(agreements.get(fair.id) ?? [], eligibleNetCents) ?? { profitCashPpm }
            ).profitCashPpm,
          },
        )
      : null,
    cashControl: wholeFairs ? getCashControl(part.figures, counted) : null,
  }));
  const all = sumOfParts(found.map(({ part }) => part));
  const totals = {
    ...figuresOf(all),
    eWallet: await eWalletMemoRow(db, scope),
    aveDollar: await aveDollarMemoRow(db, scope),
    settlement: wholeFairs
      ? sumOfSettlements(
          rows.flatMap((row) => row.settlement ?? []),
          profitCashPpm,
        )
      : null,
    cashControl: wholeFairs
      ? getCashControl(all.figures, sumOfCounts(found.map(({ counted }) => counted)))
      : null,
  };
  return {
    reportType: 'SALES_SUMMARY',
    rows,
    ...(scope.schoolId === null ? await ofAllSchools(db, scope, rows, schoolRows(found)) : NONE),
    totals,
  };
}

type OfAllSchools = Pick<SalesSummaryReport, keyof typeof NONE>;
/** A report of one school has none of these. */
const NONE = {
  schools: null,
  comparison: null,
  highestFairs: null,
  lowestFairs: null,
  highestSchools: null,
  lowestSchools: null,
};

async function ofAllSchools(
  db: Db,
  scope: ReportScope,
  rows: readonly SalesSummaryRow[],
  schools: SalesSummarySchool[],
): Promise<OfAllSchools> {
  const fairs = rankByNet(
    rows
      .filter(({ orders }) => orders > 0)
      .map(({ fairName, schoolName = '', fairIdentifier, orders, netCents }) => ({
        fairName,
        schoolName,
        fairIdentifier,
        orders,
        netCents,
      })),
  );
  const ranked = rankByNet(
    schools
      .filter(({ orders }) => orders > 0)
      .map(({ schoolName, schoolIdentifier, fairs: count, orders, netCents }) => ({
        schoolName,
        schoolIdentifier,
        fairs: count,
        orders,
        netCents,
      })),
  );
  return {
    schools,
    comparison: scope.method === null ? await yearOverYear(db, scope, schools) : null,
    highestFairs: fairs.highest,
    lowestFairs: fairs.lowest,
    highestSchools: ranked.highest,
    lowestSchools: ranked.lowest,
  };
}

/**
 * One fair of the scope. Figures that only whole fairs have are 0 or not counted if a method filter
 * applies.
 */
type FairPart = { fair: ScopeFair; part: Part; eligibleNetCents: number; counted: Counted };

/** Returns one part per fair, in the scope's order. */
async function fairParts(db: Db, scope: ReportScope): Promise<FairPart[]> {
  const found = await fairDays(db, scope);
  const days = Map.groupBy(found, ({ fairId }) => fairId);
  const computed = await partsByFair(db, withoutCached(scope));
  const counted = scope.method === null ? await countedMoney(db, scope, found) : [];
  return scope.fairs.map((fair, index) => {
    const { split, customers, taxRatesPpm, eligibleNetCents } =
      scope.cached?.get(fair.id) ?? computed(fair.id);
    const figures = sumOfSales((days.get(fair.id) ?? []).map((day) => day.figures));
    return {
      fair,
      part: { figures, split, customers, taxRatesPpm },
      eligibleNetCents,
      counted: counted[index] ?? NOT_COUNTED,
    };
  });
}

/** Adds up the fairs of each school, the highest net sales first. */
function schoolRows(found: readonly FairPart[]): SalesSummarySchool[] {
  return [...Map.groupBy(found, ({ fair }) => fair.schoolIdentifier).values()]
    .map((fairs): SalesSummarySchool => {
      const { schoolName = '', schoolIdentifier = '' } = fairs[0]?.fair ?? {};
      const figures = figuresOf(sumOfParts(fairs.map(({ part }) => part)));
      const { orders, unitsSold, grossCents, discountCents, refundNetCents } = figures;
      const { netCents, netTaxCents, totalCents } = figures;
      return {
        schoolName,
        schoolIdentifier,
        fairs: fairs.length,
        orders,
        unitsSold,
        grossCents,
        discountCents,
        refundNetCents,
        netCents,
        netTaxCents,
        totalCents,
      };
    })
    .sort(
      (one, other) =>
        other.netCents - one.netCents ||
        one.schoolName.localeCompare(other.schoolName, 'en') ||
        one.schoolIdentifier.localeCompare(other.schoolIdentifier),
    );
}

function sumOfParts(parts: readonly Part[]): Part {
  return {
    figures: sumOfSales(parts.map((part) => part.figures)),
    split: sumOfSplits(parts.map((part) => part.split)),
    customers: perCustomerType((type) => total(parts, (part) => part.customers[type])),
    taxRatesPpm: [...new Set(parts.flatMap((part) => part.taxRatesPpm))].sort(
      (one, other) => one - other,
    ),
  };
}

function figuresOf({ figures, split, customers, taxRatesPpm }: Part): SalesSummaryFigures {
  const { netCents, netTaxCents, totalCents } = toSalesOutcome(figures);
  const tendered = total(Object.values(figures.tenders), (tender) => tender.netCents);
  return {
    grossCents: figures.grossCents,
    discountCents: figures.discountCents,
    refundNetCents: figures.refundNetCents,
    netCents,
    taxableNetCents: split.taxableNetCents,
    exemptNetCents: split.exemptNetCents,
    exemptNetByReason: {
      school_purchase: split.schoolPurchaseCents,
      organization: split.organizationCents,
      other: split.otherCents,
      not_given: split.notGivenCents,
    },
    nonTaxableNetCents: split.nonTaxableNetCents,
    shipToSchoolNetCents: split.shipToSchoolNetCents,
    taxCollectedCents: figures.taxCollectedCents,
    taxRefundedCents: figures.taxRefundedCents,
    netTaxCents,
    taxRatesPpm,
    totalCents,
    uncollectedCents: figures.uncollectedCents,
    totalCollectedCents: totalCents - figures.uncollectedCents,
    tenders: figures.tenders,
    tenderDifferenceCents: totalCents - tendered - figures.uncollectedCents,
    orders: figures.orders,
    unitsSold: figures.unitsSold,
    unitsRefunded: figures.unitsRefunded,
    shipToSchoolUnits: split.shipToSchoolUnits,
    averageOrderCents: getAverageCents(netCents, figures.orders),
    ordersByCustomerType: customers,
  };
}

/** Code of SALES_SUMMARY. */
export const salesSummaryCode: ReportCode<'SALES_SUMMARY'> = {
  addsUpDays: true,
  compute: ({ db, scope, profitCashPpm }) => salesSummary(db, scope, profitCashPpm),
  shortened: (report) =>
    report.schools && report.rows.length > MAX_LISTED_FAIRS ? { ...report, rows: [] } : report,
  firstTable: summaryTable,
  // Only for one school's bookkeeper.
  furtherTables: async (report, db, scope, { readsStudents, isOutside }) =>
    scope.schoolId === null || isOutside
      ? []
      : [factsBillingTable(report, await factsChargeRows(db, scope, readsStudents), readsStudents)],
  printFirst: layOutSummary,
};

/**
 * Lists charges for the school's bookkeeper to bill to families (domain 1.11). Refunds are
 * negative. If students are left out, the title lines say so.
 */
function factsBillingTable(
  report: SalesSummaryReport,
  charges: readonly FactsChargeRow[],
  withStudents: boolean,
): ReportTable {
  const { school, fairs } = report;
  const filled = {
    table: factsBilling,
    columns: listedColumns(factsBilling.columns),
    groups: [{ keys: [], rows: charges.map((charge) => ({ ...charge, text: textOf(charge) })) }],
    totals: { amountCents: total(charges, ({ amountCents }) => amountCents) },
  };
  return {
    ...toFilledTable(filled, makeClock(fairs)),
    titleLines: [
      'FACTS billing',
      `${school.name} (${school.identifier})`,
      rangeText(report),
      ...(withStudents ? [] : [NO_STUDENTS]),
    ],
  };
}

function textOf({ amountCents, units, fairName }: FactsChargeRow): string {
  return `${fairName}: ${amountCents < 0 ? 'refund of ' : ''}${plainPlural(Math.abs(units), 'item')}`;
}

/** Lays out a summary. With one amount column, its tender rows become a table with a row per tender. */
async function layOutSummary(
  report: SalesSummaryReport,
  print: (table: ReportTable) => Promise<PrintedTable>,
): Promise<PrintedTable[]> {
  const table = summaryTable(report);
  if (table.columns.length > 2) return [await print(table)];
  const { rows } = table;
  const isTenders = (row: ReportRow) => 'cells' in row && row.cells[0] === TENDERS_HEADING;
  const start = rows.findIndex(isTenders);
  const end = rows.findIndex((row, index) => index > start && !isLine(row));
  const tenders = toFilledTable(tendersTable(report.totals), makeClock(report.fairs));
  return [
    await print({ ...table, rows: rows.slice(0, start) }),
    { ...(await print(tenders)), name: TENDERS_HEADING },
    await print({ ...table, rows: rows.slice(end) }),
  ];
}
