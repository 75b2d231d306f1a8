import { describe, expect, it } from 'vitest';
import { expectErrors } from '#testing/calls/expectations.ts';
import { fairCells, uploadDesk } from '#testing/selling/inventory-file.ts';
import { newSchool } from '#testing/selling/new-records.ts';
import { SCHOOLS } from '#testing/selling/source-folder.ts';
import { openSyncDesk } from '#testing/selling/sync-desk.ts';

const SENTENCE = 'Choose a state from the list, such as MN for Minnesota.';

describe('schools', async () => {
  const { test, source, sync } = await openSyncDesk();
  const add = (identifier: string, state: string) =>
    test.ask.schools.add({ body: newSchool(identifier, { state }) });
  const readState = async (search: string) =>
    (await test.ask.schools.list({ query: { search } })).results[0]?.state;

  it('accept a state by code or name, and refuse an unknown one', async () => {
    const given = ['MN', ' mn ', 'Minnesota', 'new  YORK', 'District of Columbia'];
    const added = await Promise.all(given.map((state, at) => add(`STATE-${at}`, state)));
    expect(added.map(({ state }) => state)).toEqual(['MN', 'MN', 'MN', 'NY', 'DC']);
    for (const state of ['Minn', 'XX', 'ZZ', '', 'M', 'constructor'])
      await expectErrors(add('STATE-X', state), { state: SENTENCE });
  });

  it('get their state from a sync too, and a row with an unknown state is rejected', async () => {
    const row = (identifier: string, state: string) =>
      `${identifier},Synced School,1 Lake Rd,Ada,${state},55401,,100,America/Chicago`;
    const rows = [row('SY1', 'Minnesota'), row('SY2', 'XX'), row('SY3', '')];
    await source.write('schools.csv', [SCHOOLS, ...rows]);
    const { errors } = await sync('schools');
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining(SENTENCE)]);
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
