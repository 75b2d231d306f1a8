import { describe, expect, it } from 'vitest';
import { reportPresets, presetsOfAllSchools, type Preset } from './report-presets.ts';

const fair = {
  value: '01890000-0000-7000-8000-000000000001',
  label: 'Autumn Book Fair',
  identifier: 'MI006719-26-01',
  schoolIdentifier: 'MI006719',
  schoolName: 'Douglas Elementary School',
  startDate: '2026-10-12',
  endDate: '2026-10-16',
  timeZone: 'America/Detroit',
  phase: 'live' as const,
  state: null,
  closeOutState: 'open' as const,
};
const named = (presets: readonly Preset[], label: string) => {
  const preset = presets.find((one) => one.label === label);
  return [preset?.startDate, preset?.endDate];
};
const toRange = (label: string, day: string) =>
  named(reportPresets(fair, fair.timeZone, day), label);
const rangeWithoutFair = (label: string, day: string) =>
  named(reportPresets(undefined, undefined, day), label);

describe('the ranges of a report at one click', () => {
  it('cover the whole fair', () => {
    expect(toRange('This fair', '2026-10-14')).toEqual(['2026-10-12', '2026-10-16']);
  });

  it('include today and yesterday without a fair, across months too', () => {
    expect(rangeWithoutFair('Today', '2026-11-01')).toEqual(['2026-11-01', '2026-11-01']);
    expect(rangeWithoutFair('Yesterday', '2026-11-01')).toEqual(['2026-10-31', '2026-10-31']);
    expect(rangeWithoutFair('This fair', '2026-11-01')).toEqual(['', '']);
  });

  it('for all schools start with the school year, on July 1', () => {
    const getYear = (day: string) => named(presetsOfAllSchools(day), 'School year to date');
    expect(getYear('2026-11-20')).toEqual(['2026-07-01', '2026-11-20']);
    expect(getYear('2027-06-30')).toEqual(['2026-07-01', '2027-06-30']);
    expect(named(presetsOfAllSchools('2026-07-30'), 'Last 30 days')).toEqual([
      '2026-07-01',
      '2026-07-30',
    ]);
  });
});
