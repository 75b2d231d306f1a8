import type { CalendarFair } from '@pos/contract/fairs/fairs';
import { addDays, addMonths, daysBetween, weekStart } from '@pos/contract/values/days';

/**
 * A fair's bar in one week: from day `start` to day `end` (0 = Sunday), in lane `lane` from the
 * top; cut off if it continues in another week.
 */
export type Bar = {
  fair: CalendarFair;
  start: number;
  end: number;
  lane: number;
  comesFromBefore: boolean;
  goesOn: boolean;
};
export type Week = { days: string[]; bars: Bar[]; lanes: number };

const WEEK = 7;

/** Days in the calendar of a month (`2026-10`): whole weeks, Sunday to Saturday. */
export function monthRange(month: string): { from: string; to: string } {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  return { from: weekStart(`${month}-01`), to: addDays(weekStart(last), WEEK - 1) };
}

/**
 * Weeks of a range with the bars of its fairs, each in the first free lane, so that none overlap.
 */
export function toWeeks(
  { from, to }: { from: string; to: string },
  fairs: readonly CalendarFair[],
): Week[] {
  const count = (daysBetween(from, to) + 1) / WEEK;
  return Array.from({ length: count }, (_, index) => toWeek(addDays(from, index * WEEK), fairs));
}

function toWeek(first: string, fairs: readonly CalendarFair[]): Week {
  const last = addDays(first, WEEK - 1);
  const taken: number[] = [];
  const bars = fairs
    .filter(({ startDate, endDate }) => startDate <= last && endDate >= first)
    .toSorted(
      (one, other) =>
        one.startDate.localeCompare(other.startDate) ||
        other.endDate.localeCompare(one.endDate) ||
        one.id.localeCompare(other.id),
    )
    .map((fair): Bar => {
      const start = Math.max(0, daysBetween(first, fair.startDate));
      const end = Math.min(WEEK - 1, daysBetween(first, fair.endDate));
      const free = taken.findIndex((until) => until < start);
      const lane = free === -1 ? taken.length : free;
      taken[lane] = end;
      return {
        fair,
        start,
        end,
        lane,
        comesFromBefore: fair.startDate < first,
        goesOn: fair.endDate > last,
      };
    });
  return {
    days: Array.from({ length: WEEK }, (_, day) => addDays(first, day)),
    bars,
    lanes: taken.length,
  };
}
