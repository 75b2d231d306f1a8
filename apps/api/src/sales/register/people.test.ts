import type { DeviceProof } from '@pos/contract/sales/register-session';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { changeFair } from '#testing/calls/records.ts';
import { getActions } from '#testing/calls/reading.ts';
import { newDevice } from '#testing/selling/new-records.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { registerStaff, WORKS } from '#testing/selling/register-staff.ts';
import { openFair, SECRET_CODE } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('pos/people', async () => {
  let tablets = 0;
  const test = await startTestApp();
  const floor = await openFair(test);
  const staff = registerStaff(floor);
  const day = today('America/Detroit');
  const people = async (body: DeviceProof) => (await test.client().register.people({ body })).data;
  /** Adds a tablet with a pairing code. */
  const tablet = async () => {
    const deviceId = `WHO-${++tablets}`;
    const { id } = await test.ask.devices.add({ body: newDevice(deviceId) });
    const { pairingCode } = await test.ask.devices.pairingCode({ params: { id } });
    return { id, deviceId, pairingCode };
  };

  it('gives a tablet its key for a pairing code alone; the key logs people in by their ID', async () => {
    const { id, deviceId, pairingCode } = await tablet();
    const { deviceKey, device, fairs } = await people({ deviceId, pairingCode });
    expect(device).toEqual({ id, deviceId, name: expect.any(String), lastEpoch: 0 });
    expect((await people({ deviceId, pairingCode })).deviceKey).toBe(deviceKey);
    const here = fairs.find(({ identifier }) => identifier === floor.fair.identifier)!;
    const casey = here.people.find(({ name }) => name === 'Casey Cashier')!;
    expect(casey).toEqual({
      id: floor.cashierId,
      kind: 'admin',
      name: 'Casey Cashier',
      initial: 'C',
      approves: true,
    });
    const login = { deviceId, adminId: casey.id, secretCode: SECRET_CODE };
    const session = await test.client().register.login({
      body: { ...login, deviceKey: deviceKey!, fairIdentifier: here.identifier },
    });
    expect(session.data).toMatchObject({ mode: 'sell', fair: { id: here.id } });
    expect(session.data).not.toHaveProperty('deviceKey');
    // Its first use has ended the code.
    await expectRefusal(people({ deviceId, pairingCode }), 'INVALID_CREDENTIALS');
    expect(await people({ deviceId, deviceKey: deviceKey! })).not.toHaveProperty('deviceKey');
    const paired = (await getActions(test, 'device', id)).filter(
      (each) => each === 'device.paired',
    );
    expect(paired).toHaveLength(1);
  });

  it('tells a new tablet the highest epoch in which its device has sold', async () => {
    const { id, deviceId, pairingCode } = await tablet();
    const { deviceKey } = await people({ deviceId, pairingCode });
    const key = { deviceId, deviceKey: deviceKey! };
    await test.db
      .insertInto('deviceEpochs')
      .values([3, 20, 7].map((epoch) => ({ deviceId: id, epoch })))
      .execute();
    expect((await people(key)).device.lastEpoch).toBe(20);
  });

  it('lists planned fairs of today, other fairs of today, then planned ones not closed out', async () => {
    const planned = await openFair(test);
    const [later, past, closed, elsewhere] = await Promise.all(
      (['LATER', 'PAST', 'CLOSED', 'ELSEWHERE'] as const).map((school, at) => {
        const startDate = addDays(day, [30, -60, -40, 40][at]!);
        return plannedFair(test, school, { startDate, endDate: addDays(startDate, 4) });
      }),
    );
    const { id, deviceId, pairingCode } = await tablet();
    for (const fair of [planned.fair, later!, past!, closed!])
      await changeFair(test, fair, { deviceIds: [id] });
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', closed!.id)
      .execute();
    const { fairs } = await people({ deviceId, pairingCode });
    expect(
      fairs.map(({ identifier, planned: plan, today: now }) => [identifier, plan, now]),
    ).toEqual([
      [planned.fair.identifier, true, true],
      [floor.fair.identifier, false, true],
      [later!.identifier, true, false],
      [past!.identifier, true, false],
    ]);
    expect(fairs.map((fair) => fair.id)).not.toContain(elsewhere!.id);
    expect(fairs[0]).toMatchObject({
      sellingFrom: addDays(planned.fair.startDate, -5),
      sellingTo: addDays(planned.fair.endDate, 5),
    });
  });

  it('names the coordinator of the school for help, or the company if they left no number', async () => {
    const { id, deviceId, pairingCode } = await tablet();
    await changeFair(test, floor.fair, { deviceIds: [id] });
    const help = async () =>
      (await people({ deviceId, pairingCode })).fairs.find((each) => each.id === floor.fair.id)!
        .help;
    expect(await help()).toBeUndefined();
    const company = { companyName: 'Acme Book Fairs', supportPhone: '(555) 010-0142' };
    await test.db.updateTable('settings').set(company).execute();
    expect(await help()).toEqual({ name: 'Acme Book Fairs', phone: '(555) 010-0142' });
    await test.db
      .updateTable('schools')
      .set({ coordinatorName: 'Maria Lopez', coordinatorPhone: '(555) 010-0199' })
      .where('identifier', '=', floor.fair.schoolIdentifier)
      .execute();
    expect(await help()).toEqual({ name: 'Maria Lopez', phone: '(555) 010-0199' });
  });

  it('names exactly the people whom a login with their code lets sell', async () => {
    const [worker, idler, gone, codeless] = [
      await staff.hire(WORKS),
      await staff.hire([]),
      await staff.hire(WORKS),
      await staff.hire(WORKS),
    ];
    await gone.deactivate();
    await test.db
      .updateTable('admins')
      .set({ secretCodeHash: null })
      .where('id', '=', codeless.id)
      .execute();
    const [here, stray] = [await tablet(), await tablet()];
    await staff.plan([here.id]);
    const namesAt = async ({ deviceId, pairingCode }: typeof here) => {
      const { fairs } = await people({ deviceId, pairingCode });
      const fair = fairs.find((each) => each.id === floor.fair.id)!;
      return fair.people.map(({ id }) => id);
    };
    const planned = await namesAt(here);
    expect(planned).toContain(worker.id);
    for (const { id } of [idler, gone, codeless]) expect(planned).not.toContain(id);
    // An unplanned device is for the fair's admin and editors of Fairs only.
    expect(await namesAt(stray)).not.toContain(worker.id);
  });

  it('tells strangers nothing, and limits them by address like pos/login', async () => {
    const { id, deviceId, pairingCode } = await tablet();
    const from = (remoteAddress: string, payload: DeviceProof) =>
      test.app.inject({ method: 'POST', url: '/v1/pos/people', remoteAddress, payload });
    const wrong = [
      { deviceId },
      { deviceId: 'NOWHERE' },
      { deviceId, deviceKey: 'another' },
      { deviceId, pairingCode: '00000000' },
    ];
    const answers = [];
    for (let round = 0; round < 13; round++)
      for (const body of wrong) answers.push(await from('203.0.113.40', body));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(50);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
    const texts = new Set(
      answers.slice(0, 4).map((each) => each.json<{ message: string }>().message),
    );
    expect(texts.size).toBe(1);
    // Wrong codes have ended the right one there, and nowhere else.
    expect((await from('203.0.113.41', { deviceId, pairingCode })).statusCode).toBe(200);
    await test.owner.devices.forgetPairing({ params: { id } });
    await expectRefusal(people({ deviceId, pairingCode }), 'INVALID_CREDENTIALS');
  });
});
