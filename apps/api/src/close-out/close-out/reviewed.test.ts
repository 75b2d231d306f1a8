import { describe, expect, it } from 'vitest';
import { toCodes, countCash, finish, lastDays, readCloseOut } from '#testing/selling/close-outs.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('signing a close-out', async () => {
  const test = await startTestApp();
  const newFloor = lastDays(test);

  it('refuses figures that changed since they were read, and accepts them once read again', async () => {
    const { floor, register } = await newFloor();
    const order = await register.book();
    const counted = { countedCashCents: 973, countedCheckCents: 0, countedChecks: 0 };
    const moves = [
      () => register.book(),
      () => register.refund(order),
      () => register.addStudent('S-MOVED', 1_000),
      () => countCash(floor, { cashCents: 1, checkCents: 0, checks: 0 }),
      async () => {
        const settings = test.db.selectFrom('settings').select('version');
        const { version } = await settings.executeTakeFirstOrThrow();
        await test.owner.settings.update({ body: { profitCashPpm: 260_000, version } });
      },
    ];
    let { reviewed } = await readCloseOut(floor);
    for (const move of moves) {
      await move();
      await expectRefusal(finish(floor, { ...counted, reviewed }), 'FIGURES_MOVED');
      ({ reviewed } = await readCloseOut(floor));
    }
    expect((await floor.now()).closeOutState).toBe('open');
    expect((await finish(floor, { ...counted, reviewed })).state).toBe('finished');
  });

  it('confirms the points that were read, not one that came up since', async () => {
    const { floor, register } = await newFloor();
    const { reviewed, warnings } = await readCloseOut(floor);
    expect(toCodes(warnings)).not.toContain('HELD_ORDERS');
    await register.hold({ totalCents: 1 });
    await expectRefusal(finish(floor, { reviewed }), 'FIGURES_MOVED');
    expect((await floor.now()).closeOutState).toBe('open');
  });

  it('stays reviewed while registers only report in and other fairs sell', async () => {
    const { floor, register } = await newFloor();
    await register.book();
    const { reviewed } = await readCloseOut(floor);
    await register.pos.heartbeat({ body: { appVersion: '1.0', unsentOrders: 0 } });
    await (await newFloor()).register.book();
    expect((await readCloseOut(floor)).reviewed).toBe(reviewed);
    expect((await finish(floor, { reviewed })).state).toBe('finished');
  });

  it('treats a wrong number of checks as a variance, like a wrong amount', async () => {
    const { floor, register } = await newFloor();
    const { totalCents } = await register.book({ payments: [{ method: 2, checkNumber: '101' }] });
    await register.addStudent('S-CHECK');
    await register.topUp('S-CHECK', 1_000, { method: 2, checkNumber: '102' });
    const checkCents = totalCents + 1_000;
    const { days } = await countCash(floor, { cashCents: 0, checkCents, checks: 1 });
    const variance = { expectedCheckCount: 2, checkCountVariance: -1 };
    expect(days.find(({ businessDay }) => businessDay === floor.fair.endDate)).toMatchObject({
      ...variance,
      checkVarianceCents: 0,
    });
    const cashControl = { ...variance, countedCheckCount: 1 };
    expect((await readCloseOut(floor)).cashControl).toMatchObject({
      ...cashControl,
      expectedChecksCents: checkCents,
    });
    const wish = { countedCashCents: 0, countedCheckCents: checkCents };
    const readWarnings = async (countedChecks: number) => {
      const call = finish(floor, { ...wish, countedChecks, confirm: false });
      return (await expectRefusal(call, 'CONFIRMATION_NEEDED')).warnings;
    };
    const tooFew = { code: 'CHECK_COUNT_VARIANCE', text: 'Checks counted: 1 of 2, 1 too few.' };
    expect(await readWarnings(1)).toContainEqual(expect.objectContaining(tooFew));
    expect(toCodes(await readWarnings(2))).not.toContain('CHECK_COUNT_VARIANCE');
    expect((await finish(floor, { ...wish, countedChecks: 1 })).standing).toMatchObject({
      counted: { checks: 1 },
      summary: { totals: { cashControl } },
    });
  });
});
