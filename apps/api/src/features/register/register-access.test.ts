import type { Duty, PermissionEntry } from '@pos/contract/permissions';
import { registerApi } from '@pos/contract/register';
import { createClient } from '@pos/contract/client';
import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { pairRegister } from '#testing/open-register.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { openFair, orderOf } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

const CODE = '1212';
const EDIT_FAIRS: PermissionEntry[] = [{ name: 'Fairs', read_only: true, edit: true }];
const READ_ORDERS: PermissionEntry[] = [{ name: 'Orders', read_only: true, edit: false }];
const WORKS: Duty[] = ['work_register'];

describe('selling at a register', async () => {
  let people = 0;
  const test = await startTestApp();
  const floor = await openFair(test);
  await (await floor.logIn('SEED-1')).addStudent('S-1', 2_000);

  const hire = async ({ duties, rights = [] }: { duties: Duty[]; rights?: PermissionEntry[] }) => {
    const number = ++people;
    const { data: role } = await test.owner.roles.add({
      body: { name: `Role ${number}`, description: 'Of the test.', rights, duties },
    });
    const person = {
      firstName: 'Robin',
      lastName: 'Reyes',
      email: `robin.${number}@example.com`,
      countryCode: '+1' as const,
      phone: '5551234567',
    };
    const { data: admin } = await test.owner.admins.add({
      body: { ...person, roleId: role.id, secretCode: CODE },
    });
    return { ...admin, role };
  };
  const plan = async (deviceIds: string[], adminId = test.ownerId) => {
    const { data: fair } = await test.owner.fairs.getById({ params: { id: floor.fair.id } });
    const { schoolIdentifier, name, address, startDate, endDate, packageOption } = fair;
    const body = {
      schoolIdentifier,
      name,
      address,
      startDate,
      endDate,
      salesTaxRate: 8.25,
      adminId,
      packageOption,
      deviceIds,
      version: fair.version,
    };
    await test.owner.fairs.update({ params: { id: fair.id }, body });
  };
  /** Logs a person in at the fixture's fair on a new device. */
  const work = async (
    adminId: string,
    { isPlanned = false, fairIdentifier = floor.fair.identifier } = {},
  ) => {
    const deviceId = `WORK-${++people}`;
    const { data: device } = await test.owner.devices.add({
      body: {
        deviceId,
        name: deviceId,
        purchaseDate: '2025-01-01',
        warrantyDate: '2028-01-01',
        model: 1,
        adminId: null,
      },
    });
    if (isPlanned) await plan([device.id]);
    const session = await pairRegister(test, device.id, {
      deviceId,
      adminId,
      secretCode: CODE,
      fairIdentifier,
    });
    return {
      session,
      device,
      pos: createClient({ pos: registerApi }, test.send(session.token.token)).pos,
    };
  };
  type Register = Awaited<ReturnType<typeof work>>;
  const modeOf = async ({ pos }: Register) =>
    (await pos.heartbeat({ body: { appVersion: '1', unsentOrders: 0 } })).data.mode;

  it('shows no roster to a person without the duty, and credits no top-up from them', async () => {
    const nobody = await hire({ duties: [], rights: READ_ORDERS });
    const register = await work(nobody.id, { isPlanned: true });
    expect(register.session.mode).toBe('deliver');
    expect(await getRefusal(register.pos.students())).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(await getRefusal(register.pos.catalog())).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    const topUp = {
      clientPaymentId: uuidv4(),
      studentNumber: 'S-1',
      method: 3 as const,
      amountCents: 5_000,
      status: 'completed' as const,
      paidAt: new Date().toISOString(),
    };
    const { data } = await register.pos.payments({ body: { topUps: [topUp] } });
    expect(data.results).toEqual([
      { clientPaymentId: topUp.clientPaymentId, result: 'refused', reason: 'NOT_ALLOWED' },
    ]);
    expect(await floor.walletCents('S-1')).toBe(2_000);
  });

  it('is for a person with the duty where the device is planned, or at their own fair', async () => {
    const cashier = await hire({ duties: WORKS, rights: READ_ORDERS });
    expect((await work(cashier.id)).session.mode).toBe('deliver');
    expect((await work(cashier.id, { isPlanned: true })).session.mode).toBe('sell');
    const own = await plannedFair(test, 'OWN', { adminId: cashier.id });
    expect((await work(cashier.id, { fairIdentifier: own.identifier })).session.mode).toBe('sell');
    const other = await plannedFair(test, 'OTHER');
    expect((await work(cashier.id, { fairIdentifier: other.identifier })).session.mode).toBe(
      'deliver',
    );
  });

  it('is for those who may edit fairs at any fair, which includes the duty', async () => {
    const manager = await hire({ duties: [], rights: EDIT_FAIRS });
    expect((await work(manager.id)).session.mode).toBe('sell');
  });

  it('follows the plan and the duty at the next request, both ways', async () => {
    const cashier = await hire({ duties: WORKS });
    const register = await work(cashier.id, { isPlanned: true });
    expect(await modeOf(register)).toBe('sell');
    await plan([]);
    expect(await modeOf(register)).toBe('deliver');
    expect(await getRefusal(register.pos.students())).toMatchObject({ status: 403 });
    await plan([register.device.id]);
    expect(await modeOf(register)).toBe('sell');
    const { name, description, rights } = cashier.role;
    const update = (duties: Duty[], version: number) =>
      test.owner.roles.update({
        params: { id: cashier.role.id },
        body: { name, description, rights, duties, version },
      });
    const { data: role } = await update([], cashier.role.version);
    expect(await modeOf(register)).toBe('deliver');
    expect(await getRefusal(register.pos.students())).toMatchObject({ status: 403 });
    await update(WORKS, role.version);
    expect(await modeOf(register)).toBe('sell');
    await test.owner.admins.changeStatus({
      params: { id: cashier.id },
      body: { status: 'inactive' },
    });
    expect(await modeOf(register)).toBe('deliver');
  });

  it('accepts sales made before the duty was lost, and refuses one still on the counter', async () => {
    const cashier = await hire({ duties: WORKS });
    const register = await work(cashier.id, { isPlanned: true });
    await plan([]);
    const [sold, offered] = [
      orderOf(floor.fair, { sequence: 1 }),
      { ...orderOf(floor.fair, { sequence: 2 }), mode: 'online' as const },
    ];
    const { data } = await register.pos.orders({ body: { orders: [sold] } });
    expect(data.results).toMatchObject([{ result: 'accepted' }]);
    const { data: answer } = await register.pos.orders({ body: { orders: [offered] } });
    expect(answer.results).toMatchObject([{ result: 'refused', code: 'VALIDATION_FAILED' }]);
  });

  it('ends at the next request when the pairing is removed', async () => {
    const register = await work((await hire({ duties: WORKS })).id, { isPlanned: true });
    await test.owner.devices.forgetPairing({ params: { id: register.device.id } });
    expect(await getRefusal(register.pos.students())).toMatchObject({
      status: 401,
      code: 'TOKEN_INVALID',
    });
    expect(
      await getRefusal(register.pos.heartbeat({ body: { appVersion: '1', unsentOrders: 0 } })),
    ).toMatchObject({ status: 401 });
    const { deviceId, id } = register.device;
    await pairRegister(test, id, {
      deviceId,
      adminId: test.ownerId,
      secretCode: CODE,
      fairIdentifier: floor.fair.identifier,
    }).catch(() => undefined);
    expect(
      await getRefusal(register.pos.students()),
      'also once another tablet is paired',
    ).toMatchObject({ status: 401 });
  });

  it("ends at the next request when the person's secret code changes", async () => {
    const cashier = await hire({ duties: WORKS });
    const register = await work(cashier.id, { isPlanned: true });
    const { firstName, lastName, email, roleId, version } = cashier;
    const body = {
      firstName,
      lastName,
      email,
      countryCode: '+1' as const,
      phone: '5551234567',
      roleId,
      version,
    };
    const { data: stored } = await test.owner.admins.update({
      params: { id: cashier.id },
      body: { ...body, lastName: 'Reyes-Hart', secretCode: '****' },
    });
    expect(await modeOf(register)).toBe('sell');
    await test.owner.admins.update({
      params: { id: cashier.id },
      body: { ...body, secretCode: '9876', version: stored.version },
    });
    expect(await getRefusal(register.pos.students())).toMatchObject({
      status: 401,
      code: 'TOKEN_INVALID',
    });
    expect(
      await getRefusal(register.pos.heartbeat({ body: { appVersion: '1', unsentOrders: 0 } })),
    ).toMatchObject({ status: 401 });
  });
});
