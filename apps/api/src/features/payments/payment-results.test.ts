import type { PaymentBatch } from '@pos/contract/register-payments';
import { v4 as uuidv4 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  addStudent,
  bookOrder,
  HUNGER,
  logIn,
  openFair,
  patiently,
  readOrder,
  type SalesFloor,
  type TestRegister,
  walletCents,
} from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { settleOrder } from '#api/features/refunds/settlement.service.ts';
import { failSilentPayments } from './payment-timeout.service.ts';

describe('pending payments', () => {
  let test: TestApp;
  let floor: SalesFloor;
  let register: TestRegister;
  beforeAll(async () => {
    test = await startTestApp();
    floor = await openFair(test);
    register = await logIn(floor, 'REG-01');
  });
  const report = async (...results: NonNullable<z.input<typeof PaymentBatch>['results']>) =>
    (await patiently(() => register.pos.payments({ body: { results } }))).data.results;
  const netOfFair = async () =>
    (await test.owner.fairs.getById({ params: { id: floor.fair.id } })).data.netCents;

  it('keep the order open and out of the sales until the last of them is completed', async () => {
    const before = await netOfFair();
    const { sold, status, paymentStatus } = await bookOrder(floor, register, {
      payments: [
        { method: 1, amountCents: 500, status: 'pending' },
        { method: 1, amountCents: 473, status: 'pending' },
      ],
    });
    expect([status, paymentStatus]).toEqual(['open', 'pending']);
    const [first, second] = sold.payments.map((payment) => payment.clientPaymentId) as [
      string,
      string,
    ];
    expect(
      await report({ clientPaymentId: first, status: 'completed', processorRef: 'ch_77' }),
    ).toMatchObject([{ result: 'accepted' }]);
    expect([(await readOrder(floor, sold.clientOrderId)).status, await netOfFair()]).toEqual([
      'open',
      before,
    ]);
    expect(
      await report(
        { clientPaymentId: second.toUpperCase(), status: 'completed' },
        { clientPaymentId: second, status: 'completed' },
      ),
    ).toMatchObject([{ result: 'accepted' }, { result: 'duplicate' }]);
    expect(await readOrder(floor, sold.clientOrderId)).toMatchObject({
      status: 'completed',
      paymentStatus: 'completed',
      payments: [{ processorRef: 'ch_77' }, { processorRef: null }],
    });
    expect(await netOfFair()).toBe(before + sold.subtotalCents);
  });

  it('leave the order open when they fail or are canceled', async () => {
    const { sold } = await bookOrder(floor, register, {
      payments: [
        { method: 1, amountCents: 500, status: 'pending' },
        { method: 3, amountCents: 473 },
      ],
    });
    const card = sold.payments[0]!;
    expect(
      await report({
        clientPaymentId: card.clientPaymentId,
        status: 'failed',
        failureCode: 'declined',
      }),
    ).toMatchObject([{ result: 'accepted' }]);
    expect(await readOrder(floor, sold.clientOrderId)).toMatchObject({
      status: 'open',
      paymentStatus: 'failed',
      payments: [{ status: 'failed', failureCode: 'declined' }, { status: 'completed' }],
    });
    expect(
      await report({ clientPaymentId: card.clientPaymentId, status: 'completed' }),
    ).toMatchObject([{ result: 'refused', reason: 'INVALID_TRANSITION' }]);
  });

  it('are completed once when the result comes ten times at once', async () => {
    const { sold } = await bookOrder(floor, register, {
      payments: [{ method: 1, status: 'pending' }],
    });
    const { clientPaymentId } = sold.payments[0]!;
    const results = (
      await Promise.all(
        Array.from({ length: 10 }, () => report({ clientPaymentId, status: 'completed' })),
      )
    ).flat();
    expect(results.filter(({ result }) => result === 'accepted')).toHaveLength(1);
    expect(results.filter(({ result }) => result === 'duplicate')).toHaveLength(9);
  });

  it('debit the eWallet when completed, or go under review if it is short', async () => {
    await addStudent(floor, register, 'S-1', 1_000);
    const student = {
      customerType: 'student',
      studentNumber: 'S-1',
      payments: [{ method: 5, status: 'pending' }],
    } as const;
    const first = await bookOrder(floor, register, { ...student, payments: [...student.payments] });
    const second = await bookOrder(floor, register, {
      ...student,
      payments: [...student.payments],
    });
    expect(await walletCents(floor, 'S-1')).toBe(1_000);
    await report(
      ...[first, second].map(({ sold }) => ({
        clientPaymentId: sold.payments[0]!.clientPaymentId,
        status: 'completed' as const,
      })),
    );
    expect(await readOrder(floor, first.sold.clientOrderId)).toMatchObject({
      status: 'completed',
      payments: [{ status: 'completed' }],
    });
    expect(await readOrder(floor, second.sold.clientOrderId)).toMatchObject({
      status: 'completed',
      payments: [{ status: 'under_review', reviewReason: 'WALLET_SHORT' }],
    });
    expect(await walletCents(floor, 'S-1')).toBe(27);
  });

  it('are refused if unknown, so that the register tries again', async () => {
    expect(await report({ clientPaymentId: uuidv4(), status: 'completed' })).toMatchObject([
      { result: 'refused', reason: 'UNKNOWN_PAYMENT' },
    ]);
    const elsewhere = await openFair(test, {}, floor.cashierId);
    const { sold } = await bookOrder(elsewhere, await logIn(elsewhere, 'REG-ELSEWHERE'), {
      lines: [{ sku: HUNGER }],
      payments: [{ method: 1, status: 'pending' }],
    });
    expect(
      await report({ clientPaymentId: sold.payments[0]!.clientPaymentId, status: 'completed' }),
    ).toMatchObject([{ result: 'refused', reason: 'UNKNOWN_PAYMENT' }]);
  });

  it('fail without a result within 24 hours, and leave their order to be resolved', async () => {
    const [silent, recent] = [
      await bookOrder(floor, register, { payments: [{ method: 1, status: 'pending' }] }),
      await bookOrder(floor, register, { payments: [{ method: 1, status: 'pending' }] }),
    ];
    await test.db
      .updateTable('payments')
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
      .where('orderId', '=', silent.id)
      .execute();
    expect(await failSilentPayments(test.db, settleOrder)).toBe(1);
    expect(await failSilentPayments(test.db, settleOrder)).toBe(0);
    expect(await readOrder(floor, silent.clientOrderId)).toMatchObject({
      status: 'open',
      paymentStatus: 'failed',
      payments: [{ status: 'failed', failureCode: 'TIME_OUT' }],
    });
    expect((await readOrder(floor, recent.clientOrderId)).paymentStatus).toBe('pending');
    expect(
      await report({
        clientPaymentId: silent.sold.payments[0]!.clientPaymentId,
        status: 'completed',
      }),
    ).toMatchObject([{ result: 'refused', reason: 'INVALID_TRANSITION' }]);
    const { data } = await test.owner.orders.resolve({
      params: { id: silent.id },
      body: { decision: 'uncollected', reason: 'Nobody knows.' },
    });
    expect(data).toMatchObject({ status: 'completed', uncollectedCents: 973 });
  });
});
