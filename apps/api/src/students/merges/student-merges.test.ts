import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { checkSealedInvariants } from '#testing/books/sealed-invariants.ts';
import { expectRefusals } from '#testing/calls/expectations.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { openFair, PENCIL } from '#testing/selling/sales-floor.ts';
import { STUDENTS, TOP_UPS } from '#testing/selling/source-folder.ts';
import { openSyncDesk } from '#testing/selling/sync-desk.ts';

const PARENT = { name: 'Lena Ashby', email: 'lena@example.org', phone: '' };

describe('merging two records of one student', async () => {
  let added = 0;
  const desk = await openSyncDesk();
  const { ask, owner } = desk.test;
  const floor = await openFair(desk.test);
  const register = await floor.logIn('REG-01');
  const add = async (more = {}, schoolId = floor.fair.schoolId) => {
    const names = { firstName: 'Wren', lastName: 'Ashby' };
    const body = { schoolId, studentNumber: `M-${++added}`, ...names, ...more };
    return await ask.studentRecords.add({ body });
  };
  const topUp = (id: string, amountCents: number, method: 2 | 3 = 3) => {
    const check = method === 2 && { checkNumber: `${++added}` };
    return ask.deskTopUps.add({ params: { id }, body: { method, amountCents, ...check } });
  };
  const returned = (id: string) => {
    const body = { reason: 'check_returned', note: 'No funds.' } as const;
    return ask.deskTopUps.reverse({ params: { id }, body });
  };
  const preview = (id: string, mergedId: string) =>
    ask.studentMerges.preview({ params: { id }, query: { mergedId } });
  const merge = (id: string, mergedId: string) =>
    ask.studentMerges.merge({ params: { id }, body: { mergedId } });
  const refusal = async (id: string, mergedId: string) => {
    const { errors } = await getRefusal(merge(id, mergedId));
    expect((await preview(id, mergedId)).refusal).toBe(errors?.['mergedId']);
    return errors?.['mergedId'];
  };
  const setWallet = (id: string, status: 'active' | 'frozen') =>
    owner.students.changeWalletStatus({ params: { id }, body: { status } });
  const erase = ({ id, studentNumber }: { id: string; studentNumber: string }) =>
    owner.students.erase({
      params: { id },
      body: { confirm: studentNumber, reason: 'Asked for.' },
    });
  const read = (id: string) => ask.students.getById({ params: { id } });
  const balance = async (id: string) => (await read(id)).walletBalanceCents;
  const spend = (studentNumber: string, quantity: number) =>
    register.bookByWallet(studentNumber, { lines: [{ sku: PENCIL, quantity }] });
  const spentBy = ({ payments, totalCents }: Awaited<ReturnType<typeof spend>>) =>
    payments[0]?.status === 'completed' ? totalCents : 0;

  it('moves the money once, fills blank fields, and leaves orders and top-ups where they were', async () => {
    const kept = await add({ grade: '4' });
    const duplicate = await add({ grade: '3', teacher: 'Ms. Oak', parents: [PARENT] });
    const { id: mergedId, studentNumber } = duplicate;
    await topUp(kept.id, 500);
    await topUp(mergedId, 2_000);
    const order = await spend(studentNumber, 1);
    const left = 2_000 - order.totalCents;
    expect(await preview(kept.id, mergedId)).toEqual({
      refusal: null,
      mergedNumber: studentNumber,
      movedCents: left,
      balanceAfterCents: 500 + left,
      filled: ['teacher', 'parents'],
      orders: 1,
      topUps: 1,
    });
    const call = { params: { id: kept.id }, body: { mergedId } };
    for (let sent = 0; sent < 2; sent++)
      expect(await ask.studentMerges.merge(call, { idempotencyKey: 'one-merge' })).toMatchObject({
        grade: '4',
        teacher: 'Ms. Oak',
        parents: [PARENT],
        walletBalanceCents: 500 + left,
        orders: [],
        duplicates: [{ id: mergedId, studentNumber }],
      });
    const note = `Of ${studentNumber}, merged into this student`;
    const entry = { type: 'adjust', amountCents: left, note };
    expect((await read(kept.id)).ledger[0]).toMatchObject(entry);
    expect(await read(mergedId)).toMatchObject({
      status: 'inactive',
      walletBalanceCents: 0,
      mergedInto: { id: kept.id, studentNumber: kept.studentNumber },
      orders: [{ id: order.id }],
    });
    expect((await readActivity(desk.test, 'student', kept.id))[0]).toMatchObject({
      action: 'student.merged',
      changes: { stayed: { to: '1 order, 1 top-up' } },
    });
  });

  it('lets the old number and its wallet card lead to the student, at registers and in files', async () => {
    const [kept, duplicate] = [await add(), await add()];
    await merge(kept.id, duplicate.id);
    const { studentNumber } = kept;
    const query = { search: duplicate.studentNumber };
    expect((await register.pos.students({ query })).data).toMatchObject([
      { studentNumber, formerNumbers: [duplicate.studentNumber] },
    ]);
    await register.topUp(duplicate.studentNumber, 1_000);
    const order = await spend(duplicate.studentNumber, 1);
    expect(order.studentNumber).toBe(studentNumber);
    expect(await floor.walletCents(studentNumber)).toBe(1_000 - order.totalCents);
  });

  it('sends refunds, reversals and pending money of the duplicate to the student', async () => {
    const [kept, duplicate] = [await add(), await add()];
    const check = await topUp(duplicate.id, 1_500, 2);
    const order = await spend(duplicate.studentNumber, 1);
    await merge(kept.id, duplicate.id);
    await register.refund(order);
    expect(await balance(kept.id)).toBe(1_500);
    const all = { takenBackCents: 1_500, uncollectedCents: 0 };
    expect(await returned(check.paymentId)).toMatchObject(all);
    expect(await balance(kept.id)).toBe(0);
  });

  it('refuses other schools, erased students, frozen money and a second merge, with the reason', async () => {
    const [kept, duplicate] = [await add(), await add()];
    const stranger = await add({}, (await openFair(desk.test)).fair.schoolId);
    expect(await refusal(kept.id, kept.id)).toContain('Choose another student');
    expect(await refusal(kept.id, stranger.id)).toContain('Only students of one school');
    await topUp(duplicate.id, 100);
    await setWallet(duplicate.id, 'frozen');
    expect(await refusal(kept.id, duplicate.id)).toContain('is frozen');
    await setWallet(duplicate.id, 'active');
    await merge(kept.id, duplicate.id);
    expect(await refusal(kept.id, duplicate.id)).toBe(
      `${duplicate.studentNumber} was merged into ${kept.studentNumber}.`,
    );
    const gone = await add();
    await erase(gone);
    expect(await refusal(kept.id, gone.id)).toContain('was erased');
  });

  it('refuses any further change of the duplicate, and erases it with the student', async () => {
    const kept = await add();
    const duplicate = await add({ firstName: 'Quentin', parents: [PARENT] });
    const { id } = duplicate;
    await merge(kept.id, id);
    const at = { params: { id } };
    const entry = { type: 'adjust', amountCents: 100, note: 'Counted again.' } as const;
    const version = duplicate.version + 1;
    const calls = [
      owner.studentRecords.update({ ...at, body: { grade: '5', version } }),
      owner.studentRecords.changeStatus({ ...at, body: { status: 'active' } }),
      setWallet(id, 'frozen'),
      owner.students.addWalletEntry({ ...at, body: entry }),
      topUp(id, 100),
      erase(duplicate),
    ];
    await expectRefusals(calls, 'IN_USE');
    await erase(kept);
    expect(await read(id)).toMatchObject({ firstName: 'Erased', parents: [] });
  });

  it('keeps no payment of either student waiting while it waits for an eWallet', async () => {
    const [kept, duplicate] = [await add(), await add()];
    await topUp(duplicate.id, 500);
    let merging: Promise<unknown> | undefined;
    await inTransaction(desk.test.db, async (tx) => {
      // A payment locks the eWallet first and refers to the student afterwards.
      await sql`select from wallets where student_id = ${duplicate.id} for no key update`.execute(
        tx,
      );
      merging = merge(kept.id, duplicate.id);
      await vi.waitFor(
        async () => {
          const { rows } = await sql`select from pg_locks where not granted`.execute(desk.test.db);
          expect(rows).not.toEqual([]);
        },
        { timeout: 20_000 },
      );
      await sql`select from students where id in (${kept.id}, ${duplicate.id})
        for key share nowait`.execute(tx);
    });
    await merging;
    expect(await balance(kept.id)).toBe(500);
  });

  it('moves each cent once while registers sell and the office takes money', async () => {
    for (let round = 0; round < 3; round++) {
      const [kept, duplicate] = [await add(), await add()];
      await topUp(duplicate.id, 2_000);
      const merging = merge(kept.id, duplicate.id);
      const selling = Promise.all([1, 2].map((units) => spend(duplicate.studentNumber, units)));
      const paying = topUp(duplicate.id, 300).then(
        () => 300,
        () => 0,
      );
      const [orders, paidIn] = [await selling, await paying];
      await merging;
      const spent = orders.reduce((sum, order) => sum + spentBy(order), 0);
      expect(await balance(kept.id)).toBe(2_000 + paidIn - spent);
    }
    await checkSealedInvariants(desk.test.db);
  });

  it('keeps what the source delivers, and a merged one is never delivered again', async () => {
    const kept = await add();
    const { schoolIdentifier } = floor.fair;
    const row = (number: string) => `${schoolIdentifier},${number},Wren,Ashby,2,Ms. Oak,,,`;
    await desk.source.write('students.csv', [STUDENTS, row('SRC-1'), row('SRC-2')]);
    await desk.sync('students');
    const findId = async (search: string) =>
      (await ask.students.list({ query: { search } })).results[0]!.id;
    const [synced, twin] = [await findId('SRC-1'), await findId('SRC-2')];
    expect(await refusal(synced, twin)).toContain('Merge them there');
    expect(await refusal(kept.id, synced)).toContain(`merge ${kept.studentNumber} into it`);
    await merge(synced, kept.id);
    await desk.source.write('students.csv', [
      STUDENTS,
      row('SRC-1'),
      row('SRC-2'),
      row(kept.studentNumber.toLowerCase()),
    ]);
    await desk.source.write('wallet-top-ups.csv', [
      TOP_UPS,
      `T-1,${schoolIdentifier},${kept.studentNumber},700,3,2026-10-09T18:00:00Z`,
    ]);
    for (let run = 0; run < 2; run++) {
      const { errors } = await desk.sync();
      expect(errors.map(({ message }) => message)).toEqual([
        `Student "${kept.studentNumber.toLowerCase()}" was merged into another. Remove the row from the source.`,
      ]);
      expect(await balance(synced)).toBe(700);
    }
    expect(await read(kept.id)).toMatchObject({ inSource: false, status: 'inactive' });
  });

  it('neither makes nor loses money under any run of top-ups, purchases, merges and reversals', async () => {
    const student = fc.nat({ max: 3 });
    const step = fc.oneof(
      fc.record({
        does: fc.constant('topUp' as const),
        of: student,
        cents: fc.integer({ min: 1, max: 900 }),
      }),
      fc.record({ does: fc.constant('spend' as const), of: student }),
      fc.record({ does: fc.constant('merge' as const), of: student, into: student }),
      fc.record({ does: fc.constant('reverse' as const), of: student }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const students = [await add(), await add(), await add(), await add()];
        const checks = new Map<number, string[]>();
        const total = async () => {
          const all = await Promise.all(students.map(({ id }) => balance(id)));
          return all.reduce((sum, cents) => sum + cents, 0);
        };
        let expected = 0;
        for (const one of steps) {
          const { id, studentNumber } = students[one.of]!;
          if (one.does === 'topUp') {
            const booked = await topUp(id, one.cents, 2).catch(() => undefined);
            if (!booked) continue;
            expected += one.cents;
            checks.set(one.of, [...(checks.get(one.of) ?? []), booked.paymentId]);
          } else if (one.does === 'spend') expected -= spentBy(await spend(studentNumber, 1));
          else if (one.does === 'merge')
            await merge(students[one.into]!.id, id).catch(() => undefined);
          else {
            const paymentId = checks.get(one.of)?.pop();
            if (paymentId === undefined) continue;
            expected -= (await returned(paymentId)).takenBackCents;
          }
        }
        expect(await total()).toBe(expected);
        await checkSealedInvariants(desk.test.db);
      }),
      { numRuns: 12 },
    );
  });
});
