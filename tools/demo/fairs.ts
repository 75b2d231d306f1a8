import type { PackageOption } from '@pos/contract/fair-packages';
import type { Day } from '@pos/contract/values';
import { addDays, weekday } from '@pos/api/time/days.ts';

/** One fair of the season, relative to the season's first day. */
export type DemoFair = {
  identifier: string;
  schoolIdentifier: string;
  name: string;
  startDate: Day;
  endDate: Day;
  packageOption: PackageOption;
  /** Responsible member of staff, and the devices that sell. */
  staff: number;
  devices: readonly string[];
  /** Orders of all its devices; none at a fair that has not begun. */
  orders: number;
  hours: string;
  /** Canceled by the school. */
  inactive?: true;
};

/** Devices of the season. The last one was lent to a past fair and never sent its orders. */
export const DEVICES = [
  'REG-101',
  'REG-102',
  'REG-103',
  'REG-104',
  'REG-105',
  'REG-106',
  'REG-107',
] as const;

/**
 * Returns twelve fairs in the order of creation: five past, three live, three upcoming and one
 * canceled, some of them two at one school.
 */
export function seasonFairs(day: Day): DemoFair[] {
  const monday = weekStart(day);
  const live = liveDays(day);
  const week = (weeks: number) => ({
    startDate: addDays(monday, weeks * 7),
    endDate: addDays(monday, weeks * 7 + 4),
  });
  const fair = (
    schoolIdentifier: string,
    number: number,
    title: string,
    dates: { startDate: Day; endDate: Day },
    rest: Pick<DemoFair, 'packageOption' | 'staff' | 'devices' | 'orders'> & {
      hours?: string;
      inactive?: true;
    },
  ): DemoFair => ({
    identifier: `${schoolIdentifier}-${dates.startDate.slice(2, 4)}-${String(number).padStart(2, '0')}`,
    schoolIdentifier,
    name: title,
    ...dates,
    hours: 'Mon to Fri 8:00 AM - 3:30 PM, family night Thu until 8:00 PM',
    ...rest,
  });
  return [
    fair('STBRENDAN', 1, 'St. Brendan Michaelmas Book Fair', week(-6), {
      packageOption: 3,
      staff: 3,
      devices: ['REG-104', 'REG-105'],
      orders: 160,
    }),
    fair('MAPLEGROVE', 1, 'Maple Grove Harvest Book Fair', week(-5), {
      packageOption: 3,
      staff: 0,
      devices: ['REG-101', 'REG-102'],
      orders: 215,
    }),
    fair('BLUEHERON', 1, 'Blue Heron Reading Week', week(-4), {
      packageOption: 3,
      staff: 1,
      devices: ['REG-103', 'REG-104'],
      orders: 210,
    }),
    fair('TALLCEDAR', 1, 'Tall Cedar Book Fair', week(-3), {
      packageOption: 9,
      staff: 2,
      devices: ['REG-105', 'REG-106'],
      orders: 200,
    }),
    fair('QUARRYHILL', 1, 'Quarry Hill Family Book Fair', week(-2), {
      packageOption: 2,
      staff: 0,
      devices: ['REG-101', 'REG-107'],
      orders: 166,
    }),
    fair('STBRENDAN', 2, 'St. Brendan Winter Book Fair', live.closing, {
      packageOption: 3,
      staff: 3,
      devices: ['REG-102', 'REG-103'],
      orders: 200,
    }),
    fair('PRAIRIESTAR', 1, 'Prairie Star Book Fair', live.running, {
      packageOption: 3,
      staff: 1,
      devices: ['REG-104', 'REG-105'],
      orders: 205,
    }),
    fair('RIVERBEND', 1, 'River Bend Bookaroo', live.running, {
      packageOption: 8,
      staff: 2,
      devices: ['REG-106', 'REG-101'],
      orders: 170,
    }),
    fair('MAPLEGROVE', 2, 'Maple Grove Grandparents Fair', week(2), {
      packageOption: 7,
      staff: 0,
      devices: ['REG-102', 'REG-107'],
      orders: 0,
    }),
    fair('QUARRYHILL', 2, 'Quarry Hill Reading Night', week(3), {
      packageOption: 2,
      staff: 0,
      devices: [],
      orders: 0,
      inactive: true,
    }),
    fair('BLUEHERON', 2, 'Blue Heron Spring Book Fair', week(4), {
      packageOption: 4,
      staff: 1,
      devices: ['REG-103'],
      orders: 0,
    }),
    fair('TALLCEDAR', 2, 'Tall Cedar Library Fair', week(6), {
      packageOption: 1,
      staff: 2,
      devices: [],
      orders: 0,
    }),
  ];
}

/** Returns the Monday of a day's week. */
function weekStart(day: Day): Day {
  const sinceMonday = (
    ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
  ).indexOf(weekday(day));
  return addDays(day, -sinceMonday);
}

/**
 * Returns the days of the live fairs: one that began a few days ago and continues, one on its last
 * day.
 */
function liveDays(day: Day): {
  running: { startDate: Day; endDate: Day };
  closing: { startDate: Day; endDate: Day };
} {
  return {
    running: { startDate: addDays(day, -2), endDate: addDays(day, 2) },
    closing: { startDate: addDays(day, -4), endDate: day },
  };
}
