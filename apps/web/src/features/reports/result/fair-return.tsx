import type { FairReturnCarton, FairReturnReport, FairReturnRow, FairReturnTotals } from '@pos/contract/reports';
import { countOf, formatCents, formatCount } from '#web/lib/money.ts';
import { formatInstant } from '#web/lib/time.ts';
import { KeyNumbers } from '#web/ui/card.tsx';
import { StatusPill, type StatusText } from '#web/ui/status-pill.tsx';
import { countColumn, moneyColumn } from './figure-columns.tsx';
import { FigureTable, type FigureColumn } from './figure-table.tsx';
import { percentText } from './report-words.ts';
import { FAIR_COLUMN, hasSeveralFairs, TITLE_COLUMN } from './stock-columns.tsx';

type Column = FigureColumn<FairReturnRow, FairReturnTotals>;
type Figures = Pick<FairReturnRow, 'sent' | 'missing' | 'adjusted' | 'soldInPerson' | 'restocked' | 'expectedReturn' | 'oversold' | 'counted' | 'damaged' | 'variance' | 'varianceValueCents'>;
const count = countColumn<Figures>;

/** A count that stays blank until it was made: it is not 0. */
function counted(header: string, definition: string, valueOf: (figures: Figures) => number | null, strong = false): Column {
  const column = count(header, definition, valueOf, strong);
  return { ...column, cell: (row) => (valueOf(row) === null ? null : column.cell(row)), total: (totals) => (valueOf(totals) === null ? null : column.cell(totals)) };
}

const COLUMNS: readonly Column[] = [
  { header: 'Price', definition: "The fair's price.", align: 'right', cell: ({ priceCents }) => formatCents(priceCents) },
  count('Sent', 'Pieces sent to the fair.', ({ sent }) => sent),
  count('Missing', 'Pieces in cartons that were missing at delivery.', ({ missing }) => missing),
  count('Adjustments', 'Pieces added less pieces removed by hand.', ({ adjusted }) => adjusted),
  count('Sold', 'Pieces sold in person.', ({ soldInPerson }) => soldInPerson),
  count('Restocked', 'Pieces that came back to the shelf with a refund.', ({ restocked }) => restocked),
  count('Expected', 'Sent, less missing, adjusted, less sold, plus restocked: on hand before the returns are booked. Below 0, more was sold than there was.', ({ expectedReturn }) => expectedReturn, true),
  counted('Counted', 'Pieces that came back, damaged ones too; empty until they are counted.', (row) => row.counted, true),
  counted('Damaged', 'Pieces of the counted ones that cannot be sold again.', ({ damaged }) => damaged),
  counted('Variance', 'Counted less expected.', ({ variance }) => variance, true),
  moneyColumn<Figures>('Variance value', 'Variance times price.', ({ varianceValueCents }) => varianceValueCents),
];

/** What goes back, title by title, and where each carton is. */
export function FairReturn({ report }: { report: FairReturnReport }) {
  const { rows, cartons, totals, fairs } = report;
  return (
    <>
      <KeyNumbers bare numbers={keyNumbers(totals)} />
      <FigureTable
        caption="Titles"
        columns={[TITLE_COLUMN, ...(hasSeveralFairs(rows) ? [FAIR_COLUMN] : []), ...COLUMNS]}
        rowKey={({ sku, fairIdentifier }) => `${fairIdentifier} ${sku}`}
        groups={[{ name: 'Titles', rows, subtotal: undefined }]}
        totals={totals}
      />
      {cartons.length > 0 && <Cartons cartons={cartons} zones={new Map(fairs.map(({ identifier, timeZone }) => [identifier, timeZone]))} />}
      {totals.shipToSchoolUnits > 0 && <p className="meta report-note">{countOf(totals.shipToSchoolUnits, 'ship-to-school piece is', 'ship-to-school pieces are')} not part of this: {totals.shipToSchoolUnits === 1 ? 'it' : 'they'} never {totals.shipToSchoolUnits === 1 ? 'was' : 'were'} at the fair.</p>}
    </>
  );
}

function keyNumbers(totals: FairReturnTotals) {
  const ofCount = (value: number | null) => (value === null ? 'Not counted' : formatCount(value));
  const ofMoney = (cents: number | null) => (cents === null ? 'yet' : formatCents(cents));
  return [
    { label: 'Sent', value: formatCount(totals.sent), detail: formatCents(totals.sentValueCents) },
    { label: 'Sold, less restocked', value: formatCount(totals.soldInPerson - totals.restocked), detail: formatCents(totals.soldValueCents) },
    { label: 'Expected', value: formatCount(totals.expectedReturn), detail: formatCents(totals.expectedValueCents) },
    { label: 'Counted', value: ofCount(totals.counted), detail: totals.counted === null ? 'yet' : `${formatCents(totals.countedValueCents ?? 0)}, ${formatCount(totals.countedTitles)} of ${countOf(totals.titles, 'title', 'titles')}` },
    { label: 'Variance', value: ofCount(totals.variance), detail: totals.variance === null ? 'yet' : `${ofMoney(totals.varianceValueCents)}, shrinkage ${percentText(totals.shrinkagePercent)}` },
  ];
}

const CARTON_STATUS: Record<FairReturnCarton['status'], StatusText> = {
  packed: { label: 'Packed', meaning: 'off' },
  delivered: { label: 'Delivered', meaning: 'info' },
  missing_at_delivery: { label: 'Missing at delivery', meaning: 'bad' },
  returned: { label: 'Returned', meaning: 'ok' },
  missing_at_return: { label: 'Missing at return', meaning: 'bad' },
};

function Cartons({ cartons, zones }: { cartons: readonly FairReturnCarton[]; zones: ReadonlyMap<string, string> }) {
  const scan = (at: string | null, by: string | null, fair: string) => (at ? `${formatInstant(at, zones.get(fair))}, ${by ?? ''}` : null);
  const columns: FigureColumn<FairReturnCarton, { units: number }>[] = [
    { header: 'Carton', definition: 'The code on the carton.', cell: ({ code }) => <span className="mono nowrap">{code}</span> },
    { header: 'Label', definition: 'What is written on it.', cell: ({ label }) => label || null },
    ...(hasSeveralFairs(cartons) ? [FAIR_COLUMN] : []),
    { header: 'Units sent', definition: 'Pieces packed in it.', align: 'right', cell: ({ unitsSent }) => formatCount(unitsSent), total: ({ units }) => formatCount(units) },
    { header: 'Status', definition: 'Where it stands.', cell: ({ status }) => <StatusPill status={CARTON_STATUS[status]} quiet /> },
    { header: 'Delivered', definition: 'When it was scanned at the school, and by whom.', cell: ({ deliveredAt, deliveredBy, fairIdentifier }) => scan(deliveredAt, deliveredBy, fairIdentifier) },
    { header: 'Returned', definition: 'When it was scanned back, and by whom.', cell: ({ returnedAt, returnedBy, fairIdentifier }) => scan(returnedAt, returnedBy, fairIdentifier) },
  ];
  return (
    <>
      <h3 className="report-part">Cartons</h3>
      <FigureTable caption="Cartons" columns={columns} rowKey={({ code }) => code} groups={[{ name: 'Cartons', rows: cartons, subtotal: undefined }]} totals={{ units: cartons.reduce((sum, { unitsSent }) => sum + unitsSent, 0) }} />
    </>
  );
}
