/**
 * Calendar days as `YYYY-MM-DD`, from year 0001 to 9999. They never become a local Date: arithmetic
 * uses the day number in UTC, where every day has 24 hours, so that no time zone or clock change can
 * shift a day.
 */

const DAY_MS = 86_400_000;
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;

/** Returns the number of days since 1970-01-01; NaN if the text is not a day. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

/**
 * Returns the day of a number of days since 1970-01-01. Numbers beyond the calendar are the first or
 * last day, so that a typed year 9999 cannot crash a form.
 */
export function dayOfNumber(number: number): string {
  const inCalendar = Math.min(Math.max(number, FIRST_DAY), LAST_DAY);
  return new Date(inCalendar * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day of three numbers, the month from 1; undefined if the calendar has no such day. */
export function toDay(year: number, month: number, date: number): string | undefined {
  const day = `${four(year)}-${two(month)}-${two(date)}`;
  const number = dayNumber(day);
  // Date.parse moves February 30 to March, and dayOfNumber moves the year 0000 to 0001.
  return !Number.isNaN(number) && dayOfNumber(number) === day ? day : undefined;
}

/** Adds days: `addDays('2026-02-28', 1)` is `2026-03-01`. Negative counts go back. */
export function addDays(day: string, count: number): string {
  return dayOfNumber(dayNumber(day) + count);
}

/** Adds months to a month `YYYY-MM`, within the calendar: `addMonths('2026-12', 1)` is `2027-01`. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const months = Math.min(Math.max(year * 12 + number - 1 + count, 12), 9_999 * 12 + 11);
  return `${four(Math.floor(months / 12))}-${two((months % 12) + 1)}`;
}

/** Adds years within the calendar; February 29 becomes 28 in a year without one. */
export function addYears(day: string, count: number): string {
  const month = addMonths(day.slice(0, 7), count * 12);
  const there = `${month}${day.slice(7)}`;
  return dayOfNumber(dayNumber(there)) === there ? there : `${month}-28`;
}

/** Returns the number of days from `from` to `to`, 0 for the same day. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/** Returns each day from `from` to `to`, inclusive. */
export function eachDay(from: string, to: string): string[] {
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
export function weekday(day: string): (typeof WEEKDAYS)[number] {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay() as 0];
}

/** Returns the number of a day's weekday in ISO 8601: Monday is 1, Sunday is 7. */
export function isoWeekday(day: string): number {
  return WEEKDAYS.indexOf(weekday(day)) || WEEKDAYS.length;
}

/** Returns the weekday in three letters: `Mon`. */
export function shortWeekday(day: string): string {
  return weekday(day).slice(0, 3);
}

/** Returns the Sunday on or before a day. */
export function weekStart(day: string): string {
  return addDays(day, -WEEKDAYS.indexOf(weekday(day)));
}

/** Formats `MM/DD/YYYY`, the specification's date format. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** Formats `10/12/2026 – 10/16/2026`, or one day alone. */
export function formatDayRange(from: string, to: string): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

/** Spells a day out in the fields of Intl, such as `Monday, October 12`; a month is its first day. */
export function spellDay(day: string, fields: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...fields }).format(
    dayNumber(day) * DAY_MS,
  );
}

/**
 * Parses a typed day: `10/12/2026`, `1/2/2026`, `10-12-2026` or `2026-10-12`. Returns undefined if
 * there is no such day.
 */
export function parseDay(text: string): string | undefined {
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim());
  if (american) return toDay(Number(american[3]), Number(american[1]), Number(american[2]));
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  return iso ? toDay(Number(iso[1]), Number(iso[2]), Number(iso[3])) : undefined;
}

function four(year: number): string {
  return String(year).padStart(4, '0');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Returns the part of a range up to a day: its days that have happened. */
export function toPastDays(
  { startDate, endDate }: { startDate: string; endDate: string },
  until: string,
): { startDate: string; endDate: string } {
  const earlier = (one: string, other: string) => (one < other ? one : other);
  return { startDate: earlier(startDate, until), endDate: earlier(endDate, until) };
}
