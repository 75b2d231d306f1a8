import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClient } from '@pos/contract/client';
import type { FairDetails } from '@pos/contract/fairs';
import type { Duty, PermissionEntry } from '@pos/contract/permissions';
import { registerApi } from '@pos/contract/register';
import type { RegisterSession } from '@pos/contract/register-session';
import { afterAll, describe, expect, it } from 'vitest';
import { pairRegister } from '#testing/open-register.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { openFair } from '#testing/sales-floor.ts';
import { SECRET_KEY, startTestApp } from '#testing/test-app.ts';

const CODE = '1212';
const EDIT_FAIRS: PermissionEntry[] = [{ name: 'Fairs', read_only: true, edit: true }];
const API_PROCESS = fileURLToPath(new URL('../../../testing/api-process.ts', import.meta.url));

/** Staff work at one process, registers at the other; both keep what they may in memory. */
describe('a register at one process', async () => {
  let people = 0;

  const end = async () => {
    if (other.exitCode !== null || other.signalCode !== null) return;
    const exited = once(other, 'exit');
    other.kill();
    await exited;
  };
  afterAll(end);

  const hire = async (duties: Duty[], rights = EDIT_FAIRS) => {
    const number = ++people;
    const { data: role } = await test.owner.roles.add({
      body: {
        name: `Role ${number}`,
        description: 'Of the test.',
        rights,
        duties,
      },
    });
    const person = {
      firstName: 'Robin',
      lastName: 'Reyes',
      email: `robin.${number}@example.com`,
      countryCode: '+1' as const,
      phone: '5551234567',
      roleId: role.id,
    };
    const { data: admin } = await test.owner.admins.add({ body: { ...person, secretCode: CODE } });
    return { admin, person, role };
  };
  /** Plans a fair for these devices, and for an admin if one is named. */
  const plan = async ({ id }: FairDetails, deviceIds: string[], adminId = test.ownerId) => {
    const { data: fair } = await test.owner.fairs.getById({ params: { id } });
    const { schoolIdentifier, name, address, startDate, endDate, packageOption, version } = fair;
    const body = { schoolIdentifier, name, address, startDate, endDate, packageOption, version };
    await test.owner.fairs.update({
      params: { id },
      body: { ...body, salesTaxRate: 8.25, adminId, deviceIds },
    });
  };
  /** Logs a person in on a new device and works at the other process, which has answered it. */
  const work = async (adminId: string, { isPlanned = false } = {}) => {
    const deviceId = `TWO-${++people}`;
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
    if (isPlanned) await plan(floor.fair, [device.id]);
    const login = { deviceId, adminId, secretCode: CODE };
    const session = await pairRegister(test, device.id, {
      ...login,
      fairIdentifier: floor.fair.identifier,
    });
    const { deviceKey } = session;
    const pos = atOtherProcess(session);
    expect(await modeOf(pos)).toBe('sell');
    await pos.students();
    /** Logs the same person in again on the device, at the other process. */
    const logInAt = async (fair: FairDetails) => {
      const body = { ...login, deviceKey, fairIdentifier: fair.identifier };
      return (await atOtherProcess().login({ body })).data;
    };
    return { device, pos, logInAt };
  };
  const atOtherProcess = (session?: RegisterSession) =>
    createClient({ pos: registerApi }, (path, init) => {
      const headers = new Headers(init.headers);
      if (session) headers.set('authorization', `Bearer ${session.token.token}`);
      return fetch(`${otherAddress}${path}`, { ...init, headers });
    }).pos;
  const modeOf = async (pos: ReturnType<typeof atOtherProcess>) =>
    (await pos.heartbeat({ body: { appVersion: '1', unsentOrders: 0 } })).data.mode;
  const ended = { status: 401, code: 'TOKEN_INVALID' };

  const test = await startTestApp({ identityCacheMs: 60_000 });
  const floor = await openFair(test);
  const child = spawn(process.execPath, [API_PROCESS], {
    env: { ...process.env, DATABASE_URL: test.url, SECRET_KEY, DATA_DIR: test.dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const other = child;
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const otherAddress = line.toString().trim();
  test.atEnd(end);

  it('is out at its next request after another process has forgotten its pairing', async () => {
    const { device, pos } = await work((await hire(['work_register'])).admin.id);
    await test.owner.devices.forgetPairing({ params: { id: device.id } });
    expect(await getRefusal(pos.students())).toMatchObject(ended);
    expect(await getRefusal(modeOf(pos))).toMatchObject(ended);
  });

  it('is out at its next request after another process has changed the secret code', async () => {
    const { admin, person } = await hire(['work_register']);
    const { pos } = await work(admin.id);
    await test.owner.admins.update({
      params: { id: admin.id },
      body: { ...person, secretCode: '9876', version: admin.version },
    });
    expect(await getRefusal(pos.students())).toMatchObject(ended);
    expect(await getRefusal(modeOf(pos))).toMatchObject(ended);
  });

  it('only delivers after another process has taken the duty or the device away', async () => {
    const { admin, role } = await hire(['work_register'], []);
    const { pos } = await work(admin.id, { isPlanned: true });
    const { name, description, rights } = role;
    const update = (duties: Duty[], version: number) =>
      test.owner.roles.update({
        params: { id: role.id },
        body: { name, description, rights, duties, version },
      });
    const { data: changed } = await update([], role.version);
    expect(await getRefusal(pos.students())).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await modeOf(pos)).toBe('deliver');
    await update(['work_register'], changed.version);
    expect(await modeOf(pos)).toBe('sell');
    await test.owner.admins.changeStatus({
      params: { id: admin.id },
      body: { status: 'inactive' },
    });
    expect(await modeOf(pos)).toBe('deliver');
  });

  it('only delivers after another process has planned its device for another fair', async () => {
    const { admin } = await hire(['work_register'], []);
    const next = await plannedFair(test, 'NEXT');
    const { device, pos, logInAt } = await work(admin.id, { isPlanned: true });
    expect((await logInAt(next)).mode).toBe('deliver');
    await plan(floor.fair, []);
    await plan(next, [device.id]);
    expect(await getRefusal(pos.students())).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await modeOf(pos)).toBe('deliver');
    const session = await logInAt(next);
    expect(session.mode).toBe('sell');
    await plan(next, []);
    expect(await modeOf(atOtherProcess(session))).toBe('deliver');
    await plan(floor.fair, [device.id]);
    expect(await modeOf(pos)).toBe('sell');
    expect((await logInAt(floor.fair)).mode).toBe('sell');
  });

  it('only delivers after another process has given its fair to another admin', async () => {
    const { admin } = await hire(['work_register'], []);
    await plan(floor.fair, [], admin.id);
    const { pos } = await work(admin.id);
    await plan(floor.fair, []);
    expect(await getRefusal(pos.students())).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await modeOf(pos)).toBe('deliver');
  });
});
