import { expect, type Locator, type Page } from '@playwright/test';
import { deafen, office, pick, test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { settled } from './support/settled.ts';
import { hire, ownersDesk } from './support/staff.ts';
import { signIn, fillIn } from './support/sign-in.ts';

const offer = (page: Page) => page.getByRole('region', { name: 'Unsaved draft' });
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Visible text of every control and chip of a form, without a masked secret. */
function shownIn(form: Locator): Promise<string[]> {
  return form.evaluate((root) =>
    [
      ...root.querySelectorAll('input:not([type=password]), textarea, select, [data-part=chip]'),
    ].map((one) => {
      if (one instanceof HTMLSelectElement) return one.selectedOptions[0]?.text ?? '';
      if (one instanceof HTMLInputElement && /checkbox|radio/.test(one.type)) {
        return `${one.labels?.[0]?.textContent ?? one.ariaLabel} ${one.checked ? 'on' : 'off'}`;
      }
      if (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement) return one.value;
      return one.textContent;
    }),
  );
}

/** Reloads in the middle of a form, restores its draft, and expects the same text. */
async function comesBackAsItWas(
  page: Page,
  form: Locator,
  open?: () => Promise<void>,
): Promise<void> {
  await page.getByRole('heading', { level: 1 }).click();
  const before = await shownIn(form);
  await settled(page);
  await page.reload();
  await open?.();
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(offer(page)).toBeHidden();
  await expect.poll(() => shownIn(form)).toEqual(before);
}

/** Device that is not planned for any fair. */
const spare = (deviceId: string) => ({
  deviceId,
  name: 'Spare',
  purchaseDate: '2025-01-01',
  warrantyDate: '2028-01-01',
  model: 1 as const,
  adminId: null,
});

const mainForm = (page: Page) => page.getByRole('main').locator('form');

test.beforeEach(async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(page);
});

test('every form with a draft shows the same text after Restore', async ({ page }) => {
  const desk = await ownersDesk();
  const robin = await hire(desk, [['Orders', 'read_only']], 'Sales desk');
  const { fair, deviceId } = await sellingFair(desk, { name: 'DRAFTS' });
  const form = mainForm(page);

  await test.step('a new user, with role and phone', async () => {
    await page.goto('/add-user');
    await page.getByLabel('First name').fill('Kim');
    await page.getByLabel('Last name').fill('Alvarez');
    await page.getByLabel('Email').fill('kim@example.com');
    await page.getByLabel('Phone').fill('6165550188');
    await pick(page, 'Role', 'Sales desk');
    await comesBackAsItWas(page, form);
    await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('Sales desk');
  });
  await test.step('a changed user', async () => {
    await page.goto(`/edit-user/${robin.id}`);
    await pick(page, 'Role', 'SUPER_ADMIN');
    await comesBackAsItWas(page, form);
    await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('SUPER_ADMIN');
  });
  await test.step('a new role, with its rights', async () => {
    await page.goto('/add-role');
    await page.getByLabel('Name').fill('Night shift');
    await page.getByLabel('Description').fill('Counts at night.');
    await page.getByLabel('Edit Fairs').check();
    await comesBackAsItWas(page, form);
  });
  await test.step('a changed role', async () => {
    await page.goto(`/edit-role/${robin.roleId}`);
    await page.getByLabel('View Students').check();
    await comesBackAsItWas(page, form);
  });
  await test.step('a new device, with model, days and admin', async () => {
    await page.goto('/add-device');
    await page.getByLabel('Device ID').fill('REG-DRAFT');
    await page.getByLabel(/^Name/).fill('Gym tablet');
    await page.getByLabel('Model').selectOption({ label: 'iPad Air' });
    await page.getByLabel('Purchase date').fill('01/15/2028');
    await pick(page, 'Assigned admin', 'Robin Reyes');
    await comesBackAsItWas(page, form);
    await expect(page.getByRole('combobox', { name: 'Assigned admin' })).toHaveValue('Robin Reyes');
  });
  await test.step('a changed device', async () => {
    const [device] = (await desk.client.devices.list({ query: { search: deviceId } })).data.results;
    await page.goto(`/edit-device/${device!.id}`);
    await pick(page, 'Assigned admin', 'Robin Reyes');
    await comesBackAsItWas(page, form);
  });
  await test.step('a new fair, with school, admin, package and devices', async () => {
    await page.goto('/add-fair');
    await pick(page, 'School', fair.schoolIdentifier);
    await page.getByLabel('Fair name').fill('Spring fair');
    await page.getByLabel('Start date').fill('03/05/2029');
    await page.getByLabel('Sales tax rate').fill('6.125');
    await page.getByLabel('25P700').check();
    await pick(page, 'Admin', 'Robin Reyes');
    await pick(page, 'Planned devices', deviceId);
    await page.keyboard.press('Escape');
    await comesBackAsItWas(page, form);
    await expect(page.getByRole('combobox', { name: 'School' })).toHaveValue(
      new RegExp(fair.schoolIdentifier),
    );
    await expect(page.getByText("All times are Eastern, the school's time zone.")).toBeVisible();
  });
  await test.step('a changed fair', async () => {
    await desk.client.devices.add({ body: spare('SPARE-1') });
    await page.goto(`/edit-fair/${fair.id}`);
    await pick(page, 'Admin', 'Robin Reyes');
    await pick(page, 'Planned devices', 'SPARE-1');
    await page.keyboard.press('Escape');
    await comesBackAsItWas(page, form);
    await expect(page.getByRole('button', { name: 'Remove SPARE-1 · Spare' })).toBeVisible();
  });
  await test.step('a school added inside the form', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add a school' });
    const open = () => page.getByRole('button', { name: 'Add a school' }).click();
    await page.goto('/add-fair');
    await offer(page).getByRole('button', { name: 'Discard' }).click();
    await open();
    await dialog.getByLabel('School name').fill('Maple Elementary');
    await pick(page, 'State', 'minn');
    await expect(dialog.getByRole('combobox', { name: 'State' })).toHaveValue('Minnesota (MN)');
    await dialog.getByLabel('Time zone').selectOption({ label: 'Pacific' });
    await dialog.getByLabel('Enrollment').fill('420');
    await dialog.getByLabel('Tax-exempt').check();
    const before = await shownIn(dialog.locator('form'));
    await settled(page);
    await page.reload();
    await open();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => shownIn(dialog.locator('form'))).toEqual(before);
  });
  await test.step('one’s own profile', async () => {
    await page.goto('/profile');
    await page.getByLabel('Phone').fill('6165550199');
    await comesBackAsItWas(page, form.first());
  });
});

test('a restored option that is now inactive or deleted is marked, and saved as shown', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { client } = desk;
  const { roleId } = await hire(desk, [['Orders', 'read_only']], 'Leaves soon');
  const { data: robin } = await client.admins.add({
    body: {
      firstName: 'Robin',
      lastName: 'Leaving',
      email: 'leaving@example.com',
      countryCode: '+1',
      phone: '3125550142',
      roleId,
      secretCode: '2468',
    },
  });
  const { fair, deviceId } = await sellingFair(desk, { name: 'GONE' });
  const [device] = (await client.devices.list({ query: { search: deviceId } })).data.results;
  const admin = page.getByRole('combobox', { name: 'Assigned admin' });

  await page.goto(`/edit-device/${device!.id}`);
  await page.getByLabel(/^Name/).fill('Renamed till');
  await pick(page, 'Assigned admin', 'Robin Leaving');
  await settled(page);
  await client.admins.changeStatus({ params: { id: robin.id }, body: { status: 'inactive' } });
  await page.reload();
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(admin).toHaveValue('Robin Leaving (inactive)');
  await client.admins.delete({ params: { id: robin.id } });
  await page.reload();
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(admin).toHaveValue('Robin Leaving (deleted)');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: /^Assigned admin/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Assigned admin' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(said(page, 'Device updated')).toBeVisible();
  expect((await client.devices.getById({ params: { id: device!.id } })).data).toMatchObject({
    name: 'Renamed till',
    adminId: null,
  });

  const { data: second } = await client.devices.add({ body: spare('SPARE-2') });
  await page.goto(`/edit-fair/${fair.id}`);
  await pick(page, 'Planned devices', 'SPARE-2');
  await settled(page);
  await client.devices.changeStatus({
    params: { id: second.id },
    body: { status: 'inactive' },
  });
  await page.reload();
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  const chip = page.getByRole('button', { name: 'Remove SPARE-2 · Spare (inactive)' });
  await expect(chip).toBeVisible();
});

test('a field locked after its draft was written is not restored', async ({ page }) => {
  const { client } = await ownersDesk();
  const { fair, sell } = await sellingFair(await ownersDesk(), { name: 'LOCKS' });
  await page.goto(`/edit-fair/${fair.id}`);
  await page.getByLabel('Start date').fill('01/05/2020');
  await page.getByLabel('Hours').fill('8 to 4');
  await settled(page);
  await sell();
  await page.reload();
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(
    page.getByText('Start date was not restored: it can no longer be changed here.'),
  ).toBeVisible();
  await expect(page.getByLabel('Hours')).toHaveValue('8 to 4');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(said(page, 'Fair updated')).toBeVisible();
  expect((await client.fairs.getById({ params: { id: fair.id } })).data).toMatchObject({
    hours: '8 to 4',
    startDate: fair.startDate,
  });
});

test('two people who changed the same options see their names and save their choice', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { client } = desk;
  const robin = await hire(desk, [['Orders', 'read_only']], 'Clash desk');
  const { fair } = await sellingFair(desk, { name: 'CLASH' });
  const { fair: other } = await sellingFair(desk, { name: 'OTHER' });
  const { data: role } = await client.roles.getById({ params: { id: robin.roleId } });

  await test.step('a fair', async () => {
    await page.goto(`/edit-fair/${fair.id}`);
    await pick(page, 'School', other.schoolIdentifier);
    await pick(page, 'Admin', 'Robin Reyes');
    await settled(page);
    const { data: now } = await client.fairs.getById({ params: { id: fair.id } });
    const { schoolIdentifier: third } = (await sellingFair(desk, { name: 'THIRD' })).fair;
    await client.fairs.update({
      params: { id: fair.id },
      body: {
        schoolIdentifier: third,
        name: now.name,
        address: now.address,
        startDate: now.startDate,
        endDate: now.endDate,
        salesTaxRate: now.salesTaxRate,
        adminId: now.adminId,
        packageOption: now.packageOption,
        version: now.version,
      },
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /changed this fair/ });
    await expect(dialog.getByLabel('School, yours')).toBeChecked();
    await expect(dialog.getByRole('row', { name: /School/ })).toContainText(
      `${other.schoolIdentifier} Elementary`,
    );
    await expect(dialog.getByRole('row', { name: /School/ })).toContainText(`${third} Elementary`);
    await dialog.getByLabel('School, theirs').check();
    await dialog.getByRole('button', { name: 'Save merged' }).click();
    await expect(said(page, 'Fair updated')).toBeVisible();
    const { data: saved } = await client.fairs.getById({ params: { id: fair.id } });
    expect(saved).toMatchObject({ schoolIdentifier: third, adminName: 'Robin Reyes' });
  });

  await test.step('a role, right by right', async () => {
    await page.goto(`/edit-role/${role.id}`);
    await page.getByLabel('View Students').check();
    await settled(page);
    const rights = role.rights.map((entry) => ({
      ...entry,
      read_only: entry.read_only || entry.name === 'Payments',
    }));
    await client.roles.update({
      params: { id: role.id },
      body: { name: role.name, description: role.description, rights, version: role.version },
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /changed this role/ });
    await expect(dialog.getByRole('row', { name: /Rights/ })).toContainText(
      'view Orders, view Students',
    );
    await expect(dialog.getByRole('row', { name: /Rights/ })).toContainText(
      'view Payments, view Orders',
    );
    await dialog.getByRole('button', { name: 'Save merged' }).click();
    await expect(said(page, 'Role updated')).toBeVisible();
    const { data: saved } = await client.roles.getById({ params: { id: role.id } });
    expect(saved.rights.filter(({ read_only: views }) => views).map(({ name }) => name)).toEqual([
      'Orders',
      'Students',
    ]);
  });
});

test('offline, Save explains next to the button why nothing was saved', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 640 });
  const failure = page.getByRole('alert').filter({ hasText: 'The server did not answer.' });
  const { client } = await ownersDesk();
  const { data: role } = await client.roles.add({
    body: { name: 'Offline desk', description: 'x', rights: [] },
  });

  await test.step('at the end of a long new form', async () => {
    await page.goto('/add-role');
    await page.getByLabel('Name').fill('Never saved');
    await page.getByLabel('Description').fill('Typed on a train.');
    await settled(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Add role' }).click();
    await expect(failure).toBeInViewport({ ratio: 1 });
    await page.getByLabel('Name').press('Control+s');
    await expect(failure).toBeInViewport({ ratio: 1 });
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Add role' }).click();
    await expect(said(page, 'Role added')).toBeVisible();
  });
  await test.step('in the bar of a changed record', async () => {
    await page.goto(`/edit-role/${role.id}`);
    await page.getByLabel('View Customize Template').check();
    await settled(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(failure).toBeInViewport({ ratio: 1 });
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(said(page, 'Role updated')).toBeVisible();
  });
});

test('a session that ends while the draft is still being written costs nothing of it', async ({
  page,
}) => {
  // A slow device: sealing takes a second each time.
  await page.addInitScript(() => {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    crypto.subtle.encrypt = async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return encrypt(...given);
    };
  });
  await page.goto('/add-device');
  await page.getByLabel('Device ID').fill('SLOW-1');
  await deafen(page);
  const { client } = await ownersDesk();
  await client.auth.endOtherSessions({ body: { currentPassword: office.password() } });
  await page.getByLabel(/^Name/).fill('Typed last');
  await page.getByLabel('Model').selectOption({ label: 'iPad Air' });
  await page.getByLabel('Purchase date').fill('01/15/2028');
  await page.getByLabel('Warranty date').fill('01/15/2030');
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(page.getByText('Your draft is kept.')).toBeVisible();
  await fillIn(page);
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Device ID')).toHaveValue('SLOW-1');
  await expect(page.getByLabel(/^Name/)).toHaveValue('Typed last');
  await expect(page.getByLabel('Warranty date')).toHaveValue('01/15/2030');
});
