import type { ReportQuery } from '@pos/contract/reports/report-query';
import { ALL_SCHOOLS } from '@pos/contract/reports/report-query';
import { WEEKDAY_NAMES } from '@pos/contract/reports/report-schedules';
import { filterTexts } from '@pos/contract/reports/filters';
import { formatClock, fullZoneName } from '@pos/contract/values/clock';
import type { SendTimes } from './report-times.rules.ts';

/** Names of the records that a scheduled report is about; null if there is none. */
export type SubjectNames = {
  schoolName: string | null;
  fairName: string | null;
  adminName: string | null;
};

/** Names the fair, the school, or all schools with the filters. */
export function subjectText(
  { schoolIdentifier, fairIdentifier, region, season }: ReportQuery,
  { schoolName, fairName, adminName }: SubjectNames,
): string {
  if (schoolIdentifier === ALL_SCHOOLS) {
    const filters = filterTexts({
      region: region ?? null,
      admin: adminName === null ? null : { name: adminName },
      season: season ?? null,
    });
    return ['All schools', ...filters.map(([label, value]) => `${label}: ${value}`)].join(' · ');
  }
  const school = schoolName ?? schoolIdentifier;
  return fairIdentifier === undefined ? school : `${fairName ?? fairIdentifier}, ${school}`;
}

/** Describes the times of sending: `Monday and Friday at 07:00 AM, Eastern Time`. */
export function timesText({ weekdays, time, timeZone }: SendTimes): string {
  const names = weekdays.map((day) => WEEKDAY_NAMES[day as keyof typeof WEEKDAY_NAMES]);
  const days =
    names.length === 7
      ? 'Every day'
      : [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
  const clock = formatClock(`2000-01-01T${time}`).slice(11);
  return `${days} at ${clock}, ${fullZoneName(timeZone)}`;
}
