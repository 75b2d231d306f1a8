import { registerApi } from '@pos/contract/sales/register';
import type { RegisterLogin, RegisterSession } from '@pos/contract/sales/register-session';
import { createClient } from '@pos/contract/client';
import { newDevice, newPerson } from './new-records.ts';
import type { TestApi } from '../app/test-api.ts';

const SECRET_CODE = '4711';

const cashiers = new WeakMap<TestApi, Promise<string>>();

/** Returns the ID of the app's cashier, who may work registers with the code of `openRegister`. */
export function findCashier(test: TestApi): Promise<string> {
  if (!cashiers.has(test)) cashiers.set(test, addCashier(test));
  return cashiers.get(test)!;
}

async function addCashier(test: TestApi): Promise<string> {
  const { data: roles } = await test.owner.roles.getRoles();
  const roleId = roles[0]?.value;
  if (!roleId) throw new Error('There is no role to give.');
  const body = newPerson('Casey', 'Cashier', { roleId, secretCode: SECRET_CODE });
  return (await test.ask.admins.add({ body })).id;
}

/** Creates a pairing code as staff do and logs in the register of an unpaired device with it. */
export async function pairRegister(
  test: TestApi,
  id: string,
  login: Omit<RegisterLogin, 'pairingCode'>,
): Promise<RegisterSession> {
  const { pairingCode } = await test.ask.devices.pairingCode({ params: { id } });
  return (await test.client().register.login({ body: { ...login, pairingCode } })).data;
}

/** Adds a device, logs it in at a fair, and returns its register client. */
export async function openRegister(
  test: TestApi,
  cashierId: string,
  fairIdentifier: string,
  deviceId: string,
) {
  const device = await test.ask.devices.add({ body: newDevice(deviceId) });
  const { token } = await pairRegister(test, device.id, {
    deviceId,
    adminId: cashierId,
    secretCode: SECRET_CODE,
    fairIdentifier,
  });
  return createClient({ pos: registerApi }, test.send(token.token)).pos;
}
