import type { Device } from '@pos/contract/devices';
import type { RegisterLogin } from '@pos/contract/register-session';
import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { openFair, SECRET_CODE } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('pairing codes', async () => {
  let tablets = 0;
  const test = await startTestApp();
  const floor = await openFair(test);

  const addDevice = async (): Promise<Device> => {
    const deviceId = `PAIR-${++tablets}`;
    const dates = { purchaseDate: '2025-01-01', warrantyDate: '2028-01-01' };
    return await test.ask.devices.add({
      body: { deviceId, name: deviceId, ...dates, model: 1, adminId: null },
    });
  };
  const makeCode = ({ id }: Device) => test.ask.devices.pairingCode({ params: { id } });
  const read = ({ id }: Device) => test.ask.devices.getById({ params: { id } });
  const loginOf = ({ deviceId }: Device): RegisterLogin => ({
    deviceId,
    adminId: floor.cashierId,
    secretCode: SECRET_CODE,
    fairIdentifier: floor.fair.identifier,
  });
  const login = async (body: RegisterLogin) => (await test.client().register.login({ body })).data;
  const refused = (body: RegisterLogin) => getRefusal(login(body));

  it('are eight characters, end after 15 minutes, and are stored only as a hash', async () => {
    const device = await addDevice();
    const { pairingCode, expiresAt } = await makeCode(device);
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
    expect(await refused({ ...loginOf(device), pairingCode })).toMatchObject({
      status: 401,
      code: 'INVALID_CREDENTIALS',
    });
    expect(await read(device)).toMatchObject({ paired: false, pairingCodeExpiresAt: null });
  });

  it('are required for an unpaired device; without one nobody gets in, and nothing is locked', async () => {
    const device = await addDevice();
    for (let tries = 1; tries <= 8; tries++)
      expect(await refused(loginOf(device))).toMatchObject({ status: 401 });
    expect(
      await refused({ ...loginOf(device), deviceKey: 'of a forgotten pairing' }),
    ).toMatchObject({ status: 401 });
    const { pairingCode } = await makeCode(device);
    expect((await login({ ...loginOf(device), pairingCode })).mode).toBe('sell');
  });

  it('are read in lowercase, in two groups, and with O for 0', async () => {
    const device = await addDevice();
    const { pairingCode } = await makeCode(device);
    const typed = ` ${pairingCode.slice(0, 4)}-${pairingCode.slice(4)} `
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    expect(await login({ ...loginOf(device), pairingCode: typed })).toHaveProperty('deviceKey');
  });

  const from = (remoteAddress: string, payload: RegisterLogin) =>
    test.app.inject({ method: 'POST', url: '/v1/pos/login', remoteAddress, payload });

  it('end for an address after five wrong ones from there, and for nobody else', async () => {
    const device = await addDevice();
    const { pairingCode } = await makeCode(device);
    const wrong = { ...loginOf(device), pairingCode: '00000000' };
    for (let tries = 1; tries <= 8; tries++)
      expect((await from('203.0.113.20', wrong)).statusCode).toBe(401);
    const right = { ...loginOf(device), pairingCode };
    expect((await from('203.0.113.20', right)).statusCode).toBe(401);
    expect((await from('203.0.113.21', right)).statusCode).toBe(200);
    expect((await read(device)).paired).toBe(true);
  });

  it('work again from everywhere when staff make a new one', async () => {
    const device = await addDevice();
    const { pairingCode } = await makeCode(device);
    const guesses = ['00000000', '11111111', '22222222', '33333333', '44444444', pairingCode];
    for (const guess of guesses)
      expect(await refused({ ...loginOf(device), pairingCode: guess })).toMatchObject({
        status: 401,
      });
    const next = await makeCode(device);
    expect(await refused({ ...loginOf(device), pairingCode })).toMatchObject({ status: 401 });
    expect((await login({ ...loginOf(device), pairingCode: next.pairingCode })).mode).toBe('sell');
  });

  it('lock no person when wrong, at however many devices, and tell no device or fair', async () => {
    const devices = await Promise.all(Array.from({ length: 5 }, addDevice));
    const { pairingCode } = await makeCode(devices[0]!);
    const guesses = [
      { ...loginOf(devices[0]!), deviceId: 'NOWHERE', pairingCode: '00000000' },
      { ...loginOf(devices[0]!), fairIdentifier: 'NOWHERE', pairingCode: '00000000' },
      ...devices.flatMap((device) =>
        Array.from({ length: 6 }, () => ({ ...loginOf(device), pairingCode: '00000000' })),
      ),
    ];
    const answers = [];
    for (const guess of guesses) answers.push(await from('203.0.113.22', guess));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    const right = { ...loginOf(devices[0]!), pairingCode };
    expect((await from('203.0.113.23', right)).statusCode).toBe(200);
  });

  it('are limited by address when wrong, at unpaired devices as at paired ones', async () => {
    const device = await addDevice();
    const { pairingCode } = await makeCode(device);
    const wrong = { ...loginOf(device), pairingCode: '00000000' };
    const answers = [];
    for (let tries = 1; tries <= 51; tries++) answers.push(await from('203.0.113.24', wrong));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(50);
    expect(answers.at(-1)!.statusCode).toBe(429);
    expect((await from('203.0.113.25', { ...wrong, pairingCode })).statusCode).toBe(200);
  });

  it('give the same key again after a lost answer, until that key has been used once', async () => {
    const device = await addDevice();
    const { pairingCode } = await makeCode(device);
    const { deviceKey } = await login({ ...loginOf(device), pairingCode });
    const again = await login({ ...loginOf(device), pairingCode });
    expect(again.deviceKey).toBe(deviceKey);
    expect(await login({ ...loginOf(device), deviceKey: deviceKey! })).not.toHaveProperty(
      'deviceKey',
    );
    expect(await refused({ ...loginOf(device), pairingCode })).toMatchObject({ status: 401 });
    expect(await read(device)).toMatchObject({ paired: true, pairingCodeExpiresAt: null });
  });

  it('let all of 40 concurrent first logins in with one key, and lock neither device nor person', async () => {
    const device = await addDevice();
    const { pairingCode } = await makeCode(device);
    const sessions = await Promise.all(
      Array.from({ length: 40 }, () => login({ ...loginOf(device), pairingCode })),
    );
    const keys = new Set(sessions.map(({ deviceKey }) => deviceKey));
    expect(keys.size).toBe(1);
    expect(await login({ ...loginOf(device), deviceKey: [...keys][0]! })).toMatchObject({
      mode: 'sell',
    });
    const { results } = await test.ask.activity.list({
      query: { entity: 'device', entityId: device.id },
    });
    expect(results.filter(({ action }) => action === 'device.paired')).toHaveLength(1);
    expect(results.filter(({ action }) => action === 'device.locked')).toEqual([]);
  });

  it('are created with edit Devices for an unpaired device, and end with its pairing', async () => {
    const device = await addDevice();
    const reader = await signedInWith(test, [['Devices', 'read_only']]);
    const editor = await signedInWith(test, [['Devices', 'edit']]);
    expect(
      await getRefusal(reader.client.devices.pairingCode({ params: { id: device.id } })),
    ).toMatchObject({ status: 403, message: 'You need the right: edit Devices.' });
    const { pairingCode } = (await editor.client.devices.pairingCode({ params: { id: device.id } }))
      .data;
    await login({ ...loginOf(device), pairingCode });
    expect(await getRefusal(makeCode(device))).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
    });
    await test.owner.devices.forgetPairing({ params: { id: device.id } });
    expect(
      await refused({ ...loginOf(device), pairingCode }),
      'a code that is still about pairs nothing',
    ).toMatchObject({ status: 401 });
    const { results } = await test.ask.activity.list({
      query: { entity: 'device', entityId: device.id },
    });
    expect(results.map(({ action }) => action)).toEqual([
      'device.pairing_forgotten',
      'device.paired',
      'device.pairing_code_made',
      'device.added',
    ]);
  });
});
