import { planFair } from '@pos/world/fair';
import { workbookOfRows } from '@pos/api/testing/files/workbook.ts';
import { expect, type Page } from '@playwright/test';
import { readableAt } from '../support/barriers.ts';
import { downloaded } from '../support/downloaded.ts';
import { test, visit } from '../support/office.ts';
import { ownersDesk } from '../support/staff.ts';
import { signInAt } from '../support/sign-in.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test("a package gets its contents by search, paste and copy, and becomes a fair's packing list", async ({
  page,
}) => {
  const { client } = await ownersDesk();
  const titles = [
    ['PKG-MOON', 'Moon Mittens', 600],
    ['PKG-GOOSE', 'Goose on the Loose', 450],
    ['PKG-OWL', 'Owl Knows Best', 650],
  ] as const;
  for (const [sku, title, priceCents] of titles)
    await client.titles.add({ body: { sku, title, category: 'Picture', priceCents } });
  const fair = await planFair(client, 'PKGS', {
    startDate: '2031-10-06',
    endDate: '2031-10-10',
    packageOption: 3,
  });
  await signInAt(page, `/fair-details/${fair.id}/packing-list`);
  await expect(page.getByText('25P700 of Fall 2031 has no contents yet')).toBeVisible();
  await page.getByRole('link', { name: 'Enter contents' }).click();
  await expect(page).toHaveTitle('POS Admin - Package');
  await page.getByRole('combobox', { name: 'Add a title' }).fill('moon');
  await page.getByRole('option', { name: /Moon Mittens/ }).click();
  await page.getByRole('textbox', { name: 'Quantity of Moon Mittens' }).fill('12');
  await page.getByRole('button', { name: 'Paste a list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste a list of titles' });
  await dialog.getByLabel('Codes and quantities').fill('pkg-goose\t8\nNOBODY-1\t3');
  await dialog.getByRole('button', { name: 'Add titles' }).click();
  await expect(dialog.getByLabel('Codes and quantities')).toHaveValue('NOBODY-1\t3');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('2 titles, 20 units, $108.00 retail')).toBeVisible();
  await readableAt(page, 'the contents of a package', 390, 1440);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Package saved' })).toBeVisible();

  await visit(page, '/package/3?season=2032-fall');
  await page.getByRole('button', { name: 'Copy from Fall 2031' }).click();
  await expect(page.getByText('2 titles, 20 units, $108.00 retail').first()).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Package saved' })).toBeVisible();
  await visit(page, '/packages?season=2032-fall');
  await expect(page.getByRole('list', { name: 'Packages of Fall 2032' })).toContainText(
    '2 titles, 20 units, $108.00 retail',
  );
  await readableAt(page, 'the packages', 390, 1440);

  await visit(page, `/fair-details/${fair.id}?tab=inventory`);
  await page.getByRole('link', { name: 'Make it from the package' }).click();
  await expect(page).toHaveTitle('POS Admin - Make packing list');
  await page
    .getByLabel('12 units of Moon Mittens are missing in the warehouse')
    .selectOption('Leave out 12 units');
  await readableAt(page, 'a packing list', 390, 1440);
  await page.getByRole('button', { name: 'Send 8 units to the fair' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Packing list made' })).toBeVisible();
  await expect(page.getByText(/1 title is imported/)).toBeVisible();
  await visit(page, `/fair-details/${fair.id}/packing-list`);
  await expect(page.getByText(/12 × Moon Mittens left out/)).toBeVisible();
  await page.getByRole('link', { name: 'See this packing list' }).click();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText(/This import was undone on/)).toBeVisible();
  await visit(page, `/fair-details/${fair.id}/packing-list`);
  await expect(page.getByText(/undone since/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send 20 units to the fair' })).toBeVisible();

  await receiveOpeningStock(page);
  await visit(page, `/fair-details/${fair.id}/packing-list`);
  await expect(page.getByRole('button', { name: 'Send 20 units to the fair' })).toBeVisible();
  await expect(page.getByText(/missing in the warehouse/)).toHaveCount(0);
  await receiveShortDelivery(page);
});

/** Brings the warehouse of the first day in by one sheet. */
async function receiveOpeningStock(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('Warehouse').click();
  await page.getByRole('button', { name: 'New receipt' }).click();
  const dialog = page.getByRole('dialog', { name: 'New receipt' });
  await dialog.getByText('Opening stock', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Open receipt' }).click();
  await expect(page.getByText('No titles yet')).toBeVisible();
  await page.getByRole('link', { name: 'Upload a sheet' }).click();
  await page.getByLabel('Choose the sheet').setInputFiles({
    name: 'opening.xlsx',
    mimeType: XLSX,
    buffer: await workbookOfRows([
      ['SKU', 'Qty'],
      ['PKG-MOON', 30],
      ['PKG-GOOSE', 30],
      ['PKG-OWL', 'many'],
    ]),
  });
  const wrong = page.getByRole('textbox', { name: 'Quantity, row 4' });
  await wrong.fill('25');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: /^Import 3 titles to R-/ }).click();
  await page.getByRole('link', { name: 'Go to the receipt' }).click();
  await page.getByRole('button', { name: 'Book receipt' }).click();
  await expect(page.getByRole('dialog')).toContainText('85 good units enter the warehouse.');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Book R-/ })
    .click();
  await expect(page.getByText('Booked', { exact: true })).toBeVisible();
}

/** Receives a delivery on a phone: two units short, one damaged, the rest awaited. */
async function receiveShortDelivery(page: Page): Promise<void> {
  const { client } = await ownersDesk();
  const { data: receipt } = await client.receipts.open({
    body: { supplier: 'Quill Books', reference: 'INV-7', receivedOn: '2031-09-01' },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `/warehouse/receipts/${receipt.id}/upload`);
  await page.getByLabel('Choose the sheet').setInputFiles({
    name: 'supplier.xlsx',
    mimeType: XLSX,
    buffer: await workbookOfRows([
      ['SKU', 'Qty'],
      ['PKG-MOON', 4],
    ]),
  });
  await page.getByRole('button', { name: /^Import 1 title to R-/ }).click();
  await page.getByRole('link', { name: 'Go to the receipt' }).click();
  const scan = async (code: string, result: string) => {
    await page.getByLabel('ISBN, SKU or UPC').fill(code);
    await page.getByLabel('ISBN, SKU or UPC').press('Enter');
    await expect(page.locator('[data-part="last-scan"]')).toContainText(result);
  };
  await scan('pkg-moon', '1 of 4');
  await page.getByRole('button', { name: 'Damaged', exact: true }).click();
  await scan('PKG-MOON', '1 of 4, 1 damaged');
  await scan('NOBODY-9', 'Not in the catalog');
  await readableAt(page, 'an open receipt', 390, 1440);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Book receipt' }).click();
  await expect(page.getByText('1 scan is not counted yet')).toBeVisible();
  await page.getByRole('button', { name: 'Leave out' }).click();
  await page.getByRole('button', { name: 'Book receipt' }).click();
  await expect(page.getByRole('dialog')).toContainText('2 units are still to come.');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Book R-/ })
    .click();
  await expect(page.getByText('2 units still to come.')).toBeVisible();
  await page.getByRole('button', { name: 'Receive the rest' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open receipt' }).click();
  await expect(page.getByText('Receives what was still to come on')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, '/warehouse/receipts');
  await expect(page.getByRole('row', { name: /Quill Books/ }).first()).toBeVisible();
  await readableAt(page, 'the receipts', 390, 1440);
}

test('a price of a season is set on the title, and its list is downloaded and read back', async ({
  page,
}) => {
  const { client } = await ownersDesk();
  const { data: title } = await client.titles.add({
    body: { sku: 'PRICED-1', title: 'Priced Pony', category: 'Picture', priceCents: 600 },
  });
  await signInAt(page, `/title-details/${title.id}`);
  await page.getByRole('button', { name: 'Set a price…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Price of Priced Pony in a season' });
  await dialog.getByLabel('Price').fill('0');
  await dialog.getByRole('button', { name: 'Set price' }).click();
  await expect(dialog.getByLabel('Price')).toHaveAccessibleDescription(
    /Enter a price from 0.01 to 999.99/,
  );
  await dialog.getByLabel('Price').fill('5.25');
  await dialog.getByRole('button', { name: 'Set price' }).click();
  await expect(page.getByRole('main')).toContainText('$5.25');
  await visit(page, '/inventory');
  await page.getByRole('main').getByRole('link', { name: 'Upload titles' }).click();
  await page.getByRole('link', { name: 'Prices', exact: true }).click();
  await expect(page).toHaveTitle('POS Admin - Prices by season');
  const list = await downloaded(page.getByRole('button', { name: 'Download the price list' }));
  await readableAt(page, 'prices by season', 390, 1440);
  await page
    .getByLabel('Choose the file of prices')
    .setInputFiles({ name: list.name, mimeType: XLSX, buffer: list.content });
  await expect(page.getByText(/There is nothing to import/)).toBeVisible();
});
