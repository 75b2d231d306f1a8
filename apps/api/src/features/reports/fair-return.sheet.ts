import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { FairReturnReport } from '@pos/contract/reports';
import { makeClock } from './report-texts.ts';
import { ungrouped, type ReportBody, type ReportColumn, type ReportTable } from './report-table.ts';

const MEANING = REPORT_DEFINITIONS.FAIR_RETURN_REPORT;
const units = (label: string, definition: string): ReportColumn => ({
  label,
  definition,
  kind: 'integer',
});
const COLUMNS: ReportColumn[] = [
  { label: 'SKU/ISBN', definition: MEANING.sku, kind: 'isbn' },
  { label: 'Title', definition: MEANING.title, kind: 'text', width: 48 },
  { label: 'Fair', definition: MEANING.fairName, kind: 'text', width: 30 },
  { label: 'Price', definition: MEANING.priceCents, kind: 'money' },
  units('Sent', MEANING.sent),
  units('Missing at delivery', MEANING.missing),
  units('Adjustments', MEANING.adjusted),
  units('Sold in person', MEANING.soldInPerson),
  units('Restocked', MEANING.restocked),
  units('Expected return', MEANING.expectedReturn),
  units('Counted return', MEANING.counted),
  units('of which damaged', MEANING.damaged),
  units('Variance', MEANING.variance),
  { label: 'Variance value', definition: MEANING.varianceValueCents, kind: 'money' },
];

/** FAIR_RETURN_REPORT by title. Values not counted yet are blank. */
export function fairReturnTable({ rows, totals }: FairReturnReport): ReportBody {
  const figures = (
    row: Omit<
      FairReturnReport['rows'][number],
      'fairIdentifier' | 'fairName' | 'sku' | 'title' | 'priceCents' | 'oversold'
    >,
  ) => [
    row.sent,
    row.missing,
    row.adjusted,
    row.soldInPerson,
    row.restocked,
    row.expectedReturn,
    row.counted,
    row.damaged,
    row.variance,
    row.varianceValueCents,
  ];
  return {
    columns: COLUMNS,
    groups: ungrouped(
      rows.map((row) => [row.sku, row.title, row.fairName, row.priceCents, ...figures(row)]),
    ),
    totals: ['Total', null, null, null, ...figures(totals)],
  };
}

const STATUS = {
  packed: 'Packed',
  delivered: 'Delivered',
  missing_at_delivery: 'Missing at delivery',
  returned: 'Returned',
  missing_at_return: 'Missing at return',
};

/** Table B: cartons with their scans, in the time zone of their fair. */
export function cartonsTable({ cartons, fairs }: FairReturnReport): ReportTable {
  const clock = makeClock(fairs);
  return {
    name: 'Cartons',
    columns: [
      { label: 'Carton', definition: MEANING.code, kind: 'text', width: 20 },
      { label: 'Label', definition: MEANING.label, kind: 'text', width: 24 },
      { label: 'Fair', definition: MEANING.fairName, kind: 'text', width: 30 },
      units('Units sent', MEANING.unitsSent),
      { label: 'Delivered at', definition: MEANING.deliveredAt, kind: 'datetime' },
      { label: 'Delivered by', definition: MEANING.deliveredAt, kind: 'text', width: 22 },
      { label: 'Returned at', definition: MEANING.returnedAt, kind: 'datetime' },
      { label: 'Returned by', definition: MEANING.returnedAt, kind: 'text', width: 22 },
      { label: 'Status', definition: MEANING.status, kind: 'text', width: 20 },
    ],
    groups: ungrouped(
      cartons.map((carton) => [
        carton.code,
        carton.label,
        carton.fairName,
        carton.unitsSent,
        clock(carton.fairIdentifier, carton.deliveredAt),
        carton.deliveredBy,
        clock(carton.fairIdentifier, carton.returnedAt),
        carton.returnedBy,
        STATUS[carton.status],
      ]),
    ),
    totals: null,
  };
}
