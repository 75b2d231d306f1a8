import { createClient } from '@pos/contract/client';
import { registerApi } from '@pos/contract/sales/register';
import { sendTo } from '@pos/tools/office/http.ts';
import { planDevices } from '@pos/tools/office/steps.ts';
import type { Office } from '@pos/tools/office/session.ts';
import { office } from './office.ts';

/** Secret code of everyone that `hire` creates. */
export const SECRET_CODE = '2468';

type RegisterFields = { deviceId: string; name: string; adminId: string; fairIdentifier: string };

/** Adds a device, plans it for the fair and logs a tablet in on it with a pairing code. */
export async function pairedRegister(
  desk: Office,
  { deviceId, name, adminId, fairIdentifier }: RegisterFields,
) {
  const dates = { purchaseDate: '2025-01-01', warrantyDate: '2028-01-01' };
  const { data: device } = await desk.client.devices.add({
    body: { deviceId, name, ...dates, model: 1, adminId: null },
  });
  await planDevices(desk, fairIdentifier, [device.id]);
  const { pairingCode } = (await desk.client.devices.pairingCode({ params: { id: device.id } }))
    .data;
  const stranger = createClient({ pos: registerApi }, sendTo(office.url()));
  const { data: session } = await stranger.pos.login({
    body: { deviceId, pairingCode, adminId, secretCode: SECRET_CODE, fairIdentifier },
  });
  return {
    device,
    session,
    pos: createClient(
      { pos: registerApi },
      sendTo(office.url(), () => session.token.token),
    ).pos,
  };
}
