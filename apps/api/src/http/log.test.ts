import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { currentLog, withLog, type Log } from './log.ts';

/** Logger that stores its lines. */
function storedLog() {
  const lines: object[] = [];
  const log: Log = {
    warn: (detail, msg) => void lines.push({ level: 'warn', msg, ...detail }),
    error: (detail, msg) => void lines.push({ level: 'error', msg, ...detail }),
  };
  return { lines, log };
}

describe('the log of a service', () => {
  it('is that of the running request or job, with its context', async () => {
    const [one, other] = [storedLog(), storedLog()];
    const work = async (order: string) => {
      await pause(5);
      currentLog().warn({ order }, 'an order was not stored');
    };
    await Promise.all([
      withLog(one.log, () => work('A'), { jobId: 'J1' }),
      withLog(other.log, () => work('B')),
    ]);
    const line = { level: 'warn', msg: 'an order was not stored' };
    expect(one.lines).toEqual([{ ...line, order: 'A', jobId: 'J1' }]);
    expect(other.lines).toEqual([{ ...line, order: 'B' }]);
  });

  it('is that of the process outside of requests and jobs', async () => {
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
    currentLog().error({ err: new Error('disk') }, 'a file was not stored');
    expect(await warned).toMatchObject({ message: 'a file was not stored', detail: 'Error: disk' });
  });
});
