import { expect } from '@playwright/test';
import { readable } from './support/barriers.ts';
import { liveFair } from './support/live-fair.ts';
import { office, test } from './support/office.ts';
import { ownersDesk } from './support/staff.ts';
import { button, choose, find, press, said, tabTo, type } from './support/tabbing.ts';
import { signIn } from './support/sign-in.ts';

test('a device is added, deactivated, reassigned with a warning, unpaired and deleted by keyboard', async ({
  page,
}) => {
  const { client: desk } = await ownersDesk();
  await signIn(page);
  const { data: fair } = await liveFair(desk);
  await page.goto('/devices');
  await press(page, page.getByRole('link', { name: 'Add device' }).first());
  await type(page, /^Device ID/, 'KEY-1');
  await type(page, /^Name/, 'Keyboard tablet');
  await tabTo(page, page.getByLabel('Model'));
  await page.keyboard.type('iPad Air');
  await type(page, 'Purchase date', '01/15/2026');
  await press(page, button(page, '3 years after purchase'));
  await page.keyboard.press('Control+s');
  await expect(said(page, 'Device added')).toBeVisible();
  await press(page, page.getByRole('main').getByRole('link', { name: 'Devices' }));

  const menu = button(page, 'Actions for KEY-1');
  await choose(page, menu, 'Deactivate');
  await expect(page.getByRole('row', { name: /KEY-1/ })).toContainText('Inactive');
  await press(page, button(page, 'Undo'));
  await expect(page.getByRole('row', { name: /KEY-1/ })).toContainText('Active');

  const [device] = (await desk.devices.list({ query: { search: 'KEY-1' } })).data.results;
  if (!device) throw new Error('The device is not there.');
  const { data: owner } = await desk.admins.profile();
  await desk.fairs.update({
    params: { id: fair.id },
    body: { ...fair.fields, deviceIds: [device.id], version: fair.version },
  });
  const { pairingCode } = (await desk.devices.pairingCode({ params: { id: device.id } })).data;
  const login = await fetch(`${office.url()}/v1/pos/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      deviceId: 'KEY-1',
      pairingCode,
      adminId: fair.cashierId,
      secretCode: '2468',
      fairIdentifier: fair.identifier,
    }),
  });
  expect(login.status).toBe(200);

  await page.reload();
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
  await readable(page, 'the warning of a live fair');
  await press(page, giving.getByRole('button', { name: 'Reassign 1 device' }));
  await expect(said(page, 'Device reassigned')).toBeVisible();
  expect(owner.id).not.toBe(
    (await desk.devices.getById({ params: { id: device.id } })).data.adminId,
  );

  await choose(page, menu, 'Forget pairing');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Forget pairing' }));
  await expect(said(page, 'Pairing forgotten')).toBeVisible();
  expect((await desk.devices.getById({ params: { id: device.id } })).data.paired).toBe(false);

  await choose(page, menu, 'Delete');
  const asking = page.getByRole('dialog', { name: 'Delete device KEY-1?' });
  await press(page, asking.getByRole('button', { name: 'Delete KEY-1' }));
  await expect(asking.getByRole('alert')).toContainText('planned for KEYS Book Fair');
  await press(page, asking.getByRole('button', { name: 'Cancel' }));
  const { data: now } = await desk.fairs.getById({ params: { id: fair.id } });
  await desk.fairs.update({
    params: { id: fair.id },
    body: { ...fair.fields, deviceIds: [], version: now.version },
  });
  await choose(page, menu, 'Delete');
  await press(page, asking.getByRole('button', { name: 'Delete KEY-1' }));
  await expect(said(page, 'Device deleted')).toBeVisible();
  await expect(page.getByRole('row', { name: /KEY-1/ })).toHaveCount(0);
});
