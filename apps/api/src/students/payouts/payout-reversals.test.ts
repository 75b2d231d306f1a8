import type { PayoutReversalReason } from '@pos/contract/students/payout-methods';
import { today } from '@pos/contract/values/clock';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { checkSealedInvariants } from '#testing/books/sealed-invariants.ts';
import { atOnce, expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { openPayoutDesk } from '#testing/selling/payout-desk.ts';
import { readActivity } from '#testing/calls/reading.ts';

const CHECK = 2;

describe('a payout that is reversed', async () => {
  const desk = await openPayoutDesk();
  const { test, keep, topUp, add, payCash, payCheck, read, balance } = desk;
  const reverse = (id: string, reason: PayoutReversalReason, note = 'Came back.') =>
    test.ask.payouts.reverse({ params: { id }, body: { reason, note } });
  const merge = (id: string, mergedId: string) =>
    test.owner.studentMerges.merge({ params: { id }, body: { mergedId } });

  it('puts its amount back once, however often it is sent, and says so wherever it is shown', async () => {
    const { id } = await add(2_500);
    const { payoutId, payoutNumber } = await payCheck(id, 1_000);
    const [open] = (await read(id)).ledger;
    expect(open?.payout).toEqual({ payoutId, payoutNumber, method: CHECK, reversal: null });
    const body = { reason: 'check_voided', note: 'Came back.' } as const;
    const once = { idempotencyKey: 'one-voided' };
    for (let sent = 0; sent < 3; sent++)
      expect(await test.ask.payouts.reverse({ params: { id: payoutId }, body }, once)).toEqual({
        payoutId,
        payoutNumber,
        studentId: id,
        amountCents: 1_000,
        balanceCents: 2_500,
      });
    const { ledger, walletBalanceCents } = await read(id);
    expect(walletBalanceCents).toBe(2_500);
    expect(ledger).toMatchObject([
      {
        type: 'adjust',
        amountCents: 1_000,
        note: `Payout ${payoutNumber} reversed. Check voided: Came back.`,
        payout: null,
      },
      {
        type: 'payout',
        amountCents: -1_000,
        payout: { reversal: { reason: 'check_voided' } },
      },
      { type: 'top_up', amountCents: 2_500 },
    ]);
    expect((await readActivity(test, 'student', id))[0]).toMatchObject({
      action: 'student.payout_reversed',
      changes: {
        walletBalanceCents: { from: 1_500, to: 2_500 },
        payout: { to: payoutNumber },
        reason: { to: 'Check voided' },
        note: { to: 'Came back.' },
      },
    });
    const [page] = await desk.receipts([payoutId]);
    for (const text of ['Check voided', 'This payout was reversed', 'no proof of payment anymore'])
      expect(page).toContain(text);
    expect(page).not.toContain('Received by');
  });

  it('is refused the second time, also for all but one of twelve at once', async () => {
    const { id } = await add(900);
    const { payoutId } = await payCash(id, 900);
    const { done, failed } = await atOnce(12, () => reverse(payoutId, 'cash_returned'));
    expect(done).toHaveLength(1);
    expect(await balance(id)).toBe(900);
    const isRefused = (call: Promise<unknown>) =>
      expectRefusal(call, 'INVALID_TRANSITION', 'This payout was reversed before.');
    for (const reason of failed) await isRefused(Promise.reject(reason));
    await payCash(id, 900);
    await isRefused(reverse(payoutId, 'mistake'));
    expect(await balance(id)).toBe(0);
  });

  it('needs a reason that fits the method and a note without names; an unknown one is refused', async () => {
    const { id } = await add(2_000);
    const cash = await payCash(id, 500);
    const check = await payCheck(id, 500);
    const unfit = 'This reason does not fit the method of the payout.';
    await expectRefusal(reverse(cash.payoutId, 'check_voided'), 'INVALID_TRANSITION', unfit);
    await expectRefusal(reverse(check.payoutId, 'cash_returned'), 'INVALID_TRANSITION', unfit);
    await expectErrors(reverse(cash.payoutId, undefined as never, ''), {
      reason: 'Choose a reason.',
      note: 'Write a note.',
    });
    for (const note of ['For Wren Ashby', 'Lena Ashby came'])
      await expectErrors(reverse(cash.payoutId, 'mistake', note), {
        note: 'Leave names out. This text is permanent.',
      });
    const message = expect.stringContaining('payout') as string;
    await expectRefusal(reverse(id, 'mistake'), 'NOT_FOUND', { message });
    expect(await balance(id)).toBe(1_000);
  });

  it('reaches a frozen eWallet, an inactive student and new money, whatever the settings keep', async () => {
    const { id, studentNumber } = await add(1_200);
    const { payoutId } = await payCash(id, 1_200);
    await topUp(id, 300);
    await desk.freeze(id);
    await test.owner.studentRecords.changeStatus({ params: { id }, body: { status: 'inactive' } });
    await keep('carry_forward');
    expect(await reverse(payoutId, 'mistake')).toMatchObject({ balanceCents: 1_500 });
    await keep('refund');
    const after = { walletStatus: 'frozen', walletBalanceCents: 1_500 };
    expect(await read(id)).toMatchObject(after);
    const message = expect.stringContaining(`${studentNumber} is frozen`) as string;
    await expectRefusal(payCash(id, 1_500), 'INVALID_TRANSITION', { message });
  });

  it('reaches the eWallet of an erased student, from which it can be paid out again', async () => {
    const { id, studentNumber } = await add(700);
    const { payoutId } = await payCheck(id, 700);
    const body = { confirm: studentNumber, reason: 'A request by the family.' };
    await test.owner.students.erase({ params: { id }, body });
    const note = 'The student moved, the letter came back.';
    expect(await reverse(payoutId, 'check_voided', note)).toMatchObject({ balanceCents: 700 });
    expect(await payCash(id, 700)).toMatchObject({ balanceCents: 0 });
  });

  it('follows the eWallet of a duplicate to the student that it was merged into, however often', async () => {
    const [first, second, third] = [await add(400), await add(50), await add(5)];
    const early = await payCash(first.id, 100);
    const late = await payCheck(first.id, 200);
    await reverse(early.payoutId, 'mistake');
    await merge(second.id, first.id);
    expect(await balance(second.id)).toBe(250);
    expect(await reverse(late.payoutId, 'check_voided')).toMatchObject({
      studentId: second.id,
      balanceCents: 450,
    });
    expect([await balance(first.id), await balance(second.id)]).toEqual([0, 450]);
    const paid = (await read(first.id)).ledger.filter(({ type }) => type === 'payout');
    expect(paid.map(({ payout }) => payout?.reversal?.reason)).toEqual(['check_voided', 'mistake']);
    const action = 'student.payout_reversed';
    expect((await readActivity(test, 'student', second.id))[0]).toMatchObject({
      action,
      changes: { walletBalanceCents: { from: 250, to: 450 } },
    });
    const [entry] = await readActivity(test, 'student', first.id);
    expect(entry?.action).toBe(action);
    expect(entry?.changes).not.toHaveProperty('walletBalanceCents');
    await merge(third.id, second.id);
    await checkSealedInvariants(test.db);
    expect(await balance(third.id)).toBe(455);
  });

  it('finds the eWallet also while a merge of its student runs', async () => {
    for (let time = 0; time < 6; time++) {
      const [kept, duplicate] = [await add(100), await add(60)];
      const { payoutId } = await payCash(duplicate.id, 40);
      await Promise.all([merge(kept.id, duplicate.id), reverse(payoutId, 'mistake')]);
      expect([await balance(duplicate.id), await balance(kept.id)]).toEqual([0, 160]);
    }
    await checkSealedInvariants(test.db);
  });

  it('is one of a batch and no more: the others stay paid, and the list shows its money again', async () => {
    const schoolId = await desk.openSchool();
    const students = [];
    for (const amountCents of [300, 450, 600]) {
      const { id: studentId } = await add(amountCents, schoolId);
      students.push({ studentId, amountCents, checkNumber: String(500 + amountCents) });
    }
    const body = { method: CHECK, students } as const;
    const { payoutIds } = await test.ask.payouts.addAll({ params: { id: schoolId }, body });
    await reverse(payoutIds[1]!, 'check_voided');
    expect(await desk.leftovers(schoolId)).toMatchObject({
      students: 1,
      balanceCents: 450,
      first: [{ studentId: students[1]!.studentId }],
    });
    const voided = (await desk.receipts(payoutIds)).map((page) => page.includes('Check voided'));
    expect(voided).toEqual([false, true, false]);
  });

  it('is on the office day sheet of the day of its reversal: cash back, checks voided', async () => {
    const { id } = await add(5_000);
    const cash = await payCash(id, 1_200);
    const check = await payCheck(id, 800);
    const earlier = '2026-01-05';
    await test.db.transaction().execute(async (tx) => {
      await sql`alter table payouts disable trigger payouts_append_only`.execute(tx);
      await tx
        .updateTable('payouts')
        .set({ officeDay: earlier })
        .where('id', 'in', [cash.payoutId, check.payoutId])
        .execute();
      await sql`alter table payouts enable trigger payouts_append_only`.execute(tx);
    });
    const [then, before] = [await desk.officeDay(earlier), (await desk.officeDay()).totals];
    const note = 'Undeliverable.';
    await reverse(cash.payoutId, 'cash_returned');
    await reverse(check.payoutId, 'check_voided', note);
    const sheet = await desk.officeDay();
    expect(sheet.businessDay).toBe(today('America/New_York'));
    expect(sheet.totals).toEqual({
      ...before,
      cashBackCents: before.cashBackCents + 1_200,
      voidedChecks: before.voidedChecks + 1,
      voidedChecksCents: before.voidedChecksCents + 800,
      expectedCashCents: before.expectedCashCents + 1_200,
    });
    const { payoutNumber } = check;
    const last = { payoutNumber, amountCents: 800, reason: 'check_voided', note };
    expect(sheet.payoutReversals.at(-1)).toMatchObject(last);
    const { generatedAt: _, ...unchanged } = then;
    expect(await desk.officeDay(earlier)).toMatchObject(unchanged);
    const text = await desk.dayPaper();
    for (const title of ['Cash back from reversed payouts', 'Payouts reversed on this day', note])
      expect(text).toContain(title);
  });

  it('stays as it was booked: neither it nor its reversal can be changed or deleted', async () => {
    const change = test.db.updateTable('payoutReversals').set({ note: 'Another note' }).execute();
    await expect(change).rejects.toThrow();
    await expect(test.db.deleteFrom('payoutReversals').execute()).rejects.toThrow();
    await expect(sql`truncate payout_reversals`.execute(test.db)).rejects.toThrow();
    await expect(test.db.deleteFrom('payouts').execute()).rejects.toThrow();
  });
});
