import { sql } from 'kysely';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { findTraces } from '#testing/rights/name-traces.ts';
import { openFair, PENCIL, type Wish } from '#testing/selling/sales-floor.ts';
import { STUDENTS } from '#testing/selling/source-folder.ts';
import { openSyncDesk } from '#testing/selling/sync-desk.ts';

const NAME = /zebedee|quillfeather|marmaduke\b|thistlewick|F-7777/i;

describe('an erased student', async () => {
  const { test, source, sync } = await openSyncDesk();
  const floor = await openFair(test);
  const register = await floor.logIn('ERA-1');
  const traces = () => findTraces(test.db, NAME);
  const read = (id: string) => test.ask.students.getById({ params: { id } });
  const zebedee = { customerName: 'Zebedee Quillfeather' };
  const student: Wish = { customerType: 'student', studentNumber: 'Z-1', ...zebedee };
  const row = (lastName = 'Quillfeather') =>
    `${floor.fair.schoolIdentifier},Z-1,Zebedee,${lastName},4,Ms. Oak,Marmaduke Thistlewick,marmaduke@example.org,F-7777`;

  it('leaves no name in the database, while ledger, orders and sums stay', async () => {
    await source.write('students.csv', [STUDENTS, row()]);
    expect((await sync('students')).status).toBe('succeeded');
    await register.addStudent('OTHER');
    const id = await floor.studentId('Z-1');
    await register.topUp('Z-1', 5_000);
    const lines = [{ sku: PENCIL, quantity: 4 }];
    const own = await register.bookByWallet('Z-1', { ...zebedee, lines });
    const byParent = await register.book({ customerName: 'MARMADUKE THISTLEWICK' });
    const stranger = await register.book({ customerName: 'Ann Marmadukeson' });
    await register.refund(own, 1, { reason: 'Zebedee Quillfeather changed her mind' });
    await register.hold({ ...student, lines, totalCents: 1 });
    const refund = {
      params: { id: own.id },
      body: { lines: [{ lineId: own.lines[0]!.id, quantity: 1, restock: true }], reason: 'Torn' },
    };
    const key = { idempotencyKey: uuidv4() };
    expect(await test.ask.orders.refund(refund, key)).toMatchObject(zebedee);
    await sql`update schools set notes = 'Quillfeather, Zebedee helps at the door'`.execute(
      test.db,
    );
    expect((await traces()).map((trace) => trace.split(':')[0])).toEqual(
      expect.arrayContaining([
        'schools.notes',
        'students.first_name',
        'parents.name',
        'orders.customer_name',
        'refunds.reason',
        'held_orders.body',
        'idempotency_keys.body',
      ]),
    );

    const balance = await floor.walletCents('Z-1');
    const before = await read(id);
    const erase = (confirm: string, reason: string) =>
      test.ask.students.erase({ params: { id }, body: { confirm, reason } });
    await expectErrors(erase('z-2', 'Request'), { confirm: 'Type Z-1 to confirm.' });
    const named = erase('Z-1', 'Asked by Marmaduke Thistlewick.');
    await expectErrors(named, { reason: 'Leave names out. This text is permanent.' });
    const data = await erase('Z-1', 'The family asked for it.');
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

    const erased = 'Erased student';
    for (const [order, customerName] of [
      [own, erased],
      [byParent, erased],
      [stranger, 'Ann Marmadukeson'],
    ] as const)
      expect(await floor.readOrder(order.clientOrderId)).toMatchObject({ customerName });
    const again = await test.ask.orders.refund(refund, key);
    expect(again).toMatchObject({ customerName: erased });
    await expectRefusal(erase('Z-1', 'Again'), 'INVALID_TRANSITION');
  });

  it('does not come back by a sync, a late sale or a released held order', async () => {
    await source.write('students.csv', [STUDENTS, row('Thistlewick')]);
    const { files } = await sync('students');
    expect(files.find(({ file }) => file === 'students.csv')).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 1,
    });
    expect(await register.book(student)).toMatchObject({
      customerName: 'Erased student',
      studentNumber: 'Z-1',
    });
    await register.hold({ ...student, totalCents: 1 });
    const waiting = await floor.held();
    expect(waiting).toHaveLength(2);
    for (const held of waiting) await floor.decide(held);
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
    const [first, second] = [await floor.studentId('SIB-1'), await floor.studentId('SIB-2')];
    await test.db
      .insertInto('studentParents')
      .values([
        { studentId: first, parentId: shared },
        { studentId: second, parentId: shared },
        { studentId: first, parentId: alone },
      ])
      .execute();
    const body = { confirm: 'SIB-1', reason: 'Left the school.' };
    await test.owner.students.erase({ params: { id: first }, body });
    const parents = test.db.selectFrom('parents').select('name');
    const both = [{ name: 'Cora Both' }];
    expect(await parents.where('id', 'in', [shared, alone]).execute()).toEqual(both);
    expect((await read(second)).parents).toMatchObject(both);
  });
});
