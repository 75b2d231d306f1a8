import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClient, type Send } from '@pos/contract/client';
import { registerApi } from '@pos/contract/sales/register';
import { afterAll, describe, expect, it } from 'vitest';
import { expectRefusal, expectRefusals } from '#testing/calls/expectations.ts';
import { pairRegister } from '#testing/selling/open-register.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { EDIT_FAIRS, registerStaff, WORKS } from '#testing/selling/register-staff.ts';
import { order } from '@pos/world/sale';
import { openFair, makeTopUp } from '#testing/selling/sales-floor.ts';
import { SECRET_KEY, startTestApp } from '#testing/app/test-app.ts';

const API_PROCESS = fileURLToPath(new URL('../../../testing/app/api-process.ts', import.meta.url));

/** Staff work at one process, registers at another; both keep what they may in memory. */
describe('selling at a register of another process', async () => {
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
  const [address] = (await once(other.stdout, 'data')) as [Buffer];
  const sendThere =
    (token: string): Send =>
    (path, init) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${token}`);
      return fetch(`${address.toString().trim()}${path}`, { ...init, headers });
    };
  await (await floor.logIn('SEED-1')).addStudent('S-1', 2_000);
  const { hire, plan, logIn } = registerStaff(floor);
  /** Logs a person in at the fair on a new device. */
  const work = async (adminId: string, isPlanned = false, fair = floor.fair) => {
    const { session, ...rest } = await logIn(adminId, isPlanned, fair);
    const { pos } = createClient({ pos: registerApi }, sendThere(session.token.token));
    const heartbeat = () => pos.heartbeat({ body: { appVersion: '1', unsentOrders: 0 } });
    const mode = async () => (await heartbeat()).data.mode;
    return { ...rest, session, pos, heartbeat, mode };
  };
  const isOut = ({ pos, heartbeat }: Awaited<ReturnType<typeof work>>) =>
    expectRefusals([pos.students(), heartbeat()], 'TOKEN_INVALID');

  it('shows no roster to a person without the duty, and credits no top-up from them', async () => {
    const { id } = await hire([], [{ name: 'Orders', read_only: true, edit: false }]);
    const { pos, session } = await work(id, true);
    expect(session.mode).toBe('deliver');
    await expectRefusals([pos.students(), pos.catalog()], 'FORBIDDEN');
    const topUp = makeTopUp('S-1', { amountCents: 5_000 });
    const { clientPaymentId } = topUp;
    const { data } = await pos.payments({ body: { topUps: [topUp] } });
    expect(data.results).toEqual([{ clientPaymentId, result: 'refused', reason: 'NOT_ALLOWED' }]);
    expect(await floor.walletCents('S-1')).toBe(2_000);
  });

  it('is for a person with the duty where the device is planned, or at their own fair', async () => {
    const { id } = await hire(WORKS, [{ name: 'Orders', read_only: true, edit: false }]);
    const own = await plannedFair(test, 'OWN', { adminId: id });
    const elsewhere = await plannedFair(test, 'OTHER');
    for (const [isPlanned, fair, mode] of [
      [false, floor.fair, 'deliver'],
      [true, floor.fair, 'sell'],
      [false, own, 'sell'],
      [false, elsewhere, 'deliver'],
    ] as const)
      expect((await work(id, isPlanned, fair)).session.mode).toBe(mode);
  });

  it('is for those who may edit fairs at any fair, which includes the duty', async () => {
    const { id } = await hire([], EDIT_FAIRS);
    expect((await work(id)).session.mode).toBe('sell');
  });

  it('follows the plan and the duty at the next request, both ways', async () => {
    const cashier = await hire(WORKS);
    const next = await plannedFair(test, 'NEXT');
    const { device, pos, mode } = await work(cashier.id, true);
    const steps: [() => Promise<unknown>, 'sell' | 'deliver'][] = [
      [() => plan([]), 'deliver'],
      [() => plan([device.id], test.ownerId, next), 'deliver'],
      [() => plan([], test.ownerId, next), 'deliver'],
      [() => plan([], cashier.id), 'sell'],
      [() => plan([]), 'deliver'],
      [() => plan([device.id]), 'sell'],
      [() => cashier.setDuties([]), 'deliver'],
      [() => cashier.setDuties(WORKS), 'sell'],
      [cashier.deactivate, 'deliver'],
    ];
    expect(await mode()).toBe('sell');
    for (const [step, expected] of steps) {
      await step();
      expect(await mode()).toBe(expected);
      if (expected === 'deliver') await expectRefusal(pos.students(), 'FORBIDDEN');
    }
  });

  it('accepts sales made before the duty was lost, and refuses one still on the counter', async () => {
    const { pos } = await work((await hire(WORKS)).id, true);
    await plan([]);
    const send = async (sequence: number, more = {}) => {
      const orders = [{ ...order(floor.fair.salesTaxRatePpm, { sequence }), ...more }];
      return (await pos.orders({ body: { orders } })).data.results;
    };
    expect(await send(1)).toMatchObject([{ result: 'accepted' }]);
    expect(await send(2, { mode: 'online' })).toMatchObject([
      { result: 'refused', code: 'VALIDATION_FAILED' },
    ]);
  });

  it('ends at the next request when the pairing is removed, also once another tablet is paired', async () => {
    const register = await work((await hire(WORKS)).id, true);
    const { device, login } = register;
    await test.owner.devices.forgetPairing({ params: { id: device.id } });
    await isOut(register);
    await pairRegister(test, device.id, { ...login, fairIdentifier: floor.fair.identifier });
    await isOut(register);
  });

  it("ends at the next request when the person's secret code changes", async () => {
    const cashier = await hire(WORKS);
    const register = await work(cashier.id, true);
    await cashier.update({ lastName: 'Reyes-Hart', secretCode: '****' });
    expect(await register.mode()).toBe('sell');
    await cashier.update({ secretCode: '9876' });
    await isOut(register);
  });
});
