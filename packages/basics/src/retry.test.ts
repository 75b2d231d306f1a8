import { describe, expect, it } from 'vitest';
import { retry } from './retry.ts';

/** Work that fails with the given errors in turn, then returns its number of calls. */
function failing(...errors: Error[]) {
  let calls = 0;
  return {
    calls: () => calls,
    work: async () => {
      const error = errors[calls++];
      if (error) throw error;
      return calls;
    },
  };
}

const race = new Error('race');
const isRace = (error: unknown) => error === race;

describe('a retry', () => {
  it('returns the result of the first try that succeeds', async () => {
    expect(await retry(failing().work, { when: isRace })).toBe(1);
    expect(await retry(failing(race, race).work, { when: isRace })).toBe(3);
  });

  it('ends with the last error after the max tries', async () => {
    const { work, calls } = failing(race, race, race);
    await expect(retry(work, { when: isRace, maxTries: 2 })).rejects.toBe(race);
    expect(calls()).toBe(2);
  });

  it('throws any other error at once', async () => {
    const bug = new Error('bug');
    const { work, calls } = failing(race, bug, race);
    await expect(retry(work, { when: isRace })).rejects.toBe(bug);
    expect(calls()).toBe(2);
  });

  it('waits after each failed try by its number', async () => {
    const asked: number[] = [];
    const delayMs = (tries: number) => {
      asked.push(tries);
      return 0;
    };
    expect(await retry(failing(race, race).work, { when: isRace, delayMs })).toBe(3);
    expect(asked).toEqual([1, 2]);
  });

  it('tries once more and no longer if its signal ends a delay', async () => {
    const stopping = new AbortController();
    const { work, calls } = failing(race, race, race);
    const delayMs = () => {
      stopping.abort();
      return 60_000;
    };
    const retried = retry(work, { when: isRace, delayMs, signal: stopping.signal });
    await expect(retried).rejects.toBe(race);
    expect(calls()).toBe(2);
  });
});
