import type { CalendarFair } from '@pos/contract/fairs/fairs';
import { formatDayRange } from '@pos/contract/values/days';
import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react';
import { Fragment } from 'react';
import { pathTo } from '#web/lib/api/paths.ts';
import { Link } from '#web/ui/buttons/link.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { fairStatus } from '../fair-status.ts';
import * as styles from './fairs-calendar.module.css';

/** Fairs of a period as a list, for a phone. `name` is that of the period. */
export function Agenda({ name, fairs }: { name: string; fairs: readonly CalendarFair[] }) {
  if (fairs.length === 0) return <Empty title={`No fairs in ${name}`} icon={IconCalendarEvent} />;
  return <AgendaItems fairs={fairs} />;
}

/** Each fair with its dates, state, people and clashes. */
export function AgendaItems({ fairs }: { fairs: readonly CalendarFair[] }) {
  return (
    <ol className={styles.agenda}>
      {fairs.map((fair) => {
        const { label, meaning } = fairStatus(fair);
        return (
          <li key={fair.id}>
            <p className="caption numeric">{formatDayRange(fair.startDate, fair.endDate)}</p>
            <p className="row spread">
              <Link to={pathTo('fair-details', { id: fair.id })} className="semibold">
                {fair.name}
              </Link>
              <StatusPill status={{ label, meaning }} />
            </p>
            <p className="subdued">
              {fair.schoolName},{' '}
              <span className="no-wrap" data-private>
                {fair.adminName}
              </span>
              {fair.devices.map((device) => (
                <Fragment key={device}>
                  , <span className="no-wrap">{device}</span>
                </Fragment>
              ))}
            </p>
            {fair.clashes.map(({ text }) => (
              <p key={text} className={styles.clash}>
                <IconAlertTriangle size={14} stroke={2} aria-hidden /> {text}
              </p>
            ))}
          </li>
        );
      })}
    </ol>
  );
}
