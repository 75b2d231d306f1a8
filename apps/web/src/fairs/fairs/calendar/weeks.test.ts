import type { CalendarFair } from '@pos/contract/fairs/fairs';
import { addMonths, weekStart } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { monthRange, toWeeks } from './weeks.ts';

function fair(id: string, startDate: string, endDate: string): CalendarFair {
  return {
    id,
    identifier: id,
    name: id,
    schoolName: '',
    startDate,
    endDate,
    phase: 'upcoming',
    adminId: 'dana',
    devices: [],
    adminName: '',
    status: 'active',
    closeOutState: 'open',
    closeOutReverted: false,
    clashes: [],
  };
}

describe('the weeks of the calendar', () => {
  it('start on Sunday and cover the whole month', () => {
    expect(weekStart('2026-11-01')).toBe('2026-11-01');
    expect(weekStart('2026-11-21')).toBe('2026-11-15');
    expect(monthRange('2026-11')).toEqual({ from: '2026-11-01', to: '2026-12-05' });
    expect(monthRange('2026-02')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
  });

  it('keep seven days in the week the clock changes', () => {
    const [week] = toWeeks({ from: '2026-10-25', to: '2026-10-31' }, []);
    expect(week?.days).toEqual([
      '2026-10-25',
      '2026-10-26',
      '2026-10-27',
      '2026-10-28',
      '2026-10-29',
      '2026-10-30',
      '2026-10-31',
    ]);
    expect(toWeeks(monthRange('2026-11'), [])[0]?.days).toHaveLength(7);
  });

  it('give each fair a free lane and cut its bar at the end of the week', () => {
    const weeks = toWeeks(monthRange('2026-11'), [
      fair('a', '2026-11-05', '2026-11-09'),
      fair('b', '2026-11-06', '2026-11-06'),
      fair('c', '2026-11-07', '2026-11-07'),
      fair('d', '2026-11-10', '2026-11-12'),
    ]);
    expect(
      weeks[0]?.bars.map(({ fair: { id }, start, end, lane, goesOn }) => [
        id,
        start,
        end,
        lane,
        goesOn,
      ]),
    ).toEqual([
      ['a', 4, 6, 0, true],
      ['b', 5, 5, 1, false],
      ['c', 6, 6, 1, false],
    ]);
    expect(
      weeks[1]?.bars.map(({ fair: { id }, start, end, lane, comesFromBefore }) => [
        id,
        start,
        end,
        lane,
        comesFromBefore,
      ]),
    ).toEqual([
      ['a', 0, 1, 0, true],
      ['d', 2, 4, 0, false],
    ]);
    expect(weeks.map(({ lanes }) => lanes)).toEqual([2, 1, 0, 0, 0]);
  });
});
