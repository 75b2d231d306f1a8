import { fetchFile } from '@pos/contract/client';
import { deskTopUpsApi } from '@pos/contract/desk-top-ups';
import { payoutsApi, type NewPayout, type NewPayouts } from '@pos/contract/payouts';
import { today } from '@pos/contract/values/clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { readPdf } from '#testing/pdf-text.ts';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { openFair } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

const CASH = 3;
const CHECK = 2;

describe('leftover eWallet money', async () => {
  let added = 0;

  const keep = (policy: 'carry_forward' | 'refund') =>
    test.db.updateTable('settings').set({ ewalletLeftoverPolicy: policy }).execute();
  const add = async (cents: number, schoolId = floor.fair.schoolId) => {
    const { data } = await test.owner.studentRecords.add({
      body: { schoolId, studentNumber: `L-${++added}`, firstName: 'Wren', lastName: 'Ashby' },
    });
    if (cents > 0)
      await test.owner.deskTopUps.add({
        params: { id: data.id },
        body: { method: CASH, amountCents: cents },
      });
    return data;
  };
  const payOut = (id: string, body: NewPayout, key?: string) =>
    test.ask.payouts.add(
      { params: { id }, body },
      key === undefined ? {} : { idempotencyKey: key },
    );
  const payOutAll = (id: string, body: NewPayouts) =>
    test.ask.payouts.addAll({ params: { id }, body });
  const leftovers = (id: string) => test.ask.payouts.leftovers({ params: { id } });
  const balance = async (id: string) =>
    (await test.ask.students.getById({ params: { id } })).walletBalanceCents;
  const openSchool = async () => (await openFair(test)).fair.schoolId;
  const receipts = async (ids: string[]) => {
    const { blob } = await fetchFile(
      payoutsApi.receipts,
      { query: { ids } },
      test.send(test.ownerToken),
    );
    return readPdf(Buffer.from(await blob.arrayBuffer())).pages;
  };

  const test = await startTestApp();
  const floor = await openFair(test);
  await floor.logIn('REG-01');
  await keep('refund');

  it('is paid out once with a receipt, however often it is sent, and never beyond the balance', async () => {
    const { id, studentNumber } = await add(2_500);
    const sent = [];
    for (let time = 0; time < 3; time++)
      sent.push(
        await payOut(id, { method: CHECK, amountCents: 1_000, checkNumber: '77' }, 'one-check'),
      );
    expect(new Set(sent.map(({ payoutId }) => payoutId)).size).toBe(1);
    const [{ payoutId, payoutNumber, balanceCents }] = sent as [(typeof sent)[number]];
    expect([balanceCents, await balance(id)]).toEqual([1_500, 1_500]);
    expect(await getRefusal(payOut(id, { method: CASH, amountCents: 1_501 }))).toMatchObject({
      code: 'WALLET_INSUFFICIENT',
      message: expect.stringContaining('has only $15.00'),
    });
    expect((await getRefusal(payOut(id, { method: CHECK, amountCents: 1 }))).errors).toEqual({
      checkNumber: 'Enter the check number.',
    });
    const [page] = await receipts([payoutId]);
    for (const text of [`Payout ${payoutNumber}`, 'No. 77', '$10.00', studentNumber, 'Wren Ashby'])
      expect(page).toContain(text);
    const { data } = await test.owner.activity.list({ query: { entity: 'student', entityId: id } });
    expect(data.results[0]).toMatchObject({
      action: 'student.leftover_paid_out',
      changes: { walletBalanceCents: { from: 2_500, to: 1_500 } },
    });
  });

  it('stays while the settings keep it for the next fair, and while the eWallet is frozen', async () => {
    const { id } = await add(400);
    const all = { method: CASH, amountCents: 400 } as const;
    await keep('carry_forward');
    const kept = await getRefusal(payOut(id, all));
    expect(kept).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: expect.stringContaining('settings keep leftover money'),
    });
    expect((await leftovers(floor.fair.schoolId)).policy).toBe('carry_forward');
    await keep('refund');
    await test.owner.students.changeWalletStatus({
      params: { id },
      body: { status: 'frozen' },
    });
    expect((await getRefusal(payOut(id, all))).message).toContain('is frozen');
    expect(await balance(id)).toBe(400);
  });

  it('is listed for a school and paid out for all or none, with a receipt page for each', async () => {
    const schoolId = await openSchool();
    const [one, two] = [await add(300, schoolId), await add(450, schoolId)];
    await add(0, schoolId);
    const stranger = await add(100);
    const listed = await leftovers(schoolId);
    expect(listed).toMatchObject({ policy: 'refund', students: 2, balanceCents: 750 });
    const students = listed.first.map(({ studentId, balanceCents }) => ({
      studentId,
      amountCents: balanceCents,
    }));
    const moved = { code: 'FIGURES_MOVED' };
    for (const wrong of [
      [...students, { studentId: stranger.id, amountCents: 100 }],
      [students[0]!, { ...students[1]!, amountCents: 449 }],
    ])
      expect(
        await getRefusal(payOutAll(schoolId, { method: CASH, students: wrong })),
      ).toMatchObject(moved);
    expect([await balance(one.id), await balance(two.id)]).toEqual([300, 450]);
    const twice = await getRefusal(
      payOutAll(schoolId, { method: CASH, students: [students[0]!, students[0]!] }),
    );
    expect(twice.errors).toEqual({ students: 'Choose each student once.' });
    const unnumbered = await getRefusal(payOutAll(schoolId, { method: CHECK, students }));
    expect(unnumbered.errors?.['students.0.checkNumber']).toBe('Enter the check number.');
    const { payoutIds, amountCents } = await payOutAll(schoolId, {
      method: CHECK,
      students: students.map((each, index) => ({ ...each, checkNumber: String(501 + index) })),
    });
    expect(amountCents).toBe(750);
    expect(await leftovers(schoolId)).toMatchObject({ students: 0, balanceCents: 0, first: [] });
    const pages = await receipts(payoutIds);
    expect(pages).toHaveLength(2);
    expect(pages[1]).toContain('No. 502');
    expect((await getRefusal(payOutAll(schoolId, { method: CASH, students }))).code).toBe(
      'FIGURES_MOVED',
    );
  });

  it('is on the office day sheet with its own cash and checks, and in no figure of a fair', async () => {
    const summary = async () => {
      const { schoolIdentifier, startDate, endDate } = floor.fair;
      const { data } = await test.owner.reports.run({
        query: { reportType: 'SALES_SUMMARY', schoolIdentifier, startDate, endDate },
      });
      return JSON.stringify(data, (key, value: unknown) =>
        key === 'eWallet' || key === 'generatedAt' ? undefined : value,
      );
    };
    const day = () => test.ask.deskTopUps.officeDay({ query: {} });
    const { id } = await add(5_000);
    const [figures, before] = [await summary(), (await day()).totals];
    await payOut(id, { method: CASH, amountCents: 1_200 });
    await payOut(id, { method: CHECK, amountCents: 800, checkNumber: '91' });
    const sheet = await day();
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
    const { blob } = await fetchFile(
      deskTopUpsApi.officeDay,
      { query: { format: 'pdf' } },
      test.send(test.ownerToken),
    );
    const text = readPdf(Buffer.from(await blob.arrayBuffer())).pages.join('\n');
    expect(text).toContain('Leftover money paid out in cash');
    expect(text).toContain('No. 91');
    expect(await summary()).toBe(figures);
  });

  it('needs the duty of the office; names need View Students', async () => {
    const { id } = await add(100);
    const manager = await signedInWith(test, [
      ['Fairs', 'edit'],
      ['Students', 'read_only'],
    ]);
    const refused = manager.client.payouts.add({
      params: { id },
      body: { method: CASH, amountCents: 100 },
    });
    expect((await getRefusal(refused)).status).toBe(403);
    const clerk = await signedInWith(test, [], ['top_up_wallets']);
    const { data } = await clerk.client.payouts.leftovers({
      params: { id: floor.fair.schoolId },
    });
    expect(data.first.length).toBeGreaterThan(0);
    expect(data.first.every(({ studentName }) => studentName === null)).toBe(true);
  });

  it('is conserved under any run of top-ups and payouts, and no eWallet is overdrawn', async () => {
    const schoolId = await openSchool();
    const students = [await add(0, schoolId), await add(0, schoolId), await add(0, schoolId)];
    const step = fc.record({
      of: fc.nat({ max: 2 }),
      does: fc.constantFrom('topUp' as const, 'payOut' as const, 'payOutAll' as const),
      cents: fc.integer({ min: 1, max: 900 }),
      isCheck: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        let expected = (await leftovers(schoolId)).balanceCents;
        for (const { of, does, cents, isCheck } of steps) {
          const { id } = students[of]!;
          const by = isCheck ? { method: CHECK, checkNumber: '1' } : { method: CASH };
          if (does === 'topUp') {
            await test.owner.deskTopUps.add({
              params: { id },
              body: { method: CASH, amountCents: cents },
            });
            expected += cents;
          } else if (does === 'payOut') {
            const before = await balance(id);
            const paid = await payOut(id, { ...by, amountCents: cents } as NewPayout).then(
              () => true,
              () => false,
            );
            expect(paid).toBe(cents <= before);
            expected -= paid ? cents : 0;
          } else {
            const { first, balanceCents } = await leftovers(schoolId);
            if (first.length === 0) continue;
            const { amountCents } = await payOutAll(schoolId, {
              method: by.method,
              students: first.map((each) => ({
                studentId: each.studentId,
                amountCents: each.balanceCents,
                ...(isCheck && { checkNumber: '1' }),
              })),
            } as NewPayouts);
            expect(amountCents).toBe(balanceCents);
            expected = 0;
          }
          expect((await leftovers(schoolId)).balanceCents).toBe(expected);
        }
        await checkInvariants(test.db);
      }),
      { numRuns: 12 },
    );
  });
});
