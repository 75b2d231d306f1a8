import type { TopUp } from '@pos/contract/register-payments';
import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { SYSTEM } from '#api/http/identity.ts';
import { patiently, startSelling } from '#testing/sales-floor.ts';
import { creditTopUp } from './top-ups.service.ts';

describe('top-ups of eWallets', async () => {
  const { test, floor, register } = await startSelling();
  for (const number of ['S-1', 'S-2', 'S-3', 'S-4']) await register.addStudent(number);
  const topUp = (studentNumber: string, changes: Partial<TopUp> = {}): TopUp => ({
    clientPaymentId: uuidv4(),
    studentNumber,
    method: 3,
    amountCents: 2_000,
    status: 'completed',
    paidAt: new Date().toISOString(),
    checkNumber: null,
    processorRef: null,
    ...changes,
  });
  const pay = async (...topUps: TopUp[]) =>
    (await patiently(() => register.pos.payments({ body: { topUps } }))).data.results;

  it('credit the eWallet once, however often and concurrently they arrive, and are not sales', async () => {
    const once = topUp('S-1', { tenderedCents: 2_500, changeCents: 500 });
    const results = (await Promise.all(Array.from({ length: 10 }, () => pay(once)))).flat();
    expect(results.map(({ result }) => result).sort()).toEqual([
      'accepted',
      ...Array.from({ length: 9 }, () => 'duplicate'),
    ]);
    expect(await floor.walletCents('S-1')).toBe(2_000);
    expect((await test.ask.orders.list({ query: { fairId: floor.fair.id } })).totalResults).toBe(0);
    expect((await test.ask.fairs.getById({ params: { id: floor.fair.id } })).netCents).toBe(0);
    expect(await pay({ ...once, amountCents: 9_000 })).toMatchObject([
      { result: 'refused', reason: 'PAYMENT_ID_USED' },
    ]);
  });

  it('are credited when completed, not before, and never if failed', async () => {
    const [good, bad] = [
      topUp('S-2', { status: 'pending', method: 1 }),
      topUp('S-2', { status: 'pending', method: 1 }),
    ];
    expect(await pay(good, bad)).toMatchObject([{ result: 'accepted' }, { result: 'accepted' }]);
    expect(await floor.walletCents('S-2')).toBe(0);
    const results = [
      { clientPaymentId: good.clientPaymentId, status: 'completed' as const },
      { clientPaymentId: bad.clientPaymentId, status: 'failed' as const },
    ];
    await register.pos.payments({ body: { results: [...results, ...results] } });
    expect(await floor.walletCents('S-2')).toBe(2_000);
  });

  it('are refused below the minimum, above the maximum balance and for an unknown student', async () => {
    expect(
      await pay(
        topUp('S-3', { amountCents: 999 }),
        topUp('S-3', { amountCents: 1_000 }),
        topUp('S-3', { amountCents: 49_001 }),
        topUp('S-3', { amountCents: 49_000 }),
        topUp('NOBODY'),
      ),
    ).toMatchObject([
      { result: 'refused', reason: 'TOP_UP_BELOW_MINIMUM' },
      { result: 'accepted' },
      { result: 'refused', reason: 'TOP_UP_ABOVE_MAXIMUM' },
      { result: 'accepted' },
      { result: 'refused', reason: 'UNKNOWN_STUDENT' },
    ]);
    expect(await floor.walletCents('S-3')).toBe(50_000);
  });

  it('are accepted after the close-out, but not from a deactivated device', async () => {
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', floor.fair.id)
      .execute();
    expect(await pay(topUp('S-4'))).toMatchObject([{ result: 'accepted' }]);
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'open' })
      .where('id', '=', floor.fair.id)
      .execute();
    const stolen = await floor.logIn('REG-STOLEN');
    await test.db
      .updateTable('devices')
      .set({ status: 'inactive' })
      .where('id', '=', stolen.id)
      .execute();
    expect(
      (await stolen.pos.payments({ body: { topUps: [topUp('S-4')] } })).data.results,
    ).toMatchObject([{ result: 'refused', reason: 'DEVICE_INACTIVE' }]);
  });

  it('paid elsewhere are credited whatever the limits, each external ID once', async () => {
    const student = await test.db
      .selectFrom('students')
      .select('id')
      .where('studentNumber', '=', 'S-4')
      .executeTakeFirstOrThrow();
    const paid = {
      clientPaymentId: 'TU-0001',
      studentId: student.id,
      schoolId: floor.fair.schoolId,
      fairId: null,
      deviceId: null,
      method: 1 as const,
      amountCents: 60_000,
      paidAt: '2026-10-09T18:00:00.000Z',
      businessDay: '2026-10-09',
    };
    const credit = (externalId: string) =>
      inTransaction(test.db, (tx) =>
        creditTopUp(tx, { ...paid, clientPaymentId: externalId }, SYSTEM),
      );
    expect([await credit('TU-0001'), await credit('TU-0001'), await credit('TU-0002')]).toEqual([
      'credited',
      'duplicate',
      'credited',
    ]);
    expect(await floor.walletCents('S-4')).toBe(122_000);
  });
});
