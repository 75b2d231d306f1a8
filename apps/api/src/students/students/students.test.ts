import type { NewWalletEntry } from '@pos/contract/students/students';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import {
  atOnce,
  expectErrors,
  expectRefusal,
  expectRefusals,
} from '#testing/calls/expectations.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { newSchool } from '#testing/selling/new-records.ts';
import { openFair, PENCIL, startSelling } from '#testing/selling/sales-floor.ts';

const NO_NAMES = 'Leave names out. This text is permanent.';

describe('students', async () => {
  const { test, floor, register } = await startSelling();
  const { schoolId } = floor.fair;
  await register.addStudent('S-10', 3_000);
  for (const number of ['S-11', 'S-12', 'S-13']) await register.addStudent(number);
  const change = (values: object, ...studentNumbers: string[]) =>
    test.db
      .updateTable('students')
      .set(values)
      .where('studentNumber', 'in', studentNumbers)
      .execute();
  const remove = (pattern: string) =>
    test.db.deleteFrom('students').where('studentNumber', 'like', pattern).execute();
  await change({ lastName: 'Abbott', grade: 'K', teacher: 'Mr. Elm' }, 'S-11');
  const at = async (number: string) => ({ params: { id: await floor.studentId(number) } });
  const list = (query: object = {}) => test.ask.students.list({ query });
  const numbers = async (query: object) =>
    (await list({ schoolId, ...query })).results.map(({ studentNumber }) => studentNumber);
  const enter = async (
    number: string,
    type: NewWalletEntry['type'],
    amountCents: number,
    note = 'Out',
  ) => {
    const body = { type, amountCents, note };
    return await test.ask.students.addWalletEntry({ ...(await at(number)), body });
  };
  const setWallet = async (number: string, status: 'active' | 'frozen') =>
    await test.ask.students.changeWalletStatus({ ...(await at(number)), body: { status } });

  it('are found by number and parts of the name, last name first, and by each filter', async () => {
    const all = ['S-11', 'S-10', 'S-12', 'S-13'];
    const parentId = uuidv7();
    const parent = { name: 'Holly Abbott', email: 'holly@example.org', phone: '5550001111' };
    await test.db
      .insertInto('parents')
      .values({ id: parentId, ...parent })
      .execute();
    await test.db
      .insertInto('studentParents')
      .values({ studentId: await floor.studentId('S-11'), parentId })
      .execute();
    for (const [query, found] of [
      [{}, all],
      [{ search: 'abb rob' }, ['S-11']],
      [{ search: 's-12' }, ['S-12']],
      [{ search: '100%' }, []],
      [{ grade: 'Kindergarten' }, ['S-11']],
      [{ teacher: 'oak', sort: '-studentNumber' }, ['S-13', 'S-12', 'S-10']],
      [{ hasBalance: 'true' }, ['S-10']],
      [{ hasBalance: 'false', sort: 'grade' }, ['S-11', 'S-12', 'S-13']],
      [{ schoolId: uuidv7() }, []],
      [{ schoolId: undefined, fairId: floor.fair.id }, all],
      [{ fairId: uuidv7() }, []],
      [{ parentId }, ['S-11']],
    ] as const)
      expect(await numbers(query), JSON.stringify(query)).toEqual(found);
    const [row] = (await list({ parentId })).results;
    expect(row).toMatchObject({
      studentNumber: 'S-11',
      schoolName: floor.fair.schoolName,
      parents: [{ id: parentId, name: 'Holly Abbott' }],
      walletBalanceCents: 0,
      walletStatus: 'active',
      lastPurchaseAt: null,
      erasedAt: null,
    });
    expect(JSON.stringify(row)).not.toContain('holly@example.org');
  });

  it('are found by a whole number among all, and by part of it within a school', async () => {
    for (const number of ['WHOLE-12', 'WHOLE-123']) await register.addStudent(number);
    const found = async (search: string, more = {}) =>
      (await list({ search, sort: 'studentNumber', ...more })).results.map(
        ({ studentNumber }) => studentNumber,
      );
    const both = ['WHOLE-12', 'WHOLE-123'];
    expect(await found('WHOLE-12')).toEqual(['WHOLE-12']);
    for (const search of ['WHOLE-1', 'whole-12', 'WHOLE-12 pupil'])
      expect(await found(search), search).toEqual(both);
    expect(await found('WHOLE-12', { schoolId })).toEqual(both);
    await remove('WHOLE-%');
  });

  it('are counted correctly while added, changed and removed, even several at once', async () => {
    const { id } = await test.ask.schools.add({ body: newSchool('COUNTED') });
    const names = { firstName: 'Cora', lastName: 'Count', factsFamilyId: null };
    const all = Array.from({ length: 25 }, (_, index) => {
      return { id: uuidv7(), schoolId: id, studentNumber: `C-${index}`, ...names, erasedAt: null };
    });
    const total = async (query: object = {}) =>
      (await list({ schoolId: id, ...query })).totalResults;
    const everybody = () => total({ schoolId: undefined });
    const before = await everybody();
    expect(await total()).toBe(0);
    await test.db.insertInto('students').values(all).execute();
    await change({ status: 'inactive' }, 'C-3', 'C-4', 'C-5');
    for (const [query, count] of [
      [{}, 25],
      [{ page: 2 }, 25],
      [{ page: 9 }, 25],
      [{ status: 'inactive' }, 3],
      [{ status: 'active', search: 'cora' }, 22],
    ] as const)
      expect(await total(query), JSON.stringify(query)).toBe(count);
    expect(await everybody()).toBe(before + 25);
    await change({ schoolId }, 'C-5', 'C-6');
    expect(await total()).toBe(23);
    expect(await total({ status: 'inactive' })).toBe(2);
    expect(await everybody()).toBe(before + 25);
    await remove('C-%');
    expect(await total()).toBe(0);
    expect(await everybody()).toBe(before);
  });

  it('have parents to select only by two letters or more', async () => {
    const options = (query: object) => test.ask.students.parentsOptions({ query });
    expect([await options({}), await options({ search: 'H' })]).toEqual([[], []]);
    const found = await options({ search: 'holl' });
    expect(found).toEqual([{ label: 'Holly Abbott', value: expect.any(String) }]);
    expect(await options({ id: found[0]!.value })).toEqual(found);
  });

  it('have teachers to filter by, each name once, without those of erased students', async () => {
    const teachers = async (search?: string) =>
      (await test.ask.students.teachersOptions({ query: { search } })).map(({ value, label }) =>
        value === label ? label : undefined,
      );
    const all = await teachers();
    expect(all).toEqual([...new Set(all)].toSorted());
    expect(await teachers('elm')).toEqual(['Mr. Elm']);
    expect(await numbers({ teacher: 'Mr. Elm' })).toEqual(['S-11']);
    await change({ erasedAt: new Date().toISOString() }, 'S-11');
    expect(await teachers('elm')).toEqual([]);
    await change({ erasedAt: null }, 'S-11');
  });

  it('accept notes for readers of students, which must not name the child or a parent', async () => {
    const { client } = await signedInWith(test, [['Students', 'read_only']]);
    const student = { entity: 'student' as const, entityId: await floor.studentId('S-11') };
    const note = (text: string) => client.activity.addNote({ body: { ...student, text } });
    for (const text of ['Robin Abbott called', 'mr abbott called', 'Holly Abbott called'])
      await expectErrors(note(text), { text: NO_NAMES });
    const text = 'The family asked for a new card.';
    await note(text);
    await setWallet('S-11', 'frozen');
    await setWallet('S-11', 'active');
    const { data } = await client.activity.list({ query: student });
    expect(data.results.map(({ action }) => action)).toEqual([
      'student.wallet_thawed',
      'student.wallet_frozen',
      'note.added',
    ]);
    expect(data.results.at(-1)?.changes).toEqual({ note: { from: null, to: text } });
    const { client: stranger } = await signedInWith(test, [['Orders', 'read_only']]);
    await expectRefusal(stranger.activity.list({ query: student }), 'FORBIDDEN');
  });

  it('show balance, ledger and orders on one page', async () => {
    const order = await register.bookByWallet('S-10', { lines: [{ sku: PENCIL, quantity: 4 }] });
    const { id, orderNumber, soldAt, totalCents } = order;
    const left = 3_000 - totalCents;
    const paid = { type: 'top_up', amountCents: 3_000, balanceAfterCents: 3_000 };
    const data = await test.ask.students.getById(await at('S-10'));
    expect(data).toMatchObject({
      walletBalanceCents: left,
      lastPurchaseAt: soldAt,
      schoolAveDollarCents: 0,
      ledger: [
        {
          type: 'spend',
          amountCents: -totalCents,
          balanceAfterCents: left,
          orderNumber,
          at: soldAt,
        },
        { ...paid, orderNumber: null },
      ],
    });
    const fairName = floor.fair.name;
    const row = { id, orderNumber, soldAt, fairName, units: 4, totalCents, refundedCents: 0 };
    expect(data.orders).toEqual([{ ...row, status: 'completed' }]);
    const unknown = test.owner.students.getById({ params: { id: uuidv7() } });
    await expectRefusal(unknown, 'NOT_FOUND');
  });

  it('have an eWallet that staff correct only through its ledger, never below zero', async () => {
    const entries = [
      ['top_up', 2_000, 'Check that came by mail', 2_000],
      ['refund', 300, 'Book was damaged', 2_300],
      ['adjust', -100, 'Entered twice', 2_200],
      ['payout', 1_200, 'Leaves the school', 1_000],
    ] as const;
    for (const [type, amountCents, note, walletBalanceCents] of entries)
      expect(await enter('S-12', type, amountCents, note)).toMatchObject({ walletBalanceCents });
    await expectRefusal(enter('S-12', 'payout', 1_001), 'WALLET_INSUFFICIENT');
    await expectErrors(enter('S-12', 'payout', -5, ''), {
      amountCents: 'Enter an amount above zero.',
      note: 'Enter a reason.',
    });
    const named = enter('S-12', 'adjust', 5, 'For Robin Pupil S-12');
    await expectErrors(named, { note: NO_NAMES });
    const { ledger } = await test.ask.students.getById(await at('S-12'));
    expect(ledger.map(({ type, amountCents, note }) => [type, amountCents, note])).toEqual(
      entries
        .map(([type, cents, note]) => [type, type === 'payout' ? -cents : cents, note])
        .toReversed(),
    );
  });

  it('book an entry once however often sent, and pay out no cent twice in twenty concurrent requests', async () => {
    const body: NewWalletEntry = { type: 'top_up', amountCents: 1_000, note: 'Paid at the office' };
    const call = { ...(await at('S-13')), body };
    const key = { idempotencyKey: uuidv4() };
    for (let times = 0; times < 3; times++) await test.owner.students.addWalletEntry(call, key);
    expect(await floor.walletCents('S-13')).toBe(1_000);
    expect((await atOnce(20, () => enter('S-13', 'payout', 300))).done).toHaveLength(3);
    expect(await floor.walletCents('S-13')).toBe(100);
  });

  it('keep their money while the eWallet is frozen: it accepts money and gives none out', async () => {
    const before = await floor.walletCents('S-12');
    expect((await setWallet('S-12', 'frozen')).walletStatus).toBe('frozen');
    await expectRefusal(enter('S-12', 'payout', 1), 'INVALID_TRANSITION');
    await expectRefusal(enter('S-12', 'adjust', -1), 'INVALID_TRANSITION');
    await enter('S-12', 'top_up', 50);
    await setWallet('S-12', 'active');
    await enter('S-12', 'payout', 50);
    expect(await floor.walletCents('S-12')).toBe(before);
  });

  it('are read with the right to read Students, and changed only by a SUPER_ADMIN', async () => {
    const { client } = await signedInWith(test, [
      ['Students', 'read_only'],
      ['Fairs', 'edit'],
    ]);
    const student = await at('S-13');
    expect((await client.students.getById(student)).data.studentNumber).toBe('S-13');
    const entry = { type: 'adjust', amountCents: 1, note: 'Counted' } as const;
    const calls = [
      client.students.addWalletEntry({ ...student, body: entry }),
      client.students.changeWalletStatus({ ...student, body: { status: 'frozen' } }),
      client.students.erase({ ...student, body: { confirm: 'S-13', reason: 'Left' } }),
    ];
    await expectRefusals(calls, 'FORBIDDEN');
  });

  it('are counted for a school while active, and the eWallets of all of them summed', async () => {
    const own = await openFair(test);
    const till = await own.logIn('TOTALS-1');
    await till.addStudent('T-1', 2_000);
    await till.addStudent('T-2', 1_500);
    await till.addStudent('T-3');
    await change({ status: 'inactive' }, 'T-2');
    const totals = (id: string) => test.ask.students.schoolTotals({ params: { id } });
    const sums = { students: 2, withBalance: 2, walletBalanceCents: 3_500 };
    expect(await totals(own.fair.schoolId)).toEqual(sums);
    const none = { students: 0, withBalance: 0, walletBalanceCents: 0 };
    expect(await totals(test.ownerId)).toEqual(none);
  });
});
