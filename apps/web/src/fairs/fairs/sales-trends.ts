import type { Fair, FairDayNet } from '@pos/contract/fairs/fairs';
import { addDays } from '@pos/contract/values/days';

/** Net sales of one day. */
export type DayNet = Pick<FairDayNet, 'day' | 'netCents'>;

/**
 * Net sales by day of each fair, by ID: every day from its first to its last with sales, and the
 * fair's own days up to the last with sales, so that a day without sales shows as zero.
 */
export function salesTrends(
  fairs: readonly Pick<Fair, 'id' | 'startDate'>[],
  sales: readonly FairDayNet[],
): Map<string, DayNet[]> {
  const byFair = Map.groupBy(sales, ({ fairId }) => fairId);
  return new Map(fairs.map(({ id, startDate }) => [id, everyDay(byFair.get(id) ?? [], startDate)]));
}

function everyDay(sold: readonly DayNet[], startDate: string): DayNet[] {
  const days = sold.map(({ day }) => day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const sums = new Map(sold.map(({ day, netCents }) => [day, netCents]));
  const all: DayNet[] = [];
  for (let day = first < startDate ? first : startDate; day <= last; day = addDays(day, 1))
    all.push({ day, netCents: sums.get(day) ?? 0 });
  return all;
}
