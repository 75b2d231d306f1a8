import { LATE_AFTER_MINUTES, type ReportPeriod } from '@pos/contract/reports/report-schedules';
import { seasonDays, toSeason } from '@pos/contract/fairs/seasons';
import type { Day, Instant } from '@pos/contract/values';
import { dayIn, instantAt } from '@pos/contract/values/clock';
import { addDays, addMonths, isoWeekday } from '@pos/contract/values/days';

/** Weekdays (1 is Monday) and time (`HH:MM`) by the clock of a zone. */
export type SendTimes = { weekdays: readonly number[]; time: string; timeZone: string };

/** Days around a moment that surely contain the time of sending before and after it. */
const WEEK_AND_MARGIN = 8;

/** Returns the first time of sending after a moment. A time that a clock change skips moves with it. */
export function nextDue(times: SendTimes, after: Instant): Instant {
  const found = dueTimes(times, after).find((due) => due > after);
  if (found === undefined) throw new Error('A schedule without weekdays is never due.');
  return found;
}

/** Returns the last time of sending at or before a moment. */
export function lastDue(times: SendTimes, until: Instant): Instant {
  const found = dueTimes(times, until).findLast((due) => due <= until);
  if (found === undefined) throw new Error('A schedule without weekdays is never due.');
  return found;
}

/** Times of sending from a week before a moment to a week after it, in order. */
function dueTimes({ weekdays, time, timeZone }: SendTimes, around: Instant): Instant[] {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const today = dayIn(around, timeZone);
  const days: Day[] = [];
  for (let step = -WEEK_AND_MARGIN; step <= WEEK_AND_MARGIN; step++)
    days.push(addDays(today, step));
  return days
    .filter((day) => weekdays.includes(isoWeekday(day)))
    .map((day) => instantAt(timeZone, day, hours * 60 + minutes));
}

/** Returns true if a report sent now is late for its due time. */
export function isLateAt(due: Instant, now: Instant): boolean {
  return Date.parse(now) - Date.parse(due) > LATE_AFTER_MINUTES * 60_000;
}

/**
 * Days that a report due on `day` covers; all but `given` end the day before. Of a whole fair the report
 * finds them itself.
 */
export function periodDays(
  period: ReportPeriod,
  day: Day,
  given: { startDate: Day; endDate: Day },
): { startDate: Day; endDate: Day } {
  const endDate = addDays(day, -1);
  switch (period) {
    case 'yesterday':
      return { startDate: endDate, endDate };
    case 'last_7_days':
      return { startDate: addDays(day, -7), endDate };
    case 'last_30_days':
      return { startDate: addDays(day, -30), endDate };
    case 'last_month': {
      const month = day.slice(0, 7);
      return { startDate: `${addMonths(month, -1)}-01`, endDate: addDays(`${month}-01`, -1) };
    }
    case 'season_to_date':
      // The season of the day before, which on its first day is the one that has just ended.
      return { startDate: seasonDays(toSeason(endDate)).startDate, endDate };
    case 'same_days':
    case 'whole_fair':
      return { startDate: given.startDate, endDate: given.endDate };
  }
}

/** Maximum number of tries of one email, over about seven hours. */
export const MAX_TRIES = 12;
const MAX_DELAY_MINUTES = 60;

/** Returns the minutes until the next try, after try number `tries`, which counts from 1. */
export function retryMinutes(tries: number): number {
  return Math.min(MAX_DELAY_MINUTES, 2 ** (tries - 1));
}
