import type { NewPayouts } from '@pos/contract/students/payouts';
import { today } from '@pos/contract/values/clock';
import { describe, expect, it } from 'vitest';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { openPayoutDesk } from '#testing/selling/payout-desk.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { readActivity } from '#testing/calls/reading.ts';

const CASH = 3;
const CHECK = 2;

describe('leftover eWallet money', async () => {
  const desk = await openPayoutDesk();
  const { test, floor, keep, add, payOut, payCash, payCheck, leftovers, balance } = desk;
  const payOutAll = (id: string, body: NewPayouts) =>
    test.ask.payouts.addAll({ params: { id }, body });

  it('is paid out once with a receipt, however often it is sent, and never beyond the balance', async () => {
    const { id, studentNumber } = await add(2_500);
    const body = { method: CHECK, amountCents: 1_000, checkNumber: '77' } as const;
    const send = () =>
      test.ask.payouts.add({ params: { id }, body }, { idempotencyKey: 'one-check' });
    const first = await send();
    for (let again = 0; again < 2; again++) expect(await send()).toEqual(first);
    const { payoutId, payoutNumber, balanceCents } = first;
    expect([balanceCents, await balance(id)]).toEqual([1_500, 1_500]);
    const message = expect.stringContaining('has only $15.00') as string;
    await expectRefusal(payCash(id, 1_501), 'WALLET_INSUFFICIENT', { message });
    const unnumbered = payOut(id, { method: CHECK, amountCents: 1 });
    await expectErrors(unnumbered, { checkNumber: 'Enter the check number.' });
    const [page] = await desk.receipts([payoutId]);
    for (const text of [`Payout ${payoutNumber}`, 'No. 77', '$10.00', studentNumber, 'Wren Ashby'])
      expect(page).toContain(text);
    expect((await readActivity(test, 'student', id))[0]).toMatchObject({
      action: 'student.leftover_paid_out',
      changes: { walletBalanceCents: { from: 2_500, to: 1_500 } },
    });
  });

  it('stays while the settings keep it for the next fair, and while the eWallet is frozen', async () => {
    const { id } = await add(400);
    const stays = (text: string) =>
      expectRefusal(payCash(id, 400), 'INVALID_TRANSITION', {
        message: expect.stringContaining(text),
      });
    await keep('carry_forward');
    await stays('settings keep leftover money');
    expect((await leftovers(floor.fair.schoolId)).policy).toBe('carry_forward');
    await keep('refund');
    await desk.freeze(id);
    await stays('is frozen');
    expect(await balance(id)).toBe(400);
  });

  it('is listed for a school and paid out for all or none, with a receipt page for each', async () => {
    const schoolId = await desk.openSchool();
    const [one, two] = [await add(300, schoolId), await add(450, schoolId)];
    await add(0, schoolId);
    const stranger = { studentId: (await add(100)).id, amountCents: 100 };
    const listed = await leftovers(schoolId);
    expect(listed).toMatchObject({ policy: 'refund', students: 2, balanceCents: 750 });
    const students = listed.first.map(({ studentId, balanceCents }) => ({
      studentId,
      amountCents: balanceCents,
    }));
    const [first, second] = students as [typeof stranger, typeof stranger];
    const send = (chosen: NewPayouts['students'], method: 2 | 3 = CASH) =>
      payOutAll(schoolId, { method, students: chosen });
    await expectRefusal(send([...students, stranger]), 'FIGURES_MOVED');
    await expectRefusal(send([first, { ...second, amountCents: 449 }]), 'FIGURES_MOVED');
    expect([await balance(one.id), await balance(two.id)]).toEqual([300, 450]);
    await expectErrors(send([first, first]), { students: 'Choose each student once.' });
    const checkNumber = 'Enter the check number.';
    await expectRefusal(send(students, CHECK), 'VALIDATION_FAILED', {
      errors: { 'students.0.checkNumber': checkNumber },
    });
    const numbered = students.map((each, at) => ({ ...each, checkNumber: String(501 + at) }));
    const { payoutIds, amountCents } = await send(numbered, CHECK);
    expect(amountCents).toBe(750);
    expect(await leftovers(schoolId)).toMatchObject({ students: 0, balanceCents: 0, first: [] });
    const pages = await desk.receipts(payoutIds);
    expect(pages).toHaveLength(2);
    expect(pages[1]).toContain('No. 502');
    await expectRefusal(send(students), 'FIGURES_MOVED');
  });

  it('is on the office day sheet with its own cash and checks, and in no figure of a fair', async () => {
    const summary = async () =>
      JSON.stringify(await floor.report('SALES_SUMMARY'), (key, value: unknown) =>
        key === 'eWallet' || key === 'generatedAt' ? undefined : value,
      );
    const { id } = await add(5_000);
    const figures = await summary();
    const { totals: before } = await desk.officeDay();
    await payCash(id, 1_200);
    await payCheck(id, 800, '91');
    const sheet = await desk.officeDay();
    expect(sheet.totals).toEqual({
      ...before,
      payouts: before.payouts + 2,
      paidOutCashCents: before.paidOutCashCents + 1_200,
      writtenChecks: before.writtenChecks + 1,
      writtenChecksCents: before.writtenChecksCents + 800,
      expectedCashCents: before.expectedCashCents - 1_200,
    });
    expect(sheet.businessDay).toBe(today('America/New_York'));
    expect(sheet.payouts.at(-1)).toMatchObject({ method: 2, amountCents: 800, checkNumber: '91' });
    const text = await desk.dayPaper();
    expect(text).toContain('Leftover money paid out in cash');
    expect(text).toContain('No. 91');
    expect(await summary()).toBe(figures);
  });

  it('is listed without names for readers who may not read Students', async () => {
    await add(100);
    const clerk = await signedInWith(test, [], ['top_up_wallets']);
    const params = { id: floor.fair.schoolId };
    const { data } = await clerk.client.payouts.leftovers({ params });
    expect(data.first.length).toBeGreaterThan(0);
    expect(data.first.every(({ studentName }) => studentName === null)).toBe(true);
  });
});
