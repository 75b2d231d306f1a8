import type { NewSchool, SchoolsQuery } from '@pos/contract/schools';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { jobTasks } from '#api/job-tasks.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { runJobs } from '#testing/run-jobs.ts';
import { runSync } from '#testing/run-sync.ts';
import { oneSource, SCHOOLS, sourceFolder } from '#testing/source-folder.ts';
import { startTestApp } from '#testing/test-app.ts';

const lakeview: NewSchool = {
  identifier: 'LAKEVIEW',
  name: 'Lakeview Elementary',
  address: '1 Lake Rd',
  city: 'Ada',
  state: 'MI',
  zip: '49301',
};

describe('school records', async () => {
  const source = await sourceFolder();
  const test = await startTestApp(oneSource(source.path));
  await runJobs(test, { tasks: jobTasks(test.db, oneSource(source.path)) });
  test.atEnd(() => source.drop());
  const add = (changes: Partial<NewSchool>) =>
    test.ask.schools.add({ body: { ...lakeview, ...changes } });
  const read = (id: string) => test.ask.schools.getById({ params: { id } });
  const byIdentifier = async (identifier: string) => {
    const { data } = await test.owner.schools.list({ query: { search: identifier } });
    return read(data.results[0]!.id);
  };

  it('keep contacts, region, terms and notes, and record each change', async () => {
    const contacts = [{ name: 'Ada Quill', role: 'Librarian', email: 'ada@example.org' }];
    const added = await add({
      contacts,
      region: 'West',
      paymentTerms: 'Net 30',
      notes: 'Dock B\n2',
    });
    expect(added).toMatchObject({
      contacts: [{ ...contacts[0], phone: '' }],
      region: 'West',
      paymentTerms: 'Net 30',
      notes: 'Dock B\n2',
      inSource: false,
      sourceFields: [],
      fairs: 0,
    });
    const { data: updated, message } = await test.owner.schools.update({
      params: { id: added.id },
      body: { city: 'Lowell', contacts: [], enrollment: 353, version: added.version },
    });
    expect(message).toBe('School updated.');
    expect(updated).toMatchObject({
      name: lakeview.name,
      city: 'Lowell',
      contacts: [],
      enrollment: 353,
      region: 'West',
      version: 2,
    });
    const { data: activity } = await test.owner.activity.list({
      query: { entity: 'school', entityId: added.id },
    });
    expect(activity.results[0]).toMatchObject({
      action: 'school.updated',
      changes: { city: { from: 'Ada', to: 'Lowell' }, enrollment: { from: null, to: 353 } },
    });
    expect(Object.keys(activity.results[0]!.changes).toSorted()).toEqual([
      'city',
      'contacts',
      'enrollment',
    ]);
  });

  it('refuse bad contacts and a taken identifier, each on its field', async () => {
    const contact = { name: 'Ada Quill', role: '', email: '', phone: '' };
    const refusal = await getRefusal(
      add({ identifier: 'BAD', contacts: [{ ...contact, name: '', email: 'ada' }] }),
    );
    expect(refusal.errors).toEqual({
      'contacts.0.name': "Enter the person's name.",
      'contacts.0.email': 'Invalid email address',
    });
    const many = await getRefusal(
      add({ identifier: 'BAD', contacts: Array.from({ length: 11 }, () => contact) }),
    );
    expect(many.errors).toEqual({ contacts: 'Add at most 10 contacts.' });
    const other = await add({ identifier: 'OTHER' });
    const taken = await getRefusal(
      test.owner.schools.update({
        params: { id: other.id },
        body: { identifier: 'lakeview', version: 1 },
      }),
    );
    expect(taken.errors).toEqual({ identifier: 'This school identifier is already in use.' });
    const unknown = await getRefusal(
      test.owner.schools.update({ params: { id: test.ownerId }, body: { version: 1 } }),
    );
    expect(unknown.code).toBe('NOT_FOUND');
  });

  it('list by text, state, region and exemption, in the order asked for', async () => {
    await add({ identifier: 'L-1', name: 'Listed Oak', city: 'Ely', state: 'MN', region: 'North' });
    await add({ identifier: 'L-2', name: 'Listed Elm', city: 'Eden', taxExempt: true, region: '' });
    await add({ identifier: 'L-3', name: 'Listed Ash', city: 'Ely', state: 'MN', enrollment: 9 });
    const listed = async (query: Partial<z.input<typeof SchoolsQuery>>) =>
      (await test.ask.schools.list({ query: { search: 'Listed', ...query } })).results.map(
        ({ identifier }) => identifier,
      );
    expect(await listed({})).toEqual(['L-3', 'L-2', 'L-1']);
    expect(await listed({ search: 'ely' })).toEqual(['L-3', 'L-1']);
    expect(await listed({ search: 'l-2' })).toEqual(['L-2']);
    expect(await listed({ state: ['MN', 'NY'], sort: '-name' })).toEqual(['L-1', 'L-3']);
    expect(await listed({ region: 'north' })).toEqual(['L-1']);
    expect(await listed({ sort: '-region' })).toEqual(['L-1', 'L-3', 'L-2']);
    expect(await listed({ taxExempt: true })).toEqual(['L-2']);
    expect(await listed({ sort: 'enrollment' })).toEqual(['L-3', 'L-1', 'L-2']);
    expect(await listed({ inSource: true })).toEqual([]);
    expect(await listed({ status: ['inactive'] })).toEqual([]);
    expect(await test.ask.schools.getRegions({ query: { search: 'nor' } })).toEqual([
      { value: 'North', label: 'North' },
    ]);
    const wrong = await getRefusal(test.owner.schools.list({ query: { state: 'XX' as 'MN' } }));
    expect(wrong).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('keep their identifier once they have a fair', async () => {
    const school = await add({ identifier: 'MISTYPED' });
    const params = { id: school.id };
    const { data } = await test.owner.schools.update({
      params,
      body: { identifier: 'TYPED', version: 1 },
    });
    expect(data.identifier).toBe('TYPED');
    const fair = await plannedFair(test, 'FIXED');
    const fixed = await read(fair.schoolId);
    expect(fixed.fairs).toBe(1);
    const refusal = await getRefusal(
      test.owner.schools.update({
        params: { id: fixed.id },
        body: { identifier: 'MOVED', version: fixed.version },
      }),
    );
    expect(refusal.errors).toEqual({
      identifier: 'The identifier is fixed: 1 fair of this school uses it.',
    });
  });

  it('are deactivated only if nothing there is open, and are then no option', async () => {
    const fair = await plannedFair(test, 'CLOSING');
    const params = { id: fair.schoolId };
    const refusal = await getRefusal(
      test.owner.schools.changeStatus({ params, body: { status: 'inactive' } }),
    );
    expect(refusal).toMatchObject({
      code: 'IN_USE',
      message: 'School CLOSING still has 1 fair not closed out.',
      reasons: [{ code: 'FAIRS_OPEN', count: 1, link: `/fairs?schoolId=${fair.schoolId}` }],
    });
    await test.owner.fairs.delete({ params: { id: fair.id } });
    const change = (status: 'active' | 'inactive') =>
      test.owner.schools.changeStatus({ params, body: { status } });
    const { data, message } = await change('inactive');
    expect(message).toBe('School deactivated.');
    expect(data).toMatchObject({ status: 'inactive', version: 2 });
    expect((await change('inactive')).data.version).toBe(2);
    const options = async () =>
      (await test.ask.schools.getSchools({ query: { search: 'CLOSING' } })).length;
    expect(await options()).toBe(0);
    await change('active');
    expect(await options()).toBe(1);
  });

  it('leave the fields that a sync delivers to the source, and take the others', async () => {
    await source.write('schools.csv', [
      SCHOOLS,
      'SYNCED,Synced School,1 Lake Rd,Ada,MI,49301,,100,America/Detroit',
    ]);
    await runSync(test.owner, 'schools');
    const synced = await byIdentifier('SYNCED');
    expect(synced).toMatchObject({ inSource: true });
    expect(synced.sourceFields).toEqual([
      'identifier',
      'name',
      'address',
      'city',
      'state',
      'zip',
      'phone',
      'timeZone',
      'enrollment',
    ]);
    const update = (body: object) =>
      test.owner.schools.update({
        params: { id: synced.id },
        body: { version: synced.version, ...body },
      });
    expect((await getRefusal(update({ city: 'Lowell', enrollment: 99 }))).errors).toEqual({
      city: 'City comes from the source system. Change it there.',
      enrollment: 'Enrollment comes from the source system. Change it there.',
    });
    const { data } = await update({ city: 'Ada', coordinatorName: 'Ivy Vannick', notes: 'Dock B' });
    expect(data).toMatchObject({ coordinatorName: 'Ivy Vannick', notes: 'Dock B' });
    await runSync(test.owner, 'schools');
    expect(await read(synced.id)).toEqual(data);
  });

  it('added by hand belong to the source from its next file on, with what it lacks', async () => {
    const added = await add({ identifier: 'By-Hand', city: 'Lowell', notes: 'Kept' });
    await source.write('schools.csv', ['identifier,name', 'BY-HAND,Of the source']);
    const { files } = await runSync(test.owner, 'schools');
    expect(files).toMatchObject([{ created: 0, updated: 1 }]);
    expect(await read(added.id)).toMatchObject({
      identifier: 'By-Hand',
      name: 'Of the source',
      city: 'Lowell',
      address: lakeview.address,
      notes: 'Kept',
      sourceFields: ['identifier', 'name'],
    });
    expect((await runSync(test.owner, 'schools')).files).toMatchObject([{ unchanged: 1 }]);
  });
});
