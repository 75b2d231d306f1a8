import { wallClock } from '@pos/contract/values/clock';
import { addDays, isoWeekday } from '@pos/contract/values/days';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastDue, nextDue, periodDays, type SendTimes } from './report-times.rules.ts';

const QUARTER_MS = 15 * 60_000;

const times: fc.Arbitrary<SendTimes> = fc.record({
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  time: fc
    .integer({ min: 0, max: 95 })
    .map((quarter) => new Date(quarter * QUARTER_MS).toISOString().slice(11, 16)),
  timeZone: fc.constantFrom(
    'America/Detroit',
    'America/Los_Angeles',
    'America/Phoenix',
    'Pacific/Honolulu',
  ),
});
const dates = (min: Date, max: Date) => fc.date({ min, max, noInvalidDate: true });
/** Moments around both clock changes of 2026, and any others of the year. */
const moment = fc
  .oneof(
    dates(new Date('2026-03-05'), new Date('2026-03-11')),
    dates(new Date('2026-10-29'), new Date('2026-11-04')),
    dates(new Date('2026-01-01'), new Date('2026-12-31')),
  )
  .map((date) => date.toISOString());

const isAt = (at: number, { weekdays, time, timeZone }: SendTimes): boolean => {
  const clock = wallClock(new Date(at), timeZone);
  return clock.slice(11, 16) === time && weekdays.includes(isoWeekday(clock.slice(0, 10)));
};

/** First quarter of an hour after a moment at which the clock shows a time of sending, by trying. */
function firstByClock(schedule: SendTimes, after: string, before: string): string | undefined {
  const start = Math.floor(Date.parse(after) / QUARTER_MS + 1) * QUARTER_MS;
  for (let at = start; at < Date.parse(before); at += QUARTER_MS)
    // Of a time that a clock change repeats, the first counts.
    if (isAt(at, schedule) && !isAt(at - 4 * QUARTER_MS, schedule))
      return new Date(at).toISOString();
  return undefined;
}

describe('times of sending', () => {
  it('are at the time on the weekdays by the clock of the zone, across clock changes', () => {
    fc.assert(
      fc.property(times, moment, (schedule, after) => {
        const due = nextDue(schedule, after);
        expect(due > after).toBe(true);
        expect(firstByClock(schedule, after, due)).toBeUndefined();
        const clock = wallClock(due, schedule.timeZone);
        expect(schedule.weekdays).toContain(isoWeekday(clock.slice(0, 10)));
        // A time that the clock skips is an hour earlier.
        if (clock.slice(11, 16) !== schedule.time) expect(clock).toMatch(/^2026-03-08T01:/);
        expect(lastDue(schedule, due)).toBe(due);
        expect(lastDue(schedule, new Date(Date.parse(due) - 1).toISOString()) <= after).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('come as often as the weekdays in every span of weeks', () => {
    fc.assert(
      fc.property(times, moment, fc.integer({ min: 1, max: 8 }), (schedule, start, weeks) => {
        let due = nextDue(schedule, start);
        const day = wallClock(due, schedule.timeZone).slice(0, 10);
        const last = addDays(day, weeks * 7 - 1);
        let count = 0;
        while (wallClock(due, schedule.timeZone).slice(0, 10) <= last) {
          count += 1;
          due = nextDue(schedule, due);
        }
        expect(count).toBe(weeks * schedule.weekdays.length);
      }),
      { numRuns: 60 },
    );
  });

  it('stay at 7 AM when the clock changes', () => {
    const schedule = { weekdays: [1], time: '07:00', timeZone: 'America/Detroit' };
    expect(nextDue(schedule, '2026-03-05T12:00:00.000Z')).toBe('2026-03-09T11:00:00.000Z');
    expect(nextDue(schedule, '2026-10-28T12:00:00.000Z')).toBe('2026-11-02T12:00:00.000Z');
  });
});

describe('days of a scheduled report', () => {
  it('end the day before it is due, within at most 366 days', () => {
    const given = { startDate: '2026-10-19', endDate: '2026-10-23' };
    const days = (period: Parameters<typeof periodDays>[0], day: string) =>
      Object.values(periodDays(period, day, given)).join(' ');
    expect(days('yesterday', '2026-03-01')).toBe('2026-02-28 2026-02-28');
    expect(days('last_7_days', '2026-11-23')).toBe('2026-11-16 2026-11-22');
    expect(days('last_30_days', '2026-03-02')).toBe('2026-01-31 2026-03-01');
    expect(days('last_month', '2026-01-05')).toBe('2025-12-01 2025-12-31');
    expect(days('season_to_date', '2026-11-23')).toBe('2026-07-01 2026-11-22');
    expect(days('season_to_date', '2026-07-01')).toBe('2026-01-01 2026-06-30');
    expect(days('same_days', '2026-11-23')).toBe('2026-10-19 2026-10-23');
  });
});
