import { pbkdf2Sync } from 'node:crypto';
import type { Report } from '@pos/contract/reports/reports';
import type { RegisterLogin } from '@pos/contract/sales/register-session';
import { describe, expect, it } from 'vitest';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { changeFair } from '#testing/calls/records.ts';
import { newDevice } from '#testing/selling/new-records.ts';
import { openFair, refundOfOrder, makeTopUp, units } from '#testing/selling/sales-floor.ts';
import { TestRegister } from '#testing/selling/test-register.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('cashiers of a fair', async () => {
  let fairsOpened = 0;
  const test = await startTestApp();
  /** Opens a fair with cashiers, and a paired tablet that is planned for it. */
  const opened = async (...names: string[]) => {
    const floor = await openFair(test);
    const { fair } = floor;
    const deviceId = `VOL-${++fairsOpened}`;
    const { id } = await test.ask.devices.add({ body: newDevice(deviceId) });
    await changeFair(test, fair, { deviceIds: [id] });
    const { pairingCode } = await test.ask.devices.pairingCode({ params: { id } });
    const people = async (deviceKey?: string) => {
      const body = { deviceId, ...(deviceKey === undefined ? { pairingCode } : { deviceKey }) };
      return (await test.client().register.people({ body })).data;
    };
    const { deviceKey } = await people();
    const add = (...cashiers: { name: string; secretCode: string }[]) =>
      test.ask.cashiers.add({ params: { id: fair.id }, body: { cashiers } });
    const cashiers = await add(...names.map((name, at) => ({ name, secretCode: `777${at}` })));
    const login = async (changes: Partial<RegisterLogin>) =>
      (
        await test.client().register.login({
          body: {
            deviceId,
            deviceKey: deviceKey!,
            secretCode: '7770',
            fairIdentifier: fair.identifier,
            ...changes,
          },
        })
      ).data;
    const logIn = async (cashierId: string, secretCode = '7770') => {
      const session = await login({ cashierId, secretCode });
      return { session, register: new TestRegister(floor, id, deviceId, session.token.token) };
    };
    const here = async () =>
      (await people(deviceKey)).fairs.find((each) => each.id === fair.id)!.people;
    return { floor, fair, id, cashiers, add, login, logIn, here };
  };

  it('sell with a name and a code, and their orders and reports carry the name', async () => {
    const { floor, cashiers, logIn } = await opened('Vera Volunteer', 'Zoe Last');
    const { session, register } = await logIn(cashiers[0]!.id);
    expect(session).toMatchObject({
      mode: 'sell',
      cashier: { id: cashiers[0]!.id, name: 'Vera Volunteer' },
    });
    expect(session).not.toHaveProperty('admin');
    await register.pos.catalog();
    await register.pos.students();
    expect(await register.book()).toMatchObject({ cashierName: 'Vera Volunteer' });
    // Sold by another person before Vera logged in, and sent by her.
    expect(await register.book({ soldById: cashiers[1]!.id })).toMatchObject({
      cashierName: 'Zoe Last',
    });
    expect(await register.book({ soldById: floor.cashierId })).toMatchObject({
      cashierName: 'Casey Cashier',
    });
    // Nobody of this fair: the person who sends it.
    expect(await register.book({ soldById: floor.fair.id })).toMatchObject({
      cashierName: 'Vera Volunteer',
    });
    const { rows } = await floor.report('SALES_ORDER_PER_ITEM');
    expect(new Set(rows.map(({ cashierName }) => cashierName))).toEqual(
      new Set(['Vera Volunteer', 'Zoe Last', 'Casey Cashier']),
    );
    const { schoolIdentifier, identifier: fairIdentifier, startDate, endDate } = floor.fair;
    const query = { schoolIdentifier, fairIdentifier, startDate, endDate, byDevice: true };
    const daily = await test.ask.reports.run({ query: { reportType: 'DAILY_SALES', ...query } });
    const { devices } = daily as Extract<Report, { reportType: 'DAILY_SALES' }>;
    expect(devices![0]!.cashierNames).toEqual(['Casey Cashier', 'Vera Volunteer', 'Zoe Last']);
  });

  it('keep their name on an order that is held and then released', async () => {
    const { floor, cashiers, logIn } = await opened('Vera Volunteer', 'Zoe Last');
    const { register } = await logIn(cashiers[0]!.id);
    for (const [soldById, name] of [
      [undefined, 'Vera Volunteer'],
      [cashiers[1]!.id, 'Zoe Last'],
    ] as const) {
      const { sold, held } = await register.hold({ totalCents: 1, ...(soldById && { soldById }) });
      await floor.decide(held);
      expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({ cashierName: name });
    }
  });

  it('sell and do nothing else: no refund without an approval, no top-up, no cartons', async () => {
    const { cashiers, logIn } = await opened('Vera Volunteer');
    const { register } = await logIn(cashiers[0]!.id);
    await register.addStudent('V-1');
    const order = await register.book();
    const refund = refundOfOrder(order.sold, [units(1)]);
    await expectRefusal(
      register.pos.cartonScans({ body: { stage: 'delivery', codes: ['C01'] } }),
      'FORBIDDEN',
    );
    expect((await register.pos.refunds({ body: { refunds: [refund] } })).data).toMatchObject({
      results: [{ result: 'rejected', reason: 'APPROVAL_NEEDED' }],
    });
    expect(await register.pay(makeTopUp('V-1'))).toMatchObject([
      { result: 'refused', reason: 'NOT_ALLOWED' },
    ]);
  });

  it('log in only at their fair, on a device planned for it, while active', async () => {
    const { fair, cashiers, login, logIn, id } = await opened('Vera Volunteer');
    const other = await opened('Otto Other');
    const cashier = cashiers[0]!;
    await expectRefusal(
      other.login({ cashierId: cashier.id, secretCode: '7770' }),
      'INVALID_CREDENTIALS',
    );
    await expectRefusal(
      login({ cashierId: cashier.id, secretCode: '1111' }),
      'INVALID_CREDENTIALS',
    );
    await expectRefusal(login({}), 'VALIDATION_FAILED');
    const { register } = await logIn(cashier.id);
    const mode = async () =>
      (await register.pos.heartbeat({ body: { appVersion: '1', unsentOrders: 0 } })).data.mode;
    expect(await mode()).toBe('sell');
    await changeFair(test, fair, { deviceIds: [] });
    expect(await mode()).toBe('deliver');
    await changeFair(test, fair, { deviceIds: [id] });
    const change = (changes: object) =>
      test.ask.cashiers.update({
        params: { id: cashier.id },
        body: { name: cashier.name, status: 'active', version: cashier.version, ...changes },
      });
    await change({ status: 'inactive' });
    expect(await mode()).toBe('deliver');
    await change({ version: 2, secretCode: '2468' });
    await expectRefusal(mode(), 'TOKEN_INVALID');
    await logIn(cashier.id, '2468');
    await test.ask.cashiers.delete({ params: { id: cashier.id } });
    await expectRefusal(logIn(cashier.id, '2468'), 'INVALID_CREDENTIALS');
    expect(await test.ask.cashiers.list({ params: { id: fair.id } })).toEqual([]);
  });

  it('are locked after twenty wrong codes within an hour, and lock their device after five', async () => {
    const { cashiers, login, id } = await opened('Vera Volunteer', 'Zoe Last');
    const [vera, zoe] = cashiers.map((cashier) => cashier.id);
    const unlock = () =>
      test.db.updateTable('devices').set({ lockedUntil: null }).where('id', '=', id).execute();
    const guess = () => getRefusal(login({ cashierId: vera!, secretCode: '0000' }));
    for (let round = 0; round < 4; round++) {
      for (let tries = 1; tries <= 5; tries++) expect((await guess()).status).toBe(401);
      expect((await guess()).status).toBe(423);
      await unlock();
    }
    await expectRefusal(login({ cashierId: vera!, secretCode: '7770' }), 'DEVICE_LOCKED');
    expect((await login({ cashierId: zoe!, secretCode: '7771' })).mode).toBe('sell');
  });

  it('are listed for their device with a check of the code that needs no network', async () => {
    const { fair, cashiers, here, id } = await opened('Vera Volunteer', 'Zoe Last');
    const people = await here();
    const vera = people.find(({ name }) => name === 'Vera Volunteer')!;
    expect(vera).toMatchObject({ kind: 'cashier', initial: 'V' });
    expect(cashiers.map((cashier) => cashier.id)).toContain(vera.id);
    const { salt, iterations, hash } = vera.codeCheck!;
    const tried = (code: string) =>
      pbkdf2Sync(code, Buffer.from(salt, 'base64url'), iterations, 32, 'sha256').toString(
        'base64url',
      );
    expect(tried('7770')).toBe(hash);
    expect(tried('7771')).not.toBe(hash);
    expect(people.filter(({ kind }) => kind === 'admin').map((each) => each.codeCheck)).toEqual(
      people.filter(({ kind }) => kind === 'admin').map(() => undefined),
    );
    // The database alone gives no check.
    const stored = await test.db.selectFrom('cashiers').selectAll().execute();
    expect(stored.map((row) => row.codeCheck?.toString('base64url')).join()).not.toContain(hash);
    // Nor does a device that is inactive or elsewhere.
    await test.ask.devices.changeStatus({ params: { id }, body: { status: 'inactive' } });
    expect((await here()).filter(({ kind }) => kind === 'cashier')).toEqual([]);
    await test.ask.devices.changeStatus({ params: { id }, body: { status: 'active' } });
    await changeFair(test, fair, { deviceIds: [] });
    expect((await here()).filter(({ kind }) => kind === 'cashier')).toEqual([]);
  });

  it('are added all or none, each name once, at a fair that is not closed out', async () => {
    const { fair, floor, add } = await opened('Vera Volunteer');
    const refusal = await getRefusal(
      add(
        { name: 'Adam Able', secretCode: '1111' },
        { name: ' vera  volunteer'.replace('  ', ' '), secretCode: '2222' },
        { name: 'ADAM ABLE', secretCode: '3333' },
      ),
    );
    expect(refusal.errors).toEqual({
      'cashiers.1.name': 'This fair already has a cashier of this name.',
      'cashiers.2.name': 'This fair already has a cashier of this name.',
    });
    const sheet = Array.from({ length: 100 }, (_, at) => ({
      name: `Volunteer ${at}`,
      secretCode: '1234',
    }));
    await expectRefusal(add(...sheet), 'VALIDATION_FAILED');
    await floor.whileFinished(() =>
      expectRefusal(add({ name: 'Late Larry', secretCode: '1111' }), 'FAIR_FINISHED'),
    );
    expect(await test.ask.cashiers.list({ params: { id: fair.id } })).toHaveLength(1);
    const [entry] = await readActivity(test, 'fair', fair.id);
    expect(entry!.action).toBe('fair.cashiers_added');
    // Names only, no codes.
    expect(entry!.changes).toEqual({ cashiers: { from: [], to: ['Vera Volunteer'] } });
  });
});
