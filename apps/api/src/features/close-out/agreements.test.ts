import { closeOutApi } from '@pos/contract/close-out';
import type { ProfitBands } from '@pos/contract/agreements';
import { fetchFile } from '@pos/contract/client';
import type { SalesSummaryReport } from '@pos/contract/reports';
import { describe, expect, it } from 'vitest';
import { fairOnLastDay, finish, readCloseOut } from '#testing/close-outs.ts';
import { readPdf } from '#testing/pdf-text.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';

/** Shares in ppm: 20% and 30% from the start, 30% and 50% from `cents`. */
const bandsFrom = (cents: number): ProfitBands => [
  { fromCents: 0, profitCashPpm: 200_000, profitAveDollarPpm: 300_000 },
  { fromCents: cents, profitCashPpm: 300_000, profitAveDollarPpm: 500_000 },
];

describe('the agreement with a school', async () => {
  const test = await startTestApp();
  const floor = await fairOnLastDay(test);
  // 8.99 net of tax.
  await (
    await floor.logIn('REG-01')
  ).book({
    payments: [{ method: 1, cardBrand: 'Visa', cardLast4: '4242' }],
  });
  const setBands = async (profitBands: ProfitBands) => {
    const { id, version } = await test.ask.schools.getById({ params: { id: floor.fair.schoolId } });
    await test.owner.schools.update({ params: { id }, body: { profitBands, version } });
  };
  const summary = async () =>
    (await test.ask.reports.run({
      query: {
        reportType: 'SALES_SUMMARY',
        schoolIdentifier: floor.fair.schoolIdentifier,
        fairIdentifier: floor.fair.identifier,
        startDate: floor.fair.startDate,
        endDate: floor.fair.endDate,
      },
    })) as SalesSummaryReport;

  it('refuses bands that do not start at $0.00 or do not rise, on the field', async () => {
    expect((await getRefusal(setBands(bandsFrom(0)))).errors).toEqual({
      'profitBands.1.fromCents': 'Enter more than in the band before.',
    });
    expect((await getRefusal(setBands(bandsFrom(100).slice(1)))).errors).toEqual({
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
    expect((await summary()).totals.settlement).toMatchObject({
      profitRatePpm: 300_000,
      profitCents: 269,
    });
    const { blob } = await fetchFile(
      closeOutApi.statement,
      { params: { id: floor.fair.id } },
      test.send(test.ownerToken),
    );
    const { pages } = readPdf(Buffer.from(await blob.arrayBuffer()));
    expect(pages.join('\n')).toContain('Profit if taken in cash, 30%');
  });

  it('is reviewed with the figures, and a finished close-out keeps its share', async () => {
    const { reviewed } = await readCloseOut(floor);
    await setBands(bandsFrom(500));
    // The same shares apply, so nothing changed for this fair.
    expect((await readCloseOut(floor)).reviewed).toBe(reviewed);
    await setBands([{ fromCents: 0, profitCashPpm: 100_000, profitAveDollarPpm: 150_000 }]);
    expect(await getRefusal(finish(floor, { reviewed }))).toMatchObject({ code: 'FIGURES_MOVED' });
    const finished = await finish(floor, { profitOption: 'ave_dollar' });
    expect(finished.versions[0]).toMatchObject({ profitRatePpm: 150_000, profitCents: 134 });
    await setBands(bandsFrom(500));
    expect((await summary()).totals.settlement).toMatchObject({
      profitOption: 'ave_dollar',
      profitRatePpm: 150_000,
      profitCents: 134,
    });
  });
});
