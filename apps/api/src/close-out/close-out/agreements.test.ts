import type { ProfitBands } from '@pos/contract/fairs/agreements';
import { closeOutApi } from '@pos/contract/close-out/close-out';
import { describe, expect, it } from 'vitest';
import { BY_CARD, fairOnLastDay, finish, readCloseOut } from '#testing/selling/close-outs.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { fetchPdf } from '#testing/calls/reading.ts';
import { startTestApp } from '#testing/app/test-app.ts';

/** Shares in ppm: 20% and 30% from the start, 30% and 50% from `cents`. */
const bandsFrom = (cents: number): ProfitBands => [
  { fromCents: 0, profitCashPpm: 200_000, profitAveDollarPpm: 300_000 },
  { fromCents: cents, profitCashPpm: 300_000, profitAveDollarPpm: 500_000 },
];

describe('the agreement with a school', async () => {
  const test = await startTestApp();
  const floor = await fairOnLastDay(test);
  // 8.99 net of tax.
  await (await floor.logIn('REG-01')).book(BY_CARD);
  const setBands = async (profitBands: ProfitBands) => {
    const { id, version } = await test.ask.schools.getById({ params: { id: floor.fair.schoolId } });
    await test.owner.schools.update({ params: { id }, body: { profitBands, version } });
  };
  const settlement = async () => (await floor.report('SALES_SUMMARY')).totals.settlement;

  it('refuses bands that do not start at $0.00 or do not rise, on the field', async () => {
    await expectErrors(setBands(bandsFrom(0)), {
      'profitBands.1.fromCents': 'Enter more than in the band before.',
    });
    await expectErrors(setBands(bandsFrom(100).slice(1)), {
      'profitBands.0.fromCents': 'The first band starts at $0.00.',
    });
  });

  it('gives the share of the band that the eligible net reaches, else the shares of the settings', async () => {
    const cashAndCredit = async () => {
      const { settlements } = await readCloseOut(floor);
      const { eligibleNetCents, profitRatePpm, profitCents } = settlements.cash;
      return [eligibleNetCents, profitRatePpm, profitCents, settlements.ave_dollar.profitCents];
    };
    expect(await cashAndCredit()).toEqual([899, 250_000, 224, 359]);
    await setBands(bandsFrom(900));
    expect(await cashAndCredit()).toEqual([899, 200_000, 179, 269]);
    await setBands(bandsFrom(899));
    expect(await cashAndCredit()).toEqual([899, 300_000, 269, 449]);
    expect(await settlement()).toMatchObject({ profitRatePpm: 300_000, profitCents: 269 });
    const params = { id: floor.fair.id };
    const { text } = await fetchPdf(test, closeOutApi.statement, { params });
    expect(text).toContain('Profit if taken in cash, 30%');
  });

  it('is reviewed with the figures, and a finished close-out keeps its share', async () => {
    const { reviewed } = await readCloseOut(floor);
    await setBands(bandsFrom(500));
    // The same shares apply, so nothing changed for this fair.
    expect((await readCloseOut(floor)).reviewed).toBe(reviewed);
    await setBands([{ fromCents: 0, profitCashPpm: 100_000, profitAveDollarPpm: 150_000 }]);
    await expectRefusal(finish(floor, { reviewed }), 'FIGURES_MOVED');
    const profitOption = 'ave_dollar';
    const share = { profitRatePpm: 150_000, profitCents: 134 };
    expect((await finish(floor, { profitOption })).versions).toMatchObject([share]);
    await setBands(bandsFrom(500));
    expect(await settlement()).toMatchObject({ profitOption, ...share });
  });
});
