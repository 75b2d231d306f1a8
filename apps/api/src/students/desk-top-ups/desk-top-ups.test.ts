import type { ApiError } from '@pos/contract/client';
import type { ReversalReason } from '@pos/contract/sales/desk-facts';
import { deskTopUpsApi, type NewDeskTopUp } from '@pos/contract/students/desk-top-ups';
import { today } from '@pos/contract/values/clock';
import { describe, expect, it } from 'vitest';
import { atOnce, expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { fetchPdf } from '#testing/calls/reading.ts';
import { PENCIL, startSelling } from '#testing/selling/sales-floor.ts';

const CASH = { method: 3, amountCents: 2_500 } as const;
const CHECK = { method: 2, amountCents: 4_000, checkNumber: '1042' } as const;
const USED = { reference: 'Another payment has this reference.' };

/** Splits a report into the memo about eWallets and everything else, as text. */
function splitMemo(report: unknown): { memo: string; figures: string } {
  let memo = '';
  const figures = JSON.stringify(report, (key, value: unknown) => {
    if (key === 'eWallet') memo = JSON.stringify(value);
    return key === 'eWallet' || key === 'generatedAt' ? undefined : value;
  });
  return { memo, figures };
}

describe('eWallet top-ups at the office', async () => {
  const { test, floor, register } = await startSelling();
  for (const number of ['S-1', 'S-2', 'S-3', 'S-4', 'S-5', 'S-6'])
    await register.addStudent(number);
  const at = async (number: string) => ({ params: { id: await floor.studentId(number) } });
  const add = async (number: string, body: NewDeskTopUp) =>
    await test.ask.deskTopUps.add({ ...(await at(number)), body });
  const reverse = (id: string, reason: ReversalReason) =>
    test.ask.deskTopUps.reverse({ params: { id }, body: { reason, note: 'The bank says so.' } });
  const payment = (id: string) => test.ask.payments.getById({ params: { id } });
  const spend = (studentNumber: string, quantity: number) =>
    register.bookByWallet(studentNumber, { lines: [{ sku: PENCIL, quantity }] });
  const officeDay = () => test.ask.deskTopUps.officeDay({ query: {} });
  const expectedCash = async () => (await officeDay()).totals.expectedCashCents;

  it('are payments of no fair with a receipt, credited once however often they are sent', async () => {
    const send = { ...(await at('S-1')), body: CHECK };
    const once = { idempotencyKey: 'one-check' };
    const answer = await test.ask.deskTopUps.add(send, once);
    for (let sent = 0; sent < 2; sent++)
      expect(await test.ask.deskTopUps.add(send, once)).toEqual(answer);
    const { paymentId, receiptNumber, balanceCents } = answer;
    expect([balanceCents, await floor.walletCents('S-1')]).toEqual([4_000, 4_000]);
    expect(await payment(paymentId)).toMatchObject({
      purpose: 'wallet_top_up',
      type: 1,
      method: 2,
      status: 'completed',
      fairId: null,
      orderId: null,
      checkNumber: '1042',
      desk: { receiptNumber, officeDay: today('America/New_York'), reversal: null },
    });
    const { results } = await test.ask.payments.list({ query: { purpose: 'wallet_top_up' } });
    expect(results.map(({ id }) => id)).toContain(paymentId);
    const params = { id: paymentId };
    const { text } = await fetchPdf(test, deskTopUpsApi.receipt, { params });
    for (const expected of [`Receipt ${receiptNumber}`, 'No. 1042', '$40.00'])
      expect(text).toContain(expected);
  });

  it('change no figure of a fair at the school: no tender, no cash control, no settlement', async () => {
    const summary = async () => splitMemo(await floor.report('SALES_SUMMARY'));
    const before = await summary();
    await add('S-2', CASH);
    const after = await summary();
    expect(after.figures).toEqual(before.figures);
    expect(after.memo).not.toEqual(before.memo);
  });

  it('name each invalid field and store nothing', async () => {
    const card = { method: 1, amountCents: 500, reference: 'APPROVAL-1' } as const;
    await add('S-3', card);
    for (const [body, errors] of [
      [{ method: 2, amountCents: 100 }, { checkNumber: 'Enter the check number.' }],
      [{ method: 3, amountCents: 0 }, { amountCents: 'Enter an amount above zero.' }],
      [{ method: 5, amountCents: 100 }, { method: 'Choose cash, check or card.' }],
      [card, USED],
    ] as const)
      await expectErrors(add('S-3', body as NewDeskTopUp), errors);
    expect(await floor.walletCents('S-3')).toBe(500);
  });

  it('are refused for an inactive student', async () => {
    const change = async (status: 'active' | 'inactive') =>
      test.owner.studentRecords.changeStatus({ ...(await at('S-4')), body: { status } });
    await change('inactive');
    await expectRefusal(add('S-4', CASH), 'INVALID_TRANSITION');
    await change('active');
  });

  it('give back what is left of a returned check, even from a frozen eWallet; the rest is uncollected', async () => {
    const { paymentId } = await add('S-4', CHECK);
    const order = await spend('S-4', 4);
    const { totalCents: uncollectedCents } = order;
    await test.owner.students.changeWalletStatus({
      ...(await at('S-4')),
      body: { status: 'frozen' },
    });
    expect(await reverse(paymentId, 'check_returned')).toEqual({
      paymentId,
      takenBackCents: 4_000 - uncollectedCents,
      uncollectedCents,
    });
    expect(await floor.walletCents('S-4')).toBe(0);
    expect(await payment(paymentId)).toMatchObject({
      status: 'failed',
      reviewReason: 'CHECK_RETURNED',
      desk: { reversal: { reason: 'check_returned', uncollectedCents } },
    });
    const paid = { status: 'completed', uncollectedCents: 0 };
    expect(await floor.readOrder(order.clientOrderId)).toMatchObject(paid);
    const again = 'This top-up was reversed before.';
    await expectRefusal(reverse(paymentId, 'check_returned'), 'INVALID_TRANSITION', again);
  });

  it('hand back a mistake only whole, and take it off the expected money of the day', async () => {
    const after = (await expectedCash()) + 2_500;
    const { paymentId } = await add('S-5', CASH);
    expect(await expectedCash()).toBe(after);
    await spend('S-5', 1);
    await expectRefusal(reverse(paymentId, 'mistake'), 'WALLET_INSUFFICIENT');
    await add('S-5', CASH);
    await reverse(paymentId, 'mistake');
    expect(await payment(paymentId)).toMatchObject({ status: 'refunded', refundedCents: 2_500 });
    expect(await expectedCash()).toBe(after);
  });

  it('refuse a reason that does not fit, a register top-up, and an unknown payment', async () => {
    const { paymentId } = await add('S-5', CASH);
    await expectRefusal(reverse(paymentId, 'check_returned'), 'INVALID_TRANSITION');
    await register.addStudent('S-9', 1_000);
    const query = { purpose: 'wallet_top_up', fairId: floor.fair.id } as const;
    const { id } = (await test.ask.payments.list({ query })).results[0]!;
    const message = 'Only a top-up accepted at the office can be reversed.';
    await expectRefusal(reverse(id, 'mistake'), 'INVALID_TRANSITION', message);
    await expectRefusal(reverse(floor.fair.id, 'mistake'), 'NOT_FOUND');
  });

  it('add up on the office day sheet by method, with returned checks apart, also as a PDF', async () => {
    const day = await officeDay();
    const sum = (method: number) =>
      day.topUps
        .filter((line) => line.method === method)
        .reduce((total, { amountCents }) => total + amountCents, 0);
    expect(day).toMatchObject({
      businessDay: today('America/New_York'),
      methods: [
        { method: 3, amountCents: sum(3) },
        { method: 2, amountCents: 8_000 },
        { method: 1, amountCents: 500 },
      ],
      totals: { expectedChecksCents: 8_000, expectedChecks: 2, returnedCents: 4_000 },
      reversals: [{ reason: 'check_returned' }, { reason: 'mistake' }],
    });
    const { text } = await fetchPdf(test, deskTopUpsApi.officeDay, { query: { format: 'pdf' } });
    for (const expected of [
      'Cash to deposit',
      'Checks to deposit (2 checks)',
      'Check returned:\nThe bank says so.',
    ])
      expect(text).toContain(expected);
  });

  it('are listed without names for people who may not read Students', async () => {
    const clerk = await signedInWith(test, [], ['top_up_wallets']);
    const { data } = await clerk.client.deskTopUps.officeDay({ query: {} });
    expect(data.topUps.every(({ studentName }) => studentName === null)).toBe(true);
  });

  it('credit a card reference once, however many are sent at once and for whom', async () => {
    const both = async () => (await floor.walletCents('S-5')) + (await floor.walletCents('S-3'));
    const before = await both();
    const body = { method: 1, amountCents: 500, reference: 'REF-ONCE' } as const;
    const { failed } = await atOnce(6, (index) => add(index % 2 ? 'S-3' : 'S-5', body));
    expect(failed.map((reason) => (reason as ApiError).refusal.errors)).toEqual(
      Array.from({ length: 5 }, () => USED),
    );
    expect(await both()).toBe(before + 500);
  });

  it('take a check number of a student once, until it is reversed; a family may pay for two', async () => {
    const body = { method: 2, amountCents: 700, checkNumber: 'A-77' } as const;
    const { done } = await atOnce(3, () => add('S-5', body));
    expect(done).toHaveLength(1);
    const { receiptNumber, paymentId } = done[0]!;
    await expectErrors(add('S-5', { ...body, checkNumber: 'a-77' }), {
      checkNumber: `Receipt ${receiptNumber} has this check for the student already. If it is another check, add its bank to the number.`,
    });
    await add('S-3', body);
    await reverse(paymentId, 'mistake');
    await add('S-5', body);
  });
});
