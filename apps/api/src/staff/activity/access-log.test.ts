import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import { startSelling } from '#testing/selling/sales-floor.ts';

describe('the access log', async () => {
  const { test, floor, register } = await startSelling();
  const { id: fairId, schoolId } = floor.fair;
  const reads = (entity: 'admin' | 'student' | 'school' | 'fair', entityId: string) =>
    test.db
      .selectFrom('accessLog')
      .select(['actorName', 'changes', 'ip'])
      .where('action', '=', `${entity}.names_read`)
      .where('entityId', '=', entityId)
      .execute();

  it('says who read whose names by which call, once an hour', async () => {
    const { client, id } = await signedInWith(test, [['Students', 'read_only']]);
    const list = () => client.students.list({ query: { schoolId } });
    await list();
    const name = { firstName: 'Wren', lastName: 'Ashby' };
    const body = { schoolId, studentNumber: 'L-1', ...name };
    const { id: studentId } = await test.ask.studentRecords.add({ body });
    await list();
    await list();
    await client.students.getById({ params: { id: studentId } });
    await client.students.list();
    const call = (path: string) => ({ call: { from: null, to: `GET /v1/${path}` } });
    expect((await reads('school', schoolId)).map(({ changes }) => changes)).toEqual([
      call('students'),
    ]);
    expect(await reads('student', studentId)).toMatchObject([
      { changes: call('students/getById/:id'), ip: '127.0.0.1' },
    ]);
    expect(await reads('admin', id)).toMatchObject([{ changes: call('students') }]);
    const query = { entity: 'student', entityId: studentId } as const;
    const actions = async (withReads: boolean) =>
      (await test.ask.activity.list({ query: { ...query, reads: withReads } })).results.map(
        ({ action }) => action,
      );
    expect(await actions(true)).toEqual(['student.names_read']);
    expect(await actions(false)).toEqual(['student.added']);
  });

  it('has no line of people to whom no name was shown', async () => {
    await register.book({ customerType: 'parent', customerName: 'Ann Brook' });
    const query = { fairId };
    const blind = await signedInWith(test, [['Orders', 'read_only']]);
    await blind.client.orders.list({ query });
    expect(await reads('fair', fairId)).toEqual([]);
    const seeing = await signedInWith(test, [
      ['Orders', 'read_only'],
      ['Students', 'read_only'],
    ]);
    await seeing.client.orders.list({ query });
    expect(await reads('fair', fairId)).toHaveLength(1);
  });
});
