import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  addYears,
  dayNumber,
  dayOfNumber,
  daysBetween,
  eachDay,
  formatDay,
  formatDayRange,
  parseDay,
  shortWeekday,
  spellDay,
  toDay,
  weekday,
  weekStart,
} from './days.ts';

const FIRST = dayNumber('0001-01-01');
const LAST = dayNumber('9999-12-31');
/** Any day from 0001-01-01 to 9999-12-31. */
const anyDay = fc.integer({ min: FIRST, max: LAST }).map(dayOfNumber);

it('formats a day as MM/DD/YYYY', () => {
  expect(formatDay('2026-10-02')).toBe('10/02/2026');
  expect(formatDayRange('2026-10-12', '2026-10-16')).toBe('10/12/2026 – 10/16/2026');
  expect(formatDayRange('2026-10-12', '2026-10-12')).toBe('10/12/2026');
  expect(spellDay('2026-10-12', { weekday: 'long', month: 'long', day: 'numeric' })).toBe(
    'Monday, October 12',
  );
});

it('parses a day as people type it', () => {
  expect(
    ['10/12/2026', '1/2/2026', ' 1-2-2026 ', '2026-10-12', '02/29/2028'].map(parseDay),
  ).toEqual(['2026-10-12', '2026-01-02', '2026-01-02', '2026-10-12', '2028-02-29']);
});

it('refuses days that do not exist', () => {
  expect(
    [
      '02/29/2026',
      '02/30/2028',
      '13/01/2026',
      '00/10/2026',
      '04/31/2026',
      '10/12/26',
      '01/01/0000',
      'tomorrow',
      '',
    ].map(parseDay),
  ).toEqual(Array(9).fill(undefined));
});

it('parses every day that it formats', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(parseDay(formatDay(day))).toBe(day);
    }),
  );
});

it('adds days over months, leap days, clock changes and the ends of the calendar', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('1900-02-28', 1)).toBe('1900-03-01');
  expect(addDays('2000-02-28', 1)).toBe('2000-02-29');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-11-01', 1)).toBe('2026-11-02');
  expect(addDays('2026-03-09', -1)).toBe('2026-03-08');
  expect(addDays('0001-01-01', 0)).toBe('0001-01-01');
  expect(addDays('9999-12-30', 1)).toBe('9999-12-31');
  expect(addDays('0001-01-01', -1)).toBe('0001-01-01');
  expect(addDays('9999-12-31', 5)).toBe('9999-12-31');
  expect(() => addDays('soon', 1)).toThrow(RangeError);
});

it('counts back the days that it added', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (from, to) => {
      const count = daysBetween(from, to);
      expect(addDays(from, count)).toBe(to);
      expect(Math.sign(count)).toBe(from < to ? 1 : from > to ? -1 : 0);
    }),
  );
});

it('lists each day of a range and none of an inverted one', () => {
  expect(eachDay('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(eachDay('2026-10-12', '2026-10-11')).toEqual([]);
});

it('adds months and years and lets February 29 become 28', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addYears('2026-10-12', 2)).toBe('2028-10-12');
  expect(addYears('2028-02-29', 1)).toBe('2029-02-28');
  expect(addYears('2028-02-29', 4)).toBe('2032-02-29');
  expect([addMonths('9999-12', 1), addMonths('0001-01', -1)]).toEqual(['9999-12', '0001-01']);
});

it('keeps month and day when it adds years, except February 29', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -30, max: 30 }), (day, years) => {
      const year = Number(day.slice(0, 4)) + years;
      fc.pre(year >= 1 && year <= 9999);
      const there = addYears(day, years);
      expect(Number(there.slice(0, 4))).toBe(year);
      if (!day.endsWith('02-29')) expect(there.slice(4)).toBe(day.slice(4));
    }),
  );
});

it('names the weekday of a day', () => {
  expect(['2026-10-12', '2026-10-18', '1969-12-31', '2000-02-29'].map(shortWeekday)).toEqual([
    'Mon',
    'Sun',
    'Wed',
    'Tue',
  ]);
  expect(weekday('2026-10-12')).toBe('Monday');
});

it('starts every week on the Sunday before', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      fc.pre(dayNumber(day) >= FIRST + 7);
      const start = weekStart(day);
      expect(weekday(start)).toBe('Sunday');
      expect(daysBetween(start, day)).toBeLessThan(7);
    }),
  );
});

it('makes a day of three numbers only if the calendar has it', () => {
  expect([toDay(2024, 2, 29), toDay(1, 1, 1), toDay(9999, 12, 31)]).toEqual([
    '2024-02-29',
    '0001-01-01',
    '9999-12-31',
  ]);
  expect([
    toDay(2025, 2, 29),
    toDay(2025, 13, 1),
    toDay(2025, 4, 31),
    toDay(2025, 1, 0),
    toDay(0, 1, 1),
    toDay(10_000, 1, 1),
  ]).toEqual(Array(6).fill(undefined));
});
