import { FAIR_LIST } from '@pos/contract/columns/fairs';
import type { Fair } from '@pos/contract/fairs';
import { PACKAGE_OPTIONS } from '@pos/contract/fair-packages';
import { formatDayRange } from '@pos/contract/values/days';
import { Amount } from '#web/ui/amount.tsx';
import { RECORD_STATUS } from '#web/ui/record-status.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import { closeOutStatus, phaseStatus } from './fair-status.ts';
import * as styles from './fairs.module.css';

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
    id: 'dates',
    ...described(FAIR_LIST.dates),
    rank: 4,
    sort: 'startDate',
    card: 'detail',
    cell: (fair) => (
      <span className={`row ${styles.fairDates}`}>
        <span className="no-wrap">{formatDayRange(fair.startDate, fair.endDate)}</span>
        {fair.phase === 'live' && <StatusPill status={phaseStatus(fair)} />}
      </span>
    ),
  },
  {
    id: 'admin',
    ...described(FAIR_LIST.adminName),
    rank: 3,
    wraps: 160,
    sort: 'adminName',
    cell: ({ adminName }) => adminName,
  },
  {
    id: 'package',
    ...described(FAIR_LIST.packageOption),
    rank: 1,
    sort: 'packageOption',
    cell: ({ packageOption }) => PACKAGE_OPTIONS[packageOption],
  },
  {
    id: 'tax',
    ...described(FAIR_LIST.salesTaxRatePpm),
    rank: 2,
    sort: 'salesTaxRate',
    atLeast: 6,
    cell: ({ salesTaxRate }) => `${salesTaxRate}%`,
  },
  {
    id: 'sales',
    ...described(FAIR_LIST.netCents),
    sort: 'netCents',
    atLeast: 9,
    card: 'value',
    cell: ({ netCents }) => <Amount cents={netCents} strong />,
  },
  {
    id: 'closeOut',
    ...described(FAIR_LIST.closeOut),
    atLeast: 10,
    cell: (fair) => <CloseOutCell fair={fair} />,
  },
  {
    id: 'status',
    ...described(FAIR_LIST.status),
    sort: 'status',
    card: 'status',
    cell: ({ status }) => <StatusPill status={RECORD_STATUS[status]} quiet />,
  },
];

function CloseOutCell({ fair }: { fair: Fair }) {
  const status = closeOutStatus(fair);
  return status.meaning === 'off' ? (
    <span className="subdued">{status.label}</span>
  ) : (
    <StatusPill status={status} quiet />
  );
}
