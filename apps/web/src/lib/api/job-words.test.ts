import { describe, expect, it } from 'vitest';
import { jobProgressText, placeText } from './job-words.ts';

describe('the state of work that waits', () => {
  it('names the place in line', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 60].map(placeText)).toEqual([
      'Waiting, next in line',
      ...['2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '23rd', '60th'].map(
        (place) => `Waiting, ${place} in line`,
      ),
    ]);
  });

  it('says when interrupted work starts again, and how far work has come', () => {
    const job = { status: 'running', progress: 40, place: null } as const;
    expect(jobProgressText({ ...job, restartsWithinSeconds: 10 })).toBe(
      'Interrupted; starts again within 10 seconds',
    );
    expect(jobProgressText({ ...job, restartsWithinSeconds: null })).toBe('40% done');
    expect(jobProgressText({ ...job, status: 'queued', restartsWithinSeconds: null })).toBe(
      'Waiting, about to start',
    );
  });
});
