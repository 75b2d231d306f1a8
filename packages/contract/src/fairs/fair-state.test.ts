import { describe, expect, it } from 'vitest';
import { fairDay, fairState, formatFairState, isDue, type FairStanding } from './fair-state.ts';

const open: FairStanding = {
  phase: 'ended',
  status: 'active',
  closeOutState: 'open',
  closeOutReverted: false,
};
const dates = { startDate: '2026-10-12', endDate: '2026-10-16' };

describe('the state of a fair', () => {
  it('is its phase by date until it has ended, then its close-out', () => {
    expect(fairState({ ...open, phase: 'upcoming' })).toBe('upcoming');
    expect(fairState({ ...open, phase: 'live' })).toBe('live');
    expect(fairState(open)).toBe('to_close_out');
    expect(fairState({ ...open, closeOutReverted: true })).toBe('reverted');
    expect(fairState({ ...open, closeOutState: 'finished' })).toBe('closed_out');
  });

  it('is inactive for a deactivated fair, unless it is closed out', () => {
    const inactive = { ...open, status: 'inactive' } as const;
    expect(fairState({ ...inactive, phase: 'live' })).toBe('inactive');
    expect(fairState(inactive)).toBe('inactive');
    expect(fairState({ ...inactive, closeOutState: 'finished' })).toBe('closed_out');
  });

  it('of a reverted close-out is the phase while the fair is not over', () => {
    expect(fairState({ ...open, phase: 'live', closeOutReverted: true })).toBe('live');
  });

  it('is due only if a fair has ended, is active, and is open', () => {
    expect([open, { ...open, closeOutReverted: true }].map(isDue)).toEqual([true, true]);
    expect(
      [
        { ...open, phase: 'live' } as const,
        { ...open, status: 'inactive' } as const,
        { ...open, closeOutState: 'finished' } as const,
      ].map(isDue),
    ).toEqual([false, false, false]);
  });

  it('counts the days to the start, of the fair, or since the end', () => {
    const text = (changes: Partial<FairStanding>, today: string) =>
      formatFairState({ ...open, ...dates, ...changes }, today);
    expect(text({ phase: 'upcoming' }, '2026-10-04')).toBe('Upcoming in 8 days');
    expect(text({ phase: 'upcoming' }, '2026-10-11')).toBe('Upcoming tomorrow');
    expect(text({ phase: 'live' }, '2026-10-14')).toBe('Live, day 3 of 5');
    expect(text({ phase: 'live', closeOutReverted: true }, '2026-10-16')).toBe(
      'Live, close-out reverted',
    );
    expect(text({}, '2026-10-17')).toBe('Needs close-out, 1 day');
    expect(text({}, '2026-11-01')).toBe('Needs close-out, 16 days');
    expect(text({ closeOutReverted: true }, '2026-11-01')).toBe('Reverted, close out again');
    expect(text({ closeOutState: 'finished' }, '2026-11-01')).toBe('Closed out');
    expect(text({ status: 'inactive' }, '2026-11-01')).toBe('Inactive');
    expect(fairDay(dates, '2026-10-16')).toEqual({ day: 5, of: 5 });
  });
});
