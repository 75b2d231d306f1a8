import type { CalendarFair } from '@pos/contract/fairs/fairs';
import { addDays, addMonths, daysBetween, weekStart } from '@pos/contract/values/days';

/** Grouping of a timeline's rows: the admin of a fair, or each of its planned devices. */
export type TimelineBy = 'admin' | 'device';

/**
 * A fair's bar: from day `start` to day `end` of the period (0 is its first), in lane `lane` of its
 * row; cut off where the fair goes beyond the period.
 */
export type TimelineBar = {
  fair: CalendarFair;
  start: number;
  end: number;
  lane: number;
  /** Days between the bar and the next one of its lane, or the end of the period. */
  room: number;
  /** True if another active fair of the row has a day with it. */
  isConflict: boolean;
};
export type TimelineRow = { id: string; name: string; bars: TimelineBar[]; lanes: number };

type Days = { from: string; to: string };

/** Row of fairs without a planned device. */
const NO_DEVICE = { id: '', name: 'No device planned' };

/**
 * Rows of a timeline, by name. A fair with several devices has a bar in the row of each; fairs
 * without one share a last row, where no two conflict.
 */
export function timelineRows(
  fairs: readonly CalendarFair[],
  days: Days,
  by: TimelineBy,
): TimelineRow[] {
  const rows = new Map<string, { name: string; fairs: CalendarFair[] }>();
  for (const fair of fairs)
    for (const { id, name } of getOwners(fair, by)) {
      const row = rows.get(id) ?? { name, fairs: [] };
      row.fairs.push(fair);
      rows.set(id, row);
    }
  return [...rows]
    .map(([id, row]) => ({ id, name: row.name, ...toBars(row.fairs, days, id !== NO_DEVICE.id) }))
    .toSorted(
      (one, other) =>
        Number(one.id === NO_DEVICE.id) - Number(other.id === NO_DEVICE.id) ||
        one.name.localeCompare(other.name, 'en', { numeric: true }),
    );
}

function getOwners(fair: CalendarFair, by: TimelineBy): { id: string; name: string }[] {
  if (by === 'admin') return [{ id: fair.adminId, name: fair.adminName }];
  return fair.devices.length === 0
    ? [NO_DEVICE]
    : fair.devices.map((device) => ({ id: device, name: device }));
}

function toBars(
  fairs: readonly CalendarFair[],
  { from, to }: Days,
  canConflict: boolean,
): Pick<TimelineRow, 'bars' | 'lanes'> {
  const lastDays: string[] = [];
  const bars = fairs
    .toSorted(
      (one, other) =>
        one.startDate.localeCompare(other.startDate) || one.id.localeCompare(other.id),
    )
    .map((fair): TimelineBar => {
      const free = lastDays.findIndex((last) => last < fair.startDate);
      const lane = free === -1 ? lastDays.length : free;
      lastDays[lane] = fair.endDate;
      return {
        fair,
        start: Math.max(0, daysBetween(from, fair.startDate)),
        end: Math.min(daysBetween(from, to), daysBetween(from, fair.endDate)),
        lane,
        room: 0,
        isConflict: canConflict && fairs.some((other) => isAtOnce(fair, other)),
      };
    });
  const length = daysBetween(from, to) + 1;
  const withRoom = bars.map((bar, at) => {
    const next = bars.slice(at + 1).find(({ lane }) => lane === bar.lane);
    return { ...bar, room: (next?.start ?? length) - bar.end - 1 };
  });
  return { bars: withRoom, lanes: lastDays.length };
}

/** True for two active fairs with a day in common. */
function isAtOnce(fair: CalendarFair, other: CalendarFair): boolean {
  return (
    fair.id !== other.id &&
    fair.status === 'active' &&
    other.status === 'active' &&
    fair.startDate <= other.endDate &&
    other.startDate <= fair.endDate
  );
}

/**
 * Days that a timeline shows: those of the period, but of a season only whole months from that of
 * its first fair to that of its last, with `here` (today) if the period has it.
 */
export function shownDays(
  { from, to, span }: Days & { span: 'month' | 'season' },
  fairs: readonly CalendarFair[],
  here: string,
): Days {
  if (span === 'month') return { from, to };
  const days = fairs.flatMap(({ startDate, endDate }) => [startDate, endDate]);
  const inside = [...days, here].filter((day) => day >= from && day <= to).toSorted();
  const [first = from, last = to] = [inside[0], inside.at(-1)];
  const lastMonthEnd = addDays(`${addMonths(last.slice(0, 7), 1)}-01`, -1);
  return { from: `${first.slice(0, 7)}-01`, to: lastMonthEnd };
}

/** Fairs by the week that they begin in, or the first week of the period, in order. */
export function fairsByWeek(
  fairs: readonly CalendarFair[],
  { from }: Days,
): { week: string; fairs: CalendarFair[] }[] {
  const inOrder = fairs.toSorted((one, other) => one.startDate.localeCompare(other.startDate));
  const weeks = Map.groupBy(inOrder, ({ startDate }) =>
    weekStart(startDate < from ? from : startDate),
  );
  return [...weeks].map(([week, ofWeek]) => ({ week, fairs: ofWeek }));
}

/** Marks of a period's head: days of a month, or months of a season, with the days they span. */
export function timelineMarks(
  { from, to }: Days,
  span: 'month' | 'season',
): { day: string; start: number; end: number }[] {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at));
  if (span === 'month') return days.map((day, at) => ({ day, start: at, end: at }));
  const months = Map.groupBy([...days.entries()], ([, day]) => day.slice(0, 7));
  return [...months].map(([month, ofMonth]) => ({
    day: `${month}-01`,
    start: ofMonth[0]![0],
    end: ofMonth.at(-1)![0],
  }));
}
