import { describe, expect, it } from 'vitest';
import { jobTasks } from '#api/job-tasks.ts';
import { uploadFile } from '#testing/inventory-file.ts';
import { getRefusal } from '#testing/refusals.ts';
import { runJobs } from '#testing/run-jobs.ts';
import { runSync } from '#testing/run-sync.ts';
import { oneSource, SCHOOLS, sourceFolder } from '#testing/source-folder.ts';
import { OWNER, startTestApp } from '#testing/test-app.ts';
import { workbookOfRows } from '#testing/workbook.ts';

const SENTENCE = 'Choose a state from the list, such as MN for Minnesota.';

describe('schools', async () => {
  const source = await sourceFolder();
  const test = await startTestApp(oneSource(source.path));
  await runJobs(test, { tasks: jobTasks(test.db, oneSource(source.path)) });
  test.atEnd(() => source.drop());
  const add = (identifier: string, state: string) =>
    test.owner.schools.add({
      body: {
        identifier,
        name: 'Lakeview',
        address: '1 Lake Rd',
        city: 'Ada',
        state,
        zip: '55401',
      },
    });
  const stateOf = async (identifier: string) =>
    (
      await test.db
        .selectFrom('schools')
        .select('state')
        .where('identifier', '=', identifier)
        .executeTakeFirstOrThrow()
    ).state;

  it('accept a state by code or name, and refuse an unknown one', async () => {
    const given = ['MN', ' mn ', 'Minnesota', 'new  YORK', 'District of Columbia'];
    const added = await Promise.all(given.map((state, at) => add(`STATE-${at}`, state)));
    expect(added.map(({ data }) => data.state)).toEqual(['MN', 'MN', 'MN', 'NY', 'DC']);
    for (const state of ['Minn', 'XX', 'ZZ', '', 'M', 'constructor']) {
      expect((await getRefusal(add('STATE-X', state))).errors).toEqual({ state: SENTENCE });
    }
  });

  it('get their state from a sync too, and a row with an unknown state is rejected', async () => {
    const row = (identifier: string, state: string) =>
      `${identifier},Synced School,1 Lake Rd,Ada,${state},55401,,100,America/Chicago`;
    await source.write('schools.csv', [
      SCHOOLS,
      row('SY1', 'Minnesota'),
      row('SY2', 'XX'),
      row('SY3', ''),
    ]);
    const { errors } = await runSync(test.owner, 'schools');
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining(SENTENCE)]);
    expect(await stateOf('SY1')).toBe('MN');
    expect(await stateOf('SY3')).toBe('');
  });

  it('get their state from an uploaded fair whose address spells it out', async () => {
    const header = [
      'School Identifier',
      'School Name',
      'Fair Name',
      'Address',
      'Start Date',
      'End Date',
      'Sales Tax Rate',
      'Admin Email',
      'Package Option',
    ];
    const row = (identifier: string, address: string) => [
      identifier,
      'Uploaded School',
      'Fall fair',
      address,
      '10/12/2026',
      '10/16/2026',
      8.25,
      OWNER.email,
      '25P400',
    ];
    const file = await workbookOfRows([
      header,
      row('UP1', '1 Oak St, Duluth, Minnesota 55802'),
      row('UP2', '2 Oak St, Fargo, North Dakota 58102'),
      row('UP3', '3 Oak St, Nowhere, XX 58102'),
    ]);
    await uploadFile(test.owner, 'fairs', file, { fileName: 'fairs.xlsx', mode: 'commit' });
    expect(await Promise.all(['UP1', 'UP2', 'UP3'].map(stateOf))).toEqual(['MN', 'ND', '']);
  });
});
