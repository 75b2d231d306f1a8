import { randomUUID } from 'node:crypto';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { newFair, newSchool, newDevice, toForm } from '#testing/selling/new-records.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { getActions, readActivity } from '#testing/calls/reading.ts';
import { openFair, refundOfOrder, SalesFloor, SECRET_CODE } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('the life of a fair', async () => {
  const test = await startTestApp();
  const change = (id: string, status: 'active' | 'inactive', confirm?: boolean) =>
    test.ask.fairs.changeStatus({ params: { id }, body: { status, confirm } });

  it('deactivates and reactivates a fair, and records both in its activity', async () => {
    const { id, version } = await plannedFair(test, 'LIFE1');
    const inactive = { status: 'inactive', version: version + 1 };
    expect(await change(id, 'inactive')).toMatchObject(inactive);
    expect(await change(id, 'inactive')).toMatchObject(inactive);
    expect((await change(id, 'active')).status).toBe('active');
    const actions = ['fair.activated', 'fair.deactivated', 'fair.added'];
    expect(await getActions(test, 'fair', id)).toEqual(actions);
  });

  it('asks before a live fair with orders today is deactivated', async () => {
    const floor = await openFair(test);
    await (await floor.logIn('LIFE-1')).book();
    const { id } = floor.fair;
    const warnings = [{ code: 'LIVE_WITH_ORDERS', count: 1 }];
    await expectRefusal(change(id, 'inactive'), 'CONFIRMATION_NEEDED', { warnings });
    expect((await floor.now()).status).toBe('active');
    expect((await change(id, 'inactive', true)).status).toBe('inactive');
  });

  const remove = (id: string) => test.owner.fairs.delete({ params: { id } });

  it('deletes an unused fair, and names everything that blocks another one', async () => {
    const { id } = await plannedFair(test, 'LIFE2');
    await remove(id);
    await expectRefusal(test.owner.fairs.getById({ params: { id } }), 'NOT_FOUND');
    expect((await getActions(test, 'fair', id))[0]).toBe('fair.deleted');

    const floor = await openFair(test);
    await (await floor.logIn('LIFE-2')).book();
    await expectRefusal(remove(floor.fair.id), 'IN_USE', {
      message: `${floor.fair.name} has 1 order, 4 stock movements. Deactivate it instead.`,
      reasons: [
        { code: 'ORDERS', text: '1 order', count: 1 },
        { code: 'STOCK', count: 4 },
      ],
    });
  });

  it('deletes a fair with nothing but an approval, and none where money was given back', async () => {
    const day = today('America/Detroit');
    const open = async (identifier: string) => {
      const dates = { startDate: day, endDate: addDays(day, 3) };
      const floor = await SalesFloor.at(test, await plannedFair(test, identifier, dates));
      return { floor, register: await floor.logIn(identifier) };
    };
    const { floor: idle, register } = await open('LIFE5');
    const who = { personId: idle.cashierId, secretCode: SECRET_CODE };
    const what = { kinds: ['discount' as const], clientOrderId: randomUUID(), amountCents: 100 };
    await register.pos.approvals({ body: { ...who, ...what } });
    await remove(idle.fair.id);
    await expectRefusal(idle.now(), 'NOT_FOUND');

    const { floor: owing, register: other } = await open('LIFE6');
    await other.handInRefunds(refundOfOrder({ clientOrderId: randomUUID() }));
    await expectRefusal(remove(owing.fair.id), 'IN_USE', {
      reasons: [{ code: 'HELD_REFUNDS', text: '1 held refund', count: 1 }],
    });
  });

  it('warns of fairs on the same days with the same school, admin or device, unless one is inactive', async () => {
    const device = await test.ask.devices.add({ body: newDevice('CLASH-1') });
    const dates = { startDate: '2029-10-01', endDate: '2029-10-05', deviceIds: [device.id] };
    const first = await plannedFair(test, 'LIFE3', dates);
    const next = { ...dates, startDate: '2029-10-05', endDate: '2029-10-09' };
    const second = await plannedFair(test, 'LIFE4', next);
    const night = { name: 'Family Night', startDate: '2029-10-09', endDate: '2029-10-09' };
    const third = await test.ask.fairs.add({ body: newFair(test, 'LIFE4', night) });
    expect(first.warnings).toEqual([]);
    await test.ask.fairs.update({
      params: { id: second.id },
      body: { ...toForm(second), deviceIds: [] },
    });
    await test.ask.fairs.update({
      params: { id: second.id },
      body: { ...toForm(second), deviceIds: [device.id], version: second.version + 1 },
    });
    const entries = await readActivity(test, 'fair', second.id);
    expect(entries.slice(0, 2).map(({ changes }) => changes)).toEqual([
      { devices: { from: [], to: ['CLASH-1'] } },
      { devices: { from: ['CLASH-1'], to: [] } },
    ]);
    const ofFirst = `/fair-details/${first.id}`;
    expect(second.warnings).toEqual([
      {
        code: 'ADMIN_CLASH',
        text: `Account Owner runs "Fair LIFE3" at School LIFE3 on the same days.`,
        link: ofFirst,
      },
      {
        code: 'DEVICE_CLASH',
        text: 'CLASH-1 is also planned for "Fair LIFE3" on the same days.',
        link: ofFirst,
      },
    ]);
    expect(third.warnings).toEqual([
      {
        code: 'SCHOOL_CLASH',
        text: '"Fair LIFE4" takes place at the same school on the same days.',
        link: `/fair-details/${second.id}`,
      },
    ]);

    const calendar = (to: string) => test.ask.fairs.calendar({ query: { from: '2029-10-05', to } });
    const clashes = async () =>
      (await calendar('2029-10-31')).map((fair) => fair.clashes.map(({ code }) => code));
    const planned = await calendar('2029-10-31');
    expect(planned.map(({ id, adminId, devices }) => [id, adminId, devices.length])).toEqual(
      [first, second, third].map(({ id, adminId, deviceIds }) => [id, adminId, deviceIds.length]),
    );
    expect(await clashes()).toEqual([
      ['ADMIN_CLASH', 'DEVICE_CLASH'],
      ['ADMIN_CLASH', 'DEVICE_CLASH', 'SCHOOL_CLASH'],
      ['SCHOOL_CLASH'],
    ]);
    await change(second.id, 'inactive');
    expect(await clashes()).toEqual([[], [], []]);
    await expectErrors(calendar('2030-10-05'), { to: 'Ask for 1 to 190 days.' });
  });

  it.each(['Pacific/Honolulu', 'America/Los_Angeles', 'America/New_York', 'Asia/Tokyo'])(
    "shows if it is upcoming, live or ended in the fair's own time zone %s",
    async (timeZone) => {
      const identifier = timeZone.replace(/\W/g, '').toUpperCase();
      await test.owner.schools.add({ body: newSchool(identifier, { timeZone }) });
      for (const [days, phase] of [
        [1, 'upcoming'],
        [0, 'live'],
        [-1, 'ended'],
      ] as const) {
        const day = addDays(today(timeZone), days);
        const body = newFair(test, identifier, { startDate: day, endDate: day });
        expect(await test.ask.fairs.add({ body })).toMatchObject({ phase });
      }
    },
  );
});
