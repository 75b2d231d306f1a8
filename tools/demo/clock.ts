import type { Day, Instant } from '@pos/contract/values';

/**
 * Returns the instant of a wall-clock time (minutes after midnight) on a day in an IANA zone. A
 * time skipped by daylight saving becomes an hour later.
 */
export function instantAt(zone: string, day: Day, minutes: number): Instant {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  // The offset may differ between guess and result around a clock change; the second round corrects
  // it.
  const guess = wall - offsetAt(zone, wall);
  return new Date(wall - offsetAt(zone, guess)).toISOString();
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the offset of a zone from UTC at a moment, in milliseconds. */
function offsetAt(zone: string, moment: number): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - moment;
}
