import type { NewWalletEntry } from '@pos/contract/students';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { openFair, PENCIL } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('students', async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  const register = await floor.logIn('STU-1');
  for (const number of ['S-10', 'S-11', 'S-12', 'S-13'])
    await register.addStudent(number, number === 'S-10' ? 3_000 : 0);
  await test.db
    .updateTable('students')
    .set({ lastName: 'Abbott', grade: 'K', teacher: 'Mr. Elm' })
    .where('studentNumber', '=', 'S-11')
    .execute();
  const idOf = async (number: string) =>
    (
      await test.db
        .selectFrom('students')
        .select('id')
        .where('studentNumber', '=', number)
        .executeTakeFirstOrThrow()
    ).id;
  const numbers = async (query: object) =>
    (
      await test.ask.students.list({ query: { schoolId: floor.fair.schoolId, ...query } })
    ).results.map(({ studentNumber }) => studentNumber);
  const enter = async (number: string, body: NewWalletEntry) =>
    await test.ask.students.addWalletEntry({ params: { id: await idOf(number) }, body });

  it('are found by number and parts of the name, last name first, and by each filter', async () => {
    expect(await numbers({})).toEqual(['S-11', 'S-10', 'S-12', 'S-13']);
    expect(await numbers({ search: 'abb rob' })).toEqual(['S-11']);
    expect(await numbers({ search: 's-12' })).toEqual(['S-12']);
    expect(await numbers({ search: '100%' })).toEqual([]);
    expect(await numbers({ grade: 'Kindergarten' })).toEqual(['S-11']);
    expect(await numbers({ teacher: 'oak', sort: '-studentNumber' })).toEqual([
      'S-13',
      'S-12',
      'S-10',
    ]);
    expect(await numbers({ hasBalance: 'true' })).toEqual(['S-10']);
    expect(await numbers({ hasBalance: 'false', sort: 'grade' })).toEqual(['S-11', 'S-12', 'S-13']);
    expect(await numbers({ schoolId: uuidv7() })).toEqual([]);
    expect(await numbers({ schoolId: undefined, fairId: floor.fair.id })).toEqual(
      await numbers({}),
    );
    expect(await numbers({ fairId: uuidv7() })).toEqual([]);
    const parentId = uuidv7();
    await test.db
      .insertInto('parents')
      .values({
        id: parentId,
        name: 'Holly Abbott',
        email: 'holly@example.org',
        phone: '5550001111',
      })
      .execute();
    await test.db
      .insertInto('studentParents')
      .values({ studentId: await idOf('S-11'), parentId })
      .execute();
    expect(await numbers({ parentId })).toEqual(['S-11']);
    const row = (await test.ask.students.list({ query: { parentId } })).results[0];
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
    for (const number of ['WHOLE-12', 'WHOLE-123']) await register.addStudent(number, 0);
    const found = (search: string, schoolId?: string) =>
      test.ask.students.list({ query: { search, schoolId, sort: 'studentNumber' } });
    expect(await found('WHOLE-12')).toMatchObject({
      totalResults: 1,
      results: [{ studentNumber: 'WHOLE-12' }],
    });
    expect(await found('WHOLE-1')).toMatchObject({
      totalResults: 2,
      results: [{ studentNumber: 'WHOLE-12' }, { studentNumber: 'WHOLE-123' }],
    });
    expect(await found('whole-12')).toMatchObject({ totalResults: 2 });
    expect(await found('WHOLE-12', floor.fair.schoolId)).toMatchObject({ totalResults: 2 });
    expect(await found('WHOLE-12 pupil')).toMatchObject({ totalResults: 2 });
    await test.db.deleteFrom('students').where('studentNumber', 'like', 'WHOLE-%').execute();
  });

  it('are counted correctly while added, changed and removed, even several at once', async () => {
    const school = {
      ...(await test.db
        .selectFrom('schools')
        .select(['name', 'address', 'city', 'state', 'zip', 'phone', 'timeZone'])
        .where('id', '=', floor.fair.schoolId)
        .executeTakeFirstOrThrow()),
      id: uuidv7(),
      identifier: 'COUNTED',
    };
    await test.db.insertInto('schools').values(school).execute();
    const all = Array.from({ length: 25 }, (_, index) => ({
      id: uuidv7(),
      schoolId: school.id,
      studentNumber: `C-${index}`,
      firstName: 'Cora',
      lastName: `Count ${index}`,
      factsFamilyId: null,
      erasedAt: null,
    }));
    const total = async (query: object) =>
      (await test.ask.students.list({ query: { schoolId: school.id, ...query } })).totalResults;
    const everybody = (await test.ask.students.list({ query: {} })).totalResults;
    expect(await total({})).toBe(0);
    await test.db.insertInto('students').values(all).execute();
    await test.db
      .updateTable('students')
      .set({ status: 'inactive' })
      .where('studentNumber', 'in', ['C-3', 'C-4', 'C-5'])
      .execute();
    expect([
      await total({}),
      await total({ page: 2 }),
      await total({ page: 9 }),
      await total({ status: 'inactive' }),
      await total({ status: 'active', search: 'cora' }),
    ]).toEqual([25, 25, 25, 3, 22]);
    expect((await test.ask.students.list({ query: {} })).totalResults).toBe(everybody + 25);
    await test.db
      .updateTable('students')
      .set({ schoolId: floor.fair.schoolId })
      .where('studentNumber', 'in', ['C-5', 'C-6'])
      .execute();
    expect([
      await total({}),
      await total({ status: 'inactive' }),
      (await test.ask.students.list({ query: {} })).totalResults,
    ]).toEqual([23, 2, everybody + 25]);
    await test.db.deleteFrom('students').where('studentNumber', 'like', 'C-%').execute();
    expect([await total({}), (await test.ask.students.list({ query: {} })).totalResults]).toEqual([
      0,
      everybody,
    ]);
  });

  it('have parents to select only by two letters or more', async () => {
    const options = (query: object) => test.ask.students.parentsOptions({ query });
    expect([await options({}), await options({ search: 'H' })]).toEqual([[], []]);
    const found = await options({ search: 'holl' });
    expect(found.map(({ label, ...rest }) => [label, Object.keys(rest)])).toEqual([
      ['Holly Abbott', ['value']],
    ]);
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
    await test.db
      .updateTable('students')
      .set({ erasedAt: new Date().toISOString() })
      .where('studentNumber', '=', 'S-11')
      .execute();
    expect(await teachers('elm')).toEqual([]);
    await test.db
      .updateTable('students')
      .set({ erasedAt: null })
      .where('studentNumber', '=', 'S-11')
      .execute();
  });

  it('accept notes for readers of students, which must not name the child or a parent', async () => {
    const { client } = await signedInWith(test, [['Students', 'read_only']]);
    const entityId = await idOf('S-11');
    const note = (text: string) =>
      client.activity.addNote({ body: { entity: 'student', entityId, text } });
    for (const text of ['Robin Abbott called', 'mr abbott called', 'Holly Abbott called'])
      expect((await getRefusal(note(text))).errors, text).toEqual({
        text: 'Leave names out. This text is permanent.',
      });
    await note('The family asked for a new card.');
    await test.owner.students.changeWalletStatus({
      params: { id: entityId },
      body: { status: 'frozen' },
    });
    await test.owner.students.changeWalletStatus({
      params: { id: entityId },
      body: { status: 'active' },
    });
    const { data } = await client.activity.list({ query: { entity: 'student', entityId } });
    expect(data.results.map(({ action }) => action)).toEqual([
      'student.wallet_thawed',
      'student.wallet_frozen',
      'note.added',
    ]);
    expect(data.results.at(-1)?.changes).toEqual({
      note: { from: null, to: 'The family asked for a new card.' },
    });
    const { client: stranger } = await signedInWith(test, [['Orders', 'read_only']]);
    expect(
      await getRefusal(stranger.activity.list({ query: { entity: 'student', entityId } })),
    ).toMatchObject({ status: 403 });
  });

  it('show balance, ledger and orders on one page', async () => {
    const order = await register.book({
      customerType: 'student',
      studentNumber: 'S-10',
      lines: [{ sku: PENCIL, quantity: 4 }],
      payments: [{ method: 5 }],
    });
    const { data } = await test.owner.students.getById({ params: { id: await idOf('S-10') } });
    expect(data).toMatchObject({
      walletBalanceCents: 3_000 - order.totalCents,
      lastPurchaseAt: order.soldAt,
      schoolAveDollarCents: 0,
    });
    expect(
      data.ledger.map(({ type, amountCents, balanceAfterCents, orderNumber }) => ({
        type,
        amountCents,
        balanceAfterCents,
        orderNumber,
      })),
    ).toEqual([
      {
        type: 'spend',
        amountCents: -order.totalCents,
        balanceAfterCents: 3_000 - order.totalCents,
        orderNumber: order.orderNumber,
      },
      { type: 'top_up', amountCents: 3_000, balanceAfterCents: 3_000, orderNumber: null },
    ]);
    expect(data.orders).toEqual([
      {
        id: order.id,
        orderNumber: order.orderNumber,
        soldAt: order.soldAt,
        fairName: floor.fair.name,
        units: 4,
        totalCents: order.totalCents,
        refundedCents: 0,
        status: 'completed',
      },
    ]);
    expect(
      await getRefusal(test.owner.students.getById({ params: { id: uuidv7() } })),
    ).toMatchObject({ status: 404 });
  });

  it('have an eWallet that staff correct only through its ledger, never below zero', async () => {
    expect(
      await enter('S-12', { type: 'top_up', amountCents: 2_000, note: 'Check that came by mail' }),
    ).toMatchObject({ walletBalanceCents: 2_000 });
    expect(
      await enter('S-12', { type: 'refund', amountCents: 300, note: 'Book was damaged' }),
    ).toMatchObject({ walletBalanceCents: 2_300 });
    expect(
      await enter('S-12', { type: 'adjust', amountCents: -100, note: 'Entered twice' }),
    ).toMatchObject({ walletBalanceCents: 2_200 });
    expect(
      await enter('S-12', { type: 'payout', amountCents: 1_200, note: 'Leaves the school' }),
    ).toMatchObject({ walletBalanceCents: 1_000 });
    expect(
      await getRefusal(enter('S-12', { type: 'payout', amountCents: 1_001, note: 'Too much' })),
    ).toMatchObject({ status: 409, code: 'WALLET_INSUFFICIENT' });
    expect(
      (await getRefusal(enter('S-12', { type: 'payout', amountCents: -5, note: '' }))).errors,
    ).toEqual({ amountCents: 'Enter an amount above zero.', note: 'Enter a reason.' });
    expect(
      (
        await getRefusal(
          enter('S-12', { type: 'adjust', amountCents: 5, note: 'For Robin Pupil S-12' }),
        )
      ).errors,
    ).toEqual({ note: 'Leave names out. This text is permanent.' });
    const { ledger } = await test.ask.students.getById({ params: { id: await idOf('S-12') } });
    expect(ledger.map(({ type, amountCents, note }) => [type, amountCents, note])).toEqual([
      ['payout', -1_200, 'Leaves the school'],
      ['adjust', -100, 'Entered twice'],
      ['refund', 300, 'Book was damaged'],
      ['top_up', 2_000, 'Check that came by mail'],
    ]);
  });

  it('book an entry once however often sent, and pay out no cent twice in twenty concurrent requests', async () => {
    const params = { id: await idOf('S-13') };
    const key = uuidv4();
    const body: NewWalletEntry = { type: 'top_up', amountCents: 1_000, note: 'Paid at the office' };
    for (let times = 0; times < 3; times++)
      await test.owner.students.addWalletEntry({ params, body }, { idempotencyKey: key });
    expect(await floor.walletCents('S-13')).toBe(1_000);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        enter('S-13', { type: 'payout', amountCents: 300, note: 'Leaves' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await floor.walletCents('S-13')).toBe(100);
  });

  it('keep their money while the eWallet is frozen: it accepts money and gives none out', async () => {
    const params = { id: await idOf('S-12') };
    const before = await floor.walletCents('S-12');
    expect(
      (await test.ask.students.changeWalletStatus({ params, body: { status: 'frozen' } }))
        .walletStatus,
    ).toBe('frozen');
    for (const body of [
      { type: 'payout', amountCents: 1, note: 'Out' },
      { type: 'adjust', amountCents: -1, note: 'Out' },
    ] as const)
      expect(await getRefusal(enter('S-12', body))).toMatchObject({
        status: 409,
        code: 'INVALID_TRANSITION',
      });
    await enter('S-12', { type: 'top_up', amountCents: 50, note: 'In' });
    await test.owner.students.changeWalletStatus({ params, body: { status: 'active' } });
    await enter('S-12', { type: 'payout', amountCents: 50, note: 'Out' });
    expect(await floor.walletCents('S-12')).toBe(before);
  });

  it('are read with the right to read Students, and changed only by a SUPER_ADMIN', async () => {
    const { client } = await signedInWith(test, [
      ['Students', 'read_only'],
      ['Fairs', 'edit'],
    ]);
    const params = { id: await idOf('S-13') };
    expect((await client.students.getById({ params })).data.studentNumber).toBe('S-13');
    const calls = [
      () =>
        client.students.addWalletEntry({
          params,
          body: { type: 'adjust', amountCents: 1, note: 'Counted' },
        }),
      () => client.students.changeWalletStatus({ params, body: { status: 'frozen' } }),
      () => client.students.erase({ params, body: { confirm: 'S-13', reason: 'Left' } }),
    ];
    for (const call of calls)
      expect(await getRefusal(call())).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });
});
