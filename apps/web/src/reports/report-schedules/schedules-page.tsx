import type { ReportSchedule } from '@pos/contract/reports/report-schedules';
import { formatInstant } from '@pos/contract/values/clock';
import { IconCalendarClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { pathTo } from '#web/lib/api/paths.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { AfterDelay, Empty, Skeleton, Unloaded } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import {
  recipientsText,
  SCHEDULE_STATUS,
  SEND_STATUS,
  timesText,
  getScheduleTitle,
} from './schedule-words.ts';
import { schedulePath, schedules } from './schedules.data.ts';
import * as styles from './schedules.module.css';
import { useScheduleActions } from './use-schedule-actions.tsx';

/** Reports that are sent by email at set times. */
export function SchedulesPage() {
  const { data: found, error, refetch } = useQuery(schedules);
  const { getActions, dialog } = useScheduleActions();
  return (
    <>
      <PageHead
        title="Scheduled reports"
        crumbs={[{ label: 'Reports', to: pathTo('reports') }, { label: 'Schedules' }]}
      />
      {found && found.length > 0 ? (
        <Card rows>
          <ul className={`${styles.rows} lined`} aria-label="Scheduled reports">
            {found.map((schedule) => (
              <ScheduleRow key={schedule.id} schedule={schedule} actions={getActions(schedule)} />
            ))}
          </ul>
        </Card>
      ) : (
        <Card>
          {found ? (
            <Empty
              title="No scheduled reports"
              text="Run a report, then choose Export › Schedule. It is sent by email at the times that you set."
              icon={IconCalendarClock}
              actions={<ButtonLink to={pathTo('reports')}>Choose a report</ButtonLink>}
            />
          ) : (
            <Unloaded what="The list of scheduled reports" error={error} retry={refetch}>
              <AfterDelay>
                <div className="stack" aria-hidden>
                  <Skeleton width="60%" />
                  <Skeleton width="45%" />
                  <Skeleton width="55%" />
                </div>
              </AfterDelay>
            </Unloaded>
          )}
        </Card>
      )}
      {dialog}
    </>
  );
}

function ScheduleRow({ schedule, actions }: { schedule: ReportSchedule; actions: RowAction[] }) {
  const { id, subject, status, nextDueAt, lastSend, timeZone, question } = schedule;
  return (
    <li>
      <span className="two-lines">
        <Link to={schedulePath(id)} className="medium">
          {getScheduleTitle(schedule)}
        </Link>
        <small>{subject}</small>
      </span>
      <span className="two-lines">
        <span>{timesText(schedule)}</span>
        <small className="numeric">
          {nextDueAt === null ? 'Paused' : `Next ${formatInstant(nextDueAt, timeZone)}`}
        </small>
      </span>
      <span className="two-lines">
        <span data-private>{recipientsText(schedule)}</span>
        <small>{question.format.toUpperCase()}</small>
      </span>
      <span>
        {status === 'paused' ? (
          <StatusPill status={SCHEDULE_STATUS.paused} />
        ) : (
          lastSend && <StatusPill status={SEND_STATUS[lastSend.status]} quiet />
        )}
        <ActionMenu
          label={`Actions for ${getScheduleTitle(schedule)}, ${subject}`}
          actions={actions}
        />
      </span>
    </li>
  );
}
