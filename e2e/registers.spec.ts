import { expect, type Page } from '@playwright/test';
import { ApiError, createClient } from '@pos/contract/client';
import { registerApi } from '@pos/contract/register';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { sendTo } from '@pos/tools/office/http.ts';
import type { Office } from '@pos/tools/office/session.ts';
import { readableAt } from './support/barriers.ts';
import { office, test } from './support/office.ts';
import { SECRET_CODE } from './support/paired-register.ts';
import { addSchool } from '@pos/world/fair';
import { hire, ownersDesk } from './support/staff.ts';
import { signInAt } from './support/sign-in.ts';

/** Live fair with a planned device that has no paired tablet. */
async function fairWithDevice({ client }: Office) {
  await addSchool(client, 'PAIRS');
  const dates = { purchaseDate: '2026-01-15', warrantyDate: '2029-01-15' };
  const tablet = {
    deviceId: 'PAIR-1',
    name: 'Library tablet',
    ...dates,
    model: 1 as const,
    adminId: null,
  };
  const { data: device } = await client.devices.add({ body: tablet });
  const { data: owner } = await client.admins.profile();
  const day = today('America/Detroit');
  const days = { startDate: addDays(day, -1), endDate: addDays(day, 1) };
  const plan = {
    schoolIdentifier: 'PAIRS',
    name: 'PAIRS Book Fair',
    address: '3 Elm St, Ada',
    ...days,
    salesTaxRate: 6,
  };
  const { data: fair } = await client.fairs.add({
    body: { ...plan, adminId: owner.id, packageOption: 1, deviceIds: [device.id] },
  });
  return { device, fair };
}

const tabletWith = (token?: string) =>
  createClient(
    { pos: registerApi },
    sendTo(office.url(), () => token),
  ).pos;

async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

const card = (page: Page) => page.getByRole('region', { name: 'Pairing' });

test('a tablet pairs with the code shown, and forgetting the pairing ends its token', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { device, fair } = await fairWithDevice(desk);
  const planner = await hire(desk, [
    ['Devices', 'read_only'],
    ['Devices', 'edit'],
  ]);
  const cashier = await hire(desk, []);
  await signInAt(page, `/edit-device/${device.id}`, planner);
  await expect(card(page)).toContainText('No tablet is paired with PAIR-1.');
  const login = {
    deviceId: 'PAIR-1',
    adminId: cashier.id,
    secretCode: SECRET_CODE,
    fairIdentifier: fair.identifier,
  };
  expect(await statusOf(tabletWith().login({ body: login })), 'without a code').toBe(401);

  await card(page).getByRole('button', { name: 'Show a pairing code' }).press('Enter');
  const code = card(page).getByRole('status', { name: 'Pairing code' });
  const codeNow = async () => ((await code.textContent()) ?? '').replaceAll(/\s/g, '');
  await expect(code).toHaveText(/^[0-9A-Z]{8}$/);
  await expect(card(page).getByText(/^Valid for 1[45]:\d\d$/)).toBeVisible();
  await readableAt(page, 'a pairing code', 390, 1440);
  const first = await codeNow();
  await card(page).getByRole('button', { name: 'Create a new code' }).press('Enter');
  await expect.poll(codeNow).not.toBe(first);
  expect(
    await statusOf(tabletWith().login({ body: { ...login, pairingCode: first } })),
    'with the first code',
  ).toBe(401);

  const { data: session } = await tabletWith().login({
    body: { ...login, pairingCode: await codeNow() },
  });
  expect(session.mode).toBe('sell');
  await expect(card(page)).toContainText('A tablet is paired with PAIR-1.');
  await expect(code).toHaveCount(0);
  const tablet = tabletWith(session.token.token);
  expect(await statusOf(tablet.students({ query: {} }))).toBe(200);

  await card(page).getByRole('button', { name: 'Forget pairing' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Forget the pairing of PAIR-1?' });
  await dialog.getByRole('button', { name: 'Forget pairing' }).press('Enter');
  await expect(card(page)).toContainText('No tablet is paired with PAIR-1.');
  expect(await statusOf(tablet.students({ query: {} }))).toBe(401);
  const { deviceKey = '' } = session;
  expect(
    await statusOf(tabletWith().login({ body: { ...login, deviceKey } })),
    'with the forgotten key',
  ).toBe(401);
});
