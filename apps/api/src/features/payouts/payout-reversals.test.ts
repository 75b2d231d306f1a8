import { fetchFile } from '@pos/contract/client';
import { deskTopUpsApi } from '@pos/contract/desk-top-ups';
import type { PayoutReversalReason } from '@pos/contract/payout-methods';
import { payoutsApi, type NewPayout } from '@pos/contract/payouts';
import { today } from '@pos/contract/values/clock';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { readPdf } from '#testing/pdf-text.ts';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { openFair } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

const CASH = 3;
const CHECK = 2;

describe('a payout that is reversed', async () => {
  let added = 0;

  const keep = (policy: 'carry_forward' | 'refund') =>
    test.db.updateTable('settings').set({ ewalletLeftoverPolicy: policy }).execute();
  const topUp = (id: string, amountCents: number) =>
    test.owner.deskTopUps.add({ params: { id }, body: { method: CASH, amountCents } });
  const add = async (cents: number) => {
    const names = { firstName: 'Wren', lastName: 'Ashby', parents: [{ name: 'Lena Ashby' }] };
    const { data } = await test.owner.studentRecords.add({
      body: { schoolId: floor.fair.schoolId, studentNumber: `R-${++added}`, ...names },
    });
    await topUp(data.id, cents);
    return data;
  };
  const payOut = (id: string, body: NewPayout) => test.ask.payouts.add({ params: { id }, body });
  const payCash = (id: string, amountCents: number) => payOut(id, { method: CASH, amountCents });
  const payCheck = (id: string, amountCents: number) =>
    payOut(id, { method: CHECK, amountCents, checkNumber: '77' });
  const reverse = (
    id: string,
    reason: PayoutReversalReason,
    { note = 'Came back.', key }: { note?: string; key?: string } = {},
  ) =>
    test.ask.payouts.reverse(
      { params: { id }, body: { reason, note } },
      key === undefined ? {} : { idempotencyKey: key },
    );
  const read = (id: string) => test.ask.students.getById({ params: { id } });
  const balance = async (id: string) => (await read(id)).walletBalanceCents;
  const freeze = (id: string) =>
    test.owner.students.changeWalletStatus({ params: { id }, body: { status: 'frozen' } });
  const day = (businessDay?: string) =>
    test.ask.deskTopUps.officeDay({ query: { ...(businessDay && { businessDay }) } });
  const activity = async (entityId: string) =>
    (await test.ask.activity.list({ query: { entity: 'student', entityId } })).results;
  const pages = async (ids: string[]) => {
    const file = await fetchFile(
      payoutsApi.receipts,
      { query: { ids } },
      test.send(test.ownerToken),
    );
    return readPdf(Buffer.from(await file.blob.arrayBuffer())).pages;
  };

  const test = await startTestApp();
  const floor = await openFair(test);
  await keep('refund');

  it('puts its amount back once, however often it is sent, and says so wherever it is shown', async () => {
    const { id } = await add(2_500);
    const { payoutId, payoutNumber } = await payCheck(id, 1_000);
    const [open] = (await read(id)).ledger;
    expect(open?.payout).toEqual({ payoutId, payoutNumber, method: CHECK, reversal: null });
    const answers = [];
    for (let sent = 0; sent < 3; sent++)
      answers.push(await reverse(payoutId, 'check_voided', { key: 'one-voided' }));
    for (const answer of answers)
      expect(answer).toEqual({
        payoutId,
        payoutNumber,
        studentId: id,
        amountCents: 1_000,
        balanceCents: 2_500,
      });
    const { ledger, walletBalanceCents } = await read(id);
    expect(walletBalanceCents).toBe(2_500);
    expect(ledger.map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['adjust', 1_000],
      ['payout', -1_000],
      ['top_up', 2_500],
    ]);
    expect(ledger[0]).toMatchObject({
      note: `Payout ${payoutNumber} reversed. Check voided: Came back.`,
      payout: null,
    });
    expect(ledger[1]?.payout?.reversal).toMatchObject({ reason: 'check_voided' });
    expect((await activity(id))[0]).toMatchObject({
      action: 'student.payout_reversed',
      changes: {
        walletBalanceCents: { from: 1_500, to: 2_500 },
        payout: { to: payoutNumber },
        reason: { to: 'Check voided' },
        note: { to: 'Came back.' },
      },
    });
    const [page] = await pages([payoutId]);
    for (const text of ['Check voided', 'This payout was reversed', 'no proof of payment anymore'])
      expect(page).toContain(text);
    expect(page).not.toContain('Received by');
  });

  it('is refused the second time, also for all but one of twelve at once', async () => {
    const { id } = await add(900);
    const { payoutId } = await payCash(id, 900);
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, () => reverse(payoutId, 'cash_returned')),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balance(id)).toBe(900);
    const again = { code: 'INVALID_TRANSITION', message: 'This payout was reversed before.' };
    for (const result of all)
      if (result.status === 'rejected')
        expect(await getRefusal(Promise.reject(result.reason))).toMatchObject(again);
    await payCash(id, 900);
    expect(await getRefusal(reverse(payoutId, 'mistake'))).toMatchObject(again);
    expect(await balance(id)).toBe(0);
  });

  it('needs a reason that fits the method and a note without names; an unknown one is refused', async () => {
    const { id } = await add(2_000);
    const cash = await payCash(id, 500);
    const check = await payCheck(id, 500);
    const unfit = { status: 409, message: 'This reason does not fit the method of the payout.' };
    expect(await getRefusal(reverse(cash.payoutId, 'check_voided'))).toMatchObject(unfit);
    expect(await getRefusal(reverse(check.payoutId, 'cash_returned'))).toMatchObject(unfit);
    const errors = async (body: object) =>
      (
        await getRefusal(
          test.owner.payouts.reverse({ params: { id: cash.payoutId }, body: body as never }),
        )
      ).errors;
    expect(await errors({ note: '' })).toEqual({
      reason: 'Choose a reason.',
      note: 'Write a note.',
    });
    for (const note of ['For Wren Ashby', 'Lena Ashby came'])
      expect(await errors({ reason: 'mistake', note })).toEqual({
        note: 'Leave names out. This text is permanent.',
      });
    expect(await getRefusal(reverse(id, 'mistake'))).toMatchObject({
      status: 404,
      message: expect.stringContaining('payout'),
    });
    expect(await balance(id)).toBe(1_000);
  });

  it('reaches a frozen eWallet, an inactive student and new money, whatever the settings keep', async () => {
    const { id, studentNumber } = await add(1_200);
    const { payoutId } = await payCash(id, 1_200);
    await topUp(id, 300);
    await freeze(id);
    await test.owner.studentRecords.changeStatus({ params: { id }, body: { status: 'inactive' } });
    await keep('carry_forward');
    expect(await reverse(payoutId, 'mistake')).toMatchObject({ balanceCents: 1_500 });
    await keep('refund');
    const after = await read(id);
    expect(after).toMatchObject({ walletStatus: 'frozen', walletBalanceCents: 1_500 });
    expect((await getRefusal(payCash(id, 1_500))).message).toContain(`${studentNumber} is frozen`);
  });

  it('reaches the eWallet of an erased student, from which it can be paid out again', async () => {
    const { id, studentNumber } = await add(700);
    const { payoutId } = await payCheck(id, 700);
    await test.owner.students.erase({
      params: { id },
      body: { confirm: studentNumber, reason: 'A request by the family.' },
    });
    const note = 'The student moved, the letter came back.';
    expect(await reverse(payoutId, 'check_voided', { note })).toMatchObject({ balanceCents: 700 });
    expect(await payCash(id, 700)).toMatchObject({ balanceCents: 0 });
  });

  it('follows the eWallet of a duplicate to the student that it was merged into, however often', async () => {
    const [first, second, third] = [await add(400), await add(50), await add(5)];
    const early = await payCash(first.id, 100);
    const late = await payCheck(first.id, 200);
    const merge = (id: string, mergedId: string) =>
      test.owner.studentMerges.merge({ params: { id }, body: { mergedId } });
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
    expect((await activity(second.id))[0]).toMatchObject({
      action: 'student.payout_reversed',
      changes: { walletBalanceCents: { from: 250, to: 450 } },
    });
    const [entry] = await activity(first.id);
    expect(entry?.action).toBe('student.payout_reversed');
    expect(entry?.changes).not.toHaveProperty('walletBalanceCents');
    await merge(third.id, second.id);
    await checkInvariants(test.db);
    expect(await balance(third.id)).toBe(455);
  });

  it('finds the eWallet also while a merge of its student runs', async () => {
    for (let time = 0; time < 6; time++) {
      const [kept, duplicate] = [await add(100), await add(60)];
      const { payoutId } = await payCash(duplicate.id, 40);
      const params = { id: kept.id };
      await Promise.all([
        test.owner.studentMerges.merge({ params, body: { mergedId: duplicate.id } }),
        reverse(payoutId, 'mistake'),
      ]);
      expect([await balance(duplicate.id), await balance(kept.id)]).toEqual([0, 160]);
    }
    await checkInvariants(test.db);
  });

  it('is one of a batch and no more: the others stay paid, and the list shows its money again', async () => {
    const schoolId = (await openFair(test)).fair.schoolId;
    const students = [];
    for (const cents of [300, 450, 600]) {
      const studentNumber = `R-${++added}`;
      const body = { schoolId, studentNumber, firstName: 'Bo', lastName: 'Tarn' };
      const { id } = await test.ask.studentRecords.add({ body });
      await topUp(id, cents);
      students.push({ studentId: id, amountCents: cents, checkNumber: String(500 + cents) });
    }
    const body = { method: CHECK, students } as const;
    const { payoutIds } = await test.ask.payouts.addAll({ params: { id: schoolId }, body });
    await reverse(payoutIds[1]!, 'check_voided');
    const { data } = await test.owner.payouts.leftovers({ params: { id: schoolId } });
    expect(data).toMatchObject({ students: 1, balanceCents: 450 });
    expect(data.first.map(({ studentId }) => studentId)).toEqual([students[1]!.studentId]);
    const voided = (await pages(payoutIds)).map((page) => page.includes('Check voided'));
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
    const [then, before] = [await day(earlier), await day()];
    await reverse(cash.payoutId, 'cash_returned');
    await reverse(check.payoutId, 'check_voided', { note: 'Undeliverable.' });
    const sheet = await day();
    expect(sheet.businessDay).toBe(today('America/New_York'));
    expect(sheet.totals).toEqual({
      ...before.totals,
      cashBackCents: before.totals.cashBackCents + 1_200,
      voidedChecks: before.totals.voidedChecks + 1,
      voidedChecksCents: before.totals.voidedChecksCents + 800,
      expectedCashCents: before.totals.expectedCashCents + 1_200,
    });
    expect(sheet.payoutReversals.at(-1)).toMatchObject({
      payoutNumber: check.payoutNumber,
      amountCents: 800,
      reason: 'check_voided',
      note: 'Undeliverable.',
    });
    const { generatedAt: _, ...unchanged } = then;
    expect(await day(earlier)).toMatchObject(unchanged);
    const { blob } = await fetchFile(
      deskTopUpsApi.officeDay,
      { query: { format: 'pdf' } },
      test.send(test.ownerToken),
    );
    const text = readPdf(Buffer.from(await blob.arrayBuffer())).pages.join('\n');
    for (const expected of [
      'Cash back from reversed payouts',
      'Payouts reversed on this day',
      'Undeliverable.',
    ])
      expect(text).toContain(expected);
  });

  it('needs the duty of the office and no right to read students', async () => {
    const { id } = await add(100);
    const { payoutId } = await payCash(id, 100);
    const call = { params: { id: payoutId }, body: { reason: 'mistake', note: 'Twice.' } } as const;
    const manager = await signedInWith(test, [
      ['Fairs', 'edit'],
      ['Students', 'read_only'],
    ]);
    expect((await getRefusal(manager.client.payouts.reverse(call))).status).toBe(403);
    const clerk = await signedInWith(test, [], ['top_up_wallets']);
    expect((await clerk.client.payouts.reverse(call)).data.balanceCents).toBe(100);
  });

  it('stays as it was booked: neither it nor its reversal can be changed or deleted', async () => {
    const change = test.db.updateTable('payoutReversals').set({ note: 'Another note' }).execute();
    await expect(change).rejects.toThrow();
    await expect(test.db.deleteFrom('payoutReversals').execute()).rejects.toThrow();
    await expect(sql`truncate payout_reversals`.execute(test.db)).rejects.toThrow();
    await expect(test.db.deleteFrom('payouts').execute()).rejects.toThrow();
  });
});
