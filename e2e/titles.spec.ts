import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { plainPng } from '@pos/api/testing/artwork.ts';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import { expect } from '@playwright/test';
import { readable, readableAt } from './support/barriers.ts';
import { scan } from './support/keyboard.ts';
import { office, test } from './support/office.ts';
import { ownersDesk } from './support/staff.ts';
import { signIn } from './support/sign-in.ts';

const UPC = '036000291452';

test('a title is added with its codes, pictured, found by a scan, changed and retired', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/inventory');
  await page.getByRole('link', { name: 'Add title' }).click();
  await expect(page).toHaveTitle('POS Admin - Add New Title');
  await page.getByRole('button', { name: 'Add title' }).click();
  for (const sentence of ['Enter the title.', 'Enter a SKU, an ISBN or a UPC.'])
    await expect(page.getByRole('alert')).toContainText(sentence);
  await page.getByRole('textbox', { name: 'Title' }).fill('Comet Cakes');
  await page.getByLabel('Category').selectOption('Picture');
  await page.getByLabel('ISBN').fill('0-306-40615-2');
  await page.getByLabel('UPC').fill('036000291453');
  await page.getByRole('textbox', { name: 'Price' }).fill('6.99');
  await page.getByRole('button', { name: 'Add title' }).click();
  await expect(page.getByLabel('UPC')).toHaveAccessibleDescription(/right check digit/);
  await readable(page, 'the title form');
  await page.getByLabel('UPC').fill(UPC);
  await page.getByRole('button', { name: 'Add title' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Comet Cakes' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('9780306406157');

  await page.getByRole('button', { name: 'Upload picture' }).click();
  const upload = page.getByRole('dialog', { name: 'Picture of Comet Cakes' });
  await upload.getByRole('button', { name: 'Upload' }).click();
  await expect(upload).toContainText('Choose the picture.');
  await upload.getByLabel('Picture').setInputFiles({
    name: 'comet.png',
    mimeType: 'image/png',
    buffer: await plainPng(300, 400),
  });
  await upload.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await expect(page.locator('img[data-part="cover"]')).toBeVisible();
  await readableAt(page, 'a title', 390, 1440);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Price' }).fill('7.49');
  await page.getByRole('switch', { name: 'Taxable' }).uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Title updated' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Not taxable');
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('main')).toContainText('uploaded the picture');
  await expect(page.getByRole('main')).toContainText('$7.49');

  await page.getByRole('link', { name: 'All inventory' }).first().click();
  await expect(page.getByRole('table', { name: 'Titles' })).toBeVisible();
  await scan(page, `0${UPC}`);
  await expect(page).toHaveURL(new RegExp(`search=0${UPC}`));
  await page.getByRole('link', { name: /Comet Cakes/ }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  const done = page.getByRole('status').filter({ hasText: 'Title deactivated' });
  await expect(page.getByText('Inactive')).toBeVisible();
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Inactive')).toHaveCount(0);
});

test("a synced title's fields are locked, and the others are saved", async ({ page }) => {
  const folder = path.join(office.dataDir(), 'source');
  await mkdir(folder, { recursive: true });
  const lines = ['sku,title,priceCents', 'SYNCED-T,Synced Title,450'];
  await writeFile(path.join(folder, 'titles.csv'), `${lines.join('\r\n')}\r\n`);
  const { client } = await ownersDesk();
  const { data } = await client.settings.sync({ body: { scope: 'titles' } });
  await expect
    .poll(async () => (await client.jobs.getById({ params: { id: data.jobId } })).data.status)
    .toBe('succeeded');
  await signIn(page);
  await page.goto('/inventory?search=SYNCED-T');
  await page.getByRole('link', { name: /Synced Title/ }).click();
  await expect(page.getByText('This title comes from the source system')).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  for (const name of ['Title', 'SKU', 'Price'])
    await expect(page.getByRole('textbox', { name, exact: true })).toHaveAttribute('readonly');
  await readable(page, 'the form of a synced title');
  await page.getByLabel('Author').fill('Ann Quill');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Title updated' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Ann Quill');
});

test('titles are imported from a spreadsheet, a cell is corrected, and it is undone', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/inventory');
  await page.getByRole('link', { name: 'Upload titles' }).click();
  await expect(page).toHaveTitle('POS Admin - Upload titles');
  await page.getByLabel('Choose the file of titles').setInputFiles({
    name: 'titles.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await workbookOfRows([
      ['Item Code', 'Barcode', 'Name', 'List Price'],
      ['ELM-1', '042100005264', 'The Elm', '5.99'],
      ['ASH-1', 25_192_251_344, 'The Ash', '6.99'],
    ]),
  });
  const upc = page.getByRole('textbox', { name: 'UPC, row 3' });
  await expect(upc).toHaveAccessibleDescription(/right check digit/);
  await readable(page, 'the check of titles');
  await page.getByRole('button', { name: /^Use 025192251344/ }).click();
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Import 2 titles' }).click();
  await expect(page.getByText('2 titles are new, 0 titles were changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText(/This import was undone on/)).toBeVisible();
  await page.getByRole('link', { name: 'See the titles' }).click();
  await expect(page.getByRole('row', { name: /The Elm/ })).toHaveCount(0);
});
