import { ApiError, createClient } from '@pos/contract/client';
import { registerApi } from '@pos/contract/sales/register';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { sendTo } from '@pos/tools/office/http.ts';
import { planDevices } from '@pos/tools/office/steps.ts';
import { expect } from '@playwright/test';
import { readableAt } from '../support/barriers.ts';
import { office, test, visit } from '../support/office.ts';
import { SECRET_CODE } from '../support/paired-register.ts';
import { planner } from '../support/planner.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { button, choose, find, press, said, tabTo, type } from '../support/tabbing.ts';
import { signInAt } from '../support/sign-in.ts';

const tabletWith = (token?: string) =>
  createClient(
    { pos: registerApi },
    sendTo(office.url(), () => token),
  ).pos;

const readStatus = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof ApiError) return error.status;
      throw error;
    },
  );

test('a device is added under a free ID, paired by its code, reassigned with a warning, unpaired and deleted by keyboard', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const day = today('America/Detroit');
  const { plan } = await planner(desk);
  const fair = await plan('KEYS Book Fair', addDays(day, -1), addDays(day, 1));
  const cashier = await hire(desk, []);
  await desk.client.admins.add({
    body: {
      firstName: 'Cash',
      lastName: 'Ier',
      email: 'cash.ier@example.com',
      countryCode: '+1',
      phone: '5550102060',
      secretCode: SECRET_CODE,
      roleId: cashier.roleId,
    },
  });
  const days = { purchaseDate: '2028-01-15', warrantyDate: '2031-01-15' };
  await desk.client.devices.add({ body: { deviceId: 'REG-ZY', name: 'Till', model: 1, ...days } });
  await signInAt(page, '/devices?status=active&sort=-deviceId');
  await press(page, page.getByRole('link', { name: 'Add device' }).first());
  await expect(page).toHaveTitle('POS Admin - Add New Device');
  await type(page, /^Device ID/, 'reg-zy');
  await type(page, /^Name/, 'Keyboard tablet');
  await tabTo(page, page.getByLabel('Model'));
  await page.keyboard.type('iPad Air');
  await type(page, 'Purchase date', '2/29/2028');
  await type(page, 'Warranty date', '02/28/2028');
  await page.keyboard.press('Tab');
  await expect(page.locator('form')).toContainText(
    'Warranty Date should not be less than purchase date.',
  );
  await press(page, button(page, '1 year after purchase'));
  await expect(page.getByLabel('Warranty date')).toHaveValue('02/28/2029');
  await page.keyboard.press('Control+s');
  await expect(page.getByLabel('Device ID')).toHaveAccessibleDescription(
    /This device ID is already in use\./,
  );
  await type(page, /^Device ID/, ' KEY-1 ');
  await page.keyboard.press('Control+s');
  await expect(said(page, 'Device added')).toBeVisible();
  await press(page, page.getByRole('main').getByRole('link', { name: 'Devices' }));
  await expect(page).toHaveURL(/\/devices\?status=active&sort=-deviceId$/);
  const [device] = (await desk.client.devices.list({ query: { search: 'KEY-1' } })).data.results;
  const { id } = device!;
  const deviceNow = async () => (await desk.client.devices.getById({ params: { id } })).data;
  await planDevices(desk, fair.identifier, [id]);

  const login = {
    deviceId: 'KEY-1',
    adminId: cashier.id,
    secretCode: SECRET_CODE,
    fairIdentifier: fair.identifier,
  };
  const loginStatus = (by: { pairingCode?: string; deviceKey?: string }) =>
    readStatus(tabletWith().login({ body: { ...login, ...by } }));
  const { token, deviceKey = '' } =
    await test.step('a tablet pairs with the code shown', async () => {
      await visit(page, `/edit-device/${id}`);
      const card = page.getByRole('region', { name: 'Pairing' });
      await expect(card).toContainText('No tablet is paired with KEY-1.');
      expect(await loginStatus({}), 'without a code').toBe(401);
      await press(page, card.getByRole('button', { name: 'Show a pairing code' }));
      const code = card.getByRole('status', { name: 'Pairing code' });
      const codeNow = async () => ((await code.textContent()) ?? '').replaceAll(/\s/g, '');
      await expect(code).toHaveText(/^[0-9A-Z]{8}$/);
      await expect(card.getByText(/^Valid for 1[45]:\d\d$/)).toBeVisible();
      await readableAt(page, 'a pairing code', 390, 1440);
      const first = await codeNow();
      await expect(
        card.getByRole('img', { name: 'QR code that opens the register' }),
      ).toBeVisible();
      await expect(card.getByRole('link', { name: 'Open the register' })).toHaveAttribute(
        'href',
        `${new URL(page.url()).origin}/register#pair=${first}&device=KEY-1`,
      );
      await press(page, card.getByRole('button', { name: 'Create a new code' }));
      await expect.poll(codeNow).not.toBe(first);
      expect(await loginStatus({ pairingCode: first }), 'with the first code').toBe(401);
      const body = { ...login, pairingCode: await codeNow() };
      const { data: session } = await tabletWith().login({ body });
      expect(session.mode).toBe('sell');
      await expect(card).toContainText('A tablet is paired with KEY-1.');
      await expect(code).toHaveCount(0);
      return { token: session.token.token, deviceKey: session.deviceKey };
    });
  const tabletStatus = () => readStatus(tabletWith(token).students({ query: {} }));
  expect(await tabletStatus()).toBe(200);

  await visit(page, '/devices?search=KEY-1');
  const menu = button(page, 'Actions for KEY-1');
  await choose(page, menu, 'Reassign');
  const giving = page.getByRole('dialog', { name: 'Reassign KEY-1' });
  await find(page, /^Assigned admin/, 'Cash Ier');
  await expect(giving).toContainText(
    'KEY-1 is at a live fair with a different admin: KEYS Book Fair.',
  );
  await expect(giving.getByRole('link', { name: 'KEYS Book Fair' })).toHaveAttribute(
    'href',
    `/fair-details/${fair.id}`,
  );
  await press(page, giving.getByRole('button', { name: 'Reassign 1 device' }));
  await expect(said(page, 'Device reassigned')).toBeVisible();

  await choose(page, menu, 'Forget pairing');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Forget pairing' }));
  await expect(said(page, 'Pairing forgotten')).toBeVisible();
  expect(await deviceNow()).toMatchObject({ paired: false, adminName: 'Cash Ier' });
  expect(await tabletStatus(), 'with the token of a forgotten pairing').toBe(401);
  expect(await loginStatus({ deviceKey }), 'with the forgotten key').toBe(401);

  await choose(page, menu, 'Delete');
  const asking = page.getByRole('dialog', { name: 'Delete device KEY-1?' });
  await press(page, asking.getByRole('button', { name: 'Delete KEY-1' }));
  await expect(asking.getByRole('alert')).toContainText('planned for KEYS Book Fair');
  await press(page, asking.getByRole('button', { name: 'Cancel' }));
  const { data: now } = await desk.client.fairs.getById({ params: { id: fair.id } });
  const { schoolIdentifier, name, address, startDate, endDate, salesTaxRate, adminId } = now;
  const { packageOption, version } = now;
  const planned = { schoolIdentifier, name, address, startDate, endDate, salesTaxRate, adminId };
  await desk.client.fairs.update({
    params: { id: fair.id },
    body: { ...planned, packageOption, version, deviceIds: [] },
  });
  await choose(page, menu, 'Deactivate');
  const row = page.getByRole('row', { name: /KEY-1/ });
  await expect(row).toContainText('Inactive');
  await press(page, button(page, 'Undo'));
  await expect(row).toContainText('Active');
  await choose(page, menu, 'Delete');
  await press(page, asking.getByRole('button', { name: 'Delete KEY-1' }));
  await expect(said(page, 'Device deleted')).toBeVisible();
  await expect(row).toHaveCount(0);
});
