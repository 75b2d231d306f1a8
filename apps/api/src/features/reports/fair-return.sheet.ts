import type { FairReturnReport } from '@pos/contract/reports';
import type { WrittenColumn, WrittenSheet } from '#api/spreadsheets/writing/written.ts';
import { clockIn } from '#api/time/days.ts';
import type { ScopeFair } from './report-scope.ts';

const units = (header: string): WrittenColumn => ({ header, kind: 'integer' });
const COLUMNS: WrittenColumn[] = [
  { header: 'SKU/ISBN', kind: 'isbn' },
  { header: 'Title', kind: 'text', width: 48 },
  { header: 'Fair', kind: 'text', width: 30 },
  { header: 'Price', kind: 'money' },
  ...['Sent', 'Missing at delivery', 'Adjustments', 'Sold in person', 'Restocked', 'Expected return', 'Counted return', 'of which damaged', 'Variance'].map(units),
  { header: 'Variance value', kind: 'money' },
];

/** FAIR_RETURN_REPORT by title; what was not counted yet is blank. */
export function fairReturnSheet({ rows, totals }: FairReturnReport): Pick<WrittenSheet, 'columns' | 'rows' | 'totals'> {
  const figures = (row: Omit<FairReturnReport['rows'][number], 'fairIdentifier' | 'fairName' | 'sku' | 'title' | 'priceCents' | 'oversold'>) => [
    row.sent, row.missing, row.adjusted, row.soldInPerson, row.restocked, row.expectedReturn, row.counted, row.damaged, row.variance, row.varianceValueCents,
  ];
  return { columns: COLUMNS, rows: rows.map((row) => [row.sku, row.title, row.fairName, row.priceCents, ...figures(row)]), totals: ['Total', null, null, null, ...figures(totals)] };
}

const STATUS = { packed: 'Packed', delivered: 'Delivered', missing_at_delivery: 'Missing at delivery', returned: 'Returned', missing_at_return: 'Missing at return' };

/** Table B: the cartons with their scans, by the clock of their fair. */
export function cartonsSheet({ cartons }: FairReturnReport, fairs: readonly ScopeFair[]): WrittenSheet {
  const zones = new Map(fairs.map(({ identifier, timeZone }) => [identifier, timeZone]));
  return {
    name: 'Cartons',
    columns: [
      { header: 'Carton', kind: 'text', width: 20 },
      { header: 'Label', kind: 'text', width: 24 },
      { header: 'Fair', kind: 'text', width: 30 },
      units('Units sent'),
      { header: 'Delivered at', kind: 'datetime' },
      { header: 'Delivered by', kind: 'text', width: 22 },
      { header: 'Returned at', kind: 'datetime' },
      { header: 'Returned by', kind: 'text', width: 22 },
      { header: 'Status', kind: 'text', width: 20 },
    ],
    rows: cartons.map((carton) => {
      const at = (instant: string | null) => instant && clockIn(zones.get(carton.fairIdentifier) ?? 'UTC', instant);
      return [carton.code, carton.label, carton.fairName, carton.unitsSent, at(carton.deliveredAt), carton.deliveredBy, at(carton.returnedAt), carton.returnedBy, STATUS[carton.status]];
    }),
  };
}
