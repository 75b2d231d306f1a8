import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { openFair } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('the life of a fair', async () => {
  const test = await startTestApp();
  const actions = async (entityId: string) =>
    (await test.ask.activity.list({ query: { entity: 'fair', entityId } })).results.map(
      ({ action }) => action,
    );

  it('deactivates and reactivates a fair, and records both in its activity', async () => {
    const fair = await plannedFair(test, 'LIFE1');
    const change = (status: 'active' | 'inactive') =>
      test.owner.fairs.changeStatus({ params: { id: fair.id }, body: { status } });
    expect((await change('inactive')).data).toMatchObject({
      status: 'inactive',
      version: fair.version + 1,
    });
    expect((await change('inactive')).data.version).toBe(fair.version + 1);
    expect((await change('active')).data.status).toBe('active');
    expect(await actions(fair.id)).toEqual(['fair.activated', 'fair.deactivated', 'fair.added']);
  });

  it('asks before a live fair with orders today is deactivated', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('LIFE-1');
    await register.book();
    const change = (confirm?: boolean) =>
      test.owner.fairs.changeStatus({
        params: { id: floor.fair.id },
        body: { status: 'inactive', confirm },
      });
    expect(await getRefusal(change())).toMatchObject({
      status: 409,
      code: 'CONFIRMATION_NEEDED',
      warnings: [{ code: 'LIVE_WITH_ORDERS', count: 1 }],
    });
    expect((await test.ask.fairs.getById({ params: { id: floor.fair.id } })).status).toBe('active');
    expect((await change(true)).data.status).toBe('inactive');
  });

  it('deletes an unused fair, and names everything that blocks another one', async () => {
    const fair = await plannedFair(test, 'LIFE2');
    await test.owner.fairs.delete({ params: { id: fair.id } });
    expect(await getRefusal(test.owner.fairs.getById({ params: { id: fair.id } }))).toMatchObject({
      status: 404,
    });
    expect((await actions(fair.id))[0]).toBe('fair.deleted');

    const floor = await openFair(test);
    await (await floor.logIn('LIFE-2')).book();
    const refusal = await getRefusal(test.owner.fairs.delete({ params: { id: floor.fair.id } }));
    expect(refusal).toMatchObject({
      status: 409,
      code: 'IN_USE',
      reasons: [
        { code: 'ORDERS', text: '1 order', count: 1 },
        { code: 'STOCK', count: 4 },
      ],
    });
    expect(refusal.message).toBe(
      `${floor.fair.name} has 1 order, 4 stock movements. Deactivate it instead.`,
    );
  });

  it('warns of fairs on the same days with the same school, admin or device, unless one is inactive', async () => {
    const { data: device } = await test.owner.devices.add({
      body: {
        deviceId: 'CLASH-1',
        name: 'Gym',
        purchaseDate: '2026-01-01',
        warrantyDate: '2028-01-01',
        model: 2,
        adminId: null,
      },
    });
    const dates = { startDate: '2029-10-01', endDate: '2029-10-05', deviceIds: [device.id] };
    const first = await plannedFair(test, 'LIFE3', dates);
    const second = await plannedFair(test, 'LIFE4', {
      ...dates,
      startDate: '2029-10-05',
      endDate: '2029-10-09',
    });
    expect(first.warnings).toEqual([]);
    expect(second.warnings).toEqual([
      {
        code: 'ADMIN_CLASH',
        text: `Account Owner runs "Fair LIFE3" at School LIFE3 on the same days.`,
        link: `/fair-details/${first.id}`,
      },
      {
        code: 'DEVICE_CLASH',
        text: 'CLASH-1 is also planned for "Fair LIFE3" on the same days.',
        link: `/fair-details/${first.id}`,
      },
    ]);
    const { data: third } = await test.owner.fairs.add({
      body: {
        schoolIdentifier: 'LIFE4',
        name: 'Family Night',
        address: '1 Lake Rd',
        startDate: '2029-10-09',
        endDate: '2029-10-09',
        salesTaxRate: 6,
        adminId: test.ownerId,
        packageOption: 1,
      },
    });
    expect(third.warnings).toEqual([
      {
        code: 'SCHOOL_CLASH',
        text: '"Fair LIFE4" takes place at the same school on the same days.',
        link: `/fair-details/${second.id}`,
      },
    ]);

    const calendar = async () =>
      (await test.ask.fairs.calendar({ query: { from: '2029-10-05', to: '2029-10-31' } })).map(
        ({ id, clashes }) => [id, clashes.map(({ code }) => code)],
      );
    const planned = await test.owner.fairs.calendar({
      query: { from: '2029-10-05', to: '2029-10-31' },
    });
    expect(planned.data.map(({ id, adminId, devices }) => [id, adminId, devices.length])).toEqual([
      [first.id, first.adminId, first.deviceIds.length],
      [second.id, second.adminId, second.deviceIds.length],
      [third.id, third.adminId, third.deviceIds.length],
    ]);
    expect(await calendar()).toEqual([
      [first.id, ['ADMIN_CLASH', 'DEVICE_CLASH']],
      [second.id, ['ADMIN_CLASH', 'DEVICE_CLASH', 'SCHOOL_CLASH']],
      [third.id, ['SCHOOL_CLASH']],
    ]);
    await test.owner.fairs.changeStatus({
      params: { id: second.id },
      body: { status: 'inactive' },
    });
    expect(await calendar()).toEqual([
      [first.id, []],
      [second.id, []],
      [third.id, []],
    ]);
    expect(
      (
        await getRefusal(
          test.owner.fairs.calendar({ query: { from: '2029-10-05', to: '2030-10-05' } }),
        )
      ).errors,
    ).toEqual({ to: 'Ask for 1 to 190 days.' });
  });

  it("shows if it is upcoming, live or ended in the fair's own time zone", async () => {
    const zones = ['Pacific/Honolulu', 'America/Los_Angeles', 'America/New_York', 'Asia/Tokyo'];
    for (const [index, timeZone] of zones.entries()) {
      const identifier = `ZONE${index}`;
      const day = today(timeZone);
      await test.owner.schools.add({
        body: {
          identifier,
          name: `School ${identifier}`,
          address: '1 Lake Rd',
          city: 'Ada',
          state: 'MI',
          zip: '49301',
          timeZone,
        },
      });
      const phaseOf = async (startDate: string, endDate: string) =>
        (
          await test.ask.fairs.add({
            body: {
              schoolIdentifier: identifier,
              name: `Fair ${startDate}`,
              address: '1 Lake Rd',
              startDate,
              endDate,
              salesTaxRate: 6,
              adminId: test.ownerId,
              packageOption: 1,
            },
          })
        ).phase;
      expect([
        await phaseOf(addDays(day, 1), addDays(day, 1)),
        await phaseOf(day, day),
        await phaseOf(addDays(day, -1), addDays(day, -1)),
      ]).toEqual(['upcoming', 'live', 'ended']);
    }
  });
});
