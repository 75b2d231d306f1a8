/**
 * Spreadsheet days. A serial is a number of days with the time as its fraction and no time zone;
 * days here are `YYYY-MM-DD`, times `HH:MM:SS`. Never uses a JavaScript Date in local time.
 */

const DAY_MS = 86_400_000;
/**
 * Serial 0 of the two systems. The 1900 system is a day early before March 1900, because it
 * contains February 29, 1900.
 */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const FALSE_LEAP_DAY = 60;
const LAST_SERIAL_1900 = 2_958_465;
const LAST_SERIAL_1904 = 2_957_003;

export interface DayAndTime {
  day: string | null;
  time: string | null;
}

/**
 * Returns the day and time of a serial; null if no spreadsheet would show one (below 0, after the
 * year 9999).
 */
export function dayOfSerial(serial: number, date1904: boolean): DayAndTime | null {
  const milliseconds = Math.round(serial * DAY_MS);
  const days = Math.floor(milliseconds / DAY_MS);
  if (
    !Number.isFinite(serial) ||
    days < 0 ||
    days > (date1904 ? LAST_SERIAL_1904 : LAST_SERIAL_1900)
  )
    return null;
  const seconds = Math.floor((milliseconds - days * DAY_MS) / 1000);
  // A fraction alone is a time of day in both systems, not a time on January 1, 1904.
  const day = days === 0 && seconds > 0 ? null : calendarDay(days, date1904);
  return { day, time: seconds === 0 ? null : clock(seconds) };
}

function calendarDay(days: number, date1904: boolean): string | null {
  if (date1904) return isoDay(EPOCH_1904 + days * DAY_MS);
  if (days === 0 || days === FALSE_LEAP_DAY) return null;
  return isoDay(EPOCH_1900 + (days < FALSE_LEAP_DAY ? days + 1 : days) * DAY_MS);
}

function isoDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Returns the day of three numbers; null if the calendar has no such day. */
export function toDay(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || year < 1900 || year > 9999) return null;
  const text = isoDay(Date.UTC(year, month - 1, day));
  return Number(text.slice(8)) === day && Number(text.slice(5, 7)) === month ? text : null;
}

/** Returns the serial, in the 1900 system, of a day and a local time (`HH:MM` or `HH:MM:SS`). */
export function toSerial(day: string, time?: string): number {
  const days = Math.round((Date.parse(`${day}T00:00:00Z`) - EPOCH_1900) / DAY_MS);
  if (!Number.isInteger(days) || days <= 0)
    throw new RangeError(`${day} is not a day that a spreadsheet can hold.`);
  const serialDay = days <= FALSE_LEAP_DAY ? days - 1 : days;
  if (time === undefined) return serialDay;
  const match = /^(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(time);
  if (!match) throw new RangeError(`${time} is not a time of day.`);
  return (
    serialDay + (Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0)) / 86_400
  );
}
