import { beforeAll, describe, expect, it } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { openFair, type SalesFloor, type TestRegister } from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { settleOrder } from '#api/features/refunds/settlement.service.ts';
import { reviewSilentPayments } from './payment-timeout.service.ts';

const HOUR_MS = 3_600_000;

describe('the result of a pending payment', () => {
  let test: TestApp;
  let floor: SalesFloor;
  let register: TestRegister;
  beforeAll(async () => {
    test = await startTestApp();
    floor = await openFair(test);
    register = await floor.logIn('REG-01');
  });

  const sellPending = () => register.book({ payments: [{ method: 1, status: 'pending' }] });
  const paymentOf = async (clientOrderId: string) => {
    const { id: orderId } = await floor.readOrder(clientOrderId);
    const { data } = await test.owner.orders.getById({ params: { id: orderId } });
    return data.payments[0]!.id;
  };
  const read = (id: string) => test.ask.payments.getById({ params: { id } });
  const record = (id: string, status: 'completed' | 'failed' | 'cancelled', note = 'By phone.') =>
    test.owner.payments.recordResult({ params: { id }, body: { status, note } });

  it('shows its deadline, and goes under review by itself after 24 hours', async () => {
    const { sold } = await sellPending();
    const id = await paymentOf(sold.clientOrderId);
    const { pendingUntil, createdAt } = await test.db
      .selectFrom('payments')
      .select('createdAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
      .then(async (row) => ({ ...row, ...(await read(id)) }));
    expect(Date.parse(pendingUntil!) - Date.parse(createdAt)).toBe(24 * HOUR_MS);

    const longAgo = new Date(Date.now() - 25 * HOUR_MS).toISOString();
    await test.db
      .updateTable('payments')
      .set({ createdAt: longAgo })
      .where('id', '=', id)
      .execute();
    expect(await reviewSilentPayments(test.db, settleOrder)).toBe(1);
    expect(await read(id)).toMatchObject({
      status: 'under_review',
      reviewReason: 'NO_RESULT',
      pendingUntil: null,
    });
  });

  it.each([
    ['completed', 'completed'],
    ['failed', 'open'],
    ['cancelled', 'open'],
  ] as const)(
    'is recorded by staff as %s with their note, and the order is %s',
    async (status, order) => {
      const { sold } = await sellPending();
      const id = await paymentOf(sold.clientOrderId);
      const { data, message } = await record(id, status, 'The processor told us.');
      expect(message).toBe('Result recorded.');
      expect(data).toMatchObject({ status, pendingUntil: null });
      expect(data.events.at(-1)).toMatchObject({
        toStatus: status,
        note: 'The processor told us.',
      });
      expect((await floor.readOrder(sold.clientOrderId)).status).toBe(order);
      const again = await getRefusal(record(id, 'completed'));
      expect(again).toMatchObject({ status: 409, code: 'INVALID_TRANSITION' });
      expect(again.message).toContain('Only a pending payment accepts a result');
    },
  );

  it('credits the eWallet of a pending top-up once it is recorded as completed', async () => {
    await register.addStudent('S-PENDING', 1_000);
    const clientPaymentId = crypto.randomUUID();
    const topUp = {
      clientPaymentId,
      studentNumber: 'S-PENDING',
      method: 1 as const,
      amountCents: 2_500,
      status: 'pending' as const,
      paidAt: new Date().toISOString(),
    };
    await register.pos.payments({ body: { topUps: [topUp] } });
    const { id } = await test.db
      .selectFrom('payments')
      .select('id')
      .where('clientPaymentId', '=', clientPaymentId)
      .executeTakeFirstOrThrow();
    expect(await floor.walletCents('S-PENDING')).toBe(1_000);
    await record(id, 'completed');
    expect(await floor.walletCents('S-PENDING')).toBe(3_500);
  });

  it('requires a note and one of three results, reported on their fields', async () => {
    const { sold } = await sellPending();
    const id = await paymentOf(sold.clientOrderId);
    const refusal = await getRefusal(record(id, 'refunded' as never, ' '));
    expect(refusal.errors).toEqual({
      status: 'Choose completed, failed or cancelled.',
      note: 'Enter the source of the result.',
    });
    expect((await read(id)).status).toBe('pending');
  });
});
