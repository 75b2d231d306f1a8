import { CARTON_STATUS } from '@pos/contract/stock/cartons';
import type { Carton } from '@pos/contract/stock/cartons';
import { formatInstant } from '@pos/contract/values/clock';
import { formatCount } from '@pos/contract/values/counts';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import type { Column } from '#web/ui/table/description.ts';
import * as styles from './cartons.module.css';

/**
 * Columns of a fair's cartons; times are in the fair's zone. With one delivery, its time is said
 * once, above the list.
 */
export function cartonColumns(
  timeZone: string,
  { hasLabels, hasOneDelivery }: { hasLabels: boolean; hasOneDelivery: boolean },
): Column<Carton>[] {
  return [
    {
      id: 'code',
      header: 'Carton',
      sort: 'code',
      card: 'title',
      cell: ({ code }) => <span className="monospace semibold">{code}</span>,
    },
    ...(hasLabels
      ? [
          {
            id: 'label',
            header: 'Label',
            sort: 'label',
            rank: 1,
            wraps: 100,
            cell: ({ label }: Carton) => label || <span className="muted">–</span>,
          },
        ]
      : []),
    {
      id: 'titles',
      header: 'Titles',
      sort: 'titles',
      rank: 3,
      align: 'right',
      cell: ({ titles }) => formatCount(titles),
    },
    {
      id: 'units',
      header: 'Units',
      sort: 'units',
      align: 'right',
      card: 'detail',
      cell: ({ units }) => (
        <>
          {formatCount(units)}
          <span className={styles.word}> {units === 1 ? 'unit' : 'units'}</span>
        </>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      sort: 'status',
      card: 'status',
      cell: ({ status }) => <StatusPill status={CARTON_STATUS[status]} quiet />,
    },
    ...(hasOneDelivery
      ? []
      : [
          {
            id: 'scannedIn',
            header: 'Scanned in',
            sort: 'scannedInAt',
            rank: 4 as const,
            zone: ({ scannedInAt }: Carton) => (scannedInAt ? timeZone : undefined),
            card: 'aside' as const,
            cell: ({ scannedInAt, scannedInBy }: Carton) => (
              <Scan at={scannedInAt} by={scannedInBy} timeZone={timeZone} />
            ),
          },
        ]),
    {
      id: 'scannedBack',
      header: 'Scanned back',
      sort: 'scannedBackAt',
      rank: 2,
      zone: ({ scannedBackAt }) => (scannedBackAt ? timeZone : undefined),
      cell: ({ scannedBackAt, scannedBackBy }) => (
        <Scan at={scannedBackAt} by={scannedBackBy} timeZone={timeZone} />
      ),
    },
  ];
}

function Scan({ at, by, timeZone }: { at: string | null; by: string | null; timeZone: string }) {
  if (at === null) return <span className="muted">–</span>;
  return (
    <span className="two-lines">
      <span className="numeric">{formatInstant(at, timeZone)}</span>
      <small>{by}</small>
    </span>
  );
}
