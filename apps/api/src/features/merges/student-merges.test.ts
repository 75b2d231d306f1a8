import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { getRefusal } from '#testing/refusals.ts';
import { openFair, PENCIL, refundOfOrder } from '#testing/sales-floor.ts';
import { STUDENTS, TOP_UPS } from '#testing/source-folder.ts';
import { openSyncDesk } from '#testing/sync-desk.ts';

const PARENT = { name: 'Lena Ashby', email: 'lena@example.org', phone: '' };

describe('merging two records of one student', async () => {
  let added = 0;
  const desk = await openSyncDesk();
  const floor = await openFair(desk.test);
  const register = await floor.logIn('REG-01');
  const owner = () => desk.test.owner;
  const add = async (more = {}, schoolId = floor.fair.schoolId) => {
    const studentNumber = `M-${++added}`;
    const body = { schoolId, studentNumber, firstName: 'Wren', lastName: 'Ashby', ...more };
    return { ...(await owner().studentRecords.add({ body })).data, studentNumber };
  };
  const topUp = async (id: string, amountCents: number, method: 2 | 3 = 3) =>
    (
      await owner().deskTopUps.add({
        params: { id },
        body: { method, amountCents, ...(method === 2 && { checkNumber: `${++added}` }) },
      })
    ).data;
  const preview = async (id: string, mergedId: string) =>
    (await owner().studentMerges.preview({ params: { id }, query: { mergedId } })).data;
  const merge = async (id: string, mergedId: string, key?: string) =>
    (
      await owner().studentMerges.merge(
        { params: { id }, body: { mergedId } },
        key === undefined ? {} : { idempotencyKey: key },
      )
    ).data;
  const refusal = async (id: string, mergedId: string) => {
    const { errors } = await getRefusal(merge(id, mergedId));
    expect((await preview(id, mergedId)).refusal).toBe(errors?.['mergedId']);
    return errors?.['mergedId'];
  };
  const read = async (id: string) => (await owner().students.getById({ params: { id } })).data;
  const spend = (studentNumber: string, quantity: number) =>
    register.book({
      customerType: 'student',
      studentNumber,
      lines: [{ sku: PENCIL, quantity }],
      payments: [{ method: 5 }],
    });

  it('moves the money once, fills blank fields, and leaves orders and top-ups where they were', async () => {
    const kept = await add({ grade: '4' });
    const duplicate = await add({ grade: '3', teacher: 'Ms. Oak', parents: [PARENT] });
    await topUp(kept.id, 500);
    await topUp(duplicate.id, 2_000);
    const order = await spend(duplicate.studentNumber, 1);
    const left = 2_000 - order.totalCents;
    expect(await preview(kept.id, duplicate.id)).toEqual({
      refusal: null,
      mergedNumber: duplicate.studentNumber,
      movedCents: left,
      balanceAfterCents: 500 + left,
      filled: ['teacher', 'parents'],
      orders: 1,
      topUps: 1,
    });
    for (let sent = 0; sent < 2; sent++)
      expect(await merge(kept.id, duplicate.id, 'one-merge')).toMatchObject({
        grade: '4',
        teacher: 'Ms. Oak',
        parents: [PARENT],
        walletBalanceCents: 500 + left,
        orders: [],
        duplicates: [{ id: duplicate.id, studentNumber: duplicate.studentNumber }],
      });
    expect((await read(kept.id)).ledger[0]).toMatchObject({
      type: 'adjust',
      amountCents: left,
      note: `Of ${duplicate.studentNumber}, merged into this student`,
    });
    expect(await read(duplicate.id)).toMatchObject({
      status: 'inactive',
      walletBalanceCents: 0,
      mergedInto: { id: kept.id, studentNumber: kept.studentNumber },
      orders: [{ id: order.id }],
    });
    const { data } = await owner().activity.list({
      query: { entity: 'student', entityId: kept.id },
    });
    expect(data.results[0]).toMatchObject({
      action: 'student.merged',
      changes: { stayed: { to: '1 order, 1 top-up' } },
    });
  });

  it('lets the old number and its wallet card lead to the student, at registers and in files', async () => {
    const kept = await add();
    const duplicate = await add();
    await merge(kept.id, duplicate.id);
    const { data } = await register.pos.students({ query: { search: duplicate.studentNumber } });
    expect(data).toMatchObject([
      { studentNumber: kept.studentNumber, formerNumbers: [duplicate.studentNumber] },
    ]);
    const paidIn = await register.pos.payments({
      body: {
        topUps: [
          {
            clientPaymentId: crypto.randomUUID(),
            studentNumber: duplicate.studentNumber,
            method: 3,
            amountCents: 1_000,
            status: 'completed',
            paidAt: new Date().toISOString(),
          },
        ],
      },
    });
    expect(paidIn.data.results[0]?.result).toBe('accepted');
    const order = await spend(duplicate.studentNumber, 1);
    expect(order.studentNumber).toBe(kept.studentNumber);
    expect(await floor.walletCents(kept.studentNumber)).toBe(1_000 - order.totalCents);
  });

  it('sends refunds, reversals and pending money of the duplicate to the student', async () => {
    const kept = await add();
    const duplicate = await add();
    const check = await topUp(duplicate.id, 1_500, 2);
    const order = await spend(duplicate.studentNumber, 1);
    await merge(kept.id, duplicate.id);
    await register.handInRefunds(
      refundOfOrder(order.sold, [{ lineNo: 1, quantity: 1, restock: true }]),
    );
    expect((await read(kept.id)).walletBalanceCents).toBe(1_500);
    const reversed = await owner().deskTopUps.reverse({
      params: { id: check.paymentId },
      body: { reason: 'check_returned', note: 'No funds.' },
    });
    expect(reversed.data).toMatchObject({ takenBackCents: 1_500, uncollectedCents: 0 });
    expect((await read(kept.id)).walletBalanceCents).toBe(0);
  });

  it('refuses other schools, erased students, frozen money and a second merge, with the reason', async () => {
    const kept = await add();
    const duplicate = await add();
    const other = await openFair(desk.test);
    const stranger = await add({}, other.fair.schoolId);
    expect(await refusal(kept.id, kept.id)).toContain('Choose another student');
    expect(await refusal(kept.id, stranger.id)).toContain('Only students of one school');
    await topUp(duplicate.id, 100);
    await owner().students.changeWalletStatus({
      params: { id: duplicate.id },
      body: { status: 'frozen' },
    });
    expect(await refusal(kept.id, duplicate.id)).toContain('is frozen');
    await owner().students.changeWalletStatus({
      params: { id: duplicate.id },
      body: { status: 'active' },
    });
    await merge(kept.id, duplicate.id);
    expect(await refusal(kept.id, duplicate.id)).toBe(
      `${duplicate.studentNumber} was merged into ${kept.studentNumber}.`,
    );
    const gone = await add();
    await owner().students.erase({
      params: { id: gone.id },
      body: { confirm: gone.studentNumber, reason: 'Asked for.' },
    });
    expect(await refusal(kept.id, gone.id)).toContain('was erased');
  });

  it('refuses any further change of the duplicate, and erases it with the student', async () => {
    const kept = await add();
    const { id, version, studentNumber } = await add({
      firstName: 'Quentin',
      parents: [PARENT],
    });
    await merge(kept.id, id);
    const at = { params: { id } };
    for (const refused of [
      () => owner().studentRecords.update({ ...at, body: { grade: '5', version: version + 1 } }),
      () => owner().studentRecords.changeStatus({ ...at, body: { status: 'active' } }),
      () => owner().students.changeWalletStatus({ ...at, body: { status: 'frozen' } }),
      () =>
        owner().students.addWalletEntry({
          ...at,
          body: { type: 'adjust', amountCents: 100, note: 'Counted again.' },
        }),
      () => topUp(id, 100),
      () =>
        owner().students.erase({ ...at, body: { confirm: studentNumber, reason: 'Asked for.' } }),
    ])
      expect(await getRefusal(refused())).toMatchObject({ code: 'IN_USE' });
    await owner().students.erase({
      params: { id: kept.id },
      body: { confirm: kept.studentNumber, reason: 'Asked for.' },
    });
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
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(desk.test.db);
        expect(rows).not.toEqual([]);
      });
      await sql`select from students where id in (${kept.id}, ${duplicate.id})
        for key share nowait`.execute(tx);
    });
    await merging;
    expect((await read(kept.id)).walletBalanceCents).toBe(500);
  });

  it('moves each cent once while registers sell and the office takes money', async () => {
    for (let round = 0; round < 3; round++) {
      const kept = await add();
      const duplicate = await add();
      await topUp(duplicate.id, 2_000);
      const merging = merge(kept.id, duplicate.id);
      const selling = Promise.all([1, 2].map((units) => spend(duplicate.studentNumber, units)));
      const paying = topUp(duplicate.id, 300).then(
        () => 300,
        () => 0,
      );
      const [orders, paidIn] = [await selling, await paying];
      await merging;
      const spent = orders.reduce(
        (sum, { totalCents, payments }) =>
          sum + (payments[0]?.status === 'completed' ? totalCents : 0),
        0,
      );
      expect((await read(kept.id)).walletBalanceCents).toBe(2_000 + paidIn - spent);
    }
    await checkInvariants(desk.test.db);
  });

  it('keeps what the source delivers, and a merged one is never delivered again', async () => {
    const kept = await add();
    const { schoolIdentifier } = floor.fair;
    const row = (number: string) => `${schoolIdentifier},${number},Wren,Ashby,2,Ms. Oak,,,`;
    await desk.source.write('students.csv', [STUDENTS, row('SRC-1'), row('SRC-2')]);
    await desk.sync('students');
    const idOf = async (search: string) =>
      (await owner().students.list({ query: { search } })).data.results[0]!.id;
    const [synced, twin] = [await idOf('SRC-1'), await idOf('SRC-2')];
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
      expect((await read(synced)).walletBalanceCents).toBe(700);
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
          const all = await Promise.all(students.map(({ id }) => read(id)));
          return all.reduce((sum, { walletBalanceCents }) => sum + walletBalanceCents, 0);
        };
        let expected = 0;
        for (const one of steps) {
          const { id, studentNumber } = students[one.of]!;
          if (one.does === 'topUp') {
            const booked = await topUp(id, one.cents, 2).catch(() => undefined);
            if (!booked) continue;
            expected += one.cents;
            checks.set(one.of, [...(checks.get(one.of) ?? []), booked.paymentId]);
          } else if (one.does === 'spend')
            expected -= await spend(studentNumber, 1).then(({ totalCents, payments }) =>
              payments[0]?.status === 'completed' ? totalCents : 0,
            );
          else if (one.does === 'merge')
            await merge(students[one.into]!.id, id).catch(() => undefined);
          else {
            const paymentId = checks.get(one.of)?.pop();
            if (paymentId === undefined) continue;
            const { data } = await owner().deskTopUps.reverse({
              params: { id: paymentId },
              body: { reason: 'check_returned', note: 'No funds.' },
            });
            expected -= data.takenBackCents;
          }
          expect(await total()).toBe(expected);
        }
        await checkInvariants(desk.test.db);
      }),
      { numRuns: 12 },
    );
  });
});
