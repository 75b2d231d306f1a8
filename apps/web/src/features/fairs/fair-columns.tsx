import type { Fair } from '@pos/contract/fairs';
import { PACKAGE_OPTIONS } from '@pos/contract/fair-packages';
import { formatDayRange } from '@pos/contract/values/days';
import { Amount } from '#web/ui/amount.tsx';
import { RECORD_STATUS } from '#web/ui/record-status.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import type { Column } from '#web/ui/table/description.ts';
import { closeOutStatus, phaseStatus } from './fair-status.ts';

/** Columns of the fairs list; sales are net, to date. */
export const FAIR_COLUMNS: readonly Column<Fair>[] = [
  {
    id: 'fair',
    header: 'Fair',
    sort: 'name',
    card: 'title',
    cell: ({ name, schoolName }) => (
      <span className="two fair-name">
        <span className="ell" title={name}>
          {name}
        </span>
        <small className="ell" title={schoolName}>
          {schoolName}
        </small>
      </span>
    ),
  },
  {
    id: 'dates',
    header: 'Dates',
    sort: 'startDate',
    card: 'detail',
    cell: (fair) => (
      <span className="row fair-dates">
        <span className="nowrap">{formatDayRange(fair.startDate, fair.endDate)}</span>
        {fair.phase === 'live' && <StatusPill status={phaseStatus(fair)} />}
      </span>
    ),
  },
  {
    id: 'admin',
    header: 'Admin',
    sort: 'adminName',
    cell: ({ adminName }) => (
      <span className="ell fair-admin" title={adminName}>
        {adminName}
      </span>
    ),
  },
  {
    id: 'package',
    header: 'Package',
    sort: 'packageOption',
    cell: ({ packageOption }) => PACKAGE_OPTIONS[packageOption],
  },
  {
    id: 'tax',
    header: 'Tax',
    sort: 'salesTaxRate',
    align: 'right',
    atLeast: 6,
    cell: ({ salesTaxRate }) => `${salesTaxRate}%`,
  },
  {
    id: 'sales',
    header: 'Sales',
    sort: 'netCents',
    align: 'right',
    atLeast: 9,
    card: 'value',
    cell: ({ netCents }) => <Amount cents={netCents} strong />,
  },
  {
    id: 'closeOut',
    header: 'Close-out',
    atLeast: 10,
    cell: (fair) => <CloseOutCell fair={fair} />,
  },
  {
    id: 'status',
    header: 'Status',
    sort: 'status',
    card: 'status',
    cell: ({ status }) => <StatusPill status={RECORD_STATUS[status]} quiet />,
  },
];

function CloseOutCell({ fair }: { fair: Fair }) {
  const status = closeOutStatus(fair);
  return status.meaning === 'off' ? (
    <span className="t2">{status.label}</span>
  ) : (
    <StatusPill status={status} quiet />
  );
}
