import { setImmediate as oneTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forEach, runInSlices } from './time-slices.ts';

test('lets other work run during many slow items, and processes them in order', async () => {
  let over = false;
  let turns = 0;
  const others = (async () => {
    for (; !over; turns++) await oneTurn();
  })();
  const done: number[] = [];
  const turnsBefore: number[] = [];
  const slowItems = forEach(
    Array.from({ length: 60 }, (_, item) => item),
    (item) => {
      turnsBefore.push(turns);
      const began = performance.now();
      while (performance.now() - began < 1);
      done.push(item);
    },
  );
  await runInSlices(slowItems);
  over = true;
  await others;
  expect(done).toEqual(Array.from({ length: 60 }, (_, item) => item));
  // Sixty items take at least a millisecond each, and no slice may hold more than a few of them.
  expect(new Set(turnsBefore).size).toBeGreaterThan(5);
});
