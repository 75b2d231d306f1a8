import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  canonicalZone,
  dayIn,
  formatClock,
  formatInstant,
  formatTime,
  hourIn,
  instantAt,
  isTimeZone,
  wallClock,
  zoneName,
} from './clock.ts';
import { addDays, dayNumber, dayOfNumber } from './days.ts';

/** Zones with clock changes in spring and fall, and two without any. */
const ZONES = ['America/New_York', 'America/Los_Angeles', 'America/Phoenix', 'Pacific/Honolulu'];
const anyZone = fc.constantFrom(...ZONES);
const anyDay = fc
  .integer({ min: dayNumber('1975-01-01'), max: dayNumber('2199-12-30') })
  .map(dayOfNumber);

it("formats an instant in its place's zone, midnight and noon as 12", () => {
  expect(formatInstant('2026-10-12T12:01:04.000Z', 'America/Detroit')).toBe('10/12/2026 08:01 AM');
  expect(formatInstant('2026-10-13T04:30:00.000Z', 'America/Chicago')).toBe('10/12/2026 11:30 PM');
  expect(formatInstant('2026-10-12T05:00:00.000Z', 'America/Chicago')).toBe('10/12/2026 12:00 AM');
  expect(formatInstant('2026-10-12T17:00:00.000Z', 'America/Chicago')).toBe('10/12/2026 12:00 PM');
  expect(formatTime('2026-10-12T12:01:04.000Z', 'America/Detroit')).toBe('08:01 AM');
  expect(formatClock('2026-10-12T17:05')).toBe('10/12/2026 05:05 PM');
});

it('finds the business day of a late sale in the zone of the fair', () => {
  expect(dayIn('2026-10-13T04:30:00.000Z', 'America/Chicago')).toBe('2026-10-12');
  expect(dayIn('2026-10-13T04:30:00.000Z', 'Asia/Tokyo')).toBe('2026-10-13');
  expect(hourIn('2026-10-13T04:30:00.000Z', 'America/Chicago')).toBe(23);
});

it('skips an hour in spring and repeats one in fall, where clocks change', () => {
  const spring = ['2026-03-08T09:59:59Z', '2026-03-08T10:00:00Z'];
  expect(spring.map((instant) => formatTime(instant, 'America/Los_Angeles'))).toEqual([
    '01:59 AM',
    '03:00 AM',
  ]);
  const fall = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'];
  expect(fall.map((instant) => formatTime(instant, 'America/New_York'))).toEqual([
    '01:30 AM',
    '01:30 AM',
  ]);
  expect(fall.map((instant) => formatTime(instant, 'America/Phoenix'))).toEqual([
    '10:30 PM',
    '11:30 PM',
  ]);
});

it('moves a skipped time an hour earlier and takes the first of a repeated one', () => {
  expect(instantAt('America/New_York', '2026-03-08', 150)).toBe('2026-03-08T06:30:00.000Z');
  expect(instantAt('America/New_York', '2026-11-01', 90)).toBe('2026-11-01T05:30:00.000Z');
});

it('returns the day and time from which it made an instant, on every day in every zone', () => {
  fc.assert(
    fc.property(anyZone, anyDay, fc.integer({ min: 0, max: 1_439 }), (zone, day, minutes) => {
      const instant = instantAt(zone, day, minutes);
      expect(dayIn(instant, zone)).toBe(day);
      const hour = Math.floor(minutes / 60);
      // Between 2 and 3 the clocks skip an hour in spring.
      if (hour !== 2) expect(hourIn(instant, zone)).toBe(hour);
    }),
  );
});

it('gives 23, 24 or 25 hours to a day, and always 24 where clocks never change', () => {
  fc.assert(
    fc.property(anyZone, anyDay, (zone, day) => {
      const [start, end] = [instantAt(zone, day, 0), instantAt(zone, addDays(day, 1), 0)];
      const hours = (Date.parse(end) - Date.parse(start)) / 3_600_000;
      expect(/Phoenix|Honolulu/.test(zone) ? [24] : [23, 24, 25]).toContain(hours);
    }),
  );
});

it('writes years with four digits from 0001 to 9999', () => {
  expect(wallClock('0001-01-01T12:00:00Z', 'UTC')).toBe('0001-01-01T12:00:00');
  expect(wallClock('9999-12-31T23:59:59Z', 'UTC')).toBe('9999-12-31T23:59:59');
  expect(dayIn(new Date('0999-02-28T12:00:00Z'), 'UTC')).toBe('0999-02-28');
});

it('knows and names time zones', () => {
  expect(zoneName('America/Detroit')).toBe('Eastern');
  expect(zoneName('America/Phoenix')).toBe('Mountain Standard');
  expect(['America/Detroit', 'Nowhere/City', '+05:00', ''].map(isTimeZone)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(canonicalZone('america/detroit')).toBe('America/Detroit');
});
