import type { Day, Instant } from '@pos/contract/values';

/** Formats `MM/DD/YYYY`, the specification's date format. */
export function dayText(day: Day): string {
  return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
}

/** Formats `MM/DD/YYYY hh:mm AM` in an IANA time zone. */
export function momentText(instant: Instant, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
  });
  const parts = Object.fromEntries(
    format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  );
  return `${parts['month']}/${parts['day']}/${parts['year']} ${parts['hour']}:${parts['minute']} ${parts['dayPeriod']}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Formats `YYYY-MM-DDTHH:MM:SS` in an IANA time zone, as used by spreadsheets. */
export function wallClock(instant: Instant, timeZone: string): string {
  let clock = clocks.get(timeZone);
  if (!clock)
    clocks.set(
      timeZone,
      (clock = new Intl.DateTimeFormat('sv-SE', {
        timeZone,
        dateStyle: 'short',
        timeStyle: 'medium',
      })),
    );
  return clock.format(new Date(instant)).replace(' ', 'T');
}

/** Formats a local time (`YYYY-MM-DDTHH:MM` or with seconds) as `MM/DD/YYYY hh:mm AM`. */
export function clockText(clock: string): string {
  const [day = '', time = ''] = clock.split('T');
  const hour = Number(time.slice(0, 2));
  return `${dayText(day)} ${String(hour % 12 || 12).padStart(2, '0')}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}
