import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { atOnce, expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getActions } from '#testing/calls/reading.ts';
import { PENDING, startSelling, type Wish } from '#testing/selling/sales-floor.ts';

describe('payments under review', async () => {
  const { test, floor, register } = await startSelling();
  const read = (id: string) => test.ask.payments.getById({ params: { id } });
  const put = (id: string, note = 'The bank says so.') =>
    test.ask.payments.putUnderReview({ params: { id }, body: { note } });
  const review = (id: string, decision: 'approve' | 'reject', note = 'Called the bank.') =>
    test.ask.payments.review({ params: { id }, body: { decision, note } });
  const isFinal = (call: Promise<unknown>, message?: string) =>
    expectRefusal(call, 'INVALID_TRANSITION', message);
  const shortSale = async (studentNumber: string) => {
    const order = await register.bookByWallet(studentNumber);
    return { order, id: order.payments[0]!.id };
  };
  const readPayment = async (wish: Wish) => (await register.book(wish)).payments[0]!;

  it('are approved once the eWallet covers them: the debit is retried', async () => {
    await register.addStudent('S-2');
    const { order, id } = await shortSale('S-2');
    expect(order.payments).toMatchObject([
      { status: 'under_review', reviewReason: 'WALLET_SHORT' },
    ]);
    await expectRefusal(review(id, 'approve'), 'WALLET_INSUFFICIENT');
    expect(await read(id)).toMatchObject({
      status: 'under_review',
      events: [{ toStatus: 'under_review' }],
    });
    await register.topUp('S-2', 1_000);
    const note = 'Mother paid in.';
    const approved = { fromStatus: 'under_review', toStatus: 'completed', note };
    expect(await review(id, 'approve', note)).toMatchObject({
      status: 'completed',
      events: [{ toStatus: 'under_review' }, { ...approved, actor: 'Account Owner' }],
    });
    expect(await floor.walletCents('S-2')).toBe(27);
    expect(await floor.readOrder(order.clientOrderId)).toMatchObject({
      status: 'completed',
      paymentStatus: 'completed',
      uncollectedCents: 0,
    });
    const message = 'Only a payment under review can be decided. This one is completed.';
    await isFinal(review(id, 'reject'), message);
    await register.refund(order);
    expect(await floor.walletCents('S-2')).toBe(1_000);
  });

  it('leave their amount uncollected when rejected; the order stays sold', async () => {
    await register.addStudent('S-3');
    const { order, id } = await shortSale('S-3');
    const before = await floor.netCents();
    const sold = { status: 'completed', uncollectedCents: 973 };
    expect(await review(id, 'reject')).toMatchObject({ status: 'failed', order: sold });
    expect(await floor.readOrder(order.clientOrderId)).toMatchObject({
      ...sold,
      paymentStatus: 'failed',
    });
    expect(await floor.netCents()).toBe(before);
  });

  it('by AveDollars are approved once the school has them', async () => {
    const payment = await readPayment({ customerType: 'school', payments: [{ method: 6 }] });
    const short = { reviewReason: 'AVE_DOLLAR_SHORT' };
    expect(payment).toMatchObject(short);
    expect(await read(payment.id)).toMatchObject({ ...short, schoolCreditCents: 0 });
    await expectRefusal(review(payment.id, 'approve'), 'AVE_DOLLAR_INSUFFICIENT');
    await floor.earnAveDollars(1_000);
    await review(payment.id, 'approve');
    expect(await floor.aveDollarCents()).toBe(27);
    expect(await read(payment.id)).toMatchObject({ status: 'completed', schoolCreditCents: null });
  });

  it.each([
    ['approve', { status: 'refunded', refundedCents: 973 }, 1_000],
    ['reject', { status: 'failed', refundedCents: 0 }, 1_000],
  ] as const)('release the refund that waited for them on %s', async (decision, payment, cents) => {
    const student = `S-${decision}`;
    await register.addStudent(student);
    const { order, id } = await shortSale(student);
    const [refund] = await register.refund(order);
    expect(refund).toMatchObject({ result: 'held', reason: 'INVALID_TRANSITION' });
    await register.topUp(student, cents);
    await review(id, decision);
    expect(await floor.readOrder(order.clientOrderId)).toMatchObject({
      status: 'refunded',
      refundedCents: 973,
      payments: [payment],
    });
    expect(await floor.walletCents(student)).toBe(cents);
  });

  it.each([
    [2, 'CHECK_RETURNED'],
    [4, 'FACTS_REFUSED'],
    [1, 'CARD_DISPUTED'],
  ] as const)('of method %s are %s, counted until rejected', async (method, reviewReason) => {
    const student = `S-8${method}`;
    await register.addStudent(student);
    const figures = () => test.ask.payments.totals({ query: { fairId: floor.fair.id } });
    const order = await register.bookByWallet(student, { payments: [{ method }] });
    const { id, amountCents } = order.payments[0]!;
    const before = await figures();
    const note = 'A letter came.';
    expect((await put(id, note)).events.at(-1)).toMatchObject({
      fromStatus: 'completed',
      toStatus: 'under_review',
      note,
      actor: 'Account Owner',
    });
    expect(await read(id)).toMatchObject({
      status: 'under_review',
      reviewReason,
      order: { status: 'completed', uncollectedCents: 0 },
    });
    const { paymentStatus } = await floor.readOrder(order.clientOrderId);
    expect(paymentStatus).toBe('under_review');
    expect(await figures()).toEqual(before);
    const message = 'Only a completed payment can be put under review. This one is under review.';
    await isFinal(put(id), message);
    expect(await review(id, 'reject')).toMatchObject({
      status: 'failed',
      order: { status: 'completed', uncollectedCents: amountCents },
    });
    await isFinal(put(id));
    const actions = ['payment.rejected', 'payment.put_under_review'];
    expect(await getActions(test, 'payment', id)).toEqual(actions);
  });

  it('become completed again when settled, and are never cash, stored value or a top-up', async () => {
    await register.addStudent('S-9', 2_000);
    const check = await readPayment({ payments: [{ method: 2 }] });
    await put(check.id);
    expect(await review(check.id, 'approve')).toMatchObject({
      status: 'completed',
      order: { uncollectedCents: 0 },
    });
    const cash = await readPayment({});
    await isFinal(put(cash.id), 'A payment by Cash is final: it cannot be returned or disputed.');
    await isFinal(put((await shortSale('S-9')).id));
    const query = { purpose: 'wallet_top_up' } as const;
    await isFinal(put((await test.ask.payments.list({ query })).results[0]!.id));
    await expectErrors(put(check.id, ' '), { note: 'Write a note.' });
    await expectRefusal(put(uuidv7()), 'NOT_FOUND');
    await floor.whileFinished(() => expectRefusal(put(check.id), 'FAIR_FINISHED'));
    expect((await atOnce(3, () => put(check.id))).done).toHaveLength(1);
  });

  it('are decided once, even if two people try, and never at a closed-out fair', async () => {
    await register.addStudent('S-5');
    const { id } = await shortSale('S-5');
    await register.topUp('S-5', 1_000);
    await floor.whileFinished(() => expectRefusal(review(id, 'approve'), 'FAIR_FINISHED'));
    const { done } = await atOnce(3, (at) => review(id, at === 1 ? 'reject' : 'approve'));
    expect(done).toHaveLength(1);
  });

  it('are the only ones that can be decided, and rejected only with a note', async () => {
    const { id } = await readPayment(PENDING);
    const message = 'Only a payment under review can be decided. This one is pending.';
    await isFinal(review(id, 'approve'), message);
    await expectErrors(review(id, 'reject', ' '), { note: 'Write a note.' });
    await expectRefusal(review(uuidv7(), 'approve'), 'NOT_FOUND');
  });

  it('leave reports that agree to the cent', async () => {
    const { summary } = await floor.checkReports();
    expect(summary.totals.uncollectedCents).toBeGreaterThan(0);
  });
});
