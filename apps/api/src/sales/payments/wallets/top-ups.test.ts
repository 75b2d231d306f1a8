import type { TopUp } from '@pos/contract/sales/register-payments';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { SYSTEM } from '#api/http/access/identity.ts';
import { atOnce, tally } from '#testing/calls/expectations.ts';
import { startSelling, makeTopUp } from '#testing/selling/sales-floor.ts';
import { creditTopUp } from './top-ups.service.ts';

describe('top-ups of eWallets', async () => {
  const { test, floor, register } = await startSelling();
  for (const number of ['S-1', 'S-2', 'S-3', 'S-4']) await register.addStudent(number);
  const accepted = { result: 'accepted' };
  const refused = (reason: string) => ({ result: 'refused', reason });

  it('credit the eWallet once, however often and concurrently they arrive, and are not sales', async () => {
    const once = makeTopUp('S-1', { tenderedCents: 2_500, changeCents: 500 });
    const { done } = await atOnce(10, () => register.pay(once));
    expect(tally(done.flat())).toEqual({ accepted: 1, duplicate: 9 });
    expect(await floor.walletCents('S-1')).toBe(2_000);
    expect(await floor.now()).toMatchObject({ orders: 0, netCents: 0 });
    const used = [refused('PAYMENT_ID_USED')];
    expect(await register.pay({ ...once, amountCents: 9_000 })).toMatchObject(used);
  });

  it('are credited when completed, not before, and never if failed', async () => {
    const pending: Partial<TopUp> = { status: 'pending', method: 1 };
    const [good, bad] = [makeTopUp('S-2', pending), makeTopUp('S-2', pending)];
    expect(await register.pay(good, bad)).toMatchObject([accepted, accepted]);
    expect(await floor.walletCents('S-2')).toBe(0);
    for (let sent = 0; sent < 2; sent++) {
      await register.settle({ payments: [good] }, 'completed');
      await register.settle({ payments: [bad] }, 'failed');
    }
    expect(await floor.walletCents('S-2')).toBe(2_000);
  });

  it('are refused below the minimum, above the maximum balance and for an unknown student', async () => {
    const topUps = [999, 1_000, 49_001, 49_000].map((amountCents) =>
      makeTopUp('S-3', { amountCents }),
    );
    expect(await register.pay(...topUps, makeTopUp('NOBODY'))).toMatchObject([
      refused('TOP_UP_BELOW_MINIMUM'),
      accepted,
      refused('TOP_UP_ABOVE_MAXIMUM'),
      accepted,
      refused('UNKNOWN_STUDENT'),
    ]);
    expect(await floor.walletCents('S-3')).toBe(50_000);
  });

  it('are accepted after the close-out, but not from a deactivated device', async () => {
    await floor.whileFinished(() => register.topUp('S-4', 2_000));
    const stolen = await floor.logIn('REG-STOLEN');
    await stolen.setDevice('inactive');
    expect(await stolen.pay(makeTopUp('S-4'))).toMatchObject([refused('DEVICE_INACTIVE')]);
  });

  it('paid elsewhere are credited whatever the limits, each external ID once', async () => {
    const paid = {
      studentId: await floor.studentId('S-4'),
      schoolId: floor.fair.schoolId,
      fairId: null,
      deviceId: null,
      method: 1 as const,
      amountCents: 60_000,
      paidAt: '2026-10-09T18:00:00.000Z',
      businessDay: '2026-10-09',
    };
    for (const [clientPaymentId, result] of [
      ['TU-0001', 'credited'],
      ['TU-0001', 'duplicate'],
      ['TU-0002', 'credited'],
    ] as const)
      expect(
        await inTransaction(test.db, (tx) => creditTopUp(tx, { ...paid, clientPaymentId }, SYSTEM)),
      ).toBe(result);
    expect(await floor.walletCents('S-4')).toBe(122_000);
  });
});
