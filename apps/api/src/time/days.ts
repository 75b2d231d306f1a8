import type { Day, Instant } from '@pos/contract/values';

/**
 * Calendar days as `YYYY-MM-DD`. Arithmetic uses the day number in UTC, where every day has 24
 * hours, so that no time zone or clock change can shift a day.
 */

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the calendar day of an instant in an IANA time zone. */
export function dayIn(zone: string, instant: Instant | Date): Day {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(zone, format);
  }
  return format.format(typeof instant === 'string' ? new Date(instant) : instant);
}

/** Returns today's date in an IANA time zone. */
export function today(zone: string): Day {
  return dayIn(zone, new Date());
}

/** Returns the day `count` days after `day`. Negative counts go back. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the number of days from `from` to `to`, 0 for the same day. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Returns each day from `from` to `to`, inclusive. */
export function eachDay(from: Day, to: Day): Day[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) =>
    addDays(from, index),
  );
}

const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** Returns the English name of a day's weekday. */
export function weekday(day: Day): (typeof WEEKDAYS)[number] {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay() as 0];
}
