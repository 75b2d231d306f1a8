import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '@pos/contract/settings';
import { expect } from '@playwright/test';
import { barriers } from './support/barriers.ts';
import { movedBy } from './support/moved-by.ts';
import { press } from './support/keyboard.ts';
import { office, test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { settled } from './support/settled.ts';
import { hire, ownersDesk } from './support/staff.ts';
import { signInAt } from './support/sign-in.ts';

test("settings save by group; only a colleague's change of the same group causes a conflict", async ({
  page,
}) => {
  const { client } = await ownersDesk();
  const settings = async () => (await client.settings.get()).data as Settings;
  await signInAt(page, '/settings?section=registers');
  const receipt = page.getByRole('region', { name: 'Receipt' });
  const saveReceipt = receipt.getByRole('button', { name: 'Save receipt' });
  await expect(saveReceipt).toBeHidden();
  await receipt.getByLabel('Text below each receipt').fill('Returns within 7 days.');
  await expect(receipt.getByText('Not saved yet')).toBeVisible();
  await receipt.getByRole('button', { name: 'Discard' }).click();
  await expect(saveReceipt).toBeHidden();
  await expect(receipt.getByLabel('Text below each receipt')).toBeFocused();
  await receipt.getByLabel('Text below each receipt').fill('Returns within 7 days.');
  await expect(saveReceipt).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' });
  await sections.getByRole('link', { name: 'General' }).click();
  await expect(sections.getByRole('link', { name: 'Registers, not saved yet' })).toBeVisible();
  await sections.getByRole('link', { name: /^Registers/ }).click();
  await receipt.getByLabel('Text below each receipt').focus();
  await client.settings.update({
    body: { version: (await settings()).version, receiptFooter: 'Thank you.' },
  });
  await page.keyboard.press('ControlOrMeta+s');
  const clash = page.getByRole('dialog', { name: /changed this group of settings/ });
  await expect(clash.getByText('Thank you.')).toBeVisible();
  await clash.getByRole('button', { name: 'Save merged' }).click();
  await expect(page.getByText('Receipt saved')).toBeVisible();

  await sections.getByRole('link', { name: 'Money' }).click();
  const wallet = page.getByRole('region', { name: 'eWallet' });
  await wallet.getByLabel('Maximum balance').fill('5');
  await page.keyboard.press('Enter');
  await expect(wallet.getByLabel('Maximum balance')).toHaveAccessibleDescription(
    /The maximum balance cannot be less than the minimum top-up\./,
  );
  await wallet.getByLabel('Maximum balance').fill('400.00');
  await page.keyboard.press('Enter');
  await expect(page.getByText('eWallet saved')).toBeVisible();
  await sections.getByRole('link', { name: 'Security' }).click();
  const changes = page.getByRole('region', { name: 'Last changes' });
  await changes.getByRole('button', { name: /made changes \d+ times/ }).click();
  await expect(changes.getByText('Ewallet max balance:').first()).toBeVisible();
  await sections.getByRole('link', { name: 'Backups' }).click();
  await expect(page.getByText(/^No daily backups are set up/)).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('a sync started from the settings shows progress, results and skipped rows', async ({
  page,
}) => {
  const source = path.join(office.dataDir(), 'source');
  await mkdir(source, { recursive: true });
  await writeFile(
    path.join(source, 'schools.csv'),
    'identifier,name,address,city,state,zip,phone,enrollment,timeZone\nSETSYNC1,Sync School,1 Elm St,Ada,MI,49301,,100,America/Detroit\nSETSYNC2,No Zone,1 Elm St,Ada,MI,49301,,100,Mars/Olympus\n',
  );
  await signInAt(page, '/settings?section=sync');
  await page.getByLabel('What to read').selectOption({ label: 'Schools' });
  await page.getByRole('button', { name: 'Sync now' }).click();
  const read = page.getByRole('region', { name: 'Results of the last sync' });
  await expect(read.getByRole('row', { name: /Schools/ })).toContainText('2');
  await page.getByText('1 row or file skipped', { exact: true }).click();
  await expect(page.getByText('Schools, row 3, timeZone')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Sync log' }).getByRole('listitem').first(),
  ).toContainText('1 new, 1 row or file skipped');
});

test("the sync source is chosen from the operator's list and used without a restart", async ({
  page,
}) => {
  const next = path.join(office.dataDir(), 'source-next');
  await mkdir(next, { recursive: true });
  await writeFile(
    path.join(next, 'schools.csv'),
    'identifier,name\nSETNEXT1,Next Season School\r\nSETNEXT2,Another\n',
  );
  await signInAt(page, '/settings?section=sync');
  await expect(page.getByText('Reads from Main.')).toBeVisible();
  const source = page.getByRole('region', { name: 'Sync source' });
  await source.getByLabel('Source').selectOption({ label: 'Next season' });
  await source.getByRole('button', { name: 'Save sync source' }).click();
  await expect(page.getByText('Reads from Next season.')).toBeVisible();
  await page.getByLabel('What to read').selectOption({ label: 'Schools' });
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByText(/Schools from Next season, started/)).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'Results of the last sync' })
      .getByRole('row', { name: /Schools/ }),
  ).toContainText('2');
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await source.getByLabel('Source').selectOption({ label: 'Main' });
  await source.getByRole('button', { name: 'Save sync source' }).click();
  await expect(page.getByText('Reads from Main.')).toBeVisible();
});

test('other users see the support contact and no settings to change', async ({ page }) => {
  const desk = await ownersDesk();
  await signInAt(page, '/settings', await hire(desk, []));
  await expect(page.getByRole('region', { name: 'Customer service' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
});

test('first steps can be skipped, stay available in the settings, and go once they are done', async ({
  page,
}) => {
  const { client } = await ownersDesk();
  const settings = async () => (await client.settings.get()).data as Settings;
  const { version, firstSteps } = await settings();
  await client.settings.update({
    body: { version, supportEmail: '', supportPhone: '', skippedSteps: [] },
  });
  await signInAt(page, '/dashboard');
  const welcome = page.getByRole('region', { name: 'Welcome. 8 steps to the first sale' });
  await expect(welcome.getByRole('listitem').filter({ hasText: 'First role' })).toContainText(
    firstSteps.role ? ', done' : ', not done',
  );
  await settled(page);
  expect(await movedBy(page)).toBeLessThan(0.01);
  await welcome.getByRole('button', { name: 'Skip: Company name and support contact' }).click();
  await expect(welcome.getByText('Company name and support contact')).toBeHidden();
  await page.goto('/settings');
  await expect(welcome.getByText('Company name and support contact (skipped)')).toBeVisible();
  await welcome.getByRole('link', { name: 'Enter it' }).click();
  const organization = page.getByRole('region', { name: 'Organization' });
  await organization.getByLabel('Company name').fill('Maple Book Fairs');
  await organization.getByLabel('Support email').fill('help@fairs.example.com');
  await organization.getByLabel('Support phone').fill('(555) 010-2030');
  await organization.getByRole('button', { name: 'Save organization' }).click();
  await expect(page.getByText('Organization saved')).toBeVisible();
  await expect.poll(async () => (await settings()).firstSteps.company).toBe(true);
});

test('without a support contact, Help says so and has no empty link', async ({ page }) => {
  const desk = await ownersDesk();
  const { version } = (await desk.client.settings.get()).data as Settings;
  await desk.client.settings.update({ body: { version, supportEmail: '', supportPhone: '' } });
  const reader = await hire(desk, []);
  await signInAt(page, '/', reader);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help).toContainText('No contact is set yet. Ask your Admin.');
  await expect(help.getByRole('link')).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
});

test('without a support contact, Help links a SUPER_ADMIN to Settings', async ({ page }) => {
  const desk = await ownersDesk();
  const { version } = (await desk.client.settings.get()).data as Settings;
  await desk.client.settings.update({ body: { version, supportEmail: '', supportPhone: '' } });
  await signInAt(page, '/');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('link', { name: 'Enter the support contact in Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
});

test('the receipt footer from the settings prints below a receipt, line by line', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { version } = (await desk.client.settings.get()).data as Settings;
  await desk.client.settings.update({
    body: { version, receiptFooter: 'Returns within 7 days.\nThank you for reading.' },
  });
  const { fair, sell } = await sellingFair(desk);
  const { orderNumber } = await sell();
  await signInAt(page, `/fair-details/${fair.id}?tab=orders`);
  await press(page, new RegExp(orderNumber), 'link');
  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute(
        'data-printed',
        document.querySelector('[data-part=receipt-footer]')?.textContent ?? '',
      );
  });
  await press(page, 'Print receipt');
  await expect(page.locator('body')).toHaveAttribute(
    'data-printed',
    'Returns within 7 days.\nThank you for reading.',
  );
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article', { name: `Receipt ${orderNumber}` })).toContainText(
    'Thank you for reading.',
  );
});

test('once there are sales, the open first steps are one line that can be dismissed', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { sell } = await sellingFair(desk, { name: 'STEPS' });
  await sell();
  const { version } = (await desk.client.settings.get()).data as Settings;
  await desk.client.settings.update({
    body: { version, supportEmail: '', supportPhone: '', skippedSteps: ['students', 'role'] },
  });
  await signInAt(page, '/dashboard');
  const line = page.getByRole('region', { name: 'First steps' });
  await expect(line).toContainText('1 step left: company name and support contact');
  await expect(line.getByRole('link', { name: 'Enter it' })).toHaveAttribute('href', /\/settings$/);
  await line.getByRole('button', { name: 'Dismiss' }).click();
  await expect(line).toBeHidden();
  await page.goto('/settings');
  await expect(page.getByText('Company name and support contact (skipped)')).toBeVisible();
});
