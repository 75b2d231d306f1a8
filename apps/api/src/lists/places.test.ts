import { limitToPlaces } from '@pos/world/places';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFullAdmin } from '#testing/rights/personas.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const MINUTE_MS = 60_000;
/** Orders of each fair, two of which fill more than two of the smallest pages. */
const SOLD = 12;

describe('lists of an admin who works at some fairs', async () => {
  const test = await startTestApp();
  const floors = [await openFair(test), await openFair(test), await openFair(test)] as const;
  const [one, other, elsewhere] = floors;
  const { id, token } = await makeFullAdmin(test, 'works at two fairs');
  const limited = test.client(token);
  const visible = { fairIds: [one.fair.id, other.fair.id] };

  beforeAll(async () => {
    const start = Date.now();
    for (const [index, floor] of floors.entries()) {
      const register = await floor.logIn(`REG-PLACE-${index}`);
      // Most are sold in the same minutes as those of the other fairs.
      const sold = Array.from({ length: SOLD }, (_, minutes) =>
        register.sold({
          soldAt: new Date(start - (minutes + (minutes % 3) * index) * MINUTE_MS).toISOString(),
        }),
      );
      const results = await register.handIn(...sold);
      expect(results.every(({ result }) => result === 'accepted')).toBe(true);
      for (const name of ['B', 'A', 'C', 'D', 'G', 'F', 'E'])
        await register.addStudent(`${name}${index}`);
      const params = { id: await floor.studentId(`A${index}`) };
      await test.owner.deskTopUps.add({ params, body: { method: 3, amountCents: 2_500 } });
    }
    await limitToPlaces(test.owner, id, visible);
  });

  type Query = { sort: string; page?: number; limit: 10 | 50; cursor?: string };
  const lists = {
    orders: (client, query) => client.orders.list({ query: query as { sort: 'soldAt' } }),
    payments: (client, query) => client.payments.list({ query: query as { sort: 'paidAt' } }),
    students: (client, query) => client.students.list({ query: query as { sort: 'name' } }),
  } satisfies Record<
    string,
    (client: typeof limited, query: Query) => Promise<{ data: { results: { id: string }[] } }>
  >;

  it.each([
    ['orders', 'soldAt', 2 * SOLD],
    ['orders', '-soldAt', 2 * SOLD],
    ['payments', 'paidAt', 2 * SOLD + 2],
    ['payments', '-paidAt', 2 * SOLD + 2],
    ['students', 'name', 14],
    ['students', '-name', 14],
  ] as const)('have the rows of both fairs on the pages of %s by %s', async (name, sort, count) => {
    const find = async (query: Omit<Query, 'sort'>, client = limited) =>
      (await lists[name](client, { sort, ...query })).data.results.map((row) => row.id);
    const whole = await find({ limit: 50 }, test.owner);
    const shown = await find({ limit: 50 });
    expect(shown).toHaveLength(count);
    expect(shown).toEqual(whole.filter((row) => shown.includes(row)));
    const pages = await Promise.all([1, 2, 3].map((page) => find({ page, limit: 10 })));
    expect(pages.flat()).toEqual(shown);
    if (name === 'students') return;
    const after = `after.${shown[4]!}`;
    expect(await find({ limit: 10, cursor: after })).toEqual(shown.slice(5, 15));
    const before = `before.${shown[18]!}`;
    expect(await find({ limit: 10, cursor: before })).toEqual(shown.slice(8, 18));
  });

  it('have the rows of a school’s own fairs on its pages', async () => {
    for (const [floor, count] of [
      [one, SOLD],
      [elsewhere, 0],
    ] as const) {
      const query = { schoolId: floor.fair.schoolId, limit: 50 } as const;
      const { data } = await limited.orders.list({ query });
      expect([data.results.length, data.totalResults]).toEqual([count, count]);
      expect(data.results.every(({ fairId }) => fairId === floor.fair.id)).toBe(true);
    }
  });

  it('count as many as they show', async () => {
    for (const filter of [{}, { taxExempt: false }]) {
      const { data } = await limited.orders.list({ query: { ...filter, limit: 50 } });
      expect([filter, data.results.length, data.totalResults]).toEqual([
        filter,
        2 * SOLD,
        2 * SOLD,
      ]);
    }
    const { data } = await limited.payments.list({ query: { minCents: 2_500, limit: 50 } });
    expect([data.results.length, data.totalResults]).toEqual([2, 2]);
  });

  it('follow a change of the places at once', async () => {
    const count = async () => (await limited.orders.list({ query: {} })).data.totalResults;
    expect(await count()).toBe(2 * SOLD);
    await limitToPlaces(test.owner, id, { fairIds: [elsewhere.fair.id] });
    expect(await count()).toBe(SOLD);
    await limitToPlaces(test.owner, id, visible);
    expect(await count()).toBe(2 * SOLD);
  });
});
