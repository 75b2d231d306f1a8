import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { FairReturnReport } from '@pos/contract/reports';
import type {
  FairReturnCarton,
  FairReturnRow,
  FairReturnTotals,
} from '@pos/contract/stock-reports';
import { pluralize, formatCents, formatCount } from '#web/lib/money.ts';
import { formatInstant } from '#web/lib/time.ts';
import { KeyNumbers } from '#web/ui/card.tsx';
import { CARTON_STATUS } from '#web/features/cartons/carton-words.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { countColumn, moneyColumn } from './figure-columns.tsx';
import { FigureTable, type FigureColumn } from './figure-table.tsx';
import { percentText } from './report-words.ts';
import { FAIR_COLUMN, hasSeveralFairs, TITLE_COLUMN } from './stock-columns.tsx';

const MEANING = REPORT_DEFINITIONS.FAIR_RETURN_REPORT;
type Column = FigureColumn<FairReturnRow, FairReturnTotals>;
type Figures = Pick<
  FairReturnRow,
  | 'sent'
  | 'missing'
  | 'adjusted'
  | 'soldInPerson'
  | 'restocked'
  | 'expectedReturn'
  | 'oversold'
  | 'counted'
  | 'damaged'
  | 'variance'
  | 'varianceValueCents'
>;
const count = countColumn<Figures>;

/** Column of a count that stays blank until counted: it is not 0. */
function counted(
  header: string,
  definition: string,
  valueOf: (figures: Figures) => number | null,
  strong = false,
): Column {
  const column = count(header, definition, valueOf, strong);
  return {
    ...column,
    cell: (row) => (valueOf(row) === null ? null : column.cell(row)),
    total: (totals) => (valueOf(totals) === null ? null : column.cell(totals)),
  };
}

const COLUMNS: readonly Column[] = [
  {
    header: 'Price',
    definition: MEANING.priceCents,
    align: 'right',
    cell: ({ priceCents }) => formatCents(priceCents),
  },
  count('Sent', MEANING.sent, ({ sent }) => sent),
  count('Missing', MEANING.missing, ({ missing }) => missing),
  count('Adjustments', MEANING.adjusted, ({ adjusted }) => adjusted),
  count('Sold', MEANING.soldInPerson, ({ soldInPerson }) => soldInPerson),
  count('Restocked', MEANING.restocked, ({ restocked }) => restocked),
  count('Expected', MEANING.expectedReturn, ({ expectedReturn }) => expectedReturn, true),
  counted('Counted', MEANING.counted, (row) => row.counted, true),
  counted('Damaged', MEANING.damaged, ({ damaged }) => damaged),
  counted('Variance', MEANING.variance, ({ variance }) => variance, true),
  moneyColumn<Figures>(
    'Variance value',
    MEANING.varianceValueCents,
    ({ varianceValueCents }) => varianceValueCents,
  ),
];

/** Expected returns by title, and the state of each carton. */
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
      {cartons.length > 0 && (
        <Cartons
          cartons={cartons}
          zones={new Map(fairs.map(({ identifier, timeZone }) => [identifier, timeZone]))}
        />
      )}
      {totals.shipToSchoolUnits > 0 && (
        <p className="meta report-note">
          {pluralize(
            totals.shipToSchoolUnits,
            'ship-to-school piece is',
            'ship-to-school pieces are',
          )}{' '}
          not included: {totals.shipToSchoolUnits === 1 ? 'it' : 'they'} never{' '}
          {totals.shipToSchoolUnits === 1 ? 'was' : 'were'} at the fair.
        </p>
      )}
    </>
  );
}

function keyNumbers(totals: FairReturnTotals) {
  const ofCount = (value: number | null) => (value === null ? 'Not counted' : formatCount(value));
  const ofMoney = (cents: number | null) => (cents === null ? 'yet' : formatCents(cents));
  return [
    { label: 'Sent', value: formatCount(totals.sent), detail: formatCents(totals.sentValueCents) },
    {
      label: 'Sold, less restocked',
      value: formatCount(totals.soldInPerson - totals.restocked),
      detail: formatCents(totals.soldValueCents),
    },
    {
      label: 'Expected',
      value: formatCount(totals.expectedReturn),
      detail: formatCents(totals.expectedValueCents),
    },
    {
      label: 'Counted',
      value: ofCount(totals.counted),
      detail:
        totals.counted === null
          ? 'yet'
          : `${formatCents(totals.countedValueCents ?? 0)}, ${formatCount(totals.countedTitles)} of ${pluralize(totals.titles, 'title', 'titles')}`,
    },
    {
      label: 'Variance',
      value: ofCount(totals.variance),
      detail:
        totals.variance === null
          ? 'yet'
          : `${ofMoney(totals.varianceValueCents)}, shrinkage ${percentText(totals.shrinkagePercent)}`,
    },
  ];
}

function Cartons({
  cartons,
  zones,
}: {
  cartons: readonly FairReturnCarton[];
  zones: ReadonlyMap<string, string>;
}) {
  const scan = (at: string | null, by: string | null, fair: string) =>
    at ? `${formatInstant(at, zones.get(fair))}, ${by ?? ''}` : null;
  const columns: FigureColumn<FairReturnCarton, { units: number }>[] = [
    {
      header: 'Carton',
      definition: MEANING.code,
      cell: ({ code }) => <span className="mono nowrap">{code}</span>,
    },
    { header: 'Label', definition: MEANING.label, cell: ({ label }) => label || null },
    ...(hasSeveralFairs(cartons) ? [FAIR_COLUMN] : []),
    {
      header: 'Units sent',
      definition: MEANING.unitsSent,
      align: 'right',
      cell: ({ unitsSent }) => formatCount(unitsSent),
      total: ({ units }) => formatCount(units),
    },
    {
      header: 'Status',
      definition: MEANING.status,
      cell: ({ status }) => <StatusPill status={CARTON_STATUS[status]} quiet />,
    },
    {
      header: 'Delivered',
      definition: MEANING.deliveredAt,
      cell: ({ deliveredAt, deliveredBy, fairIdentifier }) =>
        scan(deliveredAt, deliveredBy, fairIdentifier),
    },
    {
      header: 'Returned',
      definition: MEANING.returnedAt,
      cell: ({ returnedAt, returnedBy, fairIdentifier }) =>
        scan(returnedAt, returnedBy, fairIdentifier),
    },
  ];
  return (
    <>
      <h3 className="report-heading">Cartons</h3>
      <FigureTable
        caption="Cartons"
        columns={columns}
        rowKey={({ code }) => code}
        groups={[{ name: 'Cartons', rows: cartons, subtotal: undefined }]}
        totals={{ units: cartons.reduce((sum, { unitsSent }) => sum + unitsSent, 0) }}
      />
    </>
  );
}
