import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import { RIGHTS } from '#testing/rights/rights-matrix.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { bearer, toRequest } from '#testing/calls/sent-requests.ts';
import { verdict } from '#testing/rights/access-rules.ts';
import { NOBODY } from '#testing/rights/rights-line.ts';
import { PENCIL } from '#testing/selling/sales-floor.ts';
import { countCash, countReturn, fairOnLastDay, finish } from '#testing/selling/close-outs.ts';
import { MASTER_ROLES } from './roles.rules.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi;

describe('the ready-made role Warehouse', async () => {
  const test = await startTestApp();
  const floor = await fairOnLastDay(test);
  const register = await floor.logIn('REG-01');
  // 17 pencils: amounts that no price, quantity or tax rate has.
  await register.book({ lines: [{ sku: PENCIL, quantity: 17 }] });
  const { totals } = await floor.now();
  await countCash(floor, { cashCents: totals.totalCents!, checkCents: 0, checks: 0 });
  await countReturn(floor, PENCIL, 33);
  const sums = [totals.netCents!, totals.totalCents!];
  const patterns = sums.map(
    (cents) => new RegExp(`\\b(${cents}|${Math.floor(cents / 100)}\\.${cents % 100})\\b`),
  );

  const role = MASTER_ROLES.find(({ name }) => name === 'Warehouse')!;
  const rights = role.rights.filter((entry) => entry.read_only);
  const { token } = await signedInWith(
    test,
    rights.map(({ name }) => [name, 'read_only'] as const),
    role.duties,
  );
  const persona = {
    name: role.name,
    token,
    standing: 'admin' as const,
    holds: [
      ...rights.map(({ name }) => `read ${name}`),
      ...role.duties.map((duty) => `duty ${duty}`),
    ],
  };
  const line = await floor.line(PENCIL);
  const ids = [floor.fair.id, floor.fair.schoolId, line.titleId, line.id];

  /**
   * Answers of every call that reads, for each record that it may be about, by call. Without IDs: a
   * part of one may look like a sum.
   */
  async function readEverything(as: string): Promise<[call: string, answer: string][]> {
    const answers: [string, string][] = [];
    for (const [method, path, rule, sample] of RIGHTS) {
      if (method !== 'GET' || rule === 'public' || path === '/v1/events') continue;
      if (as === token && verdict(rule, persona) !== 'in') continue;
      const ground = { test, fair: floor.fair } as never;
      const sent = typeof sample === 'function' ? await sample(ground) : sample;
      for (const id of path.includes(':id') ? ids : [NOBODY]) {
        const request = toRequest(method, path, { ...sent, params: { id } }, bearer(as));
        answers.push([`${method} ${path}`, (await test.app.inject(request)).body]);
      }
    }
    for (const [entity, id] of [
      ['fair', ids[0]],
      ['school', ids[1]],
      ['title', ids[2]],
    ] as const) {
      const query = { entity, entityId: id! };
      const request = toRequest('GET', '/v1/activity', { query }, bearer(as));
      answers.push([`activity of the ${entity}`, (await test.app.inject(request)).body]);
    }
    return answers.map(([call, answer]) => [call, answer.replaceAll(ID, '')]);
  }

  it('finds no sum of sales in any answer, while a fair sells and once it is closed out', async () => {
    for (const state of ['open', 'closed out']) {
      if (state === 'closed out') await finish(floor);
      const telling = (answers: [string, string][]) =>
        answers.filter(([, answer]) => patterns.some((sum) => sum.test(answer)));
      const own = await readEverything(token);
      expect(own.length).toBeGreaterThan(30);
      expect(telling(own)).toEqual([]);
      expect(telling(await readEverything(test.ownerToken)).length).toBeGreaterThan(5);
    }
  });

  it('may neither sort fairs by their sales nor read what money was counted', async () => {
    const client = test.client(token);
    const needed = 'FORBIDDEN';
    await expectRefusal(client.fairs.list({ query: { sort: '-netCents' } }), needed);
    await expectRefusal(
      client.exports.add({ body: { list: 'fairs', query: { sort: 'netCents' }, format: 'csv' } }),
      needed,
    );
    await expectRefusal(client.closeOut.cashCounts({ params: { id: floor.fair.id } }), needed);
  });
});
