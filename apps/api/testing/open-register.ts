import { registerApi } from '@pos/contract/register';
import { createClient } from '@pos/contract/client';
import type { TestApp } from './test-app.ts';

const SECRET_CODE = '4711';

/** An admin whom registers may name, with the code of `openRegister`. */
export async function addCashier(test: TestApp): Promise<string> {
  const { data: roles } = await test.owner.roles.getRoles();
  const roleId = roles[0]?.value;
  if (!roleId) throw new Error('There is no role to give.');
  const body = { firstName: 'Casey', lastName: 'Cashier', email: 'cashier@example.com', countryCode: '+1' as const, phone: '5551234567', roleId, secretCode: SECRET_CODE };
  return (await test.owner.admins.add({ body })).data.id;
}

/** A new device that has logged in at a fair, with the register API in its hands. */
export async function openRegister(test: TestApp, cashierId: string, fairIdentifier: string, deviceId: string) {
  await test.owner.devices.add({ body: { deviceId, name: deviceId, purchaseDate: '2025-01-01', warrantyDate: '2028-01-01', model: 1, adminId: null } });
  const { data } = await test.client().register.login({ body: { deviceId, adminId: cashierId, secretCode: SECRET_CODE, fairIdentifier } });
  return createClient({ pos: registerApi }, test.send(data.token.token)).pos;
}
