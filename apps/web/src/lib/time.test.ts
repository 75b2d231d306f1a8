import { expect, it } from 'vitest';
import {
  addDays,
  addYears,
  toDay,
  daysBetween,
  formatAgo,
  formatDay,
  formatDayRange,
  formatInstant,
  parseDay,
  toWeekday,
  zoneName,
} from './time.ts';

it('shows a day as MM/DD/YYYY, whatever the zone of the browser', () => {
  expect(formatDay('2026-10-02')).toBe('10/02/2026');
  expect(formatDayRange('2026-10-12', '2026-10-16')).toBe('10/12/2026 – 10/16/2026');
  expect(formatDayRange('2026-10-12', '2026-10-12')).toBe('10/12/2026');
});

it('reads a day as people type it', () => {
  expect(['10/12/2026', '1/2/2026', ' 1-2-2026 ', '2026-10-12'].map(parseDay)).toEqual([
    '2026-10-12',
    '2026-01-02',
    '2026-01-02',
    '2026-10-12',
  ]);
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
      'tomorrow',
      '',
    ].map(parseDay),
  ).toEqual(Array(8).fill(undefined));
  expect(parseDay('02/29/2028')).toBe('2028-02-29');
});

it('adds days over months, leap days and the days of clock changes', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-11-01', 1)).toBe('2026-11-02');
  expect(addDays('2026-03-09', -1)).toBe('2026-03-08');
  expect(daysBetween('2026-10-31', '2026-11-02')).toBe(2);
  expect(daysBetween('2026-10-12', '2026-10-12')).toBe(0);
});

it('adds years and lets February 29 become 28', () => {
  expect(addYears('2026-10-12', 2)).toBe('2028-10-12');
  expect(addYears('2028-02-29', 1)).toBe('2029-02-28');
  expect(addYears('2028-02-29', 4)).toBe('2032-02-29');
});

it('names the weekday of a day', () => {
  expect(['2026-10-12', '2026-10-18', '1969-12-31', '2000-02-29'].map(toWeekday)).toEqual([
    'Mon',
    'Sun',
    'Wed',
    'Tue',
  ]);
});

it("shows an instant in its place's zone, midnight and noon as 12", () => {
  expect(formatInstant('2026-10-12T12:01:04.000Z', 'America/Detroit')).toBe('10/12/2026 08:01 AM');
  expect(formatInstant('2026-10-13T04:30:00.000Z', 'America/Chicago')).toBe('10/12/2026 11:30 PM');
  expect(formatInstant('2026-10-12T05:00:00.000Z', 'America/Chicago')).toBe('10/12/2026 12:00 AM');
  expect(formatInstant('2026-10-12T17:00:00.000Z', 'America/Chicago')).toBe('10/12/2026 12:00 PM');
});

it('finds the business day of a late sale in the zone of the fair', () => {
  expect(toDay('2026-10-13T04:30:00.000Z', 'America/Chicago')).toBe('2026-10-12');
  expect(toDay('2026-10-13T04:30:00.000Z', 'Asia/Tokyo')).toBe('2026-10-13');
});

it('names zones in words', () => {
  expect(zoneName('America/Detroit')).toBe('Eastern');
  expect(zoneName('America/Phoenix')).toContain('Mountain');
});

it('shows age under a day, then date and time', () => {
  const now = Date.parse('2026-10-12T12:00:00Z');
  const ago = (instant: string): string => formatAgo(instant, now, 'America/Detroit');
  expect(ago('2026-10-12T11:59:30Z')).toBe('just now');
  expect(ago('2026-10-12T11:48:00Z')).toBe('12 min ago');
  expect(ago('2026-10-12T09:00:00Z')).toBe('3 h ago');
  expect(ago('2026-10-11T11:00:00Z')).toBe('10/11/2026 07:00 AM');
});
