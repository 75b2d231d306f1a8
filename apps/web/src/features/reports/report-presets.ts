import { addDays, today } from '#web/lib/time.ts';
import type { ReportFair } from './reports.data.ts';

/** A range at one click, in the fair's days. `ofFair` needs to know which fair. */
export type Preset = { label: string; startDate: string; endDate: string; ofFair: boolean };

/** The presets of all schools together. A school year begins on the first of July. */
export function presetsOfAllSchools(day: string = today()): Preset[] {
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

/** The presets of the form; without a fair only those that need none have dates. */
export function presetsOf(
  fair: ReportFair | undefined,
  zone: string | undefined,
  day: string = today(zone),
): Preset[] {
  const yesterday = addDays(day, -1);
  const start = fair?.startDate ?? '';
  const end = fair?.endDate ?? '';
  // A fair that has not begun reaches to its first day.
  const toDate = fair && (day < start ? start : day < end ? day : end);
  return [
    { label: 'This fair', startDate: start, endDate: end, ofFair: true },
    { label: 'Today', startDate: day, endDate: day, ofFair: false },
    { label: 'Yesterday', startDate: yesterday, endDate: yesterday, ofFair: false },
    { label: 'Fair to date', startDate: start, endDate: toDate ?? '', ofFair: true },
  ];
}
