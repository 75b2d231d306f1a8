import { expect, type Locator, type Page } from '@playwright/test';
import { pick, test } from '../support/office.ts';
import { planner } from '../support/planner.ts';
import { sellingFair } from '../support/selling-fair.ts';
import { settled } from '../support/settled.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { signIn } from '../support/sign-in.ts';
import { said } from '../support/tabbing.ts';

const offer = (page: Page) => page.getByRole('region', { name: 'Unsaved draft' });

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

test('a form shows the same text after Restore: rights, school, devices, a form within', async ({
  page,
}) => {
  const desk = await ownersDesk();
  await hire(desk, [['Orders', 'read_only']], 'Sales desk');
  const { identifier } = await planner(desk);
  const { deviceId } = (await desk.client.devices.add({ body: spare(`D-${identifier}`) })).data;
  const form = mainForm(page);

  await test.step('a new role, with its rights', async () => {
    await page.goto('/add-role');
    await page.getByLabel('Name').fill('Night shift');
    await page.getByLabel('Description').fill('Counts at night.');
    await page.getByLabel('Edit Fairs').check();
    await comesBackAsItWas(page, form);
  });
  await test.step('a new fair, with school, admin, package and devices', async () => {
    await page.goto('/add-fair');
    await pick(page, 'School', identifier);
    await page.getByLabel('Fair name').fill('Spring fair');
    await page.getByLabel('Start date').fill('03/05/2029');
    await page.getByLabel('Sales tax rate').fill('6.125');
    await page.getByLabel('25P700').check();
    await pick(page, 'Admin', 'Robin Reyes');
    await pick(page, 'Planned devices', deviceId);
    await page.keyboard.press('Escape');
    await comesBackAsItWas(page, form);
    await expect(page.getByRole('combobox', { name: 'School' })).toHaveValue(
      new RegExp(identifier),
    );
    await expect(page.getByText("All times are Eastern, the school's time zone.")).toBeVisible();
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
});

test('after Restore, an option now inactive or deleted is marked, and a field now locked left out', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { client } = desk;
  const { roleId } = await hire(desk, []);
  const name = 'Robin Leaving';
  const who = { firstName: 'Robin', lastName: 'Leaving', email: 'leaving@example.com', roleId };
  const codes = { countryCode: '+1' as const, phone: '3125550142', secretCode: '2468' };
  const adminId = (await client.admins.add({ body: { ...who, ...codes } })).data.id;
  const { fair, sell, deviceId } = await sellingFair(desk, { name: 'GONE' });
  const [device] = (await client.devices.list({ query: { search: deviceId } })).data.results;
  const { data: second } = await client.devices.add({ body: spare(`SPARE-${deviceId}`) });
  const restore = () => offer(page).getByRole('button', { name: 'Restore' }).click();
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();

  await test.step('a device', async () => {
    const admin = page.getByRole('combobox', { name: 'Assigned admin' });
    await page.goto(`/edit-device/${device!.id}`);
    await page.getByLabel(/^Name/).fill('Renamed till');
    await pick(page, 'Assigned admin', name);
    await settled(page);
    await client.admins.changeStatus({ params: { id: adminId }, body: { status: 'inactive' } });
    await page.reload();
    await restore();
    await expect(admin).toHaveValue(`${name} (inactive)`);
    await client.admins.delete({ params: { id: adminId } });
    await page.reload();
    await restore();
    await expect(admin).toHaveValue(`${name} (deleted)`);
    await save();
    await expect(page.getByRole('alert').filter({ hasText: /^Assigned admin/ })).toBeVisible();
    await page.getByRole('button', { name: 'Clear Assigned admin' }).click();
    await save();
    await expect(said(page, 'Device updated')).toBeVisible();
    expect((await client.devices.getById({ params: { id: device!.id } })).data).toMatchObject({
      name: 'Renamed till',
      adminId: null,
    });
  });
  await test.step('a fair', async () => {
    await page.goto(`/edit-fair/${fair.id}`);
    await page.getByLabel('Start date').fill('01/05/2020');
    await page.getByLabel('Hours').fill('8 to 4');
    await pick(page, 'Planned devices', second.deviceId);
    await settled(page);
    await sell();
    await client.devices.changeStatus({ params: { id: second.id }, body: { status: 'inactive' } });
    await page.reload();
    await restore();
    await expect(
      page.getByText('Start date was not restored: it can no longer be changed here.'),
    ).toBeVisible();
    await page
      .getByRole('button', { name: `Remove ${second.deviceId} · Spare (inactive)` })
      .click();
    await save();
    await expect(said(page, 'Fair updated')).toBeVisible();
    expect((await client.fairs.getById({ params: { id: fair.id } })).data).toMatchObject({
      hours: '8 to 4',
      startDate: fair.startDate,
    });
  });
});

test('two people who changed the same options see their names and save their choice', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { client } = desk;
  const robin = await hire(desk, [['Orders', 'read_only']], 'Clash desk');
  const { plan } = await planner(desk);
  const fair = await plan('Clash Book Fair', '2031-03-03', '2031-03-07');
  const { identifier: other } = await planner(desk);
  const { data: role } = await client.roles.getById({ params: { id: robin.roleId } });

  await test.step('a fair', async () => {
    await page.goto(`/edit-fair/${fair.id}`);
    await pick(page, 'School', other);
    await pick(page, 'Admin', 'Robin Reyes');
    await settled(page);
    const { identifier: third } = await planner(desk);
    const { name, address, startDate, endDate, salesTaxRate, adminId, version } = fair;
    const same = { name, address, startDate, endDate, salesTaxRate, adminId, version };
    await client.fairs.update({
      params: { id: fair.id },
      body: { ...same, schoolIdentifier: third, packageOption: fair.packageOption },
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /changed this fair/ });
    await expect(dialog.getByLabel('School, yours')).toBeChecked();
    await expect(dialog.getByRole('row', { name: /School/ })).toContainText(`${other} Elementary`);
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
    // A draft that is older than its record.
    await page.reload();
    await offer(page).getByRole('button', { name: 'Restore' }).click();
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
