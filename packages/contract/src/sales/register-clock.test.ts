import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFarFromFair, toBookedTime } from './register-clock.ts';
import { dayIn } from '../values/clock.ts';
import { addDays } from '../values/days.ts';

const fair = { startDate: '2026-10-12', endDate: '2026-10-16', timeZone: 'America/Los_Angeles' };
const instant = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString());

describe('the time that a register sends', () => {
  it('is booked as sent if it can be true, else at receipt, or on the last day of a fair long over', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          instant('1970-01-01', '2199-12-31'),
          instant('2026-08-01', '2027-01-31'),
          fc.constantFrom('1970-01-01T00:00:00.000Z', '2001-01-01T08:00:00.000Z'),
        ),
        instant('2026-08-01', '2027-06-30'),
        (clock, received) => {
          const { at, day, clockAt } = toBookedTime(clock, received, fair);
          const today = dayIn(received, fair.timeZone);
          expect(dayIn(at, fair.timeZone)).toBe(day);
          // Never in the future, and only what happens far from the fair is booked there.
          expect(day <= today).toBe(true);
          expect(day === today || !isFarFromFair(day, fair)).toBe(true);
          const shown = dayIn(clock, fair.timeZone);
          const isBelievable = shown === today || (shown < today && !isFarFromFair(shown, fair));
          expect([at, clockAt]).toEqual(isBelievable ? [clock, null] : [at, clock]);
          if (!isBelievable)
            expect(day).toBe(today > addDays(fair.endDate, 30) ? fair.endDate : today);
        },
      ),
      { seed: 20261126, numRuns: 2_000 },
    );
  });
});
