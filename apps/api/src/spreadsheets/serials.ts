import { dayNumber, dayOfNumber } from '@pos/contract/values/days';

/**
 * Spreadsheet days. A serial is a number of days with the time as its fraction and no time zone;
 * days here are `YYYY-MM-DD`, times `HH:MM:SS`. Never uses a JavaScript Date in local time.
 */

const DAY_MS = 86_400_000;
/**
 * Serial 0 of the two systems. The 1900 system is a day early before March 1900, because it
 * contains February 29, 1900.
 */
const EPOCH_1900 = dayNumber('1899-12-30');
const EPOCH_1904 = dayNumber('1904-01-01');
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
  if (date1904) return dayOfNumber(EPOCH_1904 + days);
  if (days === 0 || days === FALSE_LEAP_DAY) return null;
  return dayOfNumber(EPOCH_1900 + (days < FALSE_LEAP_DAY ? days + 1 : days));
}

function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Returns the serial, in the 1900 system, of a day and a local time (`HH:MM` or `HH:MM:SS`). */
export function toSerial(day: string, time?: string): number {
  const days = dayNumber(day) - EPOCH_1900;
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
