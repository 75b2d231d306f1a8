import { FAIR_LIST } from '@pos/contract/fairs/fairs.columns';
import type { Fair } from '@pos/contract/fairs/fairs';
import { PACKAGE_OPTIONS } from '@pos/contract/fairs/package-options';
import { formatDayRange } from '@pos/contract/values/days';
import { formatAlignedPpm } from '@pos/contract/values/percent';
import { Amount } from '#web/ui/values/amount.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import { FairStateCell } from './fair-state-cell.tsx';
import { SalesTrend } from './sales-trend.tsx';

/** Columns of the fairs list; sales are net, to date. */
export const FAIR_COLUMNS: readonly Column<Fair>[] = [
  {
    id: 'fair',
    ...described(FAIR_LIST.fair),
    sort: 'name',
    wraps: 280,
    card: 'title',
    cell: ({ name, schoolName }) => (
      <span className="two-lines">
        <span>{name}</span>
        <small>{schoolName}</small>
      </span>
    ),
  },
  {
    id: 'state',
    ...described(FAIR_LIST.state),
    room: 192,
    sort: 'relevance',
    card: 'status',
    cell: (fair) => <FairStateCell fair={fair} />,
  },
  {
    id: 'dates',
    ...described(FAIR_LIST.dates),
    room: 174,
    rank: 4,
    sort: 'startDate',
    card: 'detail',
    cell: ({ startDate, endDate }) => formatDayRange(startDate, endDate),
  },
  {
    id: 'admin',
    ...described(FAIR_LIST.adminName),
    rank: 3,
    wraps: 160,
    sort: 'adminName',
    cell: ({ adminName }) => <span data-private>{adminName}</span>,
  },
  {
    id: 'package',
    ...described(FAIR_LIST.packageOption),
    rank: 0,
    sort: 'packageOption',
    cell: ({ packageOption }) => PACKAGE_OPTIONS[packageOption],
  },
  {
    id: 'tax',
    ...described(FAIR_LIST.salesTaxRatePpm),
    rank: 1,
    isExtra: true,
    sort: 'salesTaxRate',
    cell: ({ salesTaxRatePpm }) => formatAlignedPpm(salesTaxRatePpm),
  },
  {
    id: 'trend',
    ...described(FAIR_LIST.salesByDay),
    room: 100,
    rank: 2,
    cell: (fair) => <SalesTrend fair={fair} />,
  },
  {
    id: 'sales',
    ...described(FAIR_LIST.netCents),
    sort: 'netCents',
    atLeast: 9,
    card: 'value',
    cell: ({ netCents }) => netCents !== null && <Amount cents={netCents} strong />,
  },
];

/** The same columns without amounts of sales. */
export const COLUMNS_WITHOUT_SALES = FAIR_COLUMNS.filter(
  ({ id }) => id !== 'trend' && id !== 'sales',
);
