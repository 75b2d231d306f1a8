import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { jobTasks } from '#api/job-tasks.ts';
import { getRefusal } from '#testing/refusals.ts';
import { runJobs } from '#testing/run-jobs.ts';
import { runSync } from '#testing/run-sync.ts';
import { openFair, PENCIL, refundOfOrder, type Wish } from '#testing/sales-floor.ts';
import { oneSource, sourceFolder, STUDENTS } from '#testing/source-folder.ts';
import { findTraces } from '#testing/name-traces.ts';
import { startTestApp } from '#testing/test-app.ts';

const NAME = /zebedee|quillfeather|marmaduke\b|thistlewick|F-7777/i;

describe('an erased student', async () => {
  const source = await sourceFolder();
  const test = await startTestApp(oneSource(source.path));
  const floor = await openFair(test);
  const register = await floor.logIn('ERA-1');
  await runJobs(test, { tasks: jobTasks(test.db, oneSource(source.path)) });
  test.atEnd(() => source.drop());
  const idOf = async (number: string) =>
    (
      await test.db
        .selectFrom('students')
        .select('id')
        .where('studentNumber', '=', number)
        .executeTakeFirstOrThrow()
    ).id;

  const traces = () => findTraces(test.db, NAME);

  const row = (lastName = 'Quillfeather') =>
    `${floor.fair.schoolIdentifier},Z-1,Zebedee,${lastName},4,Ms. Oak,Marmaduke Thistlewick,marmaduke@example.org,F-7777`;

  it('leaves no name in the database, while ledger, orders and sums stay', async () => {
    await source.write('students.csv', [STUDENTS, row()]);
    expect((await runSync(test.owner, 'students')).status).toBe('succeeded');
    await register.addStudent('OTHER', 0);
    const id = await idOf('Z-1');
    await register.pos.payments({
      body: {
        topUps: [
          {
            clientPaymentId: uuidv4(),
            studentNumber: 'Z-1',
            method: 3,
            amountCents: 5_000,
            status: 'completed',
            paidAt: new Date().toISOString(),
          },
        ],
      },
    });
    const student: Wish = {
      customerType: 'student',
      studentNumber: 'Z-1',
      lines: [{ sku: PENCIL, quantity: 4 }],
    };
    const own = await register.book({
      ...student,
      customerName: 'Zebedee Quillfeather',
      payments: [{ method: 5 }],
    });
    const byParent = await register.book({ customerName: 'MARMADUKE THISTLEWICK' });
    const stranger = await register.book({ customerName: 'Ann Marmadukeson' });
    await register.handInRefunds(
      refundOfOrder(own.sold, [{ lineNo: 1, quantity: 1, restock: true }], {
        reason: 'Zebedee Quillfeather changed her mind',
      }),
    );
    const held = {
      ...register.sold({ ...student, customerName: 'Zebedee Quillfeather' }),
      totalCents: 1,
    };
    expect((await register.handIn(held))[0]).toMatchObject({ result: 'held' });
    const refund = {
      params: { id: own.id },
      body: { lines: [{ lineId: own.lines[0]!.id, quantity: 1, restock: true }], reason: 'Torn' },
    };
    const key = uuidv4();
    expect((await test.ask.orders.refund(refund, { idempotencyKey: key })).customerName).toBe(
      'Zebedee Quillfeather',
    );
    expect((await traces()).map((trace) => trace.split(':')[0])).toEqual(
      expect.arrayContaining([
        'students.first_name',
        'parents.name',
        'orders.customer_name',
        'refunds.reason',
        'held_orders.body',
        'idempotency_keys.body',
      ]),
    );

    const balance = await floor.walletCents('Z-1');
    const before = await test.ask.students.getById({ params: { id } });
    const erase = (body: { confirm: string; reason: string }) =>
      test.owner.students.erase({ params: { id }, body });
    expect((await getRefusal(erase({ confirm: 'z-2', reason: 'Request' }))).errors).toEqual({
      confirm: 'Type Z-1 to confirm.',
    });
    expect(
      (await getRefusal(erase({ confirm: 'Z-1', reason: 'Asked by Marmaduke Thistlewick.' })))
        .errors,
    ).toEqual({ reason: 'Leave names out. This text is permanent.' });
    const { data } = await erase({ confirm: 'Z-1', reason: 'The family asked for it.' });
    expect(data).toMatchObject({
      studentNumber: 'Z-1',
      firstName: 'Erased',
      lastName: 'student',
      teacher: 'Erased student',
      factsFamilyId: null,
      parents: [],
      status: 'inactive',
      walletBalanceCents: balance,
    });
    expect(data.erasedAt).not.toBeNull();
    expect([data.ledger, data.orders]).toEqual([before.ledger, before.orders]);
    expect(await traces()).toEqual([]);

    const nameOf = async (order: string) =>
      (await test.ask.orders.getById({ params: { id: order } })).customerName;
    expect([await nameOf(own.id), await nameOf(byParent.id), await nameOf(stranger.id)]).toEqual([
      'Erased student',
      'Erased student',
      'Ann Marmadukeson',
    ]);
    expect((await test.ask.orders.refund(refund, { idempotencyKey: key })).customerName).toBe(
      'Erased student',
    );
    expect(await getRefusal(erase({ confirm: 'Z-1', reason: 'Again' }))).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
    });
  });

  it('does not come back by a sync, a late sale or a released held order', async () => {
    await source.write('students.csv', [STUDENTS, row('Thistlewick')]);
    expect(
      (await runSync(test.owner, 'students')).files.find(({ file }) => file === 'students.csv'),
    ).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    const late = {
      customerType: 'student',
      studentNumber: 'Z-1',
      customerName: 'Zebedee Quillfeather',
    } as const;
    const order = await register.book(late);
    expect(order).toMatchObject({ customerName: 'Erased student', studentNumber: 'Z-1' });
    expect((await register.handIn({ ...register.sold(late), totalCents: 1 }))[0]).toMatchObject({
      result: 'held',
    });
    const { data: waiting } = await test.owner.orders.held({ query: { fairId: floor.fair.id } });
    expect(waiting.totalResults).toBe(2);
    for (const { id } of waiting.results)
      await test.owner.orders.decideHeld({ params: { id }, body: { decision: 'release' } });
    expect(await traces()).toEqual([]);
    expect((await register.pos.students({ query: { search: 'Erased' } })).data).toEqual([]);
  });

  it('takes along only a parent without another child', async () => {
    for (const number of ['SIB-1', 'SIB-2']) await register.addStudent(number);
    const [shared, alone] = [uuidv7(), uuidv7()];
    await test.db
      .insertInto('parents')
      .values([
        { id: shared, name: 'Cora Both', email: '' },
        { id: alone, name: 'Olav One', email: '' },
      ])
      .execute();
    const [first, second] = [await idOf('SIB-1'), await idOf('SIB-2')];
    await test.db
      .insertInto('studentParents')
      .values([
        { studentId: first, parentId: shared },
        { studentId: second, parentId: shared },
        { studentId: first, parentId: alone },
      ])
      .execute();
    await test.owner.students.erase({
      params: { id: first },
      body: { confirm: 'SIB-1', reason: 'Left the school.' },
    });
    expect(
      (
        await test.db
          .selectFrom('parents')
          .select('name')
          .where('id', 'in', [shared, alone])
          .execute()
      ).map(({ name }) => name),
    ).toEqual(['Cora Both']);
    expect(
      (await test.ask.students.getById({ params: { id: second } })).parents.map(({ name }) => name),
    ).toEqual(['Cora Both']);
  });
});
