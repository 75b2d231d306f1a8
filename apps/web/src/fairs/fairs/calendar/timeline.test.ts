import type { CalendarFair } from '@pos/contract/fairs/fairs';
import { describe, expect, it } from 'vitest';
import { periodBeside, toPeriod } from './period.ts';
import { fairsByWeek, shownDays, timelineMarks, timelineRows } from './timeline.ts';

const MONTH = { from: '2026-10-01', to: '2026-10-31' };
function fair(id: string, startDate: string, endDate: string, changes: Partial<CalendarFair> = {}) {
  return {
    id,
    identifier: id,
    name: `Fair ${id}`,
    schoolName: 'School',
    startDate,
    endDate,
    phase: 'upcoming',
    adminId: 'dana',
    adminName: 'Dana White',
    devices: [],
    status: 'active',
    closeOutState: 'open',
    closeOutReverted: false,
    clashes: [],
    ...changes,
  } satisfies CalendarFair;
}
const shape = (rows: ReturnType<typeof timelineRows>) =>
  rows.map(({ name, lanes, bars }) => [
    name,
    lanes,
    bars.map(({ fair: { id }, start, end, lane, isConflict }) => [
      id,
      start,
      end,
      lane,
      isConflict,
    ]),
  ]);

describe('the rows of a timeline', () => {
  it('are the admins by name, with bars cut off at the ends of the period', () => {
    const ari = { adminId: 'ari', adminName: 'Ari Cole' };
    const fairs = [
      fair('one', '2026-09-28', '2026-10-02'),
      fair('two', '2026-10-29', '2026-11-03'),
      fair('three', '2026-10-05', '2026-10-09', ari),
    ];
    expect(shape(timelineRows(fairs, MONTH, 'admin'))).toEqual([
      ['Ari Cole', 1, [['three', 4, 8, 0, false]]],
      [
        'Dana White',
        1,
        [
          ['one', 0, 1, 0, false],
          ['two', 28, 30, 0, false],
        ],
      ],
    ]);
  });

  it('know the days behind each bar up to the next one of its lane', () => {
    const fairs = [
      fair('one', '2026-10-05', '2026-10-09'),
      fair('two', '2026-10-08', '2026-10-12'),
      fair('three', '2026-10-20', '2026-10-22'),
    ];
    const [row] = timelineRows(fairs, MONTH, 'admin');
    expect(row?.bars.map(({ lane, room }) => [lane, room])).toEqual([
      [0, 10],
      [1, 19],
      [0, 9],
    ]);
  });

  it('mark active fairs of one row at the same time, in lanes of their own', () => {
    const fairs = [
      fair('one', '2026-10-05', '2026-10-09'),
      fair('two', '2026-10-09', '2026-10-12'),
      fair('off', '2026-10-06', '2026-10-07', { status: 'inactive' }),
      fair('next', '2026-10-10', '2026-10-14', { adminId: 'ari', adminName: 'Ari Cole' }),
    ];
    expect(shape(timelineRows(fairs, MONTH, 'admin'))[1]).toEqual([
      'Dana White',
      2,
      [
        ['one', 4, 8, 0, true],
        ['off', 5, 6, 1, false],
        ['two', 8, 11, 1, true],
      ],
    ]);
  });

  it('are the planned devices by number, and last the fairs without one, which never conflict', () => {
    const fairs = [
      fair('one', '2026-10-05', '2026-10-09', { devices: ['REG-10', 'REG-9'] }),
      fair('two', '2026-10-06', '2026-10-07', { devices: ['REG-9'] }),
      fair('bare', '2026-10-05', '2026-10-09'),
      fair('bare too', '2026-10-05', '2026-10-09'),
    ];
    const rows = timelineRows(fairs, MONTH, 'device');
    expect(rows.map(({ name }) => name)).toEqual(['REG-9', 'REG-10', 'No device planned']);
    expect(rows.map(({ bars }) => bars.map(({ isConflict }) => isConflict))).toEqual([
      [true, true],
      [false],
      [false, false],
    ]);
  });
});

it('lists fairs by the week that they begin in, or the first of the period', () => {
  const fairs = [
    fair('late', '2026-10-13', '2026-10-14'),
    fair('before', '2026-09-20', '2026-10-01'),
    fair('first', '2026-10-02', '2026-10-03'),
  ];
  expect(
    fairsByWeek(fairs, MONTH).map(({ week, fairs: some }) => [week, some.map(({ id }) => id)]),
  ).toEqual([
    ['2026-09-27', ['before', 'first']],
    ['2026-10-11', ['late']],
  ]);
});

describe('the period of a timeline', () => {
  it('is a month, or the half of the year that has it', () => {
    expect(toPeriod('2026-10', 'month')).toMatchObject({ name: 'October 2026', ...MONTH });
    expect(toPeriod('2026-10', 'season')).toMatchObject({
      name: 'Fall 2026',
      from: '2026-07-01',
      to: '2026-12-31',
    });
    expect(toPeriod('2027-06', 'season')).toMatchObject({
      name: 'Spring 2027',
      from: '2027-01-01',
      to: '2027-06-30',
    });
  });

  it('is followed by the next one of its length', () => {
    expect(periodBeside(toPeriod('2026-12', 'month'), 1).name).toBe('January 2027');
    expect(periodBeside(toPeriod('2026-12', 'season'), 1).name).toBe('Spring 2027');
    expect(periodBeside(toPeriod('2026-12', 'season'), -1).name).toBe('Spring 2026');
  });

  it('has marks for its days, or its months', () => {
    expect(timelineMarks(MONTH, 'month')).toHaveLength(31);
    const season = timelineMarks(toPeriod('2026-10', 'season'), 'season');
    expect(season.map(({ start, end }) => end - start + 1)).toEqual([31, 31, 30, 31, 30, 31]);
  });
});

describe('the days of a timeline', () => {
  const season = { ...toPeriod('2026-10', 'season'), span: 'season' } as const;
  const fairs = [fair('a', '2026-10-19', '2026-10-23'), fair('b', '2026-12-28', '2027-01-04')];

  it('are the months of a season from the first fair or today to the last', () => {
    const days = { from: '2026-10-01', to: '2026-12-31' };
    expect(shownDays(season, fairs, '2026-11-28')).toEqual(days);
    expect(shownDays(season, fairs, '2027-03-01')).toEqual(days);
    expect(shownDays(season, fairs.slice(0, 1), '2026-08-31')).toEqual({
      from: '2026-08-01',
      to: '2026-10-31',
    });
  });

  it('are all days of a month', () => {
    expect(shownDays({ ...MONTH, span: 'month' }, fairs, '2026-10-08')).toEqual(MONTH);
  });
});
