import type { RegisterLogin } from '@pos/contract/sales/register-session';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { atOnce, expectRefusal, expectRefusals } from '#testing/calls/expectations.ts';
import { newDevice, newPerson } from '#testing/selling/new-records.ts';
import { getActions } from '#testing/calls/reading.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { openFair, refundOfOrder, SECRET_CODE, units } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('pos/login', async () => {
  let tablets = 0;
  const test = await startTestApp();
  const floor = await openFair(test);
  const tablet = async (): Promise<RegisterLogin> => {
    const deviceId = `TAB-${++tablets}`;
    const { id } = await test.ask.devices.add({ body: newDevice(deviceId) });
    const { pairingCode } = await test.ask.devices.pairingCode({ params: { id } });
    const { identifier: fairIdentifier } = floor.fair;
    const person = { adminId: floor.cashierId, secretCode: SECRET_CODE };
    return { deviceId, pairingCode, ...person, fairIdentifier };
  };
  const login = async (body: RegisterLogin) => (await test.client().register.login({ body })).data;
  const isWrong = (body: RegisterLogin) => expectRefusal(login(body), 'INVALID_CREDENTIALS');
  const isLocked = (body: RegisterLogin) => expectRefusal(login(body), 'DEVICE_LOCKED');
  /** Pairs a new tablet, and returns its login without and with the key. */
  const paired = async () => {
    const { pairingCode, ...body } = await tablet();
    const session = await login({ ...body, pairingCode: pairingCode! });
    return { session, body, keyed: { ...body, deviceKey: session.deviceKey! } };
  };

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
    const reported = { appVersion: '1.2.3', unsentOrders: 4 };
    const { register } = test.client(session.token.token);
    expect((await register.heartbeat({ body: reported })).data.mode).toBe('sell');
    expect(await test.ask.devices.getById({ params: { id: session.device.id } })).toMatchObject({
      ...reported,
      paired: true,
    });
  });

  it('gives a device its key for a pairing code, and requires it from then on', async () => {
    const { session, body, keyed } = await paired();
    const { deviceKey } = session;
    expect(Buffer.from(deviceKey!, 'base64url')).toHaveLength(32);
    await isWrong(body);
    await isWrong({ ...body, deviceKey: 'another' });
    expect(await login(keyed)).not.toHaveProperty('deviceKey');
    const { deviceKeyHash } = await test.db
      .selectFrom('devices')
      .select('deviceKeyHash')
      .where('deviceId', '=', body.deviceId)
      .executeTakeFirstOrThrow();
    expect(deviceKeyHash!.toString('base64url')).not.toBe(deviceKey);
    expect(deviceKeyHash).toHaveLength(32);
  });

  it('answers unknown device, fair, admin and wrong code with one text', async () => {
    const body = await tablet();
    const refusals = await Promise.all(
      [
        { deviceId: 'NOWHERE' },
        { fairIdentifier: 'NO-FAIR' },
        { adminId: floor.fair.id },
        { secretCode: '0000' },
      ].map((wrong) => isWrong({ ...body, ...wrong })),
    );
    for (const { requestId, ...refusal } of refusals)
      expect({ ...refusal, requestId }).toEqual({ ...refusals[0], requestId });
  });

  it('locks a device for 15 minutes after five wrong codes; a token in use keeps working', async () => {
    const { session, body, keyed } = await paired();
    const { id } = session.device;
    for (let tries = 1; tries <= 5; tries++) await isWrong({ ...keyed, secretCode: '0000' });
    const { message } = await isLocked(keyed);
    expect(message).toMatch(/^Too many wrong codes\. Try again at \d\d:\d\d [AP]M\.$/);
    await test.client(session.token.token).register.catalog();
    // A stranger without the key learns nothing of the lock.
    await isWrong(body);
    const alarms = (await getActions(test, 'device', id)).filter(
      (each) => each === 'device.locked',
    );
    expect(alarms).toHaveLength(1);
    await test.db
      .updateTable('devices')
      .set({ lockedUntil: new Date(Date.now() - 1_000).toISOString() })
      .where('id', '=', id)
      .execute();
    expect((await login(keyed)).mode).toBe('sell');
  });

  it('locks nothing for callers without the key, however often they guess', async () => {
    const { body, keyed } = await paired();
    for (let tries = 1; tries <= 8; tries++) await isWrong({ ...body, secretCode: '0000' });
    expect((await login(keyed)).mode).toBe('sell');
  });

  it('limits keyless guesses per address to 50 in 15 minutes, without affecting keyed registers', async () => {
    const { body, keyed } = await paired();
    const guess = (remoteAddress: string, payload: RegisterLogin) =>
      test.app.inject({ method: 'POST', url: '/v1/pos/login', remoteAddress, payload });
    const answers = [];
    for (let round = 0; round < 13; round++) {
      const four = await atOnce(4, (at) =>
        guess('203.0.113.9', at % 2 ? body : { ...body, deviceId: `NONE-${round}` }),
      );
      answers.push(...four.done);
    }
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(50);
    const limited = answers.filter(({ statusCode }) => statusCode === 429);
    expect(limited.map(({ headers }) => Number(headers['retry-after']) > 0)).toEqual([true, true]);
    expect((await guess('203.0.113.9', keyed)).statusCode).toBe(200);
    expect((await guess('203.0.113.10', body)).statusCode).toBe(401);
  });

  it('allows at most five codes to be tried at a device, even concurrently', async () => {
    const body = await tablet();
    const { done } = await atOnce(12, (at) =>
      getRefusal(login({ ...body, secretCode: String(at).padStart(4, '0') })),
    );
    expect(done.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(done.filter(({ status }) => status === 423)).toHaveLength(7);
  });

  it('locks an admin after twenty wrong codes within an hour, over all devices', async () => {
    const [role] = await test.ask.roles.getRoles();
    const secretCode = '2222';
    const body = newPerson('Gus', 'Guessed', { roleId: role!.value, secretCode });
    const { id: adminId } = await test.ask.admins.add({ body });
    for (let device = 0; device < 5; device++) {
      const wrong = { ...(await tablet()), adminId, secretCode: '0000' };
      for (let tries = 1; tries <= 4; tries++) await isWrong(wrong);
    }
    const fresh = await tablet();
    await isLocked({ ...fresh, adminId, secretCode });
    expect((await login(fresh)).mode, 'the device is not locked for others').toBe('sell');
  });

  it('lets a register that may not sell send in its existing sales, and nothing else', async () => {
    const own = await openFair(test);
    const register = await own.logIn('TAB-DELIVER');
    const order = register.sold();
    for (const [stop, go] of [
      [() => own.set({ closeOutState: 'finished' }), () => own.set({ closeOutState: 'open' })],
      [() => own.set({ status: 'inactive' }), () => own.set({ status: 'active' })],
      [() => register.setDevice('inactive'), () => register.setDevice('active')],
    ] as const) {
      await stop();
      await expectRefusals([register.pos.catalog(), register.pos.students()], 'FORBIDDEN');
      const alive = await register.pos.heartbeat({ body: { appVersion: '1', unsentOrders: 0 } });
      expect(alive.data.mode).toBe('deliver');
      expect((await register.handIn(register.sold()))[0]!.result).toBeOneOf(['held', 'accepted']);
      const refund = refundOfOrder(order, [units(1, false)]);
      expect(await register.handInRefunds(refund)).toMatchObject([{ result: 'held' }]);
      await go();
      await register.pos.catalog();
    }
    const fresh = { ...(await tablet()), fairIdentifier: own.fair.identifier };
    const session = await own.whileFinished(() => login(fresh));
    expect(session).toMatchObject({ mode: 'deliver', deviceKey: expect.any(String) });
  });

  it('refuses other tokens, and device tokens elsewhere', async () => {
    const { device, token } = await login(await tablet());
    const foreign = async (key: Uint8Array, typ: string, kid?: string) =>
      new SignJWT({ fair: floor.fair.id, admin: floor.cashierId })
        .setProtectedHeader({ alg: 'HS256', typ, ...(kid && { kid }) })
        .setSubject(device.id)
        .setIssuer('pos-admin')
        .setAudience('pos-register')
        .setExpirationTime('1h')
        .sign(key);
    const header = Buffer.from(token.token.split('.')[0]!, 'base64url').toString();
    const { kid } = JSON.parse(header) as { kid: string };
    const { accessTokenKey, deviceTokenKey } = test.secrets;
    for (const wrong of [
      test.ownerToken,
      await foreign(accessTokenKey, 'dt+jwt', kid),
      await foreign(deviceTokenKey, 'at+jwt', kid),
      await foreign(deviceTokenKey, 'dt+jwt'),
    ])
      await expectRefusal(test.client(wrong).register.catalog(), 'TOKEN_INVALID');
    const elsewhere = test.client(token.token).orders.list({ query: {} });
    expect(await getRefusal(elsewhere)).toMatchObject({ status: 401 });
  });
});
