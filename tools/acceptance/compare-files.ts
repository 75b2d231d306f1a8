import { paperDifferences } from '@pos/api/testing/report-papers.ts';
import { csvDifferences, sheetDifferences } from '@pos/api/testing/report-sheets.ts';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import type { Report } from '@pos/contract/reports';
import type { Figure, FigureGroup } from './figures.ts';
import type { Reported } from './reports.ts';
import { cellCents, readReportSheet, type ReportSheet, readSummarySheet } from './workbook.ts';

/**
 * Compares the report files with their JSON (domain 9.9): xlsx, CSV and PDF, read back as
 * spreadsheet programs and PDF readers read them.
 */
export async function filesAgainst(reported: Reported): Promise<FigureGroup[]> {
  const { summary, daily, items, shipments, lastCopies, orders, returns } = reported;
  return [
    { name: 'sales summary as a file', figures: await summaryFigures(reported) },
    { name: 'daily sales as a file', figures: await dailyFigures(reported) },
    { name: 'item sales as a file', figures: await itemFigures(reported) },
    {
      name: 'all seven as xlsx, CSV and PDF',
      figures: (
        await Promise.all(
          [summary, daily, items, shipments, lastCopies, orders, returns].map((report) =>
            differences(report, reported),
          ),
        )
      ).flat(),
    },
  ];
}

/**
 * Returns one group per format: a figure for each difference in the cells or printed amounts, and
 * one for the whole file.
 */
async function differences(report: Report, { files }: Reported): Promise<Figure[]> {
  const { xlsx, csv, pdf } = files[report.reportType];
  const lines = {
    xlsx: await sheetDifferences(report, Buffer.from(xlsx)),
    CSV: csvDifferences(report, csv),
    PDF: await paperDifferences(report, Buffer.from(pdf)),
  };
  return Object.entries(lines).flatMap(([format, wrong]) => [
    {
      name: `${report.reportType} as ${format}, figures that differ`,
      expected: 0,
      actual: wrong.length,
    },
    ...wrong.map((line) => ({
      name: `${report.reportType} as ${format}: ${line}`,
      expected: 'the same',
      actual: 'another',
    })),
  ]);
}

async function summaryFigures({ summary: { totals }, files }: Reported): Promise<Figure[]> {
  const cells = await readSummarySheet(files.SALES_SUMMARY.xlsx);
  const money = (label: string, expected: number): Figure => ({
    name: label,
    expected,
    actual: cellCents(cells.get(label)),
  });
  const count = (label: string, expected: number): Figure => {
    const cell = cells.get(label);
    return { name: label, expected, actual: cell?.kind === 'number' ? cell.number : null };
  };
  return [
    money('Gross sales', totals.grossCents),
    money('Discounts', totals.discountCents),
    money('Refunds (net of tax)', totals.refundNetCents),
    money('Net sales', totals.netCents),
    money('Exempt net', totals.exemptNetCents),
    money('Ship-to-school net', totals.shipToSchoolNetCents),
    money('Tax collected', totals.taxCollectedCents),
    money('Tax refunded', totals.taxRefundedCents),
    money('Net tax', totals.netTaxCents),
    money('Total', totals.totalCents),
    money('Uncollected', totals.uncollectedCents),
    count('Orders', totals.orders),
    count('Units sold', totals.unitsSold),
    count('Units refunded', totals.unitsRefunded),
    count('Ship-to-school units', totals.shipToSchoolUnits),
    ...Object.values(PAYMENT_METHODS).flatMap((name) => {
      const tender = totals.tenders[name];
      return [
        count(`${name}, payments`, tender.count),
        money(`${name}, sales`, tender.salesCents),
        money(`${name}, refunds`, tender.refundsCents),
        money(`${name}, net`, tender.netCents),
      ];
    }),
    money('eWallet, funded', totals.eWallet.fundedCents),
    money('eWallet, spent', totals.eWallet.spentCents),
    money('eWallet, refunded', totals.eWallet.refundedCents),
    money('eWallet, outstanding balance', totals.eWallet.outstandingCents),
  ];
}

const DAILY = {
  Orders: 'orders',
  Units: 'units',
  Gross: 'grossCents',
  Discounts: 'discountCents',
  Refunds: 'refundNetCents',
  'Net sales': 'netCents',
  Tax: 'taxCents',
  Total: 'totalCents',
  Uncollected: 'uncollectedCents',
  'Expected cash deposit': 'expectedCashDepositCents',
  'Expected checks': 'expectedChecksCents',
} as const;

async function dailyFigures({ daily, files }: Reported): Promise<Figure[]> {
  const sheet = await readReportSheet(files.DAILY_SALES.xlsx, 'Date');
  const figures = (
    name: string,
    json: Reported['daily']['totals'],
    row: ReportSheet['rows'][number] | undefined,
  ): Figure[] => [
    ...Object.entries(DAILY).map(([column, key]) => ({
      name: `${name}, ${column}`,
      expected: json[key] ?? '',
      actual: row?.get(column),
    })),
    ...Object.values(PAYMENT_METHODS).map((tender) => ({
      name: `${name}, ${tender}`,
      expected: json.tenders[tender],
      actual: row?.get(tender),
    })),
  ];
  return [
    { name: 'rows', expected: daily.rows.length, actual: sheet.rows.length },
    ...daily.rows.flatMap((json, index) => [
      {
        name: `row ${index + 1}, Date`,
        expected: json.date,
        actual: sheet.rows[index]?.get('Date'),
      },
      ...figures(json.date, json, sheet.rows[index]),
    ]),
    ...figures('Total', daily.totals, sheet.totals),
  ];
}

const ITEMS = {
  'Qty sold': 'quantitySold',
  'Qty refunded': 'quantityRefunded',
  'Net qty': 'netQuantity',
  Gross: 'grossCents',
  Discount: 'discountCents',
  Refunds: 'refundNetCents',
  'Net sales': 'netCents',
  'Tax (net)': 'taxCents',
  Total: 'totalCents',
} as const;

async function itemFigures({ items, files }: Reported): Promise<Figure[]> {
  const sheet = await readReportSheet(files.ITEM_SALES.xlsx, 'SKU/ISBN');
  const figures = (
    name: string,
    json: Reported['items']['totals'] | Reported['items']['rows'][number],
    row: ReportSheet['rows'][number] | undefined,
  ): Figure[] =>
    Object.entries(ITEMS).map(([column, key]) => ({
      name: `${name}, ${column}`,
      expected: json[key],
      actual: row?.get(column),
    }));
  return [
    { name: 'rows', expected: items.rows.length, actual: sheet.rows.length },
    ...items.rows.flatMap((json, index) => [
      {
        name: `row ${index + 1}, SKU/ISBN`,
        expected: json.sku ?? '',
        actual: sheet.rows[index]?.get('SKU/ISBN') ?? '',
      },
      {
        name: `row ${index + 1}, Title`,
        expected: json.title,
        actual: sheet.rows[index]?.get('Title'),
      },
      ...figures(json.sku ?? json.title, json, sheet.rows[index]),
    ]),
    ...figures('Total', items.totals, sheet.totals),
  ];
}
