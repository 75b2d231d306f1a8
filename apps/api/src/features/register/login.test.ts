import type { RegisterLogin } from '@pos/contract/register-session';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { openFair, refundOfOrder, SECRET_CODE } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('pos/login', async () => {
  let tablets = 0;
  const test = await startTestApp();
  const floor = await openFair(test);
  const tablet = async (): Promise<RegisterLogin> => {
    const deviceId = `TAB-${++tablets}`;
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
    const { pairingCode } = await test.ask.devices.pairingCode({ params: { id: device.id } });
    return {
      deviceId,
      pairingCode,
      adminId: floor.cashierId,
      secretCode: SECRET_CODE,
      fairIdentifier: floor.fair.identifier,
    };
  };
  const login = async (body: RegisterLogin) => (await test.client().register.login({ body })).data;
  const refused = (body: RegisterLogin) => getRefusal(login(body));
  const bare = ({ requestId: _requestId, ...refusal }: Awaited<ReturnType<typeof refused>>) =>
    refusal;

  it('opens a fair for a register, ignoring the case of device ID and fair', async () => {
    const body = await tablet();
    const session = await login({
      ...body,
      deviceId: body.deviceId.toLowerCase(),
      fairIdentifier: body.fairIdentifier.toLowerCase(),
    });
    expect(session).toMatchObject({
      mode: 'sell',
      fair: { id: floor.fair.id, taxRatePpm: 82_500, timeZone: 'America/Detroit' },
      device: { deviceId: body.deviceId },
      admin: { id: floor.cashierId, name: 'Casey Cashier' },
    });
    expect(Date.parse(session.token.expiresAt) - Date.now()).toBeGreaterThan(11 * 3_600_000);
    const { data } = await test
      .client(session.token.token)
      .register.heartbeat({ body: { appVersion: '1.2.3', unsentOrders: 4 } });
    expect(data.mode).toBe('sell');
    expect(await test.ask.devices.getById({ params: { id: session.device.id } })).toMatchObject({
      appVersion: '1.2.3',
      unsentOrders: 4,
      paired: true,
    });
  });

  it('gives a device its key for a pairing code, and requires it from then on', async () => {
    const { pairingCode, ...body } = await tablet();
    const { deviceKey } = await login({ ...body, pairingCode: pairingCode! });
    expect(Buffer.from(deviceKey!, 'base64url')).toHaveLength(32);
    expect(await refused(body)).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    expect(await refused({ ...body, deviceKey: 'another' })).toMatchObject({ status: 401 });
    expect(await login({ ...body, deviceKey: deviceKey! })).not.toHaveProperty('deviceKey');
    const stored = await test.db
      .selectFrom('devices')
      .select('deviceKeyHash')
      .where('deviceId', '=', body.deviceId)
      .executeTakeFirstOrThrow();
    expect(stored.deviceKeyHash!.toString('base64url')).not.toBe(deviceKey);
    expect(stored.deviceKeyHash).toHaveLength(32);
  });

  it('answers unknown device, fair, admin and wrong code with one text', async () => {
    const body = await tablet();
    const answers = await Promise.all([
      refused({ ...body, deviceId: 'NOWHERE' }),
      refused({ ...body, fairIdentifier: 'NO-FAIR' }),
      refused({ ...body, adminId: floor.fair.id }),
      refused({ ...body, secretCode: '0000' }),
    ]);
    for (const answer of answers) expect(bare(answer)).toEqual(bare(answers[0]));
    expect(answers[0]).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
  });

  it('locks a device for 15 minutes after five wrong codes; a token in use keeps working', async () => {
    const { pairingCode, ...body } = await tablet();
    const session = await login({ ...body, pairingCode: pairingCode! });
    const paired = { ...body, deviceKey: session.deviceKey! };
    for (let tries = 1; tries <= 5; tries++)
      expect(await refused({ ...paired, secretCode: '0000' })).toMatchObject({ status: 401 });
    const locked = await refused(paired);
    expect(locked).toMatchObject({ status: 423, code: 'DEVICE_LOCKED' });
    expect(locked.message).toMatch(/^Too many wrong codes\. Try again at \d\d:\d\d [AP]M\.$/);
    await test.client(session.token.token).register.catalog();
    expect(
      await refused(body),
      'a stranger without the key learns nothing of the lock',
    ).toMatchObject({ status: 401 });
    const alarms = await test.db
      .selectFrom('activity')
      .select('action')
      .where('entityId', '=', session.device.id)
      .where('action', '=', 'device.locked')
      .execute();
    expect(alarms).toHaveLength(1);
    await test.db
      .updateTable('devices')
      .set({ lockedUntil: new Date(Date.now() - 1_000).toISOString() })
      .where('id', '=', session.device.id)
      .execute();
    expect((await login(paired)).mode).toBe('sell');
  });

  it('locks nothing for callers without the key, however often they guess', async () => {
    const { pairingCode, ...body } = await tablet();
    const { deviceKey } = await login({ ...body, pairingCode: pairingCode! });
    for (let tries = 1; tries <= 8; tries++) await refused({ ...body, secretCode: '0000' });
    expect((await login({ ...body, deviceKey: deviceKey! })).mode).toBe('sell');
  });

  it('limits keyless guesses per address to 50 in 15 minutes, without affecting keyed registers', async () => {
    const { pairingCode, ...body } = await tablet();
    const { deviceKey } = await login({ ...body, pairingCode: pairingCode! });
    const guess = (remoteAddress: string, payload: RegisterLogin) =>
      test.app.inject({ method: 'POST', url: '/v1/pos/login', remoteAddress, payload });
    const answers = [];
    for (let round = 0; round < 13; round++)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 4 }, (_, index) =>
            guess('203.0.113.9', {
              ...body,
              deviceId: index % 2 ? body.deviceId : `NONE-${round}`,
            }),
          ),
        )),
      );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(50);
    const limited = answers.filter(({ statusCode }) => statusCode === 429);
    expect(limited.map(({ headers }) => Number(headers['retry-after']) > 0)).toEqual([true, true]);
    expect((await guess('203.0.113.9', { ...body, deviceKey: deviceKey! })).statusCode).toBe(200);
    expect((await guess('203.0.113.10', body)).statusCode).toBe(401);
  });

  it('allows at most five codes to be tried at a device, even concurrently', async () => {
    const body = await tablet();
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        refused({ ...body, secretCode: String(index).padStart(4, '0') }),
      ),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 423)).toHaveLength(7);
  });

  it('locks an admin after twenty wrong codes within an hour, over all devices', async () => {
    const { data: roles } = await test.owner.roles.getRoles();
    const person = {
      firstName: 'Gus',
      lastName: 'Guessed',
      email: 'gus@example.com',
      countryCode: '+1' as const,
      phone: '5551234567',
      roleId: roles[0]!.value,
      secretCode: '2222',
    };
    const { data: admin } = await test.owner.admins.add({ body: person });
    for (let device = 0; device < 5; device++) {
      const body = { ...(await tablet()), adminId: admin.id, secretCode: '0000' };
      for (let tries = 1; tries <= 4; tries++)
        expect(await refused(body)).toMatchObject({ status: 401 });
    }
    const fresh = await tablet();
    expect(await refused({ ...fresh, adminId: admin.id, secretCode: '2222' })).toMatchObject({
      status: 423,
      code: 'DEVICE_LOCKED',
    });
    expect((await login(fresh)).mode, 'the device is not locked for others').toBe('sell');
  });

  it('lets a register that may not sell send in its existing sales, and nothing else', async () => {
    const own = await openFair(test);
    const register = await own.logIn('TAB-DELIVER');
    const set = (table: 'fairs' | 'devices', values: object, id: string) =>
      test.db.updateTable(table).set(values).where('id', '=', id).execute();
    const order = register.sold();
    for (const [table, id, stop, go] of [
      ['fairs', own.fair.id, { closeOutState: 'finished' }, { closeOutState: 'open' }],
      ['fairs', own.fair.id, { status: 'inactive' }, { status: 'active' }],
      ['devices', register.id, { status: 'inactive' }, { status: 'active' }],
    ] as const) {
      await set(table, stop, id);
      expect(await getRefusal(register.pos.catalog())).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
      });
      expect(await getRefusal(register.pos.students())).toMatchObject({ status: 403 });
      expect(
        (await register.pos.heartbeat({ body: { appVersion: '1', unsentOrders: 0 } })).data.mode,
      ).toBe('deliver');
      expect((await register.handIn(register.sold()))[0]!.result).toBeOneOf(['held', 'accepted']);
      expect(
        (
          await register.handInRefunds(
            refundOfOrder(order, [{ lineNo: 1, quantity: 1, restock: false }]),
          )
        )[0]!.result,
      ).toBe('held');
      await set(table, go, id);
      await register.pos.catalog();
    }
    const fresh = { ...(await tablet()), fairIdentifier: own.fair.identifier };
    await set('fairs', { closeOutState: 'finished' }, own.fair.id);
    expect(await login(fresh)).toMatchObject({ mode: 'deliver', deviceKey: expect.any(String) });
    await set('fairs', { closeOutState: 'open' }, own.fair.id);
  });

  it('refuses other tokens, and device tokens elsewhere', async () => {
    const session = await login(await tablet());
    const foreign = async (key: Uint8Array, typ: string, kid?: string) =>
      new SignJWT({ fair: floor.fair.id, admin: floor.cashierId })
        .setProtectedHeader({ alg: 'HS256', typ, ...(kid && { kid }) })
        .setSubject(session.device.id)
        .setIssuer('pos-admin')
        .setAudience('pos-register')
        .setExpirationTime('1h')
        .sign(key);
    const kid = (
      JSON.parse(Buffer.from(session.token.token.split('.')[0]!, 'base64url').toString()) as {
        kid: string;
      }
    ).kid;
    for (const token of [
      test.ownerToken,
      await foreign(test.secrets.accessTokenKey, 'dt+jwt', kid),
      await foreign(test.secrets.deviceTokenKey, 'at+jwt', kid),
      await foreign(test.secrets.deviceTokenKey, 'dt+jwt'),
    ]) {
      expect(await getRefusal(test.client(token).register.catalog())).toMatchObject({
        status: 401,
        code: 'TOKEN_INVALID',
      });
    }
    expect(
      await getRefusal(test.client(session.token.token).orders.list({ query: {} })),
    ).toMatchObject({ status: 401 });
  });
});
