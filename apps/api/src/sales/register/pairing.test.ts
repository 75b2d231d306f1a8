import type { Device } from '@pos/contract/fairs/devices';
import type { RegisterLogin } from '@pos/contract/sales/register-session';
import { describe, expect, it } from 'vitest';
import { atOnce, expectRefusal } from '#testing/calls/expectations.ts';
import { newDevice } from '#testing/selling/new-records.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { getActions } from '#testing/calls/reading.ts';
import { openFair, SECRET_CODE } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const WRONG = '00000000';

describe('pairing codes', async () => {
  let tablets = 0;
  const test = await startTestApp();
  const floor = await openFair(test);
  const addDevice = () => test.ask.devices.add({ body: newDevice(`PAIR-${++tablets}`) });
  const makeCode = ({ id }: Device) => test.ask.devices.pairingCode({ params: { id } });
  const read = ({ id }: Device) => test.ask.devices.getById({ params: { id } });
  const toLogin = ({ deviceId }: Device, pairingCode?: string): RegisterLogin => ({
    deviceId,
    adminId: floor.cashierId,
    secretCode: SECRET_CODE,
    fairIdentifier: floor.fair.identifier,
    ...(pairingCode !== undefined && { pairingCode }),
  });
  const login = async (body: RegisterLogin) => (await test.client().register.login({ body })).data;
  const isWrong = (body: RegisterLogin) => expectRefusal(login(body), 'INVALID_CREDENTIALS');
  /** Adds a device and makes a code for it. */
  const coded = async () => {
    const device = await addDevice();
    return { device, ...(await makeCode(device)) };
  };
  const statusFrom = async (remoteAddress: string, payload: RegisterLogin) => {
    const request = { method: 'POST' as const, url: '/v1/pos/login', remoteAddress, payload };
    return (await test.app.inject(request)).statusCode;
  };

  it('are eight characters, end after 15 minutes, and are stored only as a hash', async () => {
    const { device, pairingCode, expiresAt } = await coded();
    expect(pairingCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThan(16);
    expect(await read(device)).toMatchObject({ paired: false, pairingCodeExpiresAt: expiresAt });
    const row = await test.db
      .selectFrom('devices')
      .selectAll()
      .where('id', '=', device.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(pairingCode);
    await test.db
      .updateTable('devices')
      .set({ pairingCodeExpiresAt: new Date(Date.now() - 1_000).toISOString() })
      .where('id', '=', device.id)
      .execute();
    await isWrong(toLogin(device, pairingCode));
    expect(await read(device)).toMatchObject({ paired: false, pairingCodeExpiresAt: null });
  });

  it('are required for an unpaired device; without one nobody gets in, and nothing is locked', async () => {
    const device = await addDevice();
    for (let tries = 1; tries <= 8; tries++) await isWrong(toLogin(device));
    await isWrong({ ...toLogin(device), deviceKey: 'of a forgotten pairing' });
    const { pairingCode } = await makeCode(device);
    expect((await login(toLogin(device, pairingCode))).mode).toBe('sell');
  });

  it('are read in lowercase, in two groups, and with O for 0', async () => {
    const { device, pairingCode } = await coded();
    const typed = ` ${pairingCode.slice(0, 4)}-${pairingCode.slice(4)} `
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    expect(await login(toLogin(device, typed))).toHaveProperty('deviceKey');
  });

  it('end for an address after five wrong ones from there, and for nobody else', async () => {
    const { device, pairingCode } = await coded();
    const wrong = toLogin(device, WRONG);
    for (let tries = 1; tries <= 8; tries++)
      expect(await statusFrom('203.0.113.20', wrong)).toBe(401);
    const right = toLogin(device, pairingCode);
    expect(await statusFrom('203.0.113.20', right)).toBe(401);
    expect(await statusFrom('203.0.113.21', right)).toBe(200);
    expect((await read(device)).paired).toBe(true);
  });

  it('work again from everywhere when staff make a new one', async () => {
    const { device, pairingCode } = await coded();
    for (const digit of '01234') await isWrong(toLogin(device, digit.repeat(8)));
    await isWrong(toLogin(device, pairingCode));
    const next = await makeCode(device);
    await isWrong(toLogin(device, pairingCode));
    expect((await login(toLogin(device, next.pairingCode))).mode).toBe('sell');
  });

  it('lock no person when wrong, at however many devices, and tell no device or fair', async () => {
    const devices = await Promise.all(Array.from({ length: 5 }, addDevice));
    const first = devices[0]!;
    const { pairingCode } = await makeCode(first);
    const wrong = toLogin(first, WRONG);
    const guesses = [
      { ...wrong, deviceId: 'NOWHERE' },
      { ...wrong, fairIdentifier: 'NOWHERE' },
      ...devices.flatMap((device) => Array.from({ length: 6 }, () => toLogin(device, WRONG))),
    ];
    for (const guess of guesses) expect(await statusFrom('203.0.113.22', guess)).toBe(401);
    expect(await statusFrom('203.0.113.23', toLogin(first, pairingCode))).toBe(200);
  });

  it('are limited by address when wrong, at unpaired devices as at paired ones', async () => {
    const { device, pairingCode } = await coded();
    const guess = () => statusFrom('203.0.113.24', toLogin(device, WRONG));
    for (let tries = 1; tries <= 50; tries++) expect(await guess()).toBe(401);
    expect(await guess()).toBe(429);
    expect(await statusFrom('203.0.113.25', toLogin(device, pairingCode))).toBe(200);
  });

  it('give the same key again after a lost answer, until that key has been used once', async () => {
    const { device, pairingCode } = await coded();
    const body = toLogin(device, pairingCode);
    const { deviceKey } = await login(body);
    expect((await login(body)).deviceKey).toBe(deviceKey);
    const keyed = await login({ ...toLogin(device), deviceKey: deviceKey! });
    expect(keyed).not.toHaveProperty('deviceKey');
    await isWrong(body);
    expect(await read(device)).toMatchObject({ paired: true, pairingCodeExpiresAt: null });
  });

  it('let all of 40 concurrent first logins in with one key, and lock neither device nor person', async () => {
    const { device, pairingCode } = await coded();
    const { done } = await atOnce(40, () => login(toLogin(device, pairingCode)));
    expect(done).toHaveLength(40);
    const [deviceKey, ...others] = new Set(done.map((session) => session.deviceKey));
    expect(others).toEqual([]);
    const keyed = await login({ ...toLogin(device), deviceKey: deviceKey! });
    expect(keyed).toMatchObject({ mode: 'sell' });
    const actions = await getActions(test, 'device', device.id);
    expect(actions.filter((action) => action === 'device.paired')).toHaveLength(1);
    expect(actions).not.toContain('device.locked');
  });

  it('are created with edit Devices for an unpaired device, and end with its pairing', async () => {
    const device = await addDevice();
    const params = { id: device.id };
    const { client: reader } = await signedInWith(test, [['Devices', 'read_only']]);
    const { client: editor } = await signedInWith(test, [['Devices', 'edit']]);
    const message = 'You need the right: edit Devices.';
    await expectRefusal(reader.devices.pairingCode({ params }), 'FORBIDDEN', message);
    const { pairingCode } = (await editor.devices.pairingCode({ params })).data;
    await login(toLogin(device, pairingCode));
    await expectRefusal(makeCode(device), 'INVALID_TRANSITION');
    await test.owner.devices.forgetPairing({ params });
    // A code that is still about pairs nothing.
    await isWrong(toLogin(device, pairingCode));
    expect(await getActions(test, 'device', device.id)).toEqual([
      'device.pairing_forgotten',
      'device.paired',
      'device.pairing_code_made',
      'device.added',
    ]);
  });
});
