import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClient } from '@pos/contract/client';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { registerApi } from '@pos/contract/sales/register';
import type { RegisterSession } from '@pos/contract/sales/register-session';
import { afterAll, describe, expect, it } from 'vitest';
import { expectRefusal, expectRefusals } from '#testing/calls/expectations.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { EDIT_FAIRS, registerStaff, WORKS } from '#testing/selling/register-staff.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import { SECRET_KEY, startTestApp } from '#testing/app/test-app.ts';

const API_PROCESS = fileURLToPath(new URL('../../../testing/app/api-process.ts', import.meta.url));

/** Staff work at one process, registers at the other; both keep what they may in memory. */
describe('a register at one process', async () => {
  const test = await startTestApp({ identityCacheMs: 60_000 });
  const floor = await openFair(test);
  const other = spawn(process.execPath, [API_PROCESS], {
    env: { ...process.env, DATABASE_URL: test.url, SECRET_KEY, DATA_DIR: test.dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = async () => {
    if (other.exitCode !== null || other.signalCode !== null) return;
    const exited = once(other, 'exit');
    other.kill();
    await exited;
  };
  afterAll(end);
  test.atEnd(end);
  const [line] = (await once(other.stdout, 'data')) as [Buffer];
  const address = line.toString().trim();

  const { hire, plan, logIn } = registerStaff(floor);
  const atOtherProcess = (session?: RegisterSession) =>
    createClient({ pos: registerApi }, (path, init) => {
      const headers = new Headers(init.headers);
      if (session) headers.set('authorization', `Bearer ${session.token.token}`);
      return fetch(`${address}${path}`, { ...init, headers });
    }).pos;
  const heartbeat = (pos: ReturnType<typeof atOtherProcess>) =>
    pos.heartbeat({ body: { appVersion: '1', unsentOrders: 0 } });
  const readMode = async (pos: ReturnType<typeof atOtherProcess>) =>
    (await heartbeat(pos)).data.mode;
  /** Logs a person in on a new device and works at the other process, which has answered it. */
  const work = async (adminId: string, isPlanned = false) => {
    const { device, login, session } = await logIn(adminId, isPlanned);
    const { deviceKey } = session;
    const pos = atOtherProcess(session);
    expect(await readMode(pos)).toBe('sell');
    await pos.students();
    /** Logs the same person in again on the device, at the other process. */
    const logInAt = async ({ identifier: fairIdentifier }: FairDetails) =>
      (await atOtherProcess().login({ body: { ...login, deviceKey, fairIdentifier } })).data;
    const isOut = () => expectRefusals([pos.students(), heartbeat(pos)], 'TOKEN_INVALID');
    const onlyDelivers = async () => {
      await expectRefusal(pos.students(), 'FORBIDDEN');
      expect(await readMode(pos)).toBe('deliver');
    };
    return { device, pos, logInAt, isOut, onlyDelivers };
  };

  it('is out at its next request after another process has forgotten its pairing', async () => {
    const { device, isOut } = await work((await hire(WORKS, EDIT_FAIRS)).id);
    await test.owner.devices.forgetPairing({ params: { id: device.id } });
    await isOut();
  });

  it('is out at its next request after another process has changed the secret code', async () => {
    const cashier = await hire(WORKS, EDIT_FAIRS);
    const { isOut } = await work(cashier.id);
    await cashier.update({ secretCode: '9876' });
    await isOut();
  });

  it('only delivers after another process has taken the duty or the device away', async () => {
    const cashier = await hire(WORKS);
    const { pos, onlyDelivers } = await work(cashier.id, true);
    await cashier.setDuties([]);
    await onlyDelivers();
    await cashier.setDuties(WORKS);
    expect(await readMode(pos)).toBe('sell');
    await cashier.deactivate();
    expect(await readMode(pos)).toBe('deliver');
  });

  it('only delivers after another process has planned its device for another fair', async () => {
    const next = await plannedFair(test, 'NEXT');
    const { device, pos, logInAt, onlyDelivers } = await work((await hire(WORKS)).id, true);
    expect((await logInAt(next)).mode).toBe('deliver');
    await plan([]);
    await plan([device.id], test.ownerId, next);
    await onlyDelivers();
    const session = await logInAt(next);
    expect(session.mode).toBe('sell');
    await plan([], test.ownerId, next);
    expect(await readMode(atOtherProcess(session))).toBe('deliver');
    await plan([device.id]);
    expect(await readMode(pos)).toBe('sell');
    expect((await logInAt(floor.fair)).mode).toBe('sell');
  });

  it('only delivers after another process has given its fair to another admin', async () => {
    const { id } = await hire(WORKS);
    await plan([], id);
    const { onlyDelivers } = await work(id);
    await plan([]);
    await onlyDelivers();
  });
});
