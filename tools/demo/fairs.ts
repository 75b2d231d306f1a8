import type { PackageOption } from '@pos/contract/fair-packages';
import type { Day } from '@pos/contract/values';
import { addDays, weekday } from '@pos/contract/values/days';

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
 * A fair as planned: `number` counts the fairs of its school, `dates` are the week counted from that
 * of the season's day, or one of `liveDays`.
 */
type PlannedFair = Pick<
  DemoFair,
  'schoolIdentifier' | 'name' | 'packageOption' | 'staff' | 'devices' | 'orders' | 'inactive'
> & { number: number; dates: number | 'running' | 'closing' };

const FAIRS: readonly PlannedFair[] = [
  {
    schoolIdentifier: 'STBRENDAN',
    number: 1,
    name: 'St. Brendan Michaelmas Book Fair',
    dates: -6,
    packageOption: 3,
    staff: 3,
    devices: ['REG-104', 'REG-105'],
    orders: 160,
  },
  {
    schoolIdentifier: 'MAPLEGROVE',
    number: 1,
    name: 'Maple Grove Harvest Book Fair',
    dates: -5,
    packageOption: 3,
    staff: 0,
    devices: ['REG-101', 'REG-102'],
    orders: 215,
  },
  {
    schoolIdentifier: 'BLUEHERON',
    number: 1,
    name: 'Blue Heron Reading Week',
    dates: -4,
    packageOption: 3,
    staff: 1,
    devices: ['REG-103', 'REG-104'],
    orders: 210,
  },
  {
    schoolIdentifier: 'TALLCEDAR',
    number: 1,
    name: 'Tall Cedar Book Fair',
    dates: -3,
    packageOption: 9,
    staff: 2,
    devices: ['REG-105', 'REG-106'],
    orders: 200,
  },
  {
    schoolIdentifier: 'QUARRYHILL',
    number: 1,
    name: 'Quarry Hill Family Book Fair',
    dates: -2,
    packageOption: 2,
    staff: 0,
    devices: ['REG-101', 'REG-107'],
    orders: 166,
  },
  {
    schoolIdentifier: 'STBRENDAN',
    number: 2,
    name: 'St. Brendan Winter Book Fair',
    dates: 'closing',
    packageOption: 3,
    staff: 3,
    devices: ['REG-102', 'REG-103'],
    orders: 200,
  },
  {
    schoolIdentifier: 'PRAIRIESTAR',
    number: 1,
    name: 'Prairie Star Book Fair',
    dates: 'running',
    packageOption: 3,
    staff: 1,
    devices: ['REG-104', 'REG-105'],
    orders: 205,
  },
  {
    schoolIdentifier: 'RIVERBEND',
    number: 1,
    name: 'River Bend Bookaroo',
    dates: 'running',
    packageOption: 8,
    staff: 2,
    devices: ['REG-106', 'REG-101'],
    orders: 170,
  },
  {
    schoolIdentifier: 'MAPLEGROVE',
    number: 2,
    name: 'Maple Grove Grandparents Fair',
    dates: 2,
    packageOption: 7,
    staff: 0,
    devices: ['REG-102', 'REG-107'],
    orders: 0,
  },
  {
    schoolIdentifier: 'QUARRYHILL',
    number: 2,
    name: 'Quarry Hill Reading Night',
    dates: 3,
    packageOption: 2,
    staff: 0,
    devices: [],
    orders: 0,
    inactive: true,
  },
  {
    schoolIdentifier: 'BLUEHERON',
    number: 2,
    name: 'Blue Heron Spring Book Fair',
    dates: 4,
    packageOption: 4,
    staff: 1,
    devices: ['REG-103'],
    orders: 0,
  },
  {
    schoolIdentifier: 'TALLCEDAR',
    number: 2,
    name: 'Tall Cedar Library Fair',
    dates: 6,
    packageOption: 1,
    staff: 2,
    devices: [],
    orders: 0,
  },
];

/**
 * Returns twelve fairs in the order of creation: five past, three live, three upcoming and one
 * canceled, some of them two at one school.
 */
export function seasonFairs(day: Day): DemoFair[] {
  const monday = weekStart(day);
  const live = liveDays(day);
  const datesOf = (planned: PlannedFair['dates']) =>
    typeof planned === 'string'
      ? live[planned]
      : { startDate: addDays(monday, planned * 7), endDate: addDays(monday, planned * 7 + 4) };
  return FAIRS.map(({ number, dates: planned, ...fair }) => {
    const dates = datesOf(planned);
    const [year, place] = [dates.startDate.slice(2, 4), String(number).padStart(2, '0')];
    return {
      identifier: `${fair.schoolIdentifier}-${year}-${place}`,
      ...dates,
      hours: openingHours(dates.startDate, typeof planned === 'string'),
      ...fair,
    };
  });
}

/** Opening hours of a fair; the live ones run over a weekend. */
function openingHours(startDate: Day, isDaily: boolean): string {
  const familyNight = weekday(addDays(startDate, 3)).slice(0, 3);
  return `${isDaily ? 'Daily' : 'Mon to Fri'} 8:00 AM to 3:30 PM, family night ${familyNight} until 8:00 PM`;
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
