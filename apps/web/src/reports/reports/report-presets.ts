import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { HERE } from '#web/lib/input/time.ts';
import type { ReportFair } from './reports.data.ts';

/** Date range in one click, in the fair's days. `ofFair`: all of the fair, which it requires. */
export type Preset = { label: string; startDate: string; endDate: string; ofFair: boolean };

/** Presets for all schools together. A school year begins on July 1. */
export function presetsOfAllSchools(day: string = today(HERE)): Preset[] {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const yesterday = addDays(day, -1);
  return [
    {
      label: 'School year to date',
      startDate: `${month < 7 ? year - 1 : year}-07-01`,
      endDate: day,
      ofFair: false,
    },
    { label: 'Last 30 days', startDate: addDays(day, -29), endDate: day, ofFair: false },
    { label: 'Today', startDate: day, endDate: day, ofFair: false },
    { label: 'Yesterday', startDate: yesterday, endDate: yesterday, ofFair: false },
  ];
}

/** Presets of the form; without a fair only those that need none have dates. */
export function reportPresets(
  fair: ReportFair | undefined,
  zone: string | undefined,
  day: string = today(zone ?? HERE),
): Preset[] {
  const yesterday = addDays(day, -1);
  return [
    {
      label: 'This fair',
      startDate: fair?.startDate ?? '',
      endDate: fair?.endDate ?? '',
      ofFair: true,
    },
    { label: 'Today', startDate: day, endDate: day, ofFair: false },
    { label: 'Yesterday', startDate: yesterday, endDate: yesterday, ofFair: false },
  ];
}
