import { expect, type Page } from '@playwright/test';
import { openFair } from '@pos/world/fair';
import { HUNGER } from '@pos/world/sale';
import { workbookOfRows } from '@pos/api/testing/files/workbook.ts';
import { readable, readableAt } from '../support/barriers.ts';
import { downloaded } from '../support/downloaded.ts';
import { office, test } from '../support/office.ts';
import { ownersDesk } from '../support/staff.ts';
import { signIn } from '../support/sign-in.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEADER = [
  'School Identifier',
  'School Name',
  'Fair Name',
  'Address',
  'Start Date',
  'End Date',
  'Sales Tax Rate',
  'Admin Email',
  'Package Option',
  'Time Zone',
];
type Row = (string | number | null)[];

const fairRow = (school: string, rate: number, option: string): Row => [
  school,
  `${school} Elementary`,
  `${school} Book Fair`,
  '3 Elm St, Ada, MI 49301',
  '3/14/2032',
  '3/19/2032',
  rate,
  office.email(),
  option,
  'America/Los_Angeles',
];

async function choose(page: Page, what: string, name: string, rows: Row[]): Promise<void> {
  const file = { name, mimeType: XLSX, buffer: await workbookOfRows(rows) };
  await page.getByLabel(`Choose the ${what}`).setInputFiles(file);
}

async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
}

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('fairs are imported from a spreadsheet, a cell is corrected by keyboard, and it is undone', async ({
  page,
}) => {
  const { client } = await ownersDesk();
  const imported = async () => (await client.fairs.list({ query: { search: 'MEADOW' } })).data;
  await page.goto('/fairs');
  await page.getByRole('link', { name: 'Upload fairs' }).click();
  await expect(page).toHaveTitle('POS Admin - Upload fairs');

  await choose(page, 'file of fairs', 'spring.xlsx', [
    HEADER,
    fairRow('MEADOW1', 8.25, '25P400'),
    fairRow('MEADOW2', 0.0825, '25P450'),
  ]);
  const rate = page.getByRole('textbox', { name: 'Sales Tax Rate, row 3' });
  const option = page.getByLabel('Package Option, row 3');
  await expect(page.getByText('New school: MEADOW1 Elementary')).toBeHidden();
  await expect(option).toHaveAccessibleDescription('Unknown package "25P450".');
  await expect(rate).toHaveAccessibleDescription('Taken as 0.0825%. For 8.25%, write 8.25.');
  expect((await imported()).totalResults).toBe(0);
  await readableAt(page, 'check', 390, 1440);
  await rate.focus();
  await page.keyboard.press('Tab');
  await expect(
    page.getByRole('button', { name: 'Use 8.25 in Sales Tax Rate, row 3' }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rate).toHaveValue('8.25');
  await expect(rate).toBeFocused();
  await option.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('25p500');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'All 2' }).click();
  await expect(page.getByText('New school: MEADOW1 Elementary')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 fairs' }).click();
  await expect(page.getByText('2 fairs are planned, 2 schools are new.')).toBeVisible();
  await expect(page).toHaveURL(/\/fairs\/upload\?job=/);
  await readable(page, 'result');
  const planned = {
    startDate: '2032-03-14',
    endDate: '2032-03-19',
    timeZone: 'America/Los_Angeles',
    salesTaxRate: 8.25,
  };
  expect((await imported()).results).toMatchObject([planned, { ...planned, packageOption: 2 }]);

  const address = page.url();
  await page.goto('/fairs/upload');
  await page.getByRole('link', { name: 'spring.xlsx' }).click();
  await expect(page).toHaveURL(address);
  await undo(page);
  await expect(page.getByText(/This import was undone on/)).toBeVisible();
  expect((await imported()).totalResults).toBe(0);
});

const CATALOGS = {
  schools: [
    ['School ID', 'Name', 'Street', 'City', 'State', 'ZIP'],
    ['ELM1', 'Elm School', '3 Elm St', 'Ada', 'MI', '49301'],
    ['ASH1', 'Ash School', '4 Ash St', 'Boston', 'MA', 2139],
  ],
  titles: [
    ['Item Code', 'Barcode', 'Name', 'List Price'],
    ['ELM1-1', '042100005264', 'The Elm', '5.99'],
    ['ASH1-1', 25_192_251_344, 'The Ash', '6.99'],
  ],
};
for (const [what, rows] of Object.entries(CATALOGS))
  test(`${what} are imported from a spreadsheet, a suggestion is taken, and it is undone`, async ({
    page,
  }) => {
    await page.goto(`/${what === 'titles' ? 'inventory' : what}`);
    // The menu links to it, too, and so does an empty list.
    await page
      .getByRole('main')
      .getByRole('link', { name: `Upload ${what}` })
      .first()
      .click();
    await choose(page, `file of ${what}`, `${what}.xlsx`, rows);
    // A code that lost its leading zero as a number.
    await page.getByRole('button', { name: /^Use 0\d+ in (ZIP Code|UPC), row 3/ }).click();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: `Import 2 ${what}` }).click();
    await expect(page.getByText(`2 ${what} are new, 0 ${what} were changed.`)).toBeVisible();
    await undo(page);
    await page.getByRole('link', { name: `See the ${what}` }).click();
    await page.getByRole('searchbox').first().fill('ELM1');
    await expect(page.getByRole('row', { name: /Elm/ })).toHaveCount(0);
  });

test('a packing list with unknown columns and wrong cells is matched, corrected and imported', async ({
  page,
}) => {
  const { client } = await ownersDesk();
  const days = { startDate: '2031-03-03', endDate: '2031-03-07' };
  const fair = await openFair(client, 'UPMAP', days, [
    { sku: HUNGER, title: 'The Arena', priceCents: 899, quantity: 5 },
    { sku: 'UPMAP-PEN', title: 'Pen', priceCents: 125, quantity: 9 },
  ]);
  const totals = async () => (await client.fairs.getById({ params: { id: fair.id } })).data.totals;
  const before = await totals();
  const header = ['Caja', 'ISBN No', 'Name', 'Our money', 'Qty'];
  await page.goto(`/fair-details/${fair.id}/upload`);

  await test.step("a wrong file is refused with the specification's message", async () => {
    await page.getByLabel('Choose the packing list').setInputFiles({
      name: 'list.xlsx',
      mimeType: XLSX,
      buffer: Buffer.from('D0CF11E0A1B11AE1', 'hex'),
    });
    await expect(
      page.getByText(/Only Xlsx file is allowed\. This is an \.xls workbook/),
    ).toBeVisible();
  });

  await test.step('only columns that are not recognized are asked for', async () => {
    await choose(page, 'packing list', 'lista.xlsx', [
      header,
      ['M1', '9.78E+12', 'the arena', 8.99, 4],
      ['M1', 'UPMAP-INK', 'Ink', '1,25', 10],
      ['M2', 'UPMAP-CAP', 'Cap', 2.5, 2.5],
    ]);
    await expect(page.getByLabel('Column for ISBN No')).toHaveValue('ISBN/SKU');
    await page.getByLabel('Column for Caja').selectOption('Carton');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect(page.getByText('Choose the column for Price.')).toBeVisible();
    await page.getByLabel('Column for Our money').selectOption('Price');
    await expect(page.getByText('All required columns are chosen.')).toBeVisible();
    await readable(page, 'match');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect(page.getByLabel('Quantity, row 4')).toHaveAccessibleDescription(
      'Quantity must be a whole number greater than 0.',
    );
    await expect(page.getByText('No row can be imported yet.')).toBeVisible();
  });

  await test.step('corrections count after the next check, and leaving asks first', async () => {
    await page.getByRole('button', { name: 'Use 9780439023481 in ISBN/SKU, row 2' }).click();
    await page.getByLabel('Price, row 3').fill('1.25');
    await page.getByRole('button', { name: 'Check again' }).click();
    const importing = page.getByRole('button', { name: 'Import 2 titles, skip 1 row' });
    await expect(importing).toBeVisible();
    expect(await totals()).toEqual(before);
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await importing.click();
    await expect(page.getByText(/2 titles are imported/)).toBeVisible();
    const rejected = page.getByRole('button', { name: 'Download rejected rows' });
    expect((await downloaded(rejected)).name).toBe('lista - errors.xlsx');
    expect(await totals()).toMatchObject({ titles: 3, sentUnits: 28, cartons: 2 });
  });

  await test.step('the next file of these columns is checked at once, and a large one imported in the background', async () => {
    await page.goto(`/fair-details/${fair.id}/upload`);
    await choose(page, 'packing list', 'large.xlsx', [
      header,
      ...Array.from({ length: 1_200 }, (_, at): Row => [
        `UPMAP-L${at % 20}`,
        `UPMAP-${at}`,
        `Title ${at}`,
        2.5,
        3,
      ]),
    ]);
    await page.getByRole('button', { name: 'Import 1,200 titles' }).click();
    await expect(page).toHaveURL(/upload\?job=/);
    await page.goto(`/fair-details/${fair.id}/upload`);
    await page.getByRole('link', { name: 'large.xlsx' }).click();
    await expect(
      page.getByText('1,200 titles are imported. The file has 3,600 valid units in 20 cartons.'),
    ).toBeVisible();
  });

  await test.step('an import whose titles moved since cannot be undone and says why', async () => {
    const { inventory } = client;
    const query = { fairId: fair.id, search: 'UPMAP-7', limit: 50 };
    const lines = (await inventory.fairInventory({ query })).data.results;
    await inventory.update({
      params: { id: lines.find(({ sku }) => sku === 'UPMAP-7')!.id },
      body: { operation: 'remove', updatedQuantity: 1, seenQuantity: 3, reason: 'damaged' },
    });
    await undo(page);
    await expect(page.getByRole('alert')).toContainText(
      'This import can no longer be undone. "Title 7" (UPMAP-7) was sold, moved, adjusted or counted since then.',
    );
  });

  await test.step('a return count is uploaded the same way', async () => {
    await page.goto(`/fair-details/${fair.id}/return-count`);
    await choose(page, 'return count', 'returns.xlsx', [
      ['SKU', 'Counted', 'Damaged'],
      ['UPMAP-PEN', 7, 4],
    ]);
    await page.getByRole('button', { name: 'Import 1 count' }).click();
    await expect(page.getByText('1 title is counted. The file has 7 units.')).toBeVisible();
  });
});
