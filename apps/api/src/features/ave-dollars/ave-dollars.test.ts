import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';

describe("a school's AveDollar ledger", async () => {
  let number = 0;
  const test = await startTestApp();
  const addSchool = async () => {
    const { data } = await test.owner.schools.add({
      body: {
        identifier: `AVE-${++number}`,
        name: 'Lakeview Elementary',
        address: '1 Lake Rd',
        city: 'Ada',
        state: 'MI',
        zip: '49301',
      },
    });
    return { params: { id: data.id } };
  };
  const entries = async (at: { params: { id: string } }) =>
    (await test.ask.aveDollars.list({ ...at, query: { limit: 50 } })).results;

  it('books corrections with their reason, newest first, and never goes below zero', async () => {
    const at = await addSchool();
    const { data, message } = await test.owner.aveDollars.adjust({
      ...at,
      body: { amountCents: 5_000, note: 'Balance of the old system' },
    });
    expect(message).toBe('Entry booked.');
    expect(data).toMatchObject({ aveDollarBalanceCents: 5_000, version: 1 });
    const short = await getRefusal(
      test.owner.aveDollars.adjust({ ...at, body: { amountCents: -5_001, note: 'Too much' } }),
    );
    expect(short).toMatchObject({ code: 'AVE_DOLLAR_INSUFFICIENT', status: 409 });
    await test.owner.aveDollars.adjust({ ...at, body: { amountCents: -5_000, note: 'Expired' } });
    expect(await entries(at)).toMatchObject([
      { type: 'adjust', amountCents: -5_000, balanceAfterCents: 0, note: 'Expired' },
      {
        type: 'adjust',
        amountCents: 5_000,
        balanceAfterCents: 5_000,
        note: 'Balance of the old system',
        actor: expect.any(String),
        fairName: null,
        orderNumber: null,
      },
    ]);
    const { data: activity } = await test.owner.activity.list({
      query: { entity: 'school', entityId: at.params.id },
    });
    expect(activity.results[0]).toMatchObject({
      action: 'school.ave_dollars_adjusted',
      changes: {
        aveDollarBalanceCents: { from: 5_000, to: 0 },
        note: { from: null, to: 'Expired' },
      },
    });
  });

  it('books a repeated request once, and refuses amounts and reasons out of bounds', async () => {
    const at = await addSchool();
    const body = { amountCents: 100, note: 'Prize' };
    for (let time = 0; time < 2; time++)
      await test.owner.aveDollars.adjust({ ...at, body }, { idempotencyKey: 'prize' });
    expect(await entries(at)).toHaveLength(1);
    const wrong = async (changes: object) =>
      (await getRefusal(test.owner.aveDollars.adjust({ ...at, body: { ...body, ...changes } })))
        .errors;
    expect(await wrong({ amountCents: 0 })).toEqual({ amountCents: 'Enter an amount.' });
    expect(await wrong({ amountCents: 10_000_001 })).toEqual({
      amountCents: 'Enter at most $100,000.',
    });
    expect(await wrong({ note: ' ' })).toEqual({ note: 'Enter a reason.' });
    const nowhere = { params: { id: test.ownerId } };
    expect((await getRefusal(test.owner.aveDollars.list(nowhere))).code).toBe('NOT_FOUND');
    expect((await getRefusal(test.owner.aveDollars.adjust({ ...nowhere, body }))).code).toBe(
      'NOT_FOUND',
    );
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
          const answers = await Promise.allSettled(
            amounts.map((amountCents) =>
              test.owner.aveDollars.adjust({ ...at, body: { amountCents, note: 'Any' } }),
            ),
          );
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
