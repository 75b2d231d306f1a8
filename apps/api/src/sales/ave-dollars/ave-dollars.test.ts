import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectErrors, expectRefusal, expectRefusals } from '#testing/calls/expectations.ts';
import { newSchool } from '#testing/selling/new-records.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe("a school's AveDollar ledger", async () => {
  let number = 0;
  const test = await startTestApp();
  type At = { params: { id: string } };
  const addSchool = async (): Promise<At> => {
    const { id } = await test.ask.schools.add({ body: newSchool(`AVE-${++number}`) });
    return { params: { id } };
  };
  const adjust = (at: At, amountCents: number, note = 'Any') =>
    test.owner.aveDollars.adjust({ ...at, body: { amountCents, note } });
  const entries = async (at: At) =>
    (await test.ask.aveDollars.list({ ...at, query: { limit: 50 } })).results;

  it('books corrections with their reason, newest first, and never goes below zero', async () => {
    const at = await addSchool();
    const note = 'Balance of the old system';
    expect(await adjust(at, 5_000, note)).toMatchObject({
      message: 'Entry booked.',
      data: { aveDollarBalanceCents: 5_000, version: 1 },
    });
    await expectRefusal(adjust(at, -5_001), 'AVE_DOLLAR_INSUFFICIENT');
    await adjust(at, -5_000, 'Expired');
    const type = 'adjust';
    expect(await entries(at)).toMatchObject([
      { type, amountCents: -5_000, balanceAfterCents: 0, note: 'Expired' },
      {
        type,
        amountCents: 5_000,
        balanceAfterCents: 5_000,
        note,
        actor: expect.any(String),
        fairName: null,
        orderNumber: null,
      },
    ]);
    expect((await readActivity(test, 'school', at.params.id))[0]).toMatchObject({
      action: 'school.ave_dollars_adjusted',
      changes: {
        aveDollarBalanceCents: { from: 5_000, to: 0 },
        note: { from: null, to: 'Expired' },
      },
    });
  });

  it('books a repeated request once, and refuses amounts and reasons out of bounds', async () => {
    const at = await addSchool();
    const call = { ...at, body: { amountCents: 100, note: 'Prize' } };
    const key = { idempotencyKey: 'prize' };
    for (let time = 0; time < 2; time++) await test.owner.aveDollars.adjust(call, key);
    expect(await entries(at)).toHaveLength(1);
    await expectErrors(adjust(at, 0), { amountCents: 'Enter an amount.' });
    await expectErrors(adjust(at, 10_000_001), { amountCents: 'Enter at most $100,000.' });
    await expectErrors(adjust(at, 100, ' '), { note: 'Enter a reason.' });
    const nowhere = { params: { id: test.ownerId } };
    await expectRefusals([entries(nowhere), adjust(nowhere, 100)], 'NOT_FOUND');
  });

  it('sums to the balance after any corrections, also at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.integer({ min: -900, max: 900 }).filter((cents) => cents !== 0),
          { minLength: 1, maxLength: 12 },
        ),
        async (amounts) => {
          const at = await addSchool();
          const answers = await Promise.allSettled(amounts.map((cents) => adjust(at, cents)));
          const booked = amounts.filter((_, index) => answers[index]?.status === 'fulfilled');
          const { data: school } = await test.owner.schools.getById(at);
          const ledger = await entries(at);
          expect(ledger.map(({ amountCents }) => amountCents).toSorted()).toEqual(
            booked.toSorted(),
          );
          expect(school.aveDollarBalanceCents).toBe(
            ledger.reduce((sum, { amountCents }) => sum + amountCents, 0),
          );
          expect(school.aveDollarBalanceCents).toBeGreaterThanOrEqual(0);
          expect(ledger[0]?.balanceAfterCents ?? 0).toBe(school.aveDollarBalanceCents);
        },
      ),
      { numRuns: 15 },
    );
  });
});
