import { instantAt } from '@pos/contract/values/clock';
import { describe, expect, it } from 'vitest';

describe('the clock of a fair', () => {
  it('late in the evening on the west coast it is the next day in UTC', () => {
    expect(instantAt('America/Los_Angeles', '2025-10-13', 23 * 60 + 40)).toBe(
      '2025-10-14T06:40:00.000Z',
    );
  });

  it('knows summer and winter time', () => {
    expect(instantAt('America/Chicago', '2025-07-01', 9 * 60)).toBe('2025-07-01T14:00:00.000Z');
    expect(instantAt('America/Chicago', '2025-12-01', 9 * 60)).toBe('2025-12-01T15:00:00.000Z');
  });

  it('stays right on the days on which the clocks change', () => {
    expect(instantAt('America/New_York', '2025-11-02', 5)).toBe('2025-11-02T04:05:00.000Z');
    expect(instantAt('America/New_York', '2025-11-02', 12 * 60)).toBe('2025-11-02T17:00:00.000Z');
    expect(instantAt('America/New_York', '2025-03-09', 30)).toBe('2025-03-09T05:30:00.000Z');
    expect(instantAt('America/New_York', '2025-03-09', 3 * 60)).toBe('2025-03-09T07:00:00.000Z');
  });
});
