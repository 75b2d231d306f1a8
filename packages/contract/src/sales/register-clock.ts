import type { Day, Instant } from '../values.ts';
import { dayIn, instantAt } from '../values/clock.ts';
import { addDays } from '../values/days.ts';

/**
 * Days before and after those of a fair on which the clock of a register is believed (domain 4.8).
 * Early and late sales are days away; a tablet without power shows another year.
 */
export const CLOCK_MARGIN_DAYS = 30;

/** First and last day of a fair, in its time zone. */
export type FairDays = { startDate: Day; endDate: Day; timeZone: string };

/** Returns true if a day is so far from the fair that no sale of it was made then. */
export function isFarFromFair(day: Day, { startDate, endDate }: FairDays): boolean {
  return day < addDays(startDate, -CLOCK_MARGIN_DAYS) || day > addDays(endDate, CLOCK_MARGIN_DAYS);
}

const NOON_MINUTES = 12 * 60;

/**
 * Time and day with which something that a register dated is booked, and the register's own time if
 * it was not believed, else null.
 */
export type BookedTime = { at: Instant; day: Day; clockAt: Instant | null };

/**
 * Returns the time of a register's clock if it can be true: not after the day of receipt, and near
 * the fair or on the day of receipt. Else the time of receipt; if the fair is long over by then, noon
 * of its last day (domain 4.8).
 */
export function toBookedTime(clock: Instant, received: Instant, fair: FairDays): BookedTime {
  const { endDate, timeZone } = fair;
  const [day, today] = [dayIn(clock, timeZone), dayIn(received, timeZone)];
  if (day === today || (day < today && !isFarFromFair(day, fair)))
    return { at: clock, day, clockAt: null };
  return today > addDays(endDate, CLOCK_MARGIN_DAYS)
    ? { at: instantAt(timeZone, endDate, NOON_MINUTES), day: endDate, clockAt: clock }
    : { at: received, day: today, clockAt: clock };
}
