import type { PaymentBatch } from '@pos/contract/register-payments';
import { v4 as uuidv4 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  HUNGER,
  openFair,
  patiently,
  refundOfOrder,
  type SalesFloor,
  type TestRegister,
} from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { settleOrder } from '#api/features/refunds/settlement.service.ts';
import { reviewSilentPayments } from './payment-timeout.service.ts';

describe('pending payments', () => {
  let test: TestApp;
  let floor: SalesFloor;
  let register: TestRegister;
  beforeAll(async () => {
    test = await startTestApp();
    floor = await openFair(test);
    register = await floor.logIn('REG-01');
  });
  const report = async (...results: NonNullable<z.input<typeof PaymentBatch>['results']>) =>
    (await patiently(() => register.pos.payments({ body: { results } }))).data.results;
  const netOfFair = async () =>
    (await test.ask.fairs.getById({ params: { id: floor.fair.id } })).netCents;

  it('keep the order open and out of the sales until the last of them is completed', async () => {
    const before = await netOfFair();
    const { sold, status, paymentStatus } = await register.book({
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
    expect([(await floor.readOrder(sold.clientOrderId)).status, await netOfFair()]).toEqual([
      'open',
      before,
    ]);
    expect(
      await report(
        { clientPaymentId: second.toUpperCase(), status: 'completed' },
        { clientPaymentId: second, status: 'completed' },
      ),
    ).toMatchObject([{ result: 'accepted' }, { result: 'duplicate' }]);
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      status: 'completed',
      paymentStatus: 'completed',
      payments: [{ processorRef: 'ch_77' }, { processorRef: null }],
    });
    expect(await netOfFair()).toBe(before + sold.subtotalCents);
  });

  it('leave the order open when they fail, until a person decides about a later result', async () => {
    const { sold } = await register.book({
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
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      status: 'open',
      paymentStatus: 'failed',
      payments: [{ status: 'failed', failureCode: 'declined' }, { status: 'completed' }],
    });
    expect(
      await report({ clientPaymentId: card.clientPaymentId, status: 'completed' }),
    ).toMatchObject([{ result: 'accepted' }]);
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      status: 'completed',
      payments: [{ reviewReason: 'RESULT_DIFFERS' }, { status: 'completed' }],
    });
  });

  it('are completed once when the result comes ten times at once', async () => {
    const { sold } = await register.book({
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
    await register.addStudent('S-1', 1_000);
    const student = {
      customerType: 'student',
      studentNumber: 'S-1',
      payments: [{ method: 5, status: 'pending' }],
    } as const;
    const first = await register.book({ ...student, payments: [...student.payments] });
    const second = await register.book({
      ...student,
      payments: [...student.payments],
    });
    expect(await floor.walletCents('S-1')).toBe(1_000);
    await report(
      ...[first, second].map(({ sold }) => ({
        clientPaymentId: sold.payments[0]!.clientPaymentId,
        status: 'completed' as const,
      })),
    );
    expect(await floor.readOrder(first.sold.clientOrderId)).toMatchObject({
      status: 'completed',
      payments: [{ status: 'completed' }],
    });
    expect(await floor.readOrder(second.sold.clientOrderId)).toMatchObject({
      status: 'completed',
      payments: [{ status: 'under_review', reviewReason: 'WALLET_SHORT' }],
    });
    expect(await floor.walletCents('S-1')).toBe(27);
  });

  it('are refused if unknown, so that the register tries again', async () => {
    expect(await report({ clientPaymentId: uuidv4(), status: 'completed' })).toMatchObject([
      { result: 'refused', reason: 'UNKNOWN_PAYMENT' },
    ]);
    const elsewhere = await openFair(test);
    const { sold } = await (
      await elsewhere.logIn('REG-ELSEWHERE')
    ).book({
      lines: [{ sku: HUNGER }],
      payments: [{ method: 1, status: 'pending' }],
    });
    expect(
      await report({ clientPaymentId: sold.payments[0]!.clientPaymentId, status: 'completed' }),
    ).toMatchObject([{ result: 'refused', reason: 'UNKNOWN_PAYMENT' }]);
  });

  /** Lets 24 hours pass for the payments of an order. */
  const reviewSilent = async (orderId: string) => {
    await test.db
      .updateTable('payments')
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
      .where('orderId', '=', orderId)
      .execute();
    expect(await reviewSilentPayments(test.db, settleOrder)).toBe(1);
  };

  it('go under review without a result within 24 hours, and take a late one', async () => {
    const [silent, recent] = [
      await register.book({ payments: [{ method: 1, status: 'pending' }] }),
      await register.book({ payments: [{ method: 1, status: 'pending' }] }),
    ];
    await test.db
      .updateTable('payments')
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
      .where('orderId', '=', silent.id)
      .execute();
    expect(await reviewSilentPayments(test.db, settleOrder)).toBe(1);
    expect(await reviewSilentPayments(test.db, settleOrder)).toBe(0);
    expect(await floor.readOrder(silent.clientOrderId)).toMatchObject({
      status: 'completed',
      paymentStatus: 'under_review',
      payments: [{ status: 'under_review', reviewReason: 'NO_RESULT' }],
    });
    expect((await floor.readOrder(recent.clientOrderId)).paymentStatus).toBe('pending');
    const late = {
      clientPaymentId: silent.sold.payments[0]!.clientPaymentId,
      status: 'completed',
    } as const;
    expect(await report(late)).toMatchObject([{ result: 'accepted' }]);
    expect(await report(late)).toMatchObject([{ result: 'duplicate' }]);
    expect(await floor.readOrder(silent.clientOrderId)).toMatchObject({
      status: 'completed',
      paymentStatus: 'completed',
      uncollectedCents: 0,
    });
    await reviewSilent(recent.id);
    const failed = recent.sold.payments[0]!.clientPaymentId;
    expect(await report({ clientPaymentId: failed, status: 'cancelled' })).toMatchObject([
      { result: 'accepted' },
    ]);
    expect(await floor.readOrder(recent.clientOrderId)).toMatchObject({
      status: 'completed',
      paymentStatus: 'cancelled',
      uncollectedCents: 973,
    });
    const { data } = await test.owner.notifications.list({ query: {} });
    expect(data.results[0]).toMatchObject({
      subject: { kind: 'payments_under_review', fairName: floor.fair.name },
    });
  });

  /** Books a card payment that then has no result for 24 hours. */
  const sellSilent = async () => {
    const order = await register.book({
      payments: [{ method: 1, status: 'pending' }],
    });
    await reviewSilent(order.id);
    return {
      ...order,
      payment: order.payments[0]!,
      clientPaymentId: order.sold.payments[0]!.clientPaymentId,
    };
  };
  const decide = (id: string, decision: 'approve' | 'reject') =>
    test.owner.payments.review({ params: { id }, body: { decision, note: 'By phone.' } });

  it.each([
    ['reject', 'completed', 973, 0],
    ['approve', 'failed', 0, 973],
  ] as const)(
    'go under review again if a person decided %s and the register then says %s',
    async (decision, result, decidedCents, laterCents) => {
      const { payment, clientPaymentId, clientOrderId } = await sellSilent();
      await decide(payment.id, decision);
      const before = await floor.readOrder(clientOrderId);
      expect(before).toMatchObject({ status: 'completed', uncollectedCents: decidedCents });
      const late = { clientPaymentId, status: result };
      expect(await report(late, late)).toMatchObject([
        { result: 'accepted' },
        { result: 'duplicate' },
      ]);
      expect(await floor.readOrder(clientOrderId)).toMatchObject({
        status: 'completed',
        uncollectedCents: 0,
        payments: [{ status: 'under_review', reviewReason: 'RESULT_DIFFERS' }],
      });
      await decide(payment.id, decision === 'reject' ? 'approve' : 'reject');
      expect(await floor.readOrder(clientOrderId)).toMatchObject({
        status: 'completed',
        uncollectedCents: laterCents,
      });
    },
  );

  it('are told to a person if their late money has no place in the order', async () => {
    const { sold, payment, clientPaymentId, clientOrderId } = await sellSilent();
    await decide(payment.id, 'reject');
    await register.handInRefunds(refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: true }]));
    const before = await floor.readOrder(clientOrderId);
    const late = { clientPaymentId, status: 'completed' as const };
    expect(await report(late, late)).toMatchObject([
      { result: 'refused', reason: 'INVALID_TRANSITION' },
      { result: 'refused', reason: 'INVALID_TRANSITION' },
    ]);
    expect(await floor.readOrder(clientOrderId)).toEqual(before);
    const activity = await test.owner.activity.list({
      query: { entity: 'payment', entityId: payment.id },
    });
    expect(activity.data.results.map(({ action }) => action)).toEqual([
      'payment.result_not_booked',
      'payment.rejected',
    ]);
    expect((await test.ask.notifications.list({ query: {} })).results[0]).toMatchObject({
      count: 1,
      subject: { kind: 'result_not_booked', paymentId: payment.id },
    });
  });

  it('credit an eWallet once, whether a late result or a person completes the top-up', async () => {
    await register.addStudent('S-LATE', 1_000);
    const pay = async () => {
      const clientPaymentId = uuidv4();
      await register.pos.payments({
        body: {
          topUps: [
            {
              clientPaymentId,
              studentNumber: 'S-LATE',
              method: 1,
              amountCents: 2_500,
              status: 'pending',
              paidAt: new Date().toISOString(),
            },
          ],
        },
      });
      await test.db
        .updateTable('payments')
        .set({ createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
        .where('clientPaymentId', '=', clientPaymentId)
        .execute();
      await reviewSilentPayments(test.db, settleOrder);
      const { id } = await test.db
        .selectFrom('payments')
        .select('id')
        .where('clientPaymentId', '=', clientPaymentId)
        .executeTakeFirstOrThrow();
      return { id, clientPaymentId };
    };
    const first = await pay();
    await report({ clientPaymentId: first.clientPaymentId, status: 'completed' });
    expect(await floor.walletCents('S-LATE')).toBe(3_500);
    const second = await pay();
    await decide(second.id, 'reject');
    expect(await report({ clientPaymentId: second.clientPaymentId, status: 'completed' })).toEqual([
      { clientPaymentId: second.clientPaymentId, result: 'accepted' },
    ]);
    expect(await floor.walletCents('S-LATE')).toBe(3_500);
    await decide(second.id, 'approve');
    expect(await floor.walletCents('S-LATE')).toBe(6_000);
  });
});
