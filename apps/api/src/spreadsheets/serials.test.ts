import { describe, expect, test } from 'vitest';
import { dayOfSerial, toSerial } from '#api/spreadsheets/serials.ts';

describe('the system of 1900', () => {
  test.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [45_905, '2025-09-05'],
    [2_958_465, '9999-12-31'],
  ])('serial %d is %s, and back', (serial, day) => {
    expect(dayOfSerial(serial, false)).toEqual({ day, time: null });
    expect(toSerial(day)).toBe(serial);
  });
  test('February 29, 1900 never existed', () =>
    expect(dayOfSerial(60, false)).toEqual({ day: null, time: null }));
  test('a fraction alone is a time without a day', () =>
    expect(dayOfSerial(0.75, false)).toEqual({ day: null, time: '18:00:00' }));
  test('23:59 belongs to its day', () =>
    expect(dayOfSerial(45_905.9993055556, false)).toEqual({ day: '2025-09-05', time: '23:59:00' }));
  test('a rounding error of less than a millisecond is not a time', () =>
    expect(dayOfSerial(45_904.9999999999, false)).toEqual({ day: '2025-09-05', time: null }));
  test.each([-1, 2_958_466, Number.NaN, Number.POSITIVE_INFINITY])('%d is not a day', (serial) =>
    expect(dayOfSerial(serial, false)).toBeNull(),
  );
});

test('the system of 1904 counts from January 1, 1904', () => {
  expect(dayOfSerial(0, true)).toEqual({ day: '1904-01-01', time: null });
  expect(dayOfSerial(0.5, true)).toEqual({ day: null, time: '12:00:00' });
  expect(dayOfSerial(44_443.5, true)).toEqual({ day: '2025-09-05', time: '12:00:00' });
});

test('every day of a century goes to its serial and back', () => {
  for (let at = Date.UTC(1990, 0, 1); at < Date.UTC(2090, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    expect(dayOfSerial(toSerial(day, '13:45:59'), false)).toEqual({ day, time: '13:45:59' });
  }
});
