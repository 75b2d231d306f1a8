import { toDay } from '@pos/contract/values/days';
import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import { dayOfSerial } from '#api/spreadsheets/serials.ts';
import type { Cell } from '#api/spreadsheets/sheet.ts';

const US = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const TIME = /[T ]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?Z?$/i;
/** A number in this range, 2000 to 2099, was probably a date whose cell lost its format. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';
/** Fairs are planned for the next years, and certificates end within them (domain 10.1). */
const MAX_YEARS_AHEAD = 10;

/**
 * Parses a calendar day (`YYYY-MM-DD`) from a date cell, text such as 9/5/25, 09/05/2025 or
 * 2025-09-05 (always month before day), or a plain serial number, which gets a warning. Ignores the
 * time of day. `date1904` is the table's (`Table.date1904`).
 */
export function parseDay(
  cell: Cell,
  label: string,
  { date1904 = false }: { date1904?: boolean } = {},
): Parsed<string> {
  const problem = unreadable(cell, label);
  if (problem) return problem;
  const day =
    cell.kind === 'date'
      ? cell.day
      : cell.kind === 'text'
        ? dayOfText(cellText(cell).normalize('NFKC'))
        : null;
  if (day !== null) return { value: day };
  const serial =
    cell.kind === 'number' && !cell.percent
      ? (dayOfSerial(cell.number, date1904)?.day ?? null)
      : null;
  if (serial === null || serial < FIRST_DAY || serial > LAST_DAY)
    return invalid('INVALID_DATE', `${label} is not a valid date (MM/DD/YYYY).`);
  const shown = cellText({ kind: 'date', day: serial, time: null });
  return {
    value: serial,
    warning: {
      code: 'SERIAL_DATE',
      message: `${label}: the number ${cellText(cell)} was read as ${shown}.`,
    },
  };
}

function dayOfText(written: string): string | null {
  const text = written
    .replace(/^'/, '')
    .replace(TIME, '')
    .replace(/\s*([/-])\s*/g, '$1');
  const us = US.exec(text);
  if (us) {
    const year = Number(us[3]);
    return holdableDay(year < 100 ? nearYear(year) : year, Number(us[1]), Number(us[2]));
  }
  const iso = ISO.exec(text);
  return iso ? holdableDay(Number(iso[1]), Number(iso[2]), Number(iso[3])) : null;
}

/**
 * Returns the year of two digits, of the 100 years that end `MAX_YEARS_AHEAD` from now: 97 is 1997,
 * because nothing is planned a lifetime ahead.
 */
function nearYear(digits: number): number {
  const last = new Date().getUTCFullYear() + MAX_YEARS_AHEAD;
  return last - ((last - digits) % 100);
}

/** Returns the day of three numbers; null before 1900, where spreadsheets have no days. */
function holdableDay(year: number, month: number, date: number): string | null {
  return year < 1900 ? null : (toDay(year, month, date) ?? null);
}
