import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { settleOrder } from '#api/sales/refunds/settlement.service.ts';
import { atOnce, expectErrors, expectRefusal, tally } from '#testing/calls/expectations.ts';
import { getActions } from '#testing/calls/reading.ts';
import { openFair, PENDING, startSelling } from '#testing/selling/sales-floor.ts';
import { reviewSilentPayments } from './payment-timeout.service.ts';

const ACCEPTED = { result: 'accepted' };
const DUPLICATE = { result: 'duplicate' };

describe('pending payments', async () => {
  const { test, floor, register } = await startSelling();
  const card = (amountCents: number) => ({
    method: 1 as const,
    amountCents,
    status: 'pending' as const,
  });
  /** Lets 24 hours pass for a payment. */
  const reviewSilent = async (clientPaymentId: string) => {
    await test.db
      .updateTable('payments')
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
      .where('clientPaymentId', '=', clientPaymentId)
      .execute();
    expect(await reviewSilentPayments(test.db, settleOrder)).toBe(1);
  };
  /** Books a card payment that then has no result for 24 hours. */
  const sellSilent = async () => {
    const order = await register.book(PENDING);
    await reviewSilent(order.sold.payments[0]!.clientPaymentId);
    return { ...order, read: () => floor.readOrder(order.clientOrderId) };
  };
  const decide = (id: string, decision: 'approve' | 'reject') =>
    test.owner.payments.review({ params: { id }, body: { decision, note: 'By phone.' } });
  const lastNotice = async () => (await test.ask.notifications.list({ query: {} })).results[0];

  it('keep the order open and out of the sales until the last of them is completed', async () => {
    const before = await floor.netCents();
    const order = await register.book({ payments: [card(500), card(473)] });
    const { sold, clientOrderId } = order;
    expect(order).toMatchObject({ status: 'open', paymentStatus: 'pending' });
    const [first, second] = sold.payments.map((payment) => payment.clientPaymentId);
    const report = async (...ids: string[]) => {
      const results = ids.map((clientPaymentId) => ({
        clientPaymentId,
        status: 'completed' as const,
        processorRef: clientPaymentId === first ? 'ch_77' : null,
      }));
      return (await register.pos.payments({ body: { results } })).data.results;
    };
    expect(await report(first!)).toMatchObject([ACCEPTED]);
    expect((await floor.readOrder(clientOrderId)).status).toBe('open');
    expect(await floor.netCents()).toBe(before);
    const results = await report(second!.toUpperCase(), second!);
    expect(results).toMatchObject([ACCEPTED, DUPLICATE]);
    expect(await floor.readOrder(clientOrderId)).toMatchObject({
      status: 'completed',
      paymentStatus: 'completed',
      payments: [{ processorRef: 'ch_77' }, { processorRef: null }],
    });
    expect(await floor.netCents()).toBe(before + sold.subtotalCents);
  });

  it('leave the order open when they fail, until a person decides about a later result', async () => {
    const { sold } = await register.book({
      payments: [card(500), { method: 3, amountCents: 473 }],
    });
    const { clientPaymentId } = sold.payments[0]!;
    const failed = { status: 'failed' as const, failureCode: 'declined' };
    const { data } = await register.pos.payments({
      body: { results: [{ clientPaymentId, ...failed }] },
    });
    expect(data.results).toMatchObject([ACCEPTED]);
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      status: 'open',
      paymentStatus: 'failed',
      payments: [failed, { status: 'completed' }],
    });
    expect(await register.settle(sold, 'completed')).toMatchObject([ACCEPTED]);
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      status: 'completed',
      payments: [{ reviewReason: 'RESULT_DIFFERS' }, { status: 'completed' }],
    });
  });

  it('are completed once when the result comes ten times at once', async () => {
    const { sold } = await register.book(PENDING);
    const { done } = await atOnce(10, () => register.settle(sold, 'completed'));
    expect(tally(done.flat())).toEqual({ accepted: 1, duplicate: 9 });
  });

  it('debit the eWallet when completed, or go under review if it is short', async () => {
    await register.addStudent('S-1', 1_000);
    const payments = [{ method: 5 as const, status: 'pending' as const }];
    const orders = [
      await register.bookByWallet('S-1', { payments }),
      await register.bookByWallet('S-1', { payments }),
    ];
    expect(await floor.walletCents('S-1')).toBe(1_000);
    for (const [index, payment] of [
      { status: 'completed' },
      { status: 'under_review', reviewReason: 'WALLET_SHORT' },
    ].entries()) {
      const { sold } = orders[index]!;
      await register.settle(sold, 'completed');
      expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
        status: 'completed',
        payments: [payment],
      });
    }
    expect(await floor.walletCents('S-1')).toBe(27);
  });

  it('take nothing from an eWallet that was frozen meanwhile, reported or approved', async () => {
    await register.addStudent('S-ICE', 1_000);
    const params = { id: await floor.studentId('S-ICE') };
    const setWallet = (status: 'frozen' | 'active') =>
      test.owner.students.changeWalletStatus({ params, body: { status } });
    const { sold, payments } = await register.bookByWallet('S-ICE', {
      payments: [{ method: 5, status: 'pending' }],
    });
    await setWallet('frozen');
    await register.settle(sold, 'completed');
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      payments: [{ status: 'under_review', reviewReason: 'WALLET_SHORT' }],
    });
    await expectRefusal(decide(payments[0]!.id, 'approve'), 'WALLET_INSUFFICIENT');
    expect(await floor.walletCents('S-ICE')).toBe(1_000);
    await setWallet('active');
    await decide(payments[0]!.id, 'approve');
    expect(await floor.walletCents('S-ICE')).toBe(27);
  });

  it('are refused if unknown, so that the register tries again', async () => {
    const { sold } = await (await (await openFair(test)).logIn('REG-ELSEWHERE')).book(PENDING);
    for (const order of [sold, { payments: [{ clientPaymentId: uuidv4() }] }])
      expect(await register.settle(order, 'completed')).toMatchObject([
        { result: 'refused', reason: 'UNKNOWN_PAYMENT' },
      ]);
  });

  it('go under review without a result within 24 hours, and take a late one', async () => {
    const recent = await register.book(PENDING);
    const silent = await sellSilent();
    expect(await reviewSilentPayments(test.db, settleOrder)).toBe(0);
    expect(await silent.read()).toMatchObject({
      status: 'completed',
      paymentStatus: 'under_review',
      payments: [{ status: 'under_review', reviewReason: 'NO_RESULT' }],
    });
    expect((await floor.readOrder(recent.clientOrderId)).paymentStatus).toBe('pending');
    for (const result of [ACCEPTED, DUPLICATE])
      expect(await register.settle(silent.sold, 'completed')).toMatchObject([result]);
    expect(await silent.read()).toMatchObject({
      status: 'completed',
      paymentStatus: 'completed',
      uncollectedCents: 0,
    });
    await reviewSilent(recent.sold.payments[0]!.clientPaymentId);
    expect(await register.settle(recent.sold, 'cancelled')).toMatchObject([ACCEPTED]);
    expect(await floor.readOrder(recent.clientOrderId)).toMatchObject({
      status: 'completed',
      paymentStatus: 'cancelled',
      uncollectedCents: 973,
    });
    expect(await lastNotice()).toMatchObject({
      subject: { kind: 'payments_under_review', fairName: floor.fair.name },
    });
  });

  it.each([
    ['reject', 'completed', 973, 0],
    ['approve', 'failed', 0, 973],
  ] as const)(
    'go under review again if a person decided %s and the register then says %s',
    async (decision, result, decidedCents, laterCents) => {
      const { sold, payments, read } = await sellSilent();
      const { id } = payments[0]!;
      const done = (uncollectedCents: number) => ({ status: 'completed', uncollectedCents });
      await decide(id, decision);
      expect(await read()).toMatchObject(done(decidedCents));
      for (const answer of [ACCEPTED, DUPLICATE])
        expect(await register.settle(sold, result)).toMatchObject([answer]);
      expect(await read()).toMatchObject({
        ...done(0),
        payments: [{ status: 'under_review', reviewReason: 'RESULT_DIFFERS' }],
      });
      await decide(id, decision === 'reject' ? 'approve' : 'reject');
      expect(await read()).toMatchObject(done(laterCents));
    },
  );

  it('are told to a person if their late money has no place in the order', async () => {
    const { sold, payments, read } = await sellSilent();
    const { id } = payments[0]!;
    await decide(id, 'reject');
    await register.refund(sold);
    const before = await read();
    for (let sent = 0; sent < 2; sent++)
      expect(await register.settle(sold, 'completed')).toMatchObject([
        { result: 'refused', reason: 'INVALID_TRANSITION' },
      ]);
    expect(await read()).toEqual(before);
    const actions = ['payment.result_not_booked', 'payment.rejected'];
    expect(await getActions(test, 'payment', id)).toEqual(actions);
    expect(await lastNotice()).toMatchObject({
      count: 1,
      subject: { kind: 'result_not_booked', paymentId: id },
    });
  });

  it('credit an eWallet once, whether a late result or a person completes the top-up', async () => {
    await register.addStudent('S-LATE', 1_000);
    const pay = async () => {
      const topUp = await register.topUp('S-LATE', 2_500, { method: 1, status: 'pending' });
      await reviewSilent(topUp.clientPaymentId);
      return { payments: [topUp] };
    };
    await register.settle(await pay(), 'completed');
    expect(await floor.walletCents('S-LATE')).toBe(3_500);
    const second = await pay();
    const { results } = await test.ask.payments.list({ query: { status: 'under_review' } });
    const { id } = results.find(({ purpose }) => purpose === 'wallet_top_up')!;
    await decide(id, 'reject');
    expect(await register.settle(second, 'completed')).toMatchObject([ACCEPTED]);
    expect(await floor.walletCents('S-LATE')).toBe(3_500);
    await decide(id, 'approve');
    expect(await floor.walletCents('S-LATE')).toBe(6_000);
  });

  const read = (id: string) => test.ask.payments.getById({ params: { id } });
  const record = (id: string, status: 'completed' | 'failed' | 'cancelled', note = 'By phone.') =>
    test.owner.payments.recordResult({ params: { id }, body: { status, note } });
  /** Sells on credit of a card, and returns the order and the ID of its payment. */
  const sellPending = async () => {
    const order = await register.book(PENDING);
    return { order, id: order.payments[0]!.id };
  };

  it('are awaited for 24 hours, which they show', async () => {
    const { id } = await sellPending();
    const payment = test.db.selectFrom('payments').select('createdAt').where('id', '=', id);
    const { createdAt } = await payment.executeTakeFirstOrThrow();
    const { pendingUntil } = await read(id);
    expect(Date.parse(pendingUntil!) - Date.parse(createdAt)).toBe(24 * 3_600_000);
  });

  it.each([
    ['completed', 'completed'],
    ['failed', 'open'],
    ['cancelled', 'open'],
  ] as const)(
    'are recorded by staff as %s with their note, and the order is %s',
    async (status, orderStatus) => {
      const { order, id } = await sellPending();
      const note = 'The processor told us.';
      const { data, message } = await record(id, status, note);
      expect(message).toBe('Result recorded.');
      expect(data).toMatchObject({ status, pendingUntil: null });
      expect(data.events.at(-1)).toMatchObject({ toStatus: status, note });
      expect((await floor.readOrder(order.clientOrderId)).status).toBe(orderStatus);
      await expectRefusal(record(id, 'completed'), 'INVALID_TRANSITION', {
        message: expect.stringContaining('Only a pending payment accepts a result'),
      });
    },
  );

  it('of a top-up credit the eWallet once they are recorded as completed', async () => {
    await register.addStudent('S-PENDING', 1_000);
    await register.topUp('S-PENDING', 2_500, { method: 1, status: 'pending' });
    const query = { purpose: 'wallet_top_up', status: 'pending' } as const;
    const [topUp] = (await test.ask.payments.list({ query })).results;
    expect(await floor.walletCents('S-PENDING')).toBe(1_000);
    await record(topUp!.id, 'completed');
    expect(await floor.walletCents('S-PENDING')).toBe(3_500);
  });

  it('require a note and one of three results, reported on their fields', async () => {
    const { id } = await sellPending();
    await expectErrors(record(id, 'refunded' as never, ' '), {
      status: 'Choose completed, failed or cancelled.',
      note: 'Enter the source of the result.',
    });
    expect((await read(id)).status).toBe('pending');
  });
});
