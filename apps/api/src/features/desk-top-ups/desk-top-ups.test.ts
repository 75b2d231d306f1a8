import { type ApiError, fetchFile } from '@pos/contract/client';
import { deskTopUpsApi, type NewDeskTopUp } from '@pos/contract/desk-top-ups';
import type { Call, Endpoint } from '@pos/contract/endpoint';
import { today } from '@pos/contract/values/clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { readPdf } from '#testing/pdf-text.ts';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { PENCIL, startSelling } from '#testing/sales-floor.ts';

const CASH = { method: 3, amountCents: 2_500 } as const;
const CHECK = { method: 2, amountCents: 4_000, checkNumber: '1042' } as const;

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
  let checks = 7_000;
  const ids = new Map<string, string>();
  const { test, floor, register } = await startSelling();
  for (const number of ['S-1', 'S-2', 'S-3', 'S-4', 'S-5', 'S-6'])
    await register.addStudent(number);
  for (const { id, studentNumber } of await test.db
    .selectFrom('students')
    .select(['id', 'studentNumber'])
    .execute())
    ids.set(studentNumber, id);
  const add = (number: string, body: NewDeskTopUp, key?: string) =>
    test.ask.deskTopUps.add(
      { params: { id: ids.get(number)! }, body },
      key === undefined ? {} : { idempotencyKey: key },
    );
  const reverse = (id: string, reason: 'check_returned' | 'card_disputed' | 'mistake') =>
    test.owner.deskTopUps.reverse({ params: { id }, body: { reason, note: 'The bank says so.' } });
  const payment = (id: string) => test.ask.payments.getById({ params: { id } });
  const spend = (studentNumber: string, quantity: number) =>
    register.book({
      customerType: 'student',
      studentNumber,
      lines: [{ sku: PENCIL, quantity }],
      payments: [{ method: 5 }],
    });
  const pdfText = async <E extends Endpoint>(endpoint: E, call: Call<E>) => {
    const { blob } = await fetchFile(endpoint, call, test.send(test.ownerToken));
    return readPdf(Buffer.from(await blob.arrayBuffer())).pages.join('\n');
  };
  const officeDay = () => test.ask.deskTopUps.officeDay({ query: {} });

  it('are payments of no fair with a receipt, credited once however often they are sent', async () => {
    const answers = [];
    for (let sent = 0; sent < 3; sent++) answers.push(await add('S-1', CHECK, 'one-check'));
    expect(new Set(answers.map(({ paymentId }) => paymentId)).size).toBe(1);
    const [{ paymentId, receiptNumber, balanceCents }] = answers as [(typeof answers)[number]];
    expect(balanceCents).toBe(4_000);
    expect(await floor.walletCents('S-1')).toBe(4_000);
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
    const { data } = await test.owner.payments.list({ query: { purpose: 'wallet_top_up' } });
    expect(data.results.map(({ id }) => id)).toContain(paymentId);
    const text = await pdfText(deskTopUpsApi.receipt, { params: { id: paymentId } });
    expect(text).toContain(`Receipt ${receiptNumber}`);
    expect(text).toContain('No. 1042');
    expect(text).toContain('$40.00');
  });

  it('change no figure of a fair at the school: no tender, no cash control, no settlement', async () => {
    const summary = async () => {
      const { data } = await test.owner.reports.run({
        query: {
          reportType: 'SALES_SUMMARY',
          schoolIdentifier: floor.fair.schoolIdentifier,
          startDate: floor.fair.startDate,
          endDate: floor.fair.endDate,
        },
      });
      return splitMemo(data);
    };
    const before = await summary();
    await add('S-2', CASH);
    const after = await summary();
    expect(after.figures).toEqual(before.figures);
    expect(after.memo).not.toEqual(before.memo);
  });

  it('name each invalid field and store nothing', async () => {
    const refused = async (body: object) =>
      (await getRefusal(add('S-3', body as NewDeskTopUp))).errors;
    expect(await refused({ method: 2, amountCents: 100 })).toEqual({
      checkNumber: 'Enter the check number.',
    });
    expect(await refused({ method: 3, amountCents: 0 })).toEqual({
      amountCents: 'Enter an amount above zero.',
    });
    expect(await refused({ method: 5, amountCents: 100 })).toEqual({
      method: 'Choose cash, check or card.',
    });
    await add('S-3', { method: 1, amountCents: 500, reference: 'APPROVAL-1' });
    expect(await refused({ method: 1, amountCents: 500, reference: 'APPROVAL-1' })).toEqual({
      reference: 'Another payment has this reference.',
    });
    expect(await floor.walletCents('S-3')).toBe(500);
  });

  it('are refused for an inactive student', async () => {
    const status = (value: 'active' | 'inactive') =>
      test.db
        .updateTable('students')
        .set({ status: value })
        .where('id', '=', ids.get('S-4')!)
        .execute();
    await status('inactive');
    expect(await getRefusal(add('S-4', CASH))).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
    });
    await status('active');
  });

  it('give back what is left of a returned check, even from a frozen eWallet; the rest is uncollected', async () => {
    const { paymentId } = await add('S-4', CHECK);
    const order = await spend('S-4', 4);
    await test.owner.students.changeWalletStatus({
      params: { id: ids.get('S-4')! },
      body: { status: 'frozen' },
    });
    const { data } = await reverse(paymentId, 'check_returned');
    expect(data).toEqual({
      paymentId,
      takenBackCents: 4_000 - order.totalCents,
      uncollectedCents: order.totalCents,
    });
    expect(await floor.walletCents('S-4')).toBe(0);
    expect(await payment(paymentId)).toMatchObject({
      status: 'failed',
      reviewReason: 'CHECK_RETURNED',
      desk: { reversal: { reason: 'check_returned', uncollectedCents: order.totalCents } },
    });
    const sale = await test.owner.orders.getById({ params: { id: order.id } });
    expect(sale.data).toMatchObject({ status: 'completed', uncollectedCents: 0 });
    expect(await getRefusal(reverse(paymentId, 'check_returned'))).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'This top-up was reversed before.',
    });
  });

  it('hand back a mistake only whole, and take it off the expected money of the day', async () => {
    const before = await officeDay();
    const { paymentId } = await add('S-5', CASH);
    expect((await officeDay()).totals.expectedCashCents).toBe(
      before.totals.expectedCashCents + 2_500,
    );
    await spend('S-5', 1);
    expect(await getRefusal(reverse(paymentId, 'mistake'))).toMatchObject({
      status: 409,
      code: 'WALLET_INSUFFICIENT',
    });
    await add('S-5', CASH);
    await reverse(paymentId, 'mistake');
    expect(await payment(paymentId)).toMatchObject({ status: 'refunded', refundedCents: 2_500 });
    expect((await officeDay()).totals.expectedCashCents).toBe(
      before.totals.expectedCashCents + 2_500,
    );
  });

  it('refuse a reason that does not fit, a register top-up, and an unknown payment', async () => {
    const { paymentId } = await add('S-5', CASH);
    expect(await getRefusal(reverse(paymentId, 'check_returned'))).toMatchObject({
      code: 'INVALID_TRANSITION',
    });
    await register.addStudent('S-9', 1_000);
    const { id } = await test.db
      .selectFrom('payments')
      .select('id')
      .where('fairId', '=', floor.fair.id)
      .where('purpose', '=', 'wallet_top_up')
      .executeTakeFirstOrThrow();
    expect(await getRefusal(reverse(id, 'mistake'))).toMatchObject({
      message: 'Only a top-up accepted at the office can be reversed.',
    });
    expect(await getRefusal(reverse(ids.get('S-5')!, 'mistake'))).toMatchObject({ status: 404 });
  });

  it('add up on the office day sheet by method, with returned checks apart, also as a PDF', async () => {
    const day = await officeDay();
    const sum = (method: number) =>
      day.topUps
        .filter((line) => line.method === method)
        .reduce((total, { amountCents }) => total + amountCents, 0);
    expect(day.businessDay).toBe(today('America/New_York'));
    expect(day.methods.map(({ method, amountCents }) => [method, amountCents])).toEqual([
      [3, sum(3)],
      [2, 8_000],
      [1, 500],
    ]);
    expect(day.totals).toMatchObject({
      expectedChecksCents: 8_000,
      expectedChecks: 2,
      returnedCents: 4_000,
    });
    expect(day.reversals.map(({ reason }) => reason)).toEqual(['check_returned', 'mistake']);
    const text = await pdfText(deskTopUpsApi.officeDay, { query: { format: 'pdf' } });
    expect(text).toContain('Cash to deposit');
    expect(text).toContain('Checks to deposit (2 checks)');
    expect(text).toContain('Check returned:\nThe bank says so.');
  });

  it('need their duty, which edit Fairs does not include; names need View Students', async () => {
    const manager = await signedInWith(test, [
      ['Fairs', 'edit'],
      ['Users', 'edit'],
      ['Students', 'read_only'],
    ]);
    const at = { params: { id: ids.get('S-6')! } };
    expect(await getRefusal(manager.client.deskTopUps.add({ ...at, body: CASH }))).toMatchObject({
      status: 403,
    });
    const clerk = await signedInWith(test, [], ['top_up_wallets']);
    await clerk.client.deskTopUps.add({ ...at, body: CASH });
    const { data } = await clerk.client.deskTopUps.officeDay({ query: {} });
    expect(data.topUps.every(({ studentName }) => studentName === null)).toBe(true);
    const granted = await getRefusal(
      manager.client.admins.add({
        body: {
          firstName: 'Dana',
          lastName: 'Desk',
          email: 'dana.desk@example.com',
          countryCode: '+1',
          phone: '5551234567',
          roleId: clerk.roleId,
          secretCode: '1234',
        },
      }),
    );
    expect(granted.status).toBe(403);
  });

  it('credit a card reference once, however many are sent at once and for whom', async () => {
    const before = [await floor.walletCents('S-5'), await floor.walletCents('S-4')];
    const body = { method: 1, amountCents: 500, reference: 'REF-ONCE' } as const;
    const sent = await Promise.allSettled(
      ['S-5', 'S-4', 'S-5', 'S-4', 'S-5', 'S-5'].map((number) => add(number, body)),
    );
    const refusals = sent.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as ApiError).refusal.errors] : [],
    );
    expect(refusals).toEqual(
      Array.from({ length: 5 }, () => ({ reference: 'Another payment has this reference.' })),
    );
    const after = [await floor.walletCents('S-5'), await floor.walletCents('S-4')];
    expect(after[0]! + after[1]! - before[0]! - before[1]!).toBe(500);
  });

  it('take a check number of a student once, until it is reversed; a family may pay for two', async () => {
    const body = { method: 2, amountCents: 700, checkNumber: 'A-77' } as const;
    const sent = await Promise.allSettled(Array.from({ length: 3 }, () => add('S-5', body)));
    const [booked] = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await getRefusal(add('S-5', { ...body, checkNumber: 'a-77' }))).errors).toEqual({
      checkNumber: `Receipt ${booked!.receiptNumber} has this check for the student already. If it is another check, add its bank to the number.`,
    });
    await add('S-4', body);
    await reverse(booked!.paymentId, 'mistake');
    await add('S-5', body);
  });

  it('keep every ledger whole under any run of top-ups, purchases and reversals', async () => {
    const step = fc.record({
      method: fc.constantFrom(1 as const, 2 as const, 3 as const),
      amountCents: fc.integer({ min: 1, max: 700 }),
      spends: fc.boolean(),
      reverses: fc.boolean(),
      isMistake: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        for (const { method, amountCents, spends, reverses, isMistake } of steps) {
          const before = await floor.walletCents('S-6');
          const { paymentId } = await add('S-6', {
            method,
            amountCents,
            ...(method === 2 && { checkNumber: `${++checks}` }),
          });
          const price = 137;
          if (spends && before + amountCents >= price) await spend('S-6', 1).catch(() => undefined);
          const balance = await floor.walletCents('S-6');
          if (!reverses) continue;
          const reason =
            isMistake || method === 3
              ? 'mistake'
              : method === 2
                ? 'check_returned'
                : 'card_disputed';
          if (reason === 'mistake' && balance < amountCents) {
            expect((await getRefusal(reverse(paymentId, reason))).code).toBe('WALLET_INSUFFICIENT');
            continue;
          }
          const { takenBackCents, uncollectedCents } = (await reverse(paymentId, reason)).data;
          expect(takenBackCents + uncollectedCents).toBe(amountCents);
          expect(await floor.walletCents('S-6')).toBe(balance - takenBackCents);
        }
        await checkInvariants(test.db);
      }),
      { numRuns: 12 },
    );
  });
});
