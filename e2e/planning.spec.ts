import { expect } from '@playwright/test';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import { signIn as openOffice } from '@pos/tools/office/session.ts';
import { barriers, readable } from './support/barriers.ts';
import { office, test } from './support/office.ts';
import { settled } from './support/settled.ts';
import { addSchool } from '@pos/world/fair';
import { signIn } from './support/sign-in.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Creates a school with a fair, through the API. */
async function planned(identifier: string) {
  const { client: desk } = await openOffice(office.url(), {
    email: office.email(),
    password: office.password(),
  });
  await addSchool(desk, identifier);
  const [admin] = (await desk.admins.getAdmins({ query: {} })).data;
  if (!admin) throw new Error('There is no admin.');
  const fields = {
    schoolIdentifier: identifier,
    name: `${identifier} Book Fair`,
    address: '3 Elm St, Ada',
    startDate: '2031-03-03',
    endDate: '2031-03-07',
    salesTaxRate: 6,
    adminId: admin.value,
    packageOption: 1 as const,
  };
  const { data: fair } = await desk.fairs.add({ body: fields });
  return { desk, fair, fields };
}

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test("the device form shows the specification's errors, and the saved device stands out in its list", async ({
  page,
}) => {
  await page.goto('/devices?status=active&sort=-deviceId');
  await page.getByRole('link', { name: 'Add device' }).click();
  await expect(page).toHaveTitle('POS Admin - Add New Device');
  await page.getByRole('button', { name: 'Add device' }).click();
  const summary = page.getByRole('alert');
  for (const sentence of [
    'Device ID must have 2 to 30 characters.',
    'Purchase date is required.',
    'Warranty date is required.',
  ])
    await expect(summary).toContainText(sentence);
  await page.getByLabel('Purchase date').fill('2/29/2028');
  await page.getByLabel('Warranty date').fill('02/28/2028');
  await page.getByLabel(/^Name/).fill('Stage tablet');
  await expect(page.locator('form')).toContainText(
    'Warranty Date should not be less than purchase date.',
  );
  await page.getByRole('button', { name: '1 year after purchase' }).click();
  await expect(page.getByLabel('Warranty date')).toHaveValue('02/28/2029');
  await page.getByLabel('Device ID').fill(' REG-ZZ ');
  await page.getByLabel('Model').selectOption({ label: 'iPad Air' });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('status').filter({ hasText: 'Device added' })).toBeVisible();
  await expect(page.getByText('No tablet is paired with REG-ZZ.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(/\/devices\?status=active&sort=-deviceId$/);
  await page.getByRole('link', { name: 'Add device' }).click();
  await page.getByLabel('Device ID').fill('reg-zz');
  await page.getByLabel(/^Name/).fill('Another');
  await page.getByLabel('Model').selectOption({ label: 'iPad Air' });
  await page.getByLabel('Purchase date').fill('01/15/2028');
  await page.getByRole('button', { name: '3 years after purchase' }).click();
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(page.getByLabel('Device ID')).toHaveAccessibleDescription(
    /This device ID is already in use\./,
  );
  await page.getByRole('link', { name: 'Fairs' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toContainText(
    'Device ID',
  );
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(/add-device/);
});

test('two people editing one fair keep separate changes and choose where both changed a field', async ({
  page,
}) => {
  const { desk, fair, fields } = await planned('CLASH');
  await page.goto(`/edit-fair/${fair.id}`);
  await page.getByLabel('Fair name').fill('My name of it');
  await page.getByLabel('Address', { exact: true }).fill('My address');
  await desk.fairs.update({
    params: { id: fair.id },
    body: { ...fields, address: 'Their address', hours: '9 to 3', version: fair.version },
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /changed this fair/ });
  await expect(dialog).toContainText('1 field differs.');
  await expect(dialog.getByRole('rowheader')).toHaveText(['Address']);
  await dialog.getByLabel(/Address, theirs/).check();
  await dialog.getByRole('button', { name: 'Save merged' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Fair updated' })).toBeVisible();
  expect((await desk.fairs.getById({ params: { id: fair.id } })).data).toMatchObject({
    name: 'My name of it',
    address: 'Their address',
    hours: '9 to 3',
  });
});

test('unknown columns are matched by hand, and a corrected cell counts after the next check', async ({
  page,
}) => {
  const { desk, fair } = await planned('FOREIGN');
  const rows = [
    ['Caja', 'Libro', 'Título', 'Precio', 'Unidades'],
    ['F1', '9780439023482', 'The Arena', 8.99, 4],
    ['F1', 'PEN-1', 'Pen', '1,25', 10],
    ['F2', 'PEN-2', 'Better pen', 2.5, 2.5],
  ];
  await page.goto(`/fair-details/${fair.id}`);
  await page.getByRole('link', { name: 'Upload', exact: true }).click();
  await page
    .getByLabel('Choose the packing list')
    .setInputFiles({ name: 'lista.xlsx', mimeType: XLSX, buffer: await workbookOfRows(rows) });
  await expect(page.getByText(/Match the columns of the file to ours/)).toBeVisible();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Choose the column for ISBN/SKU, Price, Quantity.')).toBeVisible();
  for (const [header, column] of [
    ['Caja', 'Carton'],
    ['Libro', 'ISBN/SKU'],
    ['Título', 'Title'],
    ['Precio', 'Price'],
    ['Unidades', 'Quantity'],
  ] as const)
    await page.getByLabel(`Column for ${header}`).selectOption(column);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('textbox', { name: 'ISBN/SKU, row 2' })).toHaveAccessibleDescription(
    'ISBN check digit is wrong.',
  );
  await expect(page.getByLabel('Price, row 3')).toHaveAccessibleDescription(
    'Price is not a valid amount.',
  );
  await expect(page.getByLabel('Quantity, row 4')).toHaveAccessibleDescription(
    'Quantity must be a whole number greater than 0.',
  );
  await expect(page.getByText('No row can be imported yet.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'ISBN/SKU, row 2' }).fill('9780439023481');
  await page.getByLabel('Price, row 3').fill('1.25');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('button', { name: 'Import 2 titles, skip 1 row' })).toBeVisible();
  expect((await desk.fairs.getById({ params: { id: fair.id } })).data.totals.titles).toBe(0);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await page.getByRole('button', { name: 'Import 2 titles, skip 1 row' }).click();
  await expect(page.getByText(/2 titles are imported/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download rejected rows' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('lista - errors.xlsx');
  await page.getByRole('link', { name: 'See the inventory' }).click();
  await expect(page.getByRole('row', { name: /PEN-1/ })).toContainText('$1.25');
  expect((await desk.fairs.getById({ params: { id: fair.id } })).data.totals).toMatchObject({
    titles: 2,
    sentUnits: 14,
    cartons: 1,
  });
});

test("a wrong file is refused with the specification's messages, before and after upload", async ({
  page,
}) => {
  const { fair } = await planned('REFUSED');
  await page.goto(`/fair-details/${fair.id}/upload`);
  const choose = page.getByLabel('Choose the packing list');
  await choose.setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('a,b'),
  });
  await expect(page.getByText('Only Xlsx file is allowed.')).toBeVisible();
  await choose.setInputFiles({
    name: 'list.xlsx',
    mimeType: XLSX,
    buffer: Buffer.alloc(5_242_881, 1),
  });
  await expect(page.getByText('File exceed the maximum size of 5 MB.')).toBeVisible();
  await page.getByLabel('Choose the packing list').setInputFiles({
    name: 'list.xlsx',
    mimeType: XLSX,
    buffer: Buffer.from('D0CF11E0A1B11AE1', 'hex'),
  });
  await expect(
    page.getByText(/Only Xlsx file is allowed\. This is an \.xls workbook/),
  ).toBeVisible();
});

test('the screens of one fair are accessible in both themes and fit a 320 px phone', async ({
  page,
}) => {
  const { fair } = await planned('READ');
  for (const path of [
    `/fair-details/${fair.id}`,
    `/fair-details/${fair.id}?tab=inventory`,
    `/fair-details/${fair.id}/upload`,
    `/edit-fair/${fair.id}`,
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    await readable(page, path);
    await page.setViewportSize({ width: 320, height: 900 });
    await settled(page);
    expect(await barriers(page), `${path} on a phone`).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      path,
    ).toBeLessThanOrEqual(0);
  }
});
