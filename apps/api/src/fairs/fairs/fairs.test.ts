import type { NewFair } from '@pos/contract/fairs/fair-changes';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { expectErrors } from '#testing/calls/expectations.ts';
import { newFair, newSchool, newDevice } from '#testing/selling/new-records.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const DAY = today('America/Detroit');

describe('fairs', async () => {
  const test = await startTestApp();
  const lakeview = { name: 'Lakeview Elementary', state: 'mi' };
  await test.owner.schools.add({ body: newSchool('MI0001', lakeview) });
  const spring = newFair(test, 'mi0001', { name: 'Spring Book Fair', salesTaxRate: 8.875 });
  const add = (changes: { [Key in keyof NewFair]?: unknown } = {}) =>
    test.ask.fairs.add({ body: { ...spring, ...changes } as NewFair });
  const list = (query: object) => test.ask.fairs.list({ query });
  const options = (query: object) => test.ask.fairs.getFairOptions({ query });

  it("plans a fair with its own identifier, the school's time zone and an exact tax rate", async () => {
    const fair = await add();
    expect(fair).toMatchObject({
      identifier: 'MI0001-27-01',
      timeZone: 'America/Detroit',
      salesTaxRate: 8.875,
      salesTaxRatePpm: 88_750,
      phase: 'upcoming',
      closeOutState: 'open',
      status: 'active',
    });
    expect((await add({ name: 'Second Fair' })).identifier).toBe('MI0001-27-02');
    const toDo = fair.readiness.filter(({ done }) => !done).map(({ code }) => code);
    expect(toDo).toEqual(['dates', 'devices', 'inventory', 'template', 'publicPage']);
  });

  const ends = { endDate: 'End date should not be before start date.' };
  const tooShort = { name: 'Fair name must have at least 2 characters.' };
  it.each<[object, Record<string, string>]>([
    [
      {
        schoolIdentifier: '',
        name: 'S',
        address: ' ',
        startDate: '',
        endDate: '',
        salesTaxRate: 101,
        adminId: '',
        packageOption: 13,
      },
      {
        schoolIdentifier: 'Please select a school.',
        ...tooShort,
        address: 'Address is required.',
        startDate: 'Start date is required.',
        endDate: 'End date is required.',
        salesTaxRate: 'Sales tax rate must be between 0 and 100.',
        adminId: 'Please select a Admin.',
        packageOption: 'Please select a package.',
      },
    ],
    [{ endDate: '2027-02-28' }, ends],
    [
      { name: 'S', salesTaxRate: 'eight', endDate: '2027-02-28' },
      { ...tooShort, salesTaxRate: 'Sales tax rate must be a number.', ...ends },
    ],
    [{ schoolIdentifier: 'NOPE' }, { schoolIdentifier: 'School "NOPE" not found.' }],
    [{ identifier: 'mi0001-27-01' }, { identifier: 'Fair "mi0001-27-01" already exists.' }],
    [{ deviceIds: [test.ownerId] }, { deviceIds: 'Choose devices that exist, each only once.' }],
  ])('refuses a form with every sentence of the specification on its field: %j', (form, errors) =>
    expectErrors(add(form), errors),
  );

  it('gives two fairs planned at once two identifiers', async () => {
    const dates = { startDate: '2028-03-01', endDate: '2028-03-02' };
    const fairs = await Promise.all([add(dates), add(dates), add(dates)]);
    expect(fairs.map(({ identifier }) => identifier).sort()).toEqual([
      'MI0001-28-01',
      'MI0001-28-02',
      'MI0001-28-03',
    ]);
  });

  it("are found by part of their own or their school's name or identifier, counted and paged", async () => {
    const north = await plannedFair(test, 'FINDN', { name: 'Spring 50% Reading Week' });
    const south = await plannedFair(test, 'FINDS', { name: 'Autumn Reading Days' });
    const open = { status: ['active'], closeOut: 'open', phase: [north.phase] };
    for (const [query, fairs, totalResults] of [
      [{ search: 'reading' }, [south, north], 2],
      [{ search: 'reading', sort: 'relevance', page: 2 }, [], 2],
      [{ search: '0% r' }, [north], 1],
      [{ search: 'school finds' }, [south], 1],
      [{ search: north.identifier.toLowerCase() }, [north], 1],
      [{ search: 'findn', ...open }, [north], 1],
      [{ search: 'findn', status: ['inactive'] }, [], 0],
    ] as const)
      expect(await list({ sort: 'name', ...query }), JSON.stringify(query)).toMatchObject({
        totalResults,
        results: fairs.map(({ id }) => ({ id })),
      });
  });

  it('are found by a whole identifier without those that only contain it', async () => {
    const whole = await plannedFair(test, 'WHOLE', { identifier: 'WHOLE-1', name: 'Whole Fair' });
    const longer = await plannedFair(test, 'LONGER', { identifier: 'WHOLE-11', name: 'Whole Two' });
    for (const [search, ids] of [
      ['whole-1', [whole.id]],
      ['WHOLE-', [whole.id, longer.id]],
      ['Whole', [whole.id, longer.id]],
    ] as const) {
      const { results } = await list({ search, sort: 'name' });
      expect(results.map(({ id }) => id)).toEqual(ids);
    }
  });

  it('plans devices for a fair and keeps them in a save that does not name them', async () => {
    const device = await test.ask.devices.add({ body: newDevice('REG-09') });
    const deviceIds = [device.id];
    const { id, version } = await add({ name: 'Fair with a device', deviceIds });
    const body = { ...spring, name: 'Same devices', version };
    expect(await test.ask.fairs.update({ params: { id }, body })).toMatchObject({ deviceIds });
  });

  it('names the option of a select by its ID, whatever the search and status', async () => {
    const label = 'Fair that is put away';
    const { id, schoolId } = await add({ name: label });
    await test.owner.fairs.changeStatus({ params: { id }, body: { status: 'inactive' } });
    expect(await options({ id, search: 'another name' })).toMatchObject([
      { value: id, label, state: 'inactive' },
    ]);
    expect(await options({ search: 'put away' })).toEqual([]);
    const { schools, admins, devices } = test.ask;
    for (const query of [{ id: schoolId }, { identifier: 'mi0001' }])
      expect(await schools.getSchools({ query })).toMatchObject([
        { value: schoolId, label: 'Lakeview Elementary', state: null },
      ]);
    expect(await admins.getAdmins({ query: { id: test.ownerId } })).toEqual([
      { value: test.ownerId, label: 'Account Owner', state: null },
    ]);
    const gone = await devices.add({ body: newDevice('GONE-1', { name: 'Gone' }) });
    await devices.delete({ params: { id: gone.id } });
    expect(await devices.getDevices({ query: { id } })).toEqual([]);
    expect(await devices.getDevices({ query: { id: gone.id } })).toEqual([
      { value: gone.id, label: 'GONE-1 · Gone', state: 'deleted' },
    ]);
    expect(await devices.getDevices({ query: { search: 'GONE-1' } })).toEqual([]);
  });

  it("lists overdue close-outs first, then live and upcoming fairs, and filters by phase in the fair's time zone", async () => {
    const yesterday = addDays(DAY, -1);
    await add({ name: 'Live Fair', startDate: yesterday, endDate: DAY });
    await add({ name: 'Ended Fair', startDate: addDays(DAY, -9), endDate: yesterday });
    expect((await list({ limit: 50 })).results.slice(0, 3)).toMatchObject([
      { name: 'Ended Fair' },
      { name: 'Live Fair' },
      { phase: 'upcoming' },
    ]);
    for (const [phase, name] of [
      ['live', 'Live Fair'],
      ['ended', 'Ended Fair'],
    ])
      expect((await list({ phase })).results).toMatchObject([{ name }]);
    expect(await options({ search: 'Live' })).toMatchObject([
      { label: 'Live Fair', schoolIdentifier: 'MI0001', phase: 'live' },
    ]);
  });

  it('are paged by relevance: to close out by age, then live, then upcoming by start', async () => {
    const last = { startDate: addDays(DAY, 400), endDate: addDays(DAY, 401) };
    const { schoolId, schoolIdentifier } = await plannedFair(test, 'PAGES', last);
    for (const days of [-1, -2, 3, 30, 2, 300, -9, -8, -300, -20, 90])
      await add({
        schoolIdentifier,
        name: `Page of ${days}`,
        startDate: addDays(DAY, days),
        endDate: addDays(DAY, days + 3),
      });
    const pages: string[] = [];
    for (const page of [1, 2, 3]) {
      const { results, totalResults } = await list({ schoolId, limit: 10, page });
      expect(totalResults).toBe(12);
      pages.push(...results.map(({ name }) => name));
    }
    const inOrder = [-300, -20, -9, -8, -2, -1, 2, 3, 30, 90, 300];
    expect(pages).toEqual([...inOrder.map((days) => `Page of ${days}`), 'Fair PAGES']);
  });
});
