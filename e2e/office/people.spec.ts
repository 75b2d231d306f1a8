import { expect } from '@playwright/test';
import type { Module } from '@pos/contract/permissions';
import { readable } from '../support/barriers.ts';
import { office, test, visit } from '../support/office.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { button, choose, find, press, said, tabTo, type } from '../support/tabbing.ts';
import { signInAt } from '../support/sign-in.ts';

const tablet = (deviceId: string, adminId: string | null = null) => ({
  deviceId,
  name: 'Tablet',
  purchaseDate: '2026-01-01',
  warrantyDate: '2030-01-01',
  model: 1 as const,
  adminId,
});

const person = (firstName: string, lastName: string, roleId: string) => ({
  firstName,
  lastName,
  roleId,
  email: `${firstName}.${lastName}@example.com`.toLowerCase(),
  countryCode: '+1' as const,
  phone: '5550102040',
  secretCode: '1234',
});

/** Role that edits this module, or nothing. */
const role = (name: string, module?: Module) => ({
  name,
  description: name,
  rights: module ? [{ name: module, read_only: true, edit: true }] : [],
});

test('a user is added, edited by two people at once, and not deleted while owning a device', async ({
  page,
}) => {
  const { client: desk } = await ownersDesk();
  const { data: clerks } = await desk.roles.add({ body: role('Keyboard clerk', 'Devices') });
  await signInAt(page, '/users?search=Account+Owner');
  await test.step('nobody changes their own status; the menu says why', async () => {
    const menu = button(page, 'Actions for Account Owner');
    await press(page, menu);
    for (const [item, why] of [
      [/Deactivate/, 'You cannot change your own status'],
      [/Delete/, 'You cannot delete yourself'],
    ] as const)
      await expect(page.getByRole('menuitem', { name: item })).toContainText(why);
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
  });
  await press(page, page.getByRole('link', { name: 'Add user' }).first());
  await expect(page).toHaveTitle('POS Admin - Add New User');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await press(page, button(page, 'Add user'));
  for (const sentence of [
    'Enter a first name.',
    'Invalid mobile number.',
    'Please select a role.',
    'Please enter 4 digit Secret code.',
  ])
    await expect(page.getByRole('alert')).toContainText(sentence);
  await readable(page, 'the refused form of a user');
  await tabTo(page, page.getByLabel(/^First name/), 'Shift+Tab');
  await page.keyboard.type('Kim');
  await type(page, /^Last name/, 'Keyes');
  await type(page, 'Email', 'kim.keyes@example.com');
  await type(page, 'Phone', '5550102030');
  await find(page, 'Role', 'Keyboard clerk');
  await expect(page.getByLabel('Role', { exact: true })).toHaveAccessibleDescription(
    /Sees 1 module/,
  );
  await type(page, /^Secret code/, '1357');
  await page.keyboard.press('Control+s');
  await expect(said(page, 'User added')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Setup link for Kim Keyes' })).toBeVisible();
  await page.keyboard.press('Escape');

  const [kim] = (await desk.admins.list({ query: { search: 'kim.keyes' } })).data.results;
  await expect(page.getByRole('heading', { level: 1, name: 'Kim Keyes' })).toBeVisible();
  await type(page, /^Last name/, 'Mine');
  await desk.admins.update({
    params: { id: kim!.id },
    body: {
      firstName: 'Kimberly',
      lastName: 'Theirs',
      email: kim!.email,
      countryCode: '+1',
      phone: '5550102030',
      secretCode: '****',
      roleId: clerks.id,
      version: kim!.version,
    },
  });
  await page.keyboard.press('Control+s');
  const conflict = page.getByRole('dialog', { name: /changed this user/ });
  await expect(conflict).toContainText('1 field differs.');
  await readable(page, 'the conflict');
  await press(page, conflict.getByRole('button', { name: 'Save merged' }));
  await expect(said(page, 'User updated')).toBeVisible();
  expect((await desk.admins.getById({ params: { id: kim!.id } })).data).toMatchObject({
    firstName: 'Kimberly',
    lastName: 'Mine',
  });

  const { data: device } = await desk.devices.add({ body: tablet('KIM-1', kim!.id) });
  await visit(page, '/users?search=Kimberly');
  await choose(page, button(page, 'Actions for Kimberly Mine'), 'Delete');
  const asking = page.getByRole('dialog', { name: 'Delete Kimberly Mine?' });
  await press(page, asking.getByRole('button', { name: 'Delete user' }));
  await expect(asking.getByRole('alert')).toContainText(
    'Kimberly Mine is still responsible for KIM-1.',
  );
  await press(page, asking.getByRole('link', { name: 'Device KIM-1' }));
  await expect(page).toHaveURL(new RegExp(`/edit-device/${device.id}`));
  await desk.devices.delete({ params: { id: device.id } });
});

test('several users and devices change at once, with a line for each failure', async ({ page }) => {
  const { client: desk } = await ownersDesk();
  const { data: from } = await desk.roles.add({ body: role('Bulk reader') });
  const { data: to } = await desk.roles.add({ body: role('Bulk writer', 'Fairs') });
  for (const name of ['Anna', 'Bert', 'Cleo'])
    await desk.admins.add({ body: person(name, 'Bulk', from.id) });
  await signInAt(page, '/users?search=bulk@example.com');
  await tabTo(page, page.getByRole('link', { name: /Anna Bulk/ }));
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(page.getByText('3 selected')).toBeVisible();
  await readable(page, 'chosen users');
  await tabTo(page, button(page, 'Change role'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change the role of 3 users' });
  await expect(dialog).toContainText('Anna Bulk, Bert Bulk, Cleo Bulk');
  await find(page, 'New role', 'Bulk writer');
  await press(page, dialog.getByRole('button', { name: 'Change 3 users' }));
  await expect(said(page, 'Role of 3 users changed')).toBeVisible();
  expect((await desk.admins.list({ query: { roleId: to.id } })).data.totalResults).toBe(3);

  await visit(page, '/users?limit=50');
  await page.getByLabel('Select Account Owner').check();
  await page.getByLabel('Select Cleo Bulk').check();
  await button(page, 'Deactivate').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate 2 users' }).click();
  const report = page.getByRole('dialog', { name: '1 user deactivated, 1 not' });
  await expect(report.getByRole('listitem').filter({ hasText: 'Account Owner' })).toContainText(
    'You cannot change your own status.',
  );
  await report.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('row', { name: /Cleo Bulk/ })).toContainText('Inactive');

  const { data: owner } = await desk.admins.profile();
  for (const deviceId of ['BULK-1', 'BULK-2']) await desk.devices.add({ body: tablet(deviceId) });
  await visit(page, '/devices?search=BULK');
  await expect(page.getByRole('row', { name: /BULK-2/ })).toBeVisible();
  await page.getByLabel('Select this page').check();
  await button(page, 'Reassign').click();
  const giving = page.getByRole('dialog', { name: 'Reassign 2 devices' });
  await giving.getByLabel('Assigned admin').fill('Account');
  await page.getByRole('option', { name: 'Account Owner' }).click();
  await giving.getByRole('button', { name: 'Reassign 2 devices' }).click();
  await expect(said(page, '2 devices reassigned')).toBeVisible();
  expect(
    (await desk.devices.list({ query: { search: 'BULK', adminId: owner.id } })).data.totalResults,
  ).toBe(2);
});

test('rights of a role are checked by keyboard, and the effect on its people shows before saving', async ({
  page,
}) => {
  const { client: desk } = await ownersDesk();
  const { data: matrix } = await desk.roles.add({ body: role('Matrix role', 'Fairs') });
  await desk.admins.add({ body: person('Mia', 'Matrix', matrix.id) });
  await signInAt(page, '/roles?search=Matrix');
  await press(page, page.getByRole('link', { name: 'Matrix role' }));
  await tabTo(page, page.getByLabel('View Fairs'));
  await page.keyboard.press('Space');
  await expect(page.getByText('Fairs: Edit requires View, so it is unchecked too.')).toBeVisible();
  await expect(page.getByText('Removes view Fairs, edit Fairs for 1 person.')).toBeVisible();
  await expect(page.getByText('Nothing. They land on their profile.')).toBeVisible();
  await tabTo(page, page.getByLabel('Work a register'));
  await page.keyboard.press('Space');
  await expect(page.getByText('Gives Work a register to 1 person.')).toBeVisible();
  await tabTo(page, page.getByLabel('Edit Devices'), 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('View Devices')).toBeChecked();
  await expect(page.getByLabel('Edit Devices')).toBeChecked();
  await expect(
    page
      .getByRole('region', { name: 'Preview as this role' })
      .getByText('Devices', { exact: true }),
  ).toBeVisible();
  await readable(page, 'the matrix of rights');
  await page.keyboard.press('Control+s');
  await expect(said(page, 'Role updated')).toBeVisible();
  const { data: after } = await desk.roles.getById({ params: { id: matrix.id } });
  expect(after.rights.filter(({ read_only }) => read_only)).toEqual([
    { name: 'Devices', read_only: true, edit: true },
  ]);
  expect(after.duties).toEqual(['work_register']);
  await press(page, button(page, 'Actions for Matrix role'));
  await expect(page.getByRole('menuitem', { name: /Delete/ })).toContainText(
    'Move its people first',
  );
});

test('preferences persist, the secret code requires the password, and a new one ends other sessions', async ({
  page,
  browser,
}) => {
  const desk = await ownersDesk();
  await desk.client.devices.add({ body: tablet('DENSE-1') });
  const colleague = await hire(desk, [
    ['Devices', 'read_only'],
    ['Devices', 'edit'],
  ]);
  await signInAt(page, '/profile', colleague);
  for (const [label, keys] of [
    ['Theme', 'Dark'],
    ['Row height', 'Compact'],
    ['Start page', 'Devices'],
    ['Reduced motion', ' '],
  ] as const) {
    await tabTo(page, page.getByLabel(label));
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/v1/preferences') && answer.request().method() === 'PUT',
    );
    await page.keyboard.type(keys);
    await saved;
  }
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await tabTo(page, button(page, 'What can I do?'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'What can I do?' })).toContainText(
    'Devices view, edit',
  );
  await page.keyboard.press('Escape');

  await press(page, button(page, 'Change secret code'));
  const dialog = page.getByRole('dialog', { name: 'New secret code' });
  await expect(dialog).toBeVisible();
  await type(page, /^New secret code/, '9753', dialog);
  await type(page, 'Your password', 'Wrong-Horse-42');
  await press(page, dialog.getByRole('button', { name: 'Save secret code' }));
  await expect(dialog.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
    /The current password is wrong\./,
  );
  await type(page, 'Your password', colleague.password);
  await page.keyboard.press('Enter');
  await expect(said(page, 'Secret code changed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'My activity' })).toContainText(
    'Made changes to your own account',
  );

  const elsewhere = await (await browser.newContext({ baseURL: office.url() })).newPage();
  await signInAt(elsewhere, '/', colleague);
  await expect(elsewhere).toHaveURL(/\/devices/);
  for (const [setting, value] of [
    ['density', 'compact'],
    ['theme', 'dark'],
    ['motion', 'reduced'],
  ] as const)
    await expect(elsewhere.locator('html')).toHaveAttribute(`data-${setting}`, value);
  const row = elsewhere.getByRole('row').nth(1);
  await expect(row).toBeVisible();
  expect(await row.evaluate((one) => one.getBoundingClientRect().height)).toBeLessThan(44);

  await press(page, page.getByRole('link', { name: 'Change password' }).last());
  await expect(page).toHaveTitle('POS Admin - Change password');
  await type(page, 'Current password', colleague.password);
  await type(page, 'New password', 'Better-Horse-97');
  await type(page, 'Confirm password', 'Better-Horse-97');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You were signed out on 1 other device.')).toBeVisible();
  // The other page leaves by itself: its live events end with its session.
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.context().close();
});
