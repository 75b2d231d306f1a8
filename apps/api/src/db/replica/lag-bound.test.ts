import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LagBound, toLsn } from './lag-bound.ts';

it('reads positions of the log', () => {
  expect(toLsn('0/0')).toBe(0);
  expect(toLsn('16/B374D848')).toBe(0x16_b374_d848);
});

it('requires everything that was committed before the greatest lag, and nothing without samples', () => {
  const steps = fc.array(
    fc.record({ ms: fc.integer({ min: 1, max: 2_000 }), bytes: fc.nat(1_000) }),
    {
      minLength: 1,
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(steps, fc.nat(5_000), (given, later) => {
      const bound = new LagBound(3_000);
      const known: { atMs: number; lsn: number }[] = [];
      let [atMs, lsn] = [0, 0];
      for (const { ms, bytes } of given) {
        [atMs, lsn] = [atMs + ms, lsn + bytes];
        known.push({ atMs, lsn });
        bound.add(atMs, lsn);
      }
      const now = atMs + later;
      const required = bound.requiredAt(now);
      // Commits before a sample are contained in its position.
      const old = known.filter((sample) => sample.atMs < now - 3_000).at(-1);
      if (later > 3_000) expect(required).toBeUndefined();
      else expect(required).toBeGreaterThanOrEqual(old?.lsn ?? 0);
      if (required !== undefined) expect(bound.getLag(required, now)).toBeLessThanOrEqual(3_000);
      bound.clear();
      expect([bound.requiredAt(now), bound.getLag(lsn, now)]).toEqual([undefined, undefined]);
    }),
  );
});
