import { expect, type Locator, type Page } from '@playwright/test';
import { addDays, today } from '@pos/api/time/days.ts';
import { readable } from './support/barriers.ts';
import { office, signIn, test } from './support/office.ts';
import { hire, ownersDesk } from './support/staff.ts';

/** Presses Tab (or Shift+Tab) until this has the focus: no mouse is needed. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    if (
      await target
        .evaluate((element) => element === document.activeElement, undefined, { timeout: 2_000 })
        .catch(() => false)
    )
      return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(target)} cannot be reached by ${key}.`);
}

/** Tabs to a field and replaces its text. */
async function type(
  page: Page,
  label: string | RegExp,
  text: string,
  within: Page | Locator = page,
): Promise<void> {
  await tabTo(page, within.getByLabel(label, { exact: typeof label === 'string' }).first());
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Finds the only option of a search select by typing, and picks it. */
async function find(page: Page, label: string | RegExp, text: string): Promise<void> {
  await type(page, label, text);
  await expect(page.getByRole('option')).toHaveText([new RegExp(text)]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** Tabs to a button or link and presses it. */
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Opens a menu by its button and picks an item with arrow keys and letters. */
async function choose(page: Page, menu: Locator, entry: string): Promise<void> {
  await press(page, menu);
  const item = page.getByRole('menuitem', { name: entry });
  await expect(item).toBeVisible();
  for (
    let steps = 0;
    steps < 20 && !(await item.evaluate((element) => element === document.activeElement));
    steps++
  )
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

const said = (page: Page, text: string): Locator =>
  page.getByRole('status').filter({ hasText: text });
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

test('a user is added, edited by two people at once, and not deleted while owning a device', async ({
  page,
}) => {
  const { client: desk } = await ownersDesk();
  await signIn(page);
  const { data: role } = await desk.roles.add({
    body: {
      name: 'Keyboard clerk',
      description: 'Types.',
      rights: [{ name: 'Orders', read_only: true, edit: false }],
    },
  });
  await page.goto('/users');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Add user' }).first());
  await expect(page).toHaveTitle('POS Admin - Add New User');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await press(page, button(page, 'Add user'));
  for (const sentence of [
    'First name must have 2 to 20 characters.',
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
  await expect(page.getByLabel('Role', { exact: true })).toHaveAccessibleDescription('View 1');
  await type(page, /^Secret code/, '1357');
  await page.keyboard.press('Control+s');
  await expect(said(page, 'User added')).toBeVisible();
  const setupLink = page.getByRole('dialog', { name: 'Setup link for Kim Keyes' });
  await expect(setupLink).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(setupLink).toBeHidden();

  const { data: found } = await desk.admins.list({ query: { search: 'kim.keyes' } });
  const [kim] = found.results;
  if (!kim) throw new Error('The user is not there.');
  await press(page, page.getByRole('link', { name: /Kim Keyes/ }));
  await expect(page.getByRole('heading', { level: 1, name: 'Edit User' })).toBeVisible();
  await type(page, /^Last name/, 'Mine');
  await desk.admins.update({
    params: { id: kim.id },
    body: {
      firstName: 'Kimberly',
      lastName: 'Theirs',
      email: kim.email,
      countryCode: '+1',
      phone: '5550102030',
      roleId: role.id,
      secretCode: '****',
      version: kim.version,
    },
  });
  await page.keyboard.press('Control+s');
  const conflict = page.getByRole('dialog', { name: /changed this user/ });
  await expect(conflict).toContainText('1 field differs.');
  await readable(page, 'the conflict');
  await press(page, conflict.getByRole('button', { name: 'Save merged' }));
  await expect(said(page, 'User updated')).toBeVisible();
  expect((await desk.admins.getById({ params: { id: kim.id } })).data).toMatchObject({
    firstName: 'Kimberly',
    lastName: 'Mine',
  });

  const { data: device } = await desk.devices.add({
    body: {
      deviceId: 'KIM-1',
      name: 'Tablet of Kim',
      purchaseDate: '2026-01-01',
      warrantyDate: '2030-01-01',
      model: 1,
      adminId: kim.id,
    },
  });
  await choose(page, button(page, 'Actions for Kimberly Mine'), 'Delete');
  const asking = page.getByRole('dialog', { name: 'Delete Kimberly Mine?' });
  await press(page, asking.getByRole('button', { name: 'Delete Kimberly' }));
  await expect(asking.getByRole('alert')).toContainText(
    'Kimberly Mine is still responsible for KIM-1.',
  );
  await readable(page, 'the refused deletion');
  await press(page, asking.getByRole('link', { name: 'Device KIM-1' }));
  await expect(page).toHaveURL(new RegExp(`/edit-device/${device.id}`));
  await desk.devices.delete({ params: { id: device.id } });
});

test("nobody can change their own role or status, or the last SUPER_ADMIN's; the menu says why", async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/users');
  await press(page, button(page, 'Actions for Account Owner'));
  await expect(page.getByRole('menuitem', { name: /Deactivate/ })).toContainText(
    'You cannot change your own status',
  );
  await expect(page.getByRole('menuitem', { name: /Delete/ })).toContainText(
    'You cannot delete yourself',
  );
  await page.keyboard.press('Escape');
  await expect(button(page, 'Actions for Account Owner')).toBeFocused();
});

test('several users and devices change at once, with a line for each failure', async ({ page }) => {
  const { client: desk } = await ownersDesk();
  await signIn(page);
  const { data: from } = await desk.roles.add({
    body: { name: 'Bulk reader', description: 'Reads.', rights: [] },
  });
  const { data: to } = await desk.roles.add({
    body: {
      name: 'Bulk writer',
      description: 'Writes.',
      rights: [{ name: 'Fairs', read_only: true, edit: true }],
    },
  });
  for (const name of ['Anna', 'Bert', 'Cleo'])
    await desk.admins.add({
      body: {
        firstName: name,
        lastName: 'Bulk',
        email: `${name}.bulk@example.com`,
        countryCode: '+1',
        phone: '5550102040',
        roleId: from.id,
        secretCode: '1234',
      },
    });
  await page.goto('/users?search=bulk@example.com');
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

  await page.goto('/users?limit=50');
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
  for (const number of [1, 2])
    await desk.devices.add({
      body: {
        deviceId: `BULK-${number}`,
        name: 'Bulk tablet',
        purchaseDate: '2026-01-01',
        warrantyDate: '2030-01-01',
        model: 1,
        adminId: null,
      },
    });
  await page.goto('/devices?search=BULK');
  await expect(page.getByRole('row', { name: /BULK-2/ })).toBeVisible();
  await page.getByLabel('Select this page').check();
  await button(page, 'Reassign').click();
  const giving = page.getByRole('dialog', { name: 'Reassign 2 devices' });
  await giving.getByLabel('Assigned admin').fill('Account');
  await page.getByRole('option', { name: 'Account Owner' }).click();
  await readable(page, 'reassigning devices');
  await giving.getByRole('button', { name: 'Reassign 2 devices' }).click();
  await expect(said(page, '2 devices reassigned')).toBeVisible();
  expect(
    (await desk.devices.list({ query: { search: 'BULK', adminId: owner.id } })).data.totalResults,
  ).toBe(2);
});

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

test('rights of a role are checked by keyboard, and the effect on its people shows before saving', async ({
  page,
}) => {
  const { client: desk } = await ownersDesk();
  await signIn(page);
  const { data: role } = await desk.roles.add({
    body: {
      name: 'Matrix role',
      description: 'Of the matrix.',
      rights: [{ name: 'Fairs', read_only: true, edit: true }],
    },
  });
  await desk.admins.add({
    body: {
      firstName: 'Mia',
      lastName: 'Matrix',
      email: 'mia.matrix@example.com',
      countryCode: '+1',
      phone: '5550102050',
      roleId: role.id,
      secretCode: '1234',
    },
  });
  await page.goto('/roles');
  await press(page, page.getByRole('link', { name: 'Matrix role' }));
  await tabTo(page, page.getByLabel('View Fairs'));
  await page.keyboard.press('Space');
  await expect(page.getByText('Fairs: Edit requires View, so it is unchecked too.')).toBeVisible();
  await expect(page.getByText('Removes view Fairs, edit Fairs for 1 person.')).toBeVisible();
  await tabTo(page, page.getByLabel('Work a register'));
  await page.keyboard.press('Space');
  await expect(page.getByText('Gives Work a register to 1 person.')).toBeVisible();
  await tabTo(page, page.getByLabel('Everything in Devices'), 'Shift+Tab');
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
  const { data: after } = await desk.roles.getById({ params: { id: role.id } });
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
  await desk.client.devices.add({
    body: {
      deviceId: 'DENSE-1',
      name: 'Dense tablet',
      purchaseDate: '2026-01-01',
      warrantyDate: '2030-01-01',
      model: 1,
      adminId: null,
    },
  });
  const colleague = await hire(desk, [
    ['Devices', 'read_only'],
    ['Devices', 'edit'],
  ]);
  await signIn(page, colleague);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
  await expect(
    page
      .getByText('You have not changed anything yet')
      .or(page.getByRole('heading', { name: 'My activity' })),
  ).toBeVisible();
  await readable(page, 'the profile');
  const choices = [
    ['Theme', 'Dark'],
    ['Row height', 'Compact'],
    ['Start page', 'Devices'],
  ] as const;
  for (const [label, choice] of choices) {
    await tabTo(page, page.getByLabel(label));
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/v1/preferences') && answer.request().method() === 'PUT',
    );
    await page.keyboard.type(choice);
    await saved;
  }
  await tabTo(page, page.getByLabel('Reduced motion'));
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/v1/preferences') && answer.request().method() === 'PUT',
  );
  await page.keyboard.press('Space');
  await saved;
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
  await readable(page, 'the secret code');
  await type(page, 'Your password', colleague.password);
  await page.keyboard.press('Enter');
  await expect(said(page, 'Secret code changed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'My activity' })).toContainText(
    'Made changes to your own account',
  );

  const elsewhere = await (await browser.newContext({ baseURL: office.url() })).newPage();
  await signIn(elsewhere, colleague);
  await expect(elsewhere).toHaveURL(/\/devices/);
  await expect(elsewhere.locator('html')).toHaveAttribute('data-density', 'compact');
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(elsewhere.locator('html')).toHaveAttribute('data-motion', 'reduced');
  await elsewhere.goto('/devices');
  await expect(elsewhere.getByRole('row').nth(1)).toBeVisible();
  expect(
    await elsewhere
      .getByRole('row')
      .nth(1)
      .evaluate((row) => row.getBoundingClientRect().height),
  ).toBeLessThan(44);

  await press(page, page.getByRole('link', { name: 'Change password' }).last());
  await expect(page).toHaveTitle('POS Admin - Change password');
  await type(page, 'Current password', colleague.password);
  await type(page, 'New password', 'Better-Horse-97');
  await type(page, 'Confirm password', 'Better-Horse-97');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You were signed out on 1 other device.')).toBeVisible();
  await readable(page, 'a changed password');
  await elsewhere.goto('/devices');
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.context().close();
});

type Desk = Awaited<ReturnType<typeof ownersDesk>>['client'];

/** Fair that is live today, with a cashier who has no other tasks. */
async function liveFair(desk: Desk) {
  await desk.schools.add({
    body: {
      identifier: 'KEYS',
      name: 'KEYS Elementary',
      address: '3 Elm St',
      city: 'Ada',
      state: 'MI',
      zip: '49301',
      timeZone: 'America/Detroit',
    },
  });
  const { data: owner } = await desk.admins.profile();
  const { data: roles } = await desk.roles.getRoles();
  const { data: cashier } = await desk.admins.add({
    body: {
      firstName: 'Cash',
      lastName: 'Ier',
      email: 'cash.ier@example.com',
      countryCode: '+1',
      phone: '5550102060',
      roleId: roles.at(-1)?.value ?? '',
      secretCode: '2468',
    },
  });
  const day = today('America/Detroit');
  const fields = {
    schoolIdentifier: 'KEYS',
    name: 'KEYS Book Fair',
    address: '3 Elm St, Ada',
    startDate: addDays(day, -1),
    endDate: addDays(day, 1),
    salesTaxRate: 6,
    adminId: owner.id,
    packageOption: 1 as const,
  };
  const { data: fair } = await desk.fairs.add({ body: fields });
  return {
    data: {
      id: fair.id,
      version: fair.version,
      identifier: fair.identifier,
      fields,
      cashierId: cashier.id,
    },
  };
}
