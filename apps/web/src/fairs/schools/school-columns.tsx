import { EXEMPTIONS } from '@pos/contract/fairs/schools';
import { SCHOOL_LIST } from '@pos/contract/fairs/schools.columns';
import type { SchoolRow } from '@pos/contract/fairs/schools';
import { RECORD_STATUS } from '@pos/contract/record-status';
import { formatCount } from '@pos/contract/values/counts';
import { Amount } from '#web/ui/values/amount.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';

/** Columns of the schools list. */
export const SCHOOL_COLUMNS: readonly Column<SchoolRow>[] = [
  {
    id: 'school',
    ...described(SCHOOL_LIST.school),
    sort: 'name',
    wraps: 260,
    card: 'title',
    cell: ({ name, identifier }) => (
      <span className="two-lines">
        <span>{name}</span>
        <small className="monospace">{identifier}</small>
      </span>
    ),
  },
  {
    id: 'place',
    ...described(SCHOOL_LIST.place),
    sort: 'city',
    rank: 6,
    wraps: 140,
    card: 'detail',
    cell: ({ city, state }) => [city, state].filter(Boolean).join(', ') || <Nothing />,
  },
  {
    id: 'region',
    ...described(SCHOOL_LIST.region),
    sort: 'region',
    rank: 3,
    isExtra: true,
    wraps: 120,
    cell: ({ region }) => region || <Nothing />,
  },
  {
    id: 'coordinator',
    ...described(SCHOOL_LIST.coordinatorName),
    sort: 'coordinatorName',
    rank: 4,
    wraps: 160,
    cell: ({ coordinatorName }) =>
      coordinatorName ? <span data-private>{coordinatorName}</span> : <Nothing />,
  },
  {
    id: 'enrollment',
    ...described(SCHOOL_LIST.enrollment),
    sort: 'enrollment',
    rank: 1,
    cell: ({ enrollment }) => (enrollment === null ? <Nothing /> : formatCount(enrollment)),
  },
  {
    id: 'fairs',
    ...described(SCHOOL_LIST.fairs),
    sort: 'fairs',
    rank: 5,
    cell: ({ fairs }) => formatCount(fairs),
  },
  {
    id: 'aveDollars',
    ...described(SCHOOL_LIST.aveDollarBalanceCents),
    sort: 'aveDollarBalanceCents',
    card: 'value',
    cell: ({ aveDollarBalanceCents }) => <Amount cents={aveDollarBalanceCents} />,
  },
  {
    id: 'taxExempt',
    ...described(SCHOOL_LIST.taxExempt),
    rank: 2,
    room: 188,
    cell: ({ exemption }) =>
      exemption === 'none' ? <Nothing /> : <StatusPill status={EXEMPTIONS[exemption]} quiet />,
  },
  {
    id: 'facts',
    ...described(SCHOOL_LIST.factsEnabled),
    rank: 0,
    isExtra: true,
    cell: ({ factsEnabled }) => (factsEnabled ? 'Yes' : <Nothing />),
  },
  {
    id: 'status',
    ...described(SCHOOL_LIST.status),
    sort: 'status',
    card: 'status',
    cell: ({ status }) => <StatusPill status={RECORD_STATUS[status]} quiet />,
  },
];

function Nothing() {
  return <span className="muted">–</span>;
}
