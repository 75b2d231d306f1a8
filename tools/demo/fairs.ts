import type { PackageOption } from '@pos/contract/fairs/package-options';
import type { Day } from '@pos/contract/values';
import { addDays, weekday } from '@pos/contract/values/days';

/** One fair of the season, relative to the season's first day. */
export type DemoFair = {
  /** Its school, and its number there. */
  key: string;
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
  inactive: boolean;
};

/** Devices of the season. The last one was lent to a past fair and never sent its orders. */
export const DEVICES = [101, 102, 103, 104, 105, 106, 107].map((number) => `REG-${number}`);
/** A device without a tablet, planned for one of the running fairs: for whoever tries the register. */
export const FREE_DEVICE = { deviceId: 'REG-108', fair: 'RIVERBEND 1' };
/** Cashier of that fair; the name tells the code. */
export const FREE_CASHIER = { name: 'Vera, code 1234', secretCode: '1234' };
/** Canceled by the school. */
const CANCELED = 'QUARRYHILL 2';

/**
 * The fairs in the order of creation: school and number at it, name, dates, package, staff, devices
 * and orders. Dates are the week counted from that of the season's day, or those of a live fair.
 */
const FAIRS = `
STBRENDAN 1 | St. Brendan Michaelmas Book Fair | -6 | 3 | 3 | 104 105 | 160
MAPLEGROVE 1 | Maple Grove Harvest Book Fair | -5 | 3 | 0 | 101 102 | 215
BLUEHERON 1 | Blue Heron Reading Week | -4 | 3 | 1 | 103 104 | 210
TALLCEDAR 1 | Tall Cedar Book Fair | -3 | 9 | 2 | 105 106 | 200
QUARRYHILL 1 | Quarry Hill Family Book Fair | -2 | 2 | 0 | 101 107 | 166
STBRENDAN 2 | St. Brendan Winter Book Fair | closing | 3 | 3 | 102 103 | 200
PRAIRIESTAR 1 | Prairie Star Book Fair | running | 3 | 1 | 104 105 | 205
RIVERBEND 1 | River Bend Bookaroo | running | 8 | 2 | 106 101 | 170
MAPLEGROVE 2 | Maple Grove Grandparents Fair | 2 | 7 | 0 | 102 107 | 0
QUARRYHILL 2 | Quarry Hill Reading Night | 3 | 2 | 0 | | 0
BLUEHERON 2 | Blue Heron Spring Book Fair | 4 | 4 | 1 | 103 | 0
TALLCEDAR 2 | Tall Cedar Library Fair | 6 | 1 | 2 | | 0`;

/**
 * Returns twelve fairs in the order of creation: five past, three live, three upcoming and one
 * canceled, some of them two at one school.
 */
export function seasonFairs(day: Day): DemoFair[] {
  const monday = weekStart(day);
  return FAIRS.trim()
    .split('\n')
    .map((line) => {
      const [key = '', name = '', week = '', packageOption, staff, devices = '', orders] =
        line.split(/ ?\| /);
      const [schoolIdentifier = '', number = ''] = key.split(' ');
      const dates = liveDays(day)[week] ?? {
        startDate: addDays(monday, Number(week) * 7),
        endDate: addDays(monday, Number(week) * 7 + 4),
      };
      return {
        key,
        identifier: `${schoolIdentifier}-${dates.startDate.slice(2, 4)}-${number.padStart(2, '0')}`,
        ...dates,
        hours: openingHours(dates.startDate, week in liveDays(day)),
        schoolIdentifier,
        name,
        packageOption: Number(packageOption) as PackageOption,
        staff: Number(staff),
        devices: devices.split(' ').flatMap((device) => (device ? [`REG-${device}`] : [])),
        orders: Number(orders),
        inactive: key === CANCELED,
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
function liveDays(day: Day): Record<string, { startDate: Day; endDate: Day }> {
  return {
    running: { startDate: addDays(day, -2), endDate: addDays(day, 2) },
    closing: { startDate: addDays(day, -4), endDate: day },
  };
}
