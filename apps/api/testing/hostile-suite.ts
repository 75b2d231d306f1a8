import type { api } from '@pos/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS, type NamedCall } from './contract-fields.ts';
import { changedTables, fingerprint } from './fingerprint.ts';
import { hostileGround } from './hostile-ground.ts';
import { HostileRun } from './hostile-run.ts';
import { HOSTILE_VALUES } from './hostile-values.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** Tables for attempts and denials, which a refused call may write to. */
const COUNTS_TRIES = /^(activity|attempts|live_events|sessions|refresh_tokens|graphile_worker)/;

type Feature = keyof typeof api;
/** Features by the test file that sends values to them; `sales` takes every other feature. */
const FEATURES = {
  staff: ['auth', 'admins', 'roles', 'preferences', 'views', 'notifications', 'activity'],
  planning: [
    'fairs',
    'schools',
    'aveDollars',
    'certificates',
    'titles',
    'packages',
    'devices',
    'templates',
    'customizations',
    'uploads',
    'exports',
  ],
} satisfies Record<string, Feature[]>;
type HostileShare = keyof typeof FEATURES | 'sales';

/** Returns the calls of a share; every call of the contract is in exactly one share. */
function callsOf(share: HostileShare): NamedCall[] {
  const elsewhere: readonly string[] = Object.values(FEATURES).flat();
  const own: readonly string[] = share === 'sales' ? [] : FEATURES[share];
  return CALLS.filter(({ name }) => {
    const feature = name.split('.')[0]!;
    return share === 'sales' ? !elsewhere.includes(feature) : own.includes(feature);
  });
}

/**
 * Declares the tests that send every hostile value in every field of a share of the contract: no
 * answer is a 5xx, none takes 30 seconds, a refusal stores nothing, and what is stored is shown in
 * the answer as it was sent. The shares are separate files because files run in parallel.
 */
export function describeHostileRun(share: HostileShare): void {
  describe(`the hostile run (${share})`, () => {
    let test: TestApp;
    let run: HostileRun;
    const calls = callsOf(share);

    beforeAll(async () => {
      test = await startTestApp();
      run = new HostileRun(await hostileGround(test), async (request) => {
        const { statusCode, body } = await test.app.inject(request);
        return { statusCode, body };
      });
    });
    afterAll(() => {
      const { requests, refused, taken, slowestMs, slowest } = run.figures;
      console.log(
        `Hostile run (${share}): ${calls.length} calls, ${HOSTILE_VALUES.size} values, ${requests} requests, ${refused} refused, ${taken} taken; the slowest took ${slowestMs.toFixed(0)} ms (${slowest}).`,
      );
    });

    for (const call of calls) {
      it(`${call.name} takes every hostile value without a fault`, async () => {
        const before = await fingerprint(test.db);
        const wrong = await run.refused(call);
        const changed = changedTables(before, await fingerprint(test.db));
        expect(wrong).toEqual([]);
        expect(changed.filter((table) => !COUNTS_TRIES.test(table))).toEqual([]);
        expect(await run.taken(call)).toEqual([]);
      }, 120_000);
    }

    it('takes every hostile header without a fault', async () => {
      expect(await run.headers(calls)).toEqual([]);
    }, 120_000);
  });
}
