import { expect, it } from 'vitest';
import { formatAgo, formatDraftTime } from './time.ts';

it('shows age under a day, then date and time', () => {
  const now = Date.parse('2026-10-12T12:00:00Z');
  const ago = (instant: string): string => formatAgo(instant, now, 'America/Detroit');
  expect(ago('2026-10-12T11:59:30Z')).toBe('just now');
  expect(ago('2026-10-12T11:48:00Z')).toBe('12 min ago');
  expect(ago('2026-10-12T09:00:00Z')).toBe('3 h ago');
  expect(ago('2026-10-11T11:00:00Z')).toBe('10/11/2026 07:00 AM');
});

it('shows the time of a draft of today, and the date of an older one', () => {
  const now = Date.parse('2026-10-12T20:00:00Z');
  const saved = (instant: string): string => formatDraftTime(instant, now, 'America/Detroit');
  expect(saved('2026-10-12T18:14:00Z')).toBe('2:14 PM');
  expect(saved('2026-10-12T03:14:00Z')).toBe('10/11/2026 11:14 PM');
});
