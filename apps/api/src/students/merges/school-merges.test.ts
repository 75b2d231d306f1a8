import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { BY_CARD, fairOnLastDay, finish, revert } from '#testing/selling/close-outs.ts';
import { expectErrors, expectRefusal, expectRefusals } from '#testing/calls/expectations.ts';
import { newFair, newSchool } from '#testing/selling/new-records.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import { openSyncDesk } from '#testing/selling/sync-desk.ts';

const LAKEVIEW = newSchool('LAKEVIEW', { name: 'Lakeview Elementary' });

describe('merging a duplicate into a school', async () => {
  const { test, source, sync } = await openSyncDesk();
  const floor = await fairOnLastDay(test);
  const keptId = (await test.ask.schools.add({ body: LAKEVIEW })).id;
  const merge = (id: string, mergedId: string) =>
    test.ask.schoolMerges.merge({ params: { id }, body: { mergedId } });
  const read = (id: string) => test.ask.schools.getById({ params: { id } });
  const setStatus = (id: string, status: 'active' | 'inactive') =>
    test.owner.schools.changeStatus({ params: { id }, body: { status } });
  const refuses = (id: string, mergedId: string, reason: string) =>
    expectRefusal(merge(id, mergedId), 'VALIDATION_FAILED', {
      errors: { mergedId: expect.stringContaining(reason) },
    });

  it('moves fairs with their sales, students, and AveDollars by one entry in each ledger', async () => {
    const register = await floor.logIn('REG-01');
    await register.addStudent('S-1', 2_000);
    const order = await register.book(BY_CARD);
    await finish(floor, { profitOption: 'ave_dollar' });
    const { id, name, identifier, fairs, aveDollarBalanceCents } = await read(floor.fair.schoolId);
    expect(aveDollarBalanceCents).toBe(359);
    const moved = { fairs, aveDollarBalanceCents, mergedInto: null };
    expect(await merge(keptId, id)).toMatchObject(moved);
    expect(await read(id)).toMatchObject({
      fairs: 0,
      aveDollarBalanceCents: 0,
      status: 'inactive',
      mergedInto: { id: keptId, identifier: 'LAKEVIEW', name: LAKEVIEW.name },
    });
    for (const [schoolId, orders, students, entries] of [
      [keptId, [order.id], 1, [[359, `Of ${name}, ${identifier}, merged into this school`]]],
      [
        id,
        [],
        0,
        [
          [-359, 'Merged into Lakeview Elementary, LAKEVIEW'],
          [359, ''],
        ],
      ],
    ] as const) {
      const query = { schoolId };
      const listed = (await test.ask.orders.list({ query })).results;
      expect(listed.map((each) => each.id)).toEqual(orders);
      expect((await test.ask.students.list({ query })).results).toHaveLength(students);
      const params = { id: schoolId };
      const { results } = await test.ask.aveDollars.list({ params, query: {} });
      expect(results.map(({ amountCents, note }) => [amountCents, note])).toEqual(entries);
    }
    // A revert takes the AveDollars back from the school that has the fair now.
    await revert(floor);
    expect((await read(keptId)).aveDollarBalanceCents).toBe(0);
  });

  it('lets the identifier of the duplicate stand for the school: forms, reports, public pages, files', async () => {
    const { fair } = floor;
    const { identifier } = await read(fair.schoolId);
    expect(await test.ask.schools.getSchools({ query: { identifier } })).toMatchObject([
      { value: keptId, identifier: 'LAKEVIEW' },
    ]);
    // The fair as it was planned names the duplicate.
    expect(fair.schoolIdentifier).toBe(identifier);
    expect(await floor.report('SALES_SUMMARY')).toMatchObject({
      school: { identifier: 'LAKEVIEW' },
      fairs: [{ identifier: fair.identifier }],
    });
    await sql`update fairs set published = true where id = ${fair.id}`.execute(test.db);
    for (const school of [identifier, 'LAKEVIEW']) {
      const params = { school, fair: fair.identifier };
      const { data } = await test.client().publicPages.customizedFair({ params });
      expect(data).toMatchObject({ schoolName: LAKEVIEW.name });
    }
  });

  it('refuses any further change of the duplicate, and new fairs at an inactive school', async () => {
    const { schoolId } = floor.fair;
    const { version } = await read(schoolId);
    const message = expect.stringContaining('was merged into Lakeview') as string;
    const params = { id: schoolId };
    const calls = [
      test.owner.schools.update({ params, body: { notes: 'x', version } }),
      setStatus(schoolId, 'active'),
      test.owner.aveDollars.adjust({ params, body: { amountCents: 100, note: 'A prize' } }),
    ];
    await expectRefusals(calls, 'IN_USE', { message });
    await refuses(keptId, schoolId, 'was merged into');
    const closed = await test.ask.schools.add({ body: { ...LAKEVIEW, identifier: 'CLOSED' } });
    await setStatus(closed.id, 'inactive');
    await expectErrors(test.owner.fairs.add({ body: newFair(test, 'CLOSED') }), {
      schoolIdentifier: 'Lakeview Elementary is inactive. Activate the school first.',
    });
    await refuses(keptId, keptId, 'Choose another school than the one that stays.');
  });

  it('refuses two schools that share a student number, and moves nothing', async () => {
    const other = await openFair(test);
    const { schoolId } = other.fair;
    await (await other.logIn('REG-02')).addStudent('S-1');
    const reason =
      'Both schools have 1 student of the same number (S-1). Renumber these students at one of the schools first.';
    await refuses(keptId, schoolId, reason);
    expect(await read(schoolId)).toMatchObject({ mergedInto: null, status: 'active' });
  });

  it('keeps what the source delivers: it is never merged away, and a merged one is never delivered', async () => {
    const header = 'identifier,name';
    await source.write('schools.csv', [header, 'SYNCED,Synced School', 'TWIN,Twin']);
    await sync('schools');
    const findId = async (search: string) =>
      (await test.ask.schools.list({ query: { search } })).results[0]!.id;
    const [synced, twin] = [await findId('SYNCED'), await findId('TWIN')];
    await refuses(synced, twin, 'Merge them there');
    await refuses(keptId, synced, 'merge Lakeview Elementary into it');
    await merge(synced, keptId);
    await source.write('schools.csv', [header, 'SYNCED,Synced School', 'LAKEVIEW,Again']);
    await source.write('students.csv', [
      'schoolIdentifier,studentNumber,firstName,lastName',
      'LAKEVIEW,S-1,Quin,Farrow',
    ]);
    for (const run of [await sync(), await sync()]) {
      expect(run.files).toMatchObject([
        { rejected: 1 },
        { state: 'skipped' },
        { rejected: 0, deactivated: 0 },
        { state: 'skipped' },
      ]);
      expect(run.errors.map(({ message }) => message)).toContain(
        'School "LAKEVIEW" was merged into another. Remove it from the source.',
      );
    }
    expect((await test.ask.students.list({ query: { schoolId: synced } })).results).toMatchObject([
      { studentNumber: 'S-1', status: 'active' },
    ]);
    // Chains end at one school.
    expect((await read(floor.fair.schoolId)).mergedInto?.id).toBe(synced);
  });
});
