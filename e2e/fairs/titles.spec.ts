import { plainPng } from '@pos/api/testing/files/artwork.ts';
import { openFair } from '@pos/world/fair';
import { expect } from '@playwright/test';
import { readable, readableAt } from '../support/barriers.ts';
import { scan } from '../support/keyboard.ts';
import { test, visit } from '../support/office.ts';
import { openRegister } from '../support/selling-fair.ts';
import { ownersDesk } from '../support/staff.ts';
import { signIn, signInAt } from '../support/sign-in.ts';

const UPC = '036000291452';

test('a title is added with its codes, pictured, found by a scan, changed and retired', async ({
  page,
}) => {
  await signInAt(page, '/inventory');
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
  await readableAt(page, 'the title form', 390, 1440);
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

test('the picture of a title and its stock by fair are shown where the title is', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const sku = 'COVER-BOOK';
  const books = [{ sku, title: 'Cover Book', priceCents: 899, quantity: 20 }];
  const fair = await openFair(desk.client, 'COVER', {}, books);
  const { sell } = await openRegister(desk, fair);
  const { orderNumber } = await sell({ lines: [{ sku, unitPriceCents: 899 }] });
  const [line] = (await desk.client.inventory.fairInventory({ query: { fairId: fair.id } })).data
    .results;
  const { data: title } = await desk.client.titles.uploadPicture({
    params: { id: line!.titleId },
    body: {},
    file: new Blob([new Uint8Array(await plainPng(30, 40))]),
    fileName: 'book.png',
  });
  await signIn(page);
  const row = page.getByRole('row', { name: /Cover Book/ });
  for (const [address, place] of [
    [`/fair-inventory?fairId=${fair.id}`, row],
    [`/inventory?search=${sku}`, row],
    [`/dashboard?fairId=${fair.id}`, page.getByRole('region', { name: 'Top titles' })],
    [`/orders?search=${orderNumber}`, page.getByRole('table', { name: 'Items' })],
  ] as const) {
    await visit(page, address);
    if (address.startsWith('/orders')) await page.getByRole('link', { name: orderNumber }).click();
    const image = place.locator(`img[src$="${title.pictureId}"]`).first();
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth), {
        message: address,
      })
      .toBe(30);
  }

  await visit(page, `/inventory?search=${sku}`);
  await expect(page).toHaveTitle('POS Admin - All inventory');
  await page.getByRole('button', { name: 'Fairs that have Cover Book' }).click();
  const fairs = page.getByRole('list', { name: 'Fairs that have Cover Book' });
  await expect(fairs).toContainText('19 on hand');
  await readable(page, 'all inventory');
  await page.getByRole('button', { name: 'Actions for Cover Book' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect(row.first()).toContainText('Inactive');
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(row.first()).not.toContainText('Inactive');
  await fairs.getByRole('link', { name: fair.name }).click();
  await expect(page).toHaveURL(new RegExp(`/fair-inventory\\?fairId=${fair.id}&search=${sku}`));
  await expect(row).toBeVisible();
});
