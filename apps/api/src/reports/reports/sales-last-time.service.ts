import { getAverageCents } from '@pos/contract/sales/money-rules';
import type { Day } from '@pos/contract/values';
import type { Db } from '#api/db/db.ts';
import { lastTimeRow, type Traded } from './sales-last-time.queries.ts';
import type { WhichFairs } from '#api/db/which-fairs.ts';

type Compared = Traded & { averageOrderCents: number };
type Sold = { orders: number; netCents: number };

/** Sales of the fairs on some days beside those of the fairs before them at the same schools. */
export type SalesLastTime = {
  fairs: number;
  compared: number;
  current: Compared;
  previous: Compared;
  byDay: (Sold & { day: Day })[];
  byHour: (Sold & { hour: number })[] | null;
};

/**
 * Compares the days with the same days of the fairs before, counted from the first day of each. Of
 * `today` the earlier fairs count only up to the current time of day at each school.
 */
export async function salesLastTime(
  db: Db,
  which: WhichFairs,
  { from, to, today }: { from: Day; to: Day; today: Day },
): Promise<SalesLastTime> {
  const isOneDay = from === to;
  const isCut = from <= today && today <= to;
  const hourlyDay = isCut ? today : isOneDay ? from : null;
  const { days, hours, ...counts } = await lastTimeRow(db, which, { from, to, hourlyDay });
  const previous = days.filter(({ isPrevious }) => isPrevious);
  return {
    ...counts,
    current: getSum(days.filter(({ isPrevious }) => !isPrevious)),
    previous: getSum([
      ...previous.filter(({ day }) => !isCut || day < today),
      ...(isCut ? hours.filter(({ isLater }) => !isLater) : []),
    ]),
    byDay: previous.map(({ day, orders, netCents }) => ({ day, orders, netCents })),
    byHour: isOneDay ? byHour(hours) : null,
  };
}

function getSum(parts: readonly Traded[]): Compared {
  const total = (getValue: (part: Traded) => number) =>
    parts.reduce((sum, part) => sum + getValue(part), 0);
  const orders = total((part) => part.orders);
  const netCents = total((part) => part.netCents);
  return {
    orders,
    netCents,
    refundsCents: total((part) => part.refundsCents),
    averageOrderCents: getAverageCents(netCents, orders),
  };
}

/** Joins the two parts of the current hour. */
function byHour(rows: readonly (Sold & { hour: number })[]): (Sold & { hour: number })[] {
  return [...Map.groupBy(rows, ({ hour }) => hour)].map(([hour, parts]) => ({
    hour,
    orders: parts.reduce((sum, part) => sum + part.orders, 0),
    netCents: parts.reduce((sum, part) => sum + part.netCents, 0),
  }));
}
