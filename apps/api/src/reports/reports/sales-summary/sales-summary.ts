import { bandFor } from '@pos/contract/fairs/agreements';
import { getAverageCents } from '@pos/contract/sales/money-rules';
import { CustomerType } from '@pos/contract/sales/order-states';
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
import { tendersTable, summaryBlocks } from '@pos/contract/reports/sales-summary/summary-blocks';
import { listedColumns, signed, toCellText, valueAt } from '@pos/contract/reports/tables';
import { pluralize } from '@pos/contract/values/counts';
import type { Db } from '#api/db/db.ts';
import type { PrintedTable } from '#api/pdf/table-document.ts';
import { countedMoney, NOT_COUNTED } from '../figures/counted-money.ts';
import { fairDaysAndParts } from '../figures/fair-days.queries.ts';
import { addFigures, groupOfFigures, type Figures } from '../figures/figures.ts';
import { toSalesOutcome, sumOfSales, total, type SalesFigures } from '../figures/sales-figures.ts';
import {
  agreementsByFair,
  aveDollarMemoRow,
  eWalletMemoRow,
} from '../figures/settlement.queries.ts';
import type { ReportCode } from '../report-code.ts';
import { readPortions, type ReportScope, type ScopeFair } from '../report-scope.ts';
import {
  isLine,
  type ReportRow,
  type ReportTable,
  toFilledTable,
  toHeading,
  WRITTEN_KINDS,
} from '../files/report-table.ts';
import { makeClock, NO_STUDENTS, rangeText, isOfAllSchools } from '../files/report-texts.ts';
import {
  getCashControl,
  settle,
  sumOfCounts,
  sumOfSettlements,
  type Counted,
} from '../figures/settlement.rules.ts';
import { factsChargeRows, type FactsChargeRow } from './facts-billing.queries.ts';
import { yearOverYear } from './year-over-year.ts';
import { REPORTS } from '@pos/contract/reports/list';
import type { WrittenValue } from '#api/spreadsheets/writing/written.ts';

/** Sales of one fair, or of all of them, and the figures of `part_figures`. */
type Part = { figures: SalesFigures; parts: Figures };

/**
 * Domain 9.2: the figures of each fair and of all, with the memos and, for whole fairs, settlement
 * and cash control. `parts` are those of all, which the tie-out of the head needs too.
 */
export async function salesSummary(
  db: Db,
  scope: ReportScope,
  profitCashPpm: number,
): Promise<{ body: Omit<SalesSummaryReport, keyof ReportHead>; parts: Figures }> {
  const wholeFairs = scope.method === null;
  const found: FairPart[] = [];
  const agreements = await agreementsByFair(db, scope);
  for await (const portion of readPortions(scope)) found.push(...(await readParts(db, portion)));

  const rows = found.map(({ fair, part, eligibleNetCents, counted }): SalesSummaryRow => ({
    ...(scope.schoolId === null && { schoolName: fair.schoolName }),
    fairIdentifier: fair.identifier,
    fairName: fair.name,
    ...toFigures(part),
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
    ...toFigures(all),
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
  const body = {
    reportType: 'SALES_SUMMARY' as const,
    rows,
    ...(scope.schoolId === null ? await ofAllSchools(db, scope, rows, schoolRows(found)) : NONE),
    totals,
  };
  return { body, parts: all.parts };
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
async function readParts(db: Db, scope: ReportScope): Promise<FairPart[]> {
  const found = await fairDaysAndParts(db, scope);
  const days = Map.groupBy(found.days, ({ fairId }) => fairId);
  const parts = Map.groupBy(found.parts, ({ fairId }) => fairId);
  const counted = scope.method === null ? await countedMoney(db, scope, found.days) : [];
  return scope.fairs.map((fair, index) => {
    const part = {
      figures: sumOfSales((days.get(fair.id) ?? []).map((day) => day.figures)),
      parts: addFigures((parts.get(fair.id) ?? []).map((day) => day.parts)),
    };
    return {
      fair,
      part,
      eligibleNetCents: part.parts['eligibleNetCents'] ?? 0,
      counted: counted[index] ?? NOT_COUNTED,
    };
  });
}

/** Adds up the fairs of each school, the highest net sales first. */
function schoolRows(found: readonly FairPart[]): SalesSummarySchool[] {
  return [...Map.groupBy(found, ({ fair }) => fair.schoolIdentifier).values()]
    .map((fairs): SalesSummarySchool => {
      const { schoolName = '', schoolIdentifier = '' } = fairs[0]?.fair ?? {};
      const figures = toFigures(sumOfParts(fairs.map(({ part }) => part)));
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
    parts: addFigures(parts.map((part) => part.parts)),
  };
}

function toFigures({ figures, parts }: Part): SalesSummaryFigures {
  const part = (name: string) => parts[name] ?? 0;
  const { netCents, netTaxCents, totalCents } = toSalesOutcome(figures);
  const tendered = total(Object.values(figures.tenders), (tender) => tender.netCents);
  return {
    grossCents: figures.grossCents,
    discountCents: figures.discountCents,
    refundNetCents: figures.refundNetCents,
    netCents,
    taxableNetCents: part('taxableNetCents'),
    exemptNetCents: part('exemptNetCents'),
    exemptNetByReason: {
      school_purchase: part('schoolPurchaseCents'),
      organization: part('organizationCents'),
      other: part('otherCents'),
      not_given: part('notGivenCents'),
    },
    nonTaxableNetCents: part('nonTaxableNetCents'),
    shipToSchoolNetCents: part('shipToSchoolNetCents'),
    taxCollectedCents: figures.taxCollectedCents,
    taxRefundedCents: figures.taxRefundedCents,
    netTaxCents,
    taxRatesPpm: groupOfFigures(parts, 'taxRates')
      .map(([rate]) => Number(rate))
      .sort((one, other) => one - other),
    totalCents,
    uncollectedCents: figures.uncollectedCents,
    totalCollectedCents: totalCents - figures.uncollectedCents,
    tenders: figures.tenders,
    tenderDifferenceCents: totalCents - tendered - figures.uncollectedCents,
    orders: figures.orders,
    unitsSold: figures.unitsSold,
    unitsRefunded: figures.unitsRefunded,
    shipToSchoolUnits: part('shipToSchoolUnits'),
    averageOrderCents: getAverageCents(netCents, figures.orders),
    ordersByCustomerType: Object.fromEntries(
      CustomerType.options.map((type) => [type, part(`customers.${type}`)]),
    ) as Record<CustomerType, number>,
  };
}

/** Code of SALES_SUMMARY. */
export const salesSummaryCode: ReportCode<'SALES_SUMMARY'> = {
  compute: async ({ db, scope, profitCashPpm, tellParts }) => {
    const { body, parts } = await salesSummary(db, scope, profitCashPpm);
    tellParts?.(parts);
    return body;
  },
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
    groups: [{ keys: [], rows: charges.map((charge) => ({ ...charge, text: toText(charge) })) }],
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

function toText({ amountCents, units, fairName }: FactsChargeRow): string {
  return `${fairName}: ${amountCents < 0 ? 'refund of ' : ''}${pluralize(Math.abs(units), 'item')}`;
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

/**
 * SALES_SUMMARY as a table of figures: one column per fair if a school has several, and the total.
 */
function summaryTable(report: SalesSummaryReport): ReportTable & { rows: readonly ReportRow[] } {
  const { totals } = report;
  const fairs = report.rows.length > 1 && !isOfAllSchools(report) ? report.rows : [];
  const rows = summaryBlocks(report, 'file').flatMap(({ heading, lines }): ReportRow[] => [
    toHeading(heading),
    ...lines.map(({ path, column }) => ({
      cells: [
        column.label,
        ...[...fairs, totals].map((figures): WrittenValue => {
          const value = valueAt(figures, path);
          const kind = WRITTEN_KINDS[column.kind] ?? 'text';
          if (value === null) return { kind, value };
          return {
            kind,
            value: kind === 'text' ? toCellText(column, value) : signed(column, value),
          };
        }),
      ],
      bold: column.strong ?? false,
    })),
  ]);
  return {
    name: REPORTS.SALES_SUMMARY.title,
    columns: [
      {
        header: 'Figure',
        definition: 'The figure. What is taken off has a minus.',
        kind: 'text',
        width: 44,
      },
      ...fairs.map((fair) => ({
        header: fair.fairIdentifier,
        definition: fair.fairName,
        kind: 'money' as const,
        width: 18,
      })),
      {
        header: 'Total',
        definition: isOfAllSchools(report)
          ? "All fairs together, and the schools' own figures."
          : "All fairs together, and the school's own figures.",
        kind: 'money',
        width: 18,
      },
    ],
    rows,
    lines: rows.filter(isLine).length,
  };
}
