import { MAX_SALES_FAIRS } from '@pos/contract/fairs/fairs';
import { describe, expect, it } from 'vitest';
import { makeFigures } from '#api/reports/reports/figures/make-figures.queries.ts';
import { openDashboardFloor } from '#testing/selling/dashboard-floor.ts';
import { getRefusal } from '#testing/calls/refusals.ts';

describe('sales by day of several fairs', async () => {
  const ground = await openDashboardFloor();
  const readSales = (fairIds: string[]) => ground.test.ask.fairs.salesByDay({ query: { fairIds } });

  it("are those of each fair's page, before and after figures are made", async () => {
    const ids = [ground.floor.fair.id, ground.elsewhere.fair.id];
    const shown = await Promise.all(
      ids.map(async (id) =>
        (await ground.test.ask.fairs.getById({ params: { id } })).salesByDay.map(
          ({ day, netCents }) => ({ fairId: id, day, netCents }),
        ),
      ),
    );
    expect(shown.every(({ length }) => length > 0)).toBe(true);
    const inOrder = (days: { fairId: string; day: string }[]) =>
      days.toSorted((one, other) =>
        `${one.fairId} ${one.day}`.localeCompare(`${other.fairId} ${other.day}`),
      );
    for (const make of [async () => undefined, () => makeFigures(ground.test.db)]) {
      await make();
      expect(inOrder(await readSales(ids))).toEqual(inOrder(shown.flat()));
    }
    expect(new Set((await readSales([ids[1]!])).map(({ fairId }) => fairId))).toEqual(
      new Set([ids[1]]),
    );
  });

  it('are for the fairs of one page at most', async () => {
    const many = Array.from({ length: MAX_SALES_FAIRS + 1 }, () => ground.floor.fair.id);
    expect((await getRefusal(readSales(many))).errors).toEqual({
      fairIds: 'Ask for 1 to 50 fairs.',
    });
  });
});
