/**
 * Days are `YYYY-MM-DD` in the fair's zone and never become a Date; instants are ISO 8601 in UTC
 * and always shown in a named zone (specification 9: MM/DD/YYYY, MM/DD/YYYY hh:mm A).
 */

/** `2026-10-12` as `10/12/2026`. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${month}/${date}/${year}`;
}

/**
 * Parses a typed day: `10/12/2026`, `1/2/2026`, `10-12-2026` or `2026-10-12`. Returns undefined if
 * there is no such day.
 */
export function parseDay(text: string): string | undefined {
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim());
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  const [year, month, date] = american
    ? [american[3], american[1], american[2]]
    : iso
      ? [iso[1], iso[2], iso[3]]
      : [];
  if (!year || !month || !date) return undefined;
  if (
    Number(month) < 1 ||
    Number(month) > 12 ||
    Number(date) < 1 ||
    Number(date) > daysInMonth(Number(year), Number(month))
  )
    return undefined;
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const DAY_MS = 86_400_000;

/** Days since 1970-01-01; UTC arithmetic on three numbers, so that no zone can shift it. */
function dayNumber(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return Date.UTC(year, month - 1, date) / DAY_MS;
}

/** Adds days (negative: subtracts): `addDays('2026-02-28', 1)` is `2026-03-01`. */
export function addDays(day: string, days: number): string {
  return new Date((dayNumber(day) + days) * DAY_MS).toISOString().slice(0, 10);
}

/** Adds years; February 29 becomes 28 in a year without one. */
export function addYears(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = daysInMonth(year + years, month);
  return [
    year + years,
    String(month).padStart(2, '0'),
    String(Math.min(date, last)).padStart(2, '0'),
  ].join('-');
}

/** Days from `from` to `to`; 0 for the same day. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** Three-letter weekday of a day: `Mon`. */
export function toWeekday(day: string): string {
  return WEEKDAYS[(((dayNumber(day) + 4) % 7) + 7) % 7] ?? '';
}

/** `10/12/2026 – 10/16/2026`, or one day alone. */
export function formatDayRange(from: string, to: string): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

/** Time zone of this browser, for data without a place. */
export const HERE: string = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `2026-10-12T12:01:04Z` as `10/12/2026 08:01 AM` in the given IANA zone. */
export function formatInstant(instant: string, zone: string = HERE): string {
  const { month, day, year } = partsIn(instant, zone, {
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
  });
  return `${month}/${day}/${year} ${formatTime(instant, zone)}`;
}

/** The clock time alone: `08:01 AM`. */
export function formatTime(instant: string, zone: string = HERE): string {
  const { hour, minute, dayPeriod } = partsIn(instant, zone, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h12',
  });
  return `${hour}:${minute} ${dayPeriod}`;
}

/** Time at which a draft was saved: `2:14 PM` today, `10/12/2026 02:14 PM` before. */
export function formatDraftTime(
  instant: string,
  now: number = Date.now(),
  zone: string = HERE,
): string {
  const isToday = toDay(instant, zone) === toDay(new Date(now).toISOString(), zone);
  return isToday ? formatTime(instant, zone).replace(/^0/, '') : formatInstant(instant, zone);
}

/** Hour of an instant in a zone, 0 to 23. */
export function toHour(instant: string, zone: string = HERE): number {
  return Number(partsIn(instant, zone, { hour: '2-digit', hourCycle: 'h23' }).hour);
}

/** Calendar day of an instant in a zone, `YYYY-MM-DD`. */
export function toDay(instant: string, zone: string = HERE): string {
  const { month, day, year } = partsIn(instant, zone, {
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
  });
  return `${year}-${month}-${day}`;
}

/** Today in a zone, `YYYY-MM-DD`. */
export function today(zone: string = HERE): string {
  return toDay(new Date().toISOString(), zone);
}

const zoneNames = new Map<string, string>();

/** Everyday name of a zone: `America/Detroit` is `Eastern`. */
export function zoneName(zone: string): string {
  const known = zoneNames.get(zone);
  if (known !== undefined) return known;
  const name =
    partsIn(new Date().toISOString(), zone, { timeZoneName: 'longGeneric' }).timeZoneName ?? zone;
  const said = name.replace(/ Time$/, '');
  zoneNames.set(zone, said);
  return said;
}

/** Age under 24 hours: `just now`, `12 min ago`, `3 h ago`; older instants as date and time. */
export function formatAgo(instant: string, now: number = Date.now(), zone: string = HERE): string {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000);
  if (minutes < 0 || minutes >= 24 * 60) return formatInstant(instant, zone);
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function partsIn(
  instant: string,
  zone: string,
  options: Intl.DateTimeFormatOptions,
): Record<Intl.DateTimeFormatPartTypes, string> {
  const key = `${zone} ${Object.keys(options).join()}`;
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options });
  formatters.set(key, formatter);
  return Object.fromEntries(
    formatter.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  ) as Record<Intl.DateTimeFormatPartTypes, string>;
}
