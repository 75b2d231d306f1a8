import type { NewSchool, SchoolsQuery } from '@pos/contract/fairs/schools';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { fairCells, uploadDesk } from '#testing/selling/inventory-file.ts';
import { newSchool } from '#testing/selling/new-records.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { SCHOOLS } from '#testing/selling/source-folder.ts';
import { openSyncDesk } from '#testing/selling/sync-desk.ts';

const lakeview = newSchool('LAKEVIEW', { name: 'Lakeview Elementary' });

const UNKNOWN_STATE = 'Choose a state from the list, such as MN for Minnesota.';

describe('school records', async () => {
  const { test, source, sync } = await openSyncDesk();
  const add = (changes: Partial<NewSchool>) =>
    test.ask.schools.add({ body: { ...lakeview, ...changes } });
  const read = (id: string) => test.ask.schools.getById({ params: { id } });
  const update = (id: string, version: number, changes: object) =>
    test.ask.schools.update({ params: { id }, body: { ...changes, version } });
  const setStatus = (id: string, status: 'active' | 'inactive') =>
    test.owner.schools.changeStatus({ params: { id }, body: { status } });

  const readState = async (search: string) =>
    (await test.ask.schools.list({ query: { search } })).results[0]?.state;

  it('keep contacts, region, terms and notes, and record each change', async () => {
    const contacts = [{ name: 'Ada Quill', role: 'Librarian', email: 'ada@example.org' }];
    const terms = { region: 'West', paymentTerms: 'Net 30', notes: 'Dock B\n2' };
    const { id, ...added } = await add({ contacts, ...terms });
    expect(added).toMatchObject({
      contacts: [{ ...contacts[0], phone: '' }],
      ...terms,
      inSource: false,
      sourceFields: [],
      fairs: 0,
    });
    const ruled = await add({ identifier: 'RULED', studentRetentionMonths: 36 });
    const rule = { query: {}, params: { id: ruled.id } };
    expect(await test.ask.studentData.get(rule)).toMatchObject({ months: 36 });
    expect((await readActivity(test, 'school', ruled.id))[0]).toMatchObject({
      action: 'school.added',
      changes: { studentRetentionMonths: { from: null, to: 36 } },
    });
    const changes = { city: 'Lowell', contacts: [], enrollment: 353 };
    const { data, message } = await test.owner.schools.update({
      params: { id },
      body: { ...changes, version: added.version },
    });
    expect(message).toBe('School updated.');
    expect(data).toMatchObject({ name: lakeview.name, ...changes, region: 'West', version: 2 });
    const [entry] = await readActivity(test, 'school', id);
    expect(entry?.action).toBe('school.updated');
    expect(entry?.changes).toEqual({
      city: { from: 'Ada', to: 'Lowell' },
      contacts: expect.anything(),
      enrollment: { from: null, to: 353 },
    });
  });

  it('refuse bad contacts and a taken identifier, each on its field', async () => {
    const contact = { name: 'Ada Quill', role: '', email: '', phone: '' };
    const bad = (contacts: NewSchool['contacts']) => add({ identifier: 'BAD', contacts });
    await expectErrors(bad([{ ...contact, name: '', email: 'ada' }]), {
      'contacts.0.name': "Enter the person's name.",
      'contacts.0.email': 'Invalid email address',
    });
    const many = Array.from({ length: 11 }, () => contact);
    await expectErrors(bad(many), { contacts: 'Add at most 10 contacts.' });
    const { id } = await add({ identifier: 'OTHER' });
    const taken = { identifier: 'This school identifier is already in use.' };
    await expectErrors(update(id, 1, { identifier: 'lakeview' }), taken);
    await expectRefusal(update(test.ownerId, 1, {}), 'NOT_FOUND');
  });

  it('list by text, state, region and exemption, in the order asked for', async () => {
    await add({ identifier: 'L-1', name: 'Listed Oak', city: 'Ely', state: 'MN', region: 'North' });
    await add({ identifier: 'L-2', name: 'Listed Elm', city: 'Eden', taxExempt: true, region: '' });
    await add({ identifier: 'L-3', name: 'Listed Ash', city: 'Ely', state: 'MN', enrollment: 9 });
    for (const [query, found] of [
      [{}, ['L-3', 'L-2', 'L-1']],
      [{ search: 'ely' }, ['L-3', 'L-1']],
      [{ search: 'l-2' }, ['L-2']],
      [{ state: ['MN', 'NY'], sort: '-name' }, ['L-1', 'L-3']],
      [{ region: 'north' }, ['L-1']],
      [{ sort: '-region' }, ['L-1', 'L-3', 'L-2']],
      [{ taxExempt: true }, ['L-2']],
      [{ sort: 'enrollment' }, ['L-3', 'L-1', 'L-2']],
      [{ inSource: true }, []],
      [{ status: ['inactive'] }, []],
    ] satisfies [Partial<z.input<typeof SchoolsQuery>>, string[]][]) {
      const { results } = await test.ask.schools.list({ query: { search: 'Listed', ...query } });
      const identifiers = results.map(({ identifier }) => identifier);
      expect(identifiers, JSON.stringify(query)).toEqual(found);
    }
    expect(await test.ask.schools.getRegions({ query: { search: 'nor' } })).toEqual([
      { value: 'North', label: 'North' },
    ]);
    const wrong = test.owner.schools.list({ query: { state: 'XX' as 'MN' } });
    await expectRefusal(wrong, 'VALIDATION_FAILED');
  });

  it('keep their identifier once they have a fair', async () => {
    const { id } = await add({ identifier: 'MISTYPED' });
    const identifier = 'TYPED';
    expect(await update(id, 1, { identifier })).toMatchObject({ identifier });
    const fixed = await read((await plannedFair(test, 'FIXED')).schoolId);
    expect(fixed.fairs).toBe(1);
    await expectErrors(update(fixed.id, fixed.version, { identifier: 'MOVED' }), {
      identifier: 'The identifier is fixed: 1 fair of this school uses it.',
    });
  });

  it('are deactivated only if nothing there is open, and are then no option', async () => {
    const { id, schoolId } = await plannedFair(test, 'CLOSING');
    await expectRefusal(setStatus(schoolId, 'inactive'), 'IN_USE', {
      message: 'School CLOSING still has 1 fair not closed out.',
      reasons: [{ code: 'FAIRS_OPEN', count: 1, link: `/fairs?schoolId=${schoolId}` }],
    });
    await test.owner.fairs.delete({ params: { id } });
    const options = async () =>
      (await test.ask.schools.getSchools({ query: { search: 'CLOSING' } })).length;
    for (let times = 0; times < 2; times++)
      expect(await setStatus(schoolId, 'inactive')).toMatchObject({
        data: { status: 'inactive', version: 2 },
        message: 'School deactivated.',
      });
    expect(await options()).toBe(0);
    await setStatus(schoolId, 'active');
    expect(await options()).toBe(1);
  });

  it('accept a state by code or name, and refuse an unknown one', async () => {
    const given = ['MN', ' mn ', 'Minnesota', 'new  YORK', 'District of Columbia'];
    const added = await Promise.all(
      given.map((state, at) => add({ identifier: `STATE-${at}`, state })),
    );
    expect(added.map(({ state }) => state)).toEqual(['MN', 'MN', 'MN', 'NY', 'DC']);
    for (const state of ['Minn', 'XX', 'ZZ', '', 'M', 'constructor'])
      await expectErrors(add({ identifier: 'STATE-X', state }), { state: UNKNOWN_STATE });
  });

  it('get their state from a sync too, and a row with an unknown state is rejected', async () => {
    const row = (identifier: string, state: string) =>
      `${identifier},Synced School,1 Lake Rd,Ada,${state},55401,,100,America/Chicago`;
    const rows = [row('SY1', 'Minnesota'), row('SY2', 'XX'), row('SY3', '')];
    await source.write('schools.csv', [SCHOOLS, ...rows]);
    const { errors } = await sync('schools');
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining(UNKNOWN_STATE)]);
    expect(await readState('SY1')).toBe('MN');
    expect(await readState('SY3')).toBe('');
  });

  it('get their state from an uploaded fair whose address spells it out', async () => {
    await uploadDesk(test, 'fairs').upload([
      fairCells('UP1', '1 Oak St, Duluth, Minnesota 55802'),
      fairCells('UP2', '2 Oak St, Fargo, North Dakota 58102'),
      fairCells('UP3', '3 Oak St, Nowhere, XX 58102'),
    ]);
    expect(await Promise.all(['UP1', 'UP2', 'UP3'].map(readState))).toEqual(['MN', 'ND', '']);
  });
});
