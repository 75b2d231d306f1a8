import type { NewFair } from '@pos/contract/fair-changes';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('fairs', async () => {
  const test = await startTestApp();
  await test.owner.schools.add({
    body: {
      identifier: 'MI0001',
      name: 'Lakeview Elementary',
      address: '1 Lake Rd',
      city: 'Ada',
      state: 'mi',
      zip: '49301',
      timeZone: 'America/Detroit',
    },
  });
  const spring: NewFair = {
    schoolIdentifier: 'mi0001',
    name: 'Spring Book Fair',
    address: '1 Lake Rd, Ada',
    startDate: '2027-03-01',
    endDate: '2027-03-05',
    salesTaxRate: 8.875,
    adminId: test.ownerId,
    packageOption: 2,
  };

  it("plans a fair with its own identifier, the school's time zone and an exact tax rate", async () => {
    const { data } = await test.owner.fairs.add({ body: spring });
    expect(data).toMatchObject({
      identifier: 'MI0001-27-01',
      timeZone: 'America/Detroit',
      salesTaxRate: 8.875,
      salesTaxRatePpm: 88_750,
      phase: 'upcoming',
      closeOutState: 'open',
      status: 'active',
    });
    expect(
      (await test.ask.fairs.add({ body: { ...spring, name: 'Second Fair' } })).identifier,
    ).toBe('MI0001-27-02');
    expect(data.readiness.filter(({ done }) => !done).map(({ code }) => code)).toEqual([
      'dates',
      'devices',
      'inventory',
      'template',
      'publicPage',
    ]);
  });

  it('refuses a form with every sentence of the specification on its field', async () => {
    const refusal = await getRefusal(
      test.owner.fairs.add({
        body: {
          schoolIdentifier: '',
          name: 'S',
          address: ' ',
          startDate: '',
          endDate: '',
          salesTaxRate: 101,
          adminId: '',
          packageOption: 13 as never,
        },
      }),
    );
    expect(refusal.errors).toEqual({
      schoolIdentifier: 'Please select a school.',
      name: 'Fair name must have at least 2 characters.',
      address: 'Address is required.',
      startDate: 'Start date is required.',
      endDate: 'End date is required.',
      salesTaxRate: 'Sales tax rate must be between 0 and 100.',
      adminId: 'Please select a Admin.',
      packageOption: 'Please select a package.',
    });
    expect(
      (await getRefusal(test.owner.fairs.add({ body: { ...spring, endDate: '2027-02-28' } })))
        .errors,
    ).toEqual({ endDate: 'End date should not be before start date.' });
    expect(
      (
        await getRefusal(
          test.owner.fairs.add({
            body: { ...spring, name: 'S', salesTaxRate: 'eight' as never, endDate: '2027-02-28' },
          }),
        )
      ).errors,
    ).toEqual({
      name: 'Fair name must have at least 2 characters.',
      salesTaxRate: 'Sales tax rate must be a number.',
      endDate: 'End date should not be before start date.',
    });
    expect(
      (await getRefusal(test.owner.fairs.add({ body: { ...spring, schoolIdentifier: 'NOPE' } })))
        .errors,
    ).toEqual({ schoolIdentifier: 'School "NOPE" not found.' });
    expect(
      (await getRefusal(test.owner.fairs.add({ body: { ...spring, identifier: 'mi0001-27-01' } })))
        .errors,
    ).toEqual({ identifier: 'Fair "mi0001-27-01" already exists.' });
  });

  it('gives two fairs planned at once two identifiers', async () => {
    const both = await Promise.all(
      [1, 2, 3].map(() =>
        test.owner.fairs.add({
          body: { ...spring, startDate: '2028-03-01', endDate: '2028-03-02' },
        }),
      ),
    );
    expect(both.map(({ data }) => data.identifier).sort()).toEqual([
      'MI0001-28-01',
      'MI0001-28-02',
      'MI0001-28-03',
    ]);
  });

  it('refuses a save based on an earlier version and says who changed it', async () => {
    const { data: fair } = await test.owner.fairs.add({ body: { ...spring, name: 'Stale Fair' } });
    const save = (name: string) =>
      test.owner.fairs.update({
        params: { id: fair.id },
        body: { ...spring, name, version: fair.version },
      });
    expect((await save('Renamed Fair')).data).toMatchObject({
      name: 'Renamed Fair',
      version: fair.version + 1,
    });
    const refusal = await getRefusal(save('Renamed Again'));
    expect(refusal).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      changedBy: 'Account Owner',
      current: { name: 'Renamed Fair', version: fair.version + 1 },
    });
  });

  it("are found by part of their own or their school's name or identifier, counted and paged", async () => {
    const [north, south] = [
      await plannedFair(test, 'FINDN', { name: 'Spring 50% Reading Week' }),
      await plannedFair(test, 'FINDS', { name: 'Autumn Reading Days' }),
    ];
    const found = async (search: string, more: object = {}) => {
      const { results, totalResults } = await test.ask.fairs.list({
        query: { search, sort: 'name', ...more },
      });
      return [results.map(({ id }) => id), totalResults];
    };
    expect(await found('reading')).toEqual([[south.id, north.id], 2]);
    expect(await found('reading', { sort: 'relevance', page: 2 })).toEqual([[], 2]);
    expect(await found('0% r')).toEqual([[north.id], 1]);
    expect(await found('school finds')).toEqual([[south.id], 1]);
    expect(await found(north.identifier.toLowerCase())).toEqual([[north.id], 1]);
    expect(
      await found('findn', { status: ['active'], closeOut: 'open', phase: [north.phase] }),
    ).toEqual([[north.id], 1]);
    expect(await found('findn', { status: ['inactive'] })).toEqual([[], 0]);
  });

  it('are found by a whole identifier without those that only contain it', async () => {
    const whole = await plannedFair(test, 'WHOLE', { identifier: 'WHOLE-1', name: 'Whole Fair' });
    const longer = await plannedFair(test, 'LONGER', { identifier: 'WHOLE-11', name: 'Whole Two' });
    const found = async (search: string) =>
      (await test.ask.fairs.list({ query: { search, sort: 'name' } })).results.map(({ id }) => id);
    expect(await found('whole-1')).toEqual([whole.id]);
    expect(await found('WHOLE-')).toEqual([whole.id, longer.id]);
    expect(await found('Whole')).toEqual([whole.id, longer.id]);
  });

  it('plans devices for a fair and keeps them in a save that does not name them', async () => {
    const { data: device } = await test.owner.devices.add({
      body: {
        deviceId: 'REG-09',
        name: 'Gym',
        purchaseDate: '2026-01-01',
        warrantyDate: '2028-01-01',
        model: 2,
        adminId: null,
      },
    });
    const { data: fair } = await test.owner.fairs.add({
      body: { ...spring, name: 'Fair with a device', deviceIds: [device.id] },
    });
    const { data: saved } = await test.owner.fairs.update({
      params: { id: fair.id },
      body: { ...spring, name: 'Same devices', version: fair.version },
    });
    expect(saved.deviceIds).toEqual([device.id]);
    expect(
      (await getRefusal(test.owner.fairs.add({ body: { ...spring, deviceIds: [test.ownerId] } })))
        .errors,
    ).toEqual({ deviceIds: 'Choose devices that exist, each only once.' });
  });

  it('names the option of a select by its ID, whatever the search and status', async () => {
    const { data: fair } = await test.owner.fairs.add({
      body: { ...spring, name: 'Fair that is put away' },
    });
    await test.db
      .updateTable('fairs')
      .set({ status: 'inactive' })
      .where('id', '=', fair.id)
      .execute();
    const query = { id: fair.id, search: 'another name' };
    expect(await test.ask.fairs.getFairOptions({ query })).toMatchObject([
      { value: fair.id, label: 'Fair that is put away', state: 'inactive' },
    ]);
    expect(await test.ask.schools.getSchools({ query: { id: fair.schoolId } })).toMatchObject([
      { value: fair.schoolId, label: 'Lakeview Elementary' },
    ]);
    expect(await test.ask.admins.getAdmins({ query: { id: test.ownerId } })).toEqual([
      { value: test.ownerId, label: 'Account Owner', state: null },
    ]);
    expect(await test.ask.devices.getDevices({ query: { id: fair.id } })).toEqual([]);
    const body = {
      deviceId: 'GONE-1',
      name: 'Gone',
      purchaseDate: '2026-01-01',
      warrantyDate: '2028-01-01',
      model: 2 as const,
      adminId: null,
    };
    const { data: device } = await test.owner.devices.add({ body });
    await test.owner.devices.delete({ params: { id: device.id } });
    expect(await test.ask.devices.getDevices({ query: { id: device.id } })).toEqual([
      { value: device.id, label: 'GONE-1 · Gone', state: 'deleted' },
    ]);
    expect(await test.ask.devices.getDevices({ query: { search: 'GONE-1' } })).toEqual([]);
    const identifier = spring.schoolIdentifier.toLowerCase();
    expect(await test.ask.schools.getSchools({ query: { identifier } })).toMatchObject([
      { value: fair.schoolId, state: null },
    ]);
    expect(await test.ask.fairs.getFairOptions({ query: { search: 'put away' } })).toEqual([]);
  });

  it("lists overdue close-outs first, then live and upcoming fairs, and filters by phase in the fair's time zone", async () => {
    const day = today('America/Detroit');
    await test.owner.fairs.add({
      body: { ...spring, name: 'Live Fair', startDate: addDays(day, -1), endDate: day },
    });
    await test.owner.fairs.add({
      body: {
        ...spring,
        name: 'Ended Fair',
        startDate: addDays(day, -9),
        endDate: addDays(day, -1),
      },
    });
    const { data } = await test.owner.fairs.list({ query: { limit: 50 } });
    expect(data.results.slice(0, 2).map(({ name }) => name)).toEqual(['Ended Fair', 'Live Fair']);
    expect(data.results[2]?.phase).toBe('upcoming');
    const names = async (phase: 'live' | 'ended') =>
      (await test.ask.fairs.list({ query: { phase } })).results.map(({ name }) => name);
    expect(await names('live')).toEqual(['Live Fair']);
    expect(await names('ended')).toEqual(['Ended Fair']);
    expect(await test.ask.fairs.getFairOptions({ query: { search: 'Live' } })).toMatchObject([
      { label: 'Live Fair', schoolIdentifier: 'MI0001', phase: 'live' },
    ]);
  });

  it('are paged by relevance: to close out by age, then live, then upcoming by start', async () => {
    const day = today('America/Detroit');
    const school = (
      await plannedFair(test, 'PAGES', { startDate: addDays(day, 400), endDate: addDays(day, 401) })
    ).schoolId;
    const begins = [-1, -2, 3, 30, 2, 300, -9, -8, -300, -20, 90];
    for (const [index, days] of begins.entries())
      await plannedFair(test, `PAGE${index}`, {
        name: `Page of ${days}`,
        startDate: addDays(day, days),
        endDate: addDays(day, days + 3),
      });
    await test.db
      .updateTable('fairs')
      .set({ schoolId: school })
      .where('name', 'like', 'Page of %')
      .execute();
    const pages: string[] = [];
    for (const page of [1, 2, 3]) {
      const { results, totalResults } = await test.ask.fairs.list({
        query: { schoolId: school, limit: 10, page },
      });
      expect(totalResults).toBe(12);
      pages.push(...results.map(({ name }) => name));
    }
    expect(pages).toEqual([
      ...[-300, -20, -9, -8, -2, -1, 2, 3, 30, 90, 300].map((days) => `Page of ${days}`),
      'Fair PAGES',
    ]);
  });
});
