import {
  REPORT_PERIODS,
  type ReportRecipient,
  type ReportSchedule,
  type ReportSend,
} from '@pos/contract/reports/report-schedules';
import { formatInstant } from '@pos/contract/values/clock';
import { formatDayRange } from '@pos/contract/values/days';
import { IconMail } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ActivityPages } from '#web/staff/activity/activity-pages.tsx';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { stringifySearch } from '#web/lib/lists/search-params.ts';
import { HERE } from '#web/lib/input/time.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { SCHEDULE_STATUS, SEND_STATUS, timesText, getScheduleTitle } from './schedule-words.ts';
import { scheduleDetails, scheduleSends, schedulesPath } from './schedules.data.ts';
import * as styles from './schedules.module.css';
import { useScheduleActions } from './use-schedule-actions.tsx';

/** A scheduled report with its recipients and the history of its emails. */
export function SchedulePage() {
  const query = useQuery(scheduleDetails(useRecordId()));
  const { data: schedule } = query;
  if (!schedule)
    return <NotLoaded what="scheduled report" query={query} outline={<FormSkeleton cards={2} />} />;
  return (
    <>
      <ScheduleHead schedule={schedule} />
      <div className="stack">
        <div className={styles.cards}>
          <TimesCard schedule={schedule} />
          <Card title="Recipients">
            <ul className={styles.recipients} aria-label="Recipients" data-private>
              {schedule.recipients.map((recipient) => (
                <Recipient key={recipient.adminId} recipient={recipient} />
              ))}
            </ul>
          </Card>
        </div>
        <History schedule={schedule} />
      </div>
    </>
  );
}

function ScheduleHead({ schedule }: { schedule: ReportSchedule }) {
  const navigate = useNavigate();
  const { getActions, dialog } = useScheduleActions(
    () => void navigate({ href: schedulesPath(), replace: true }),
  );
  const { question, subject, status } = schedule;
  const { format: _, ...days } = question;
  const query = { ...days, ...(schedule.period === 'whole_fair' && { wholeFair: true }) };
  return (
    <PageHead
      title={getScheduleTitle(schedule)}
      crumbs={[
        { label: 'Reports', to: pathTo('reports') },
        { label: 'Schedules', to: schedulesPath() },
        { label: getScheduleTitle(schedule) },
      ]}
      badge={<StatusPill status={SCHEDULE_STATUS[status]} />}
      sub={<span>{subject}</span>}
      actions={
        <>
          <ButtonLink to={`${pathTo('reports')}${stringifySearch(query)}`}>Open report</ButtonLink>
          <ActionMenu look="page" label="More actions" actions={getActions(schedule)} />
          {dialog}
        </>
      }
    />
  );
}

function TimesCard({ schedule }: { schedule: ReportSchedule }) {
  const { period, question, nextDueAt, timeZone, savedBy } = schedule;
  return (
    <Card title="Schedule">
      <Facts
        facts={[
          ['Times', timesText(schedule)],
          ['Next', nextDueAt === null ? 'Paused' : formatInstant(nextDueAt, timeZone)],
          [
            'Days in the report',
            period === 'same_days'
              ? formatDayRange(question.startDate, question.endDate)
              : REPORT_PERIODS[period],
          ],
          ['File', question.format.toUpperCase()],
          ['Runs in the name of', savedBy],
        ]}
      />
    </Card>
  );
}

function Recipient({ recipient }: { recipient: ReportRecipient }) {
  const { name, email, adminId, unsubscribedAt } = recipient;
  return (
    <li>
      <span>
        {name} {adminId === null && <span className="muted">Coordinator</span>}
      </span>
      <span className="muted">{email || 'No email address'}</span>
      {unsubscribedAt && (
        <span className="caption">Unsubscribed on {formatInstant(unsubscribedAt, HERE)}</span>
      )}
    </li>
  );
}

function History({ schedule }: { schedule: ReportSchedule }) {
  const query = useInfiniteQuery(scheduleSends(schedule));
  return (
    <Card title="History" intro="Emails of the last 400 days, newest first." rows>
      <ActivityPages
        query={query}
        what="The history"
        nothing={
          <Empty
            title="Nothing sent yet"
            text="Each email appears here with its result."
            icon={IconMail}
          />
        }
      >
        {(sends) => (
          <ul className={`${styles.sends} lined`} aria-label="Emails">
            {sends.map((send) => (
              <Send key={send.id} send={send} timeZone={schedule.timeZone} />
            ))}
          </ul>
        )}
      </ActivityPages>
    </Card>
  );
}

function Send({ send, timeZone }: { send: ReportSend; timeZone: string }) {
  const { status, recipient, email, dueAt, endedAt, isLate, isByHand, reason, attempts } = send;
  const facts = [
    isByHand
      ? `By hand, ${formatInstant(dueAt, timeZone)}`
      : `Due ${formatInstant(dueAt, timeZone)}`,
    endedAt !== null && status === 'sent' && isLate && `sent ${formatInstant(endedAt, timeZone)}`,
    attempts > 1 && `${attempts} tries`,
  ].filter(Boolean);
  return (
    <li>
      <span data-private>
        {recipient} {email && <span className="muted">{email}</span>}
      </span>
      <span className="row">
        {isLate && <StatusPill status={{ label: 'Late', meaning: 'warn' }} />}
        <StatusPill status={SEND_STATUS[status]} />
      </span>
      <span className="caption numeric">{facts.join(', ')}</span>
      {reason && <span className={`caption ${styles.reason}`}>{reason}</span>}
    </li>
  );
}
