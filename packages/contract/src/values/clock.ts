import { dayNumber, formatDay } from './days.ts';

/**
 * Instants (ISO 8601 in UTC) in IANA time zones. Callers always name the zone; without one, server
 * and browser would each use their own. A local time is `YYYY-MM-DDTHH:MM:SS` without a zone.
 */

const DAY_MS = 86_400_000;

/** True if the runtime knows `zone` as an IANA time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return /^[A-Za-z]/.test(zone) && canonicalZone(zone) !== '';
  } catch {
    return false;
  }
}

/** Zones that are spelled as the runtime does; asking it costs more than checking all else of a form. */
const canonical = new Set<string>();

/** Returns a zone in the spelling of the runtime: `america/detroit` is `America/Detroit`. */
export function canonicalZone(zone: string): string {
  if (canonical.has(zone)) return zone;
  const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions();
  if (timeZone === zone) canonical.add(zone);
  return timeZone;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time of an instant, as spreadsheets use it: `2026-10-12T08:01:04`. */
export function wallClock(instant: string | Date, zone: string): string {
  let clock = clocks.get(zone);
  if (!clock) {
    // Swedish writes dates as ISO 8601 does.
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    clocks.set(zone, clock);
  }
  const text = clock.format(typeof instant === 'string' ? new Date(instant) : instant);
  return text.replace(' ', 'T').padStart('YYYY-MM-DDTHH:MM:SS'.length, '0');
}

/** Returns the calendar day of an instant in a zone. */
export function dayIn(instant: string | Date, zone: string): string {
  return wallClock(instant, zone).slice(0, 10);
}

/** Returns today's date in a zone. */
export function today(zone: string): string {
  return dayIn(new Date(), zone);
}

/** Returns the hour of an instant in a zone, 0 to 23. */
export function hourIn(instant: string, zone: string): number {
  return Number(wallClock(instant, zone).slice(11, 13));
}

/** Formats an instant as `10/12/2026 08:01 AM` in a zone, the specification's format. */
export function formatInstant(instant: string, zone: string): string {
  return formatClock(wallClock(instant, zone));
}

/** Formats the time of an instant in a zone: `08:01 AM`. */
export function formatTime(instant: string, zone: string): string {
  return formatInstant(instant, zone).slice(11);
}

/** Formats a local time, with or without seconds, as `10/12/2026 08:01 AM`. */
export function formatClock(clock: string): string {
  const [day = '', time = ''] = clock.split('T');
  const hour = Number(time.slice(0, 2));
  return `${formatDay(day)} ${String(hour % 12 || 12).padStart(2, '0')}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}

const zoneNames = new Map<string, string>();

/** Returns the name of a zone: `America/Detroit` is `Eastern Time`. */
export function fullZoneName(zone: string): string {
  let name = zoneNames.get(zone);
  if (name === undefined) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      timeZoneName: 'longGeneric',
    });
    name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? zone;
    zoneNames.set(zone, name);
  }
  return name;
}

/** Returns the everyday name of a zone: `America/Detroit` is `Eastern`. */
export function zoneName(zone: string): string {
  return fullZoneName(zone).replace(/ Time$/, '');
}

/**
 * Returns the instant of a local time (minutes after midnight) on a day in a zone. In the
 * Americas a time skipped by a clock change becomes an hour earlier, and of a repeated one the first
 * is taken.
 */
export function instantAt(zone: string, day: string, minutes: number): string {
  const wall = dayNumber(day) * DAY_MS + minutes * 60_000;
  // The offset may differ between guess and result around a clock change; the second round corrects
  // it.
  const guess = wall - offsetAt(zone, wall);
  return new Date(wall - offsetAt(zone, guess)).toISOString();
}

/** Returns the offset of a zone from UTC at a moment, in milliseconds. */
function offsetAt(zone: string, moment: number): number {
  return Date.parse(`${wallClock(new Date(moment), zone)}Z`) - moment;
}
