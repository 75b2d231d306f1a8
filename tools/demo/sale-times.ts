import type { Day, Instant } from '@pos/contract/values';
import { instantAt } from '@pos/contract/values/clock';
import { eachDay } from '@pos/contract/values/days';
import type { Random } from '@pos/world/random';

const OPENS = 8 * 60;
const CLOSES = 15 * 60 + 30;
const FAMILY_NIGHT = { opens: 17 * 60 + 30, closes: 20 * 60 };

/** Number of sales until `now`, in the fair's time zone. */
type SellingTime = { zone: string; count: number; now: Date };

/**
 * Returns the times of a fair's sales: more at recess and after school, a family evening on its
 * fourth day; only past moments.
 */
export function saleTimes(
  random: Random,
  fair: { startDate: Day; endDate: Day },
  { zone, count, now }: SellingTime,
): Instant[] {
  const days = eachDay(fair.startDate, fair.endDate).filter(
    (day) => Date.parse(instantAt(zone, day, OPENS)) < now.getTime(),
  );
  if (days.length === 0) return [];
  const familyNight = eachDay(fair.startDate, fair.endDate)[3];
  const someTime = () => {
    const day = random.pick(days);
    const evening = day === familyNight && random.chance(0.35);
    const minutes = evening
      ? random.int(FAMILY_NIGHT.opens, FAMILY_NIGHT.closes)
      : random.weighted([
          [random.int(OPENS, CLOSES), 4],
          [random.int(11 * 60 + 30, 12 * 60 + 45), 3],
          [random.int(14 * 60 + 30, CLOSES), 3],
        ]);
    return new Date(
      Date.parse(instantAt(zone, day, minutes)) + random.int(0, 59) * 1_000,
    ).toISOString();
  };
  const past = (): Instant => {
    for (;;) {
      const time = someTime();
      if (Date.parse(time) < now.getTime()) return time;
    }
  };
  return Array.from({ length: count }, past).sort();
}
