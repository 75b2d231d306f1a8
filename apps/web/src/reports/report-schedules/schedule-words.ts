import {
  WEEKDAY_NAMES,
  type ReportSchedule,
  type ScheduleStatus,
  type SendStatus,
} from '@pos/contract/reports/report-schedules';
import { REPORTS } from '@pos/contract/reports/list';
import { formatClock } from '@pos/contract/values/clock';
import type { StatusText } from '#web/ui/values/status-pill.tsx';
import { timeZoneLabel } from '#web/lib/input/time-zones.ts';

export const SCHEDULE_STATUS: Record<ScheduleStatus, StatusText> = {
  active: { label: 'Active', meaning: 'ok' },
  paused: { label: 'Paused', meaning: 'off' },
};

export const SEND_STATUS: Record<SendStatus, StatusText> = {
  waiting: { label: 'Waiting', meaning: 'waiting' },
  sent: { label: 'Sent', meaning: 'ok' },
  skipped: { label: 'Not sent', meaning: 'off' },
  failed: { label: 'Failed', meaning: 'bad' },
};

/** Title of the report. */
export function getScheduleTitle({ question }: Pick<ReportSchedule, 'question'>): string {
  return REPORTS[question.reportType].title;
}

/** Days and time of sending: `Mon, Fri at 07:00 AM, Eastern`. */
export function timesText({
  weekdays,
  time,
  timeZone,
}: Pick<ReportSchedule, 'weekdays' | 'time' | 'timeZone'>): string {
  const names = weekdays.map((day) => WEEKDAY_NAMES[day as keyof typeof WEEKDAY_NAMES]);
  const days =
    names.length === 7
      ? 'Every day'
      : names.length === 1
        ? `${names[0]}s`
        : names.map((name) => name.slice(0, 3)).join(', ');
  return `${days} at ${formatClock(`2000-01-01T${time}`).slice(11)}, ${timeZoneLabel(timeZone)}`;
}

/** Names of the recipients who have not unsubscribed. */
export function recipientsText({ recipients }: Pick<ReportSchedule, 'recipients'>): string {
  const names = recipients.filter((one) => one.unsubscribedAt === null).map(({ name }) => name);
  const [first, second, ...others] = names;
  if (first === undefined) return 'Nobody';
  if (others.length > 0) return `${first}, ${second} and ${others.length} more`;
  return second === undefined ? first : `${first} and ${second}`;
}
