import { expect, type Page } from '@playwright/test';
import { makeWorkbook, workbookOfRows } from '@pos/api/testing/workbook.ts';
import { signIn as openOffice } from '@pos/tools/office/session.ts';
import { barriers, readableAt } from './support/barriers.ts';
import { office, test } from './support/office.ts';
import { addSchool } from '@pos/world/fair';
import { signIn } from './support/sign-in.ts';

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
type Value = string | number | null;

const desk = async () =>
  (await openOffice(office.url(), { email: office.email(), password: office.password() })).client;

async function choose(page: Page, label: string, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel(label).setInputFiles({ name, mimeType: XLSX, buffer });
}

const fairRow = (school: string, changes: Record<string, Value> = {}): Value[] => {
  const row: Record<string, Value> = {
    'School Identifier': school,
    'School Name': `${school} Elementary`,
    'Fair Name': `${school} Book Fair`,
    Address: '3 Elm St, Ada, MI 49301',
    'Start Date': '3/14/2032',
    'End Date': '3/19/2032',
    'Sales Tax Rate': 8.25,
    'Admin Email': office.email(),
    'Package Option': '25P400',
    'Time Zone': 'America/Los_Angeles',
    ...changes,
  };
  return HEADER.map((name) => row[name] ?? null);
};

/** Creates a planned fair with two titles in a carton. */
async function loadedFair(identifier: string) {
  const client = await desk();
  await addSchool(client, identifier);
  const [admin] = (await client.admins.getAdmins({ query: {} })).data;
  const { data: fair } = await client.fairs.add({
    body: {
      schoolIdentifier: identifier,
      name: `${identifier} Book Fair`,
      address: '3 Elm St',
      startDate: '2031-03-03',
      endDate: '2031-03-07',
      salesTaxRate: 6,
      adminId: admin!.value,
      packageOption: 1,
    },
  });
  const file = await workbookOfRows([
    ['Carton', 'ISBN/SKU', 'Title', 'Price', 'Quantity'],
    [`${identifier}-C1`, '9780439023481', 'The Arena', 8.99, 5],
    [`${identifier}-C1`, `${identifier}-PEN`, `Pen of ${identifier}`, 1.25, 9],
  ]);
  await client.uploads.bulkUpload({
    body: { kind: 'inventory', mode: 'commit', fairId: fair.id },
    file: new Blob([new Uint8Array(file)]),
    fileName: 'list.xlsx',
  });
  return { client, fair };
}

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('fairs are imported from a spreadsheet, a cell is corrected by keyboard, and it is undone', async ({
  page,
}) => {
  const client = await desk();
  await page.goto('/fairs');
  await page.getByRole('link', { name: 'Upload fairs' }).click();
  await expect(page).toHaveTitle('POS Admin - Upload fairs');
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the template' }).click(),
  ]);
  expect(template.suggestedFilename()).toBe('fairs.xlsx');

  await choose(
    page,
    'Choose the file of fairs',
    'spring.xlsx',
    await workbookOfRows([
      HEADER,
      fairRow('UPA'),
      fairRow('UPB', { 'Sales Tax Rate': 0.0825, 'Package Option': '25P450' }),
    ]),
  );
  await expect(page.getByText('New school: UPA Elementary')).toBeHidden();
  await expect(page.getByLabel('Package Option, row 3')).toHaveAccessibleDescription(
    'Unknown package "25P450".',
  );
  await expect(
    page.getByRole('textbox', { name: 'Sales Tax Rate, row 3' }),
  ).toHaveAccessibleDescription('Taken as 0.0825%. For 8.25%, write 8.25.');
  expect((await client.fairs.list({ query: { search: 'UPA' } })).data.totalResults).toBe(0);
  expect(await barriers(page)).toEqual([]);

  await page.getByRole('textbox', { name: 'Sales Tax Rate, row 3' }).focus();
  await page.keyboard.press('Tab');
  await expect(
    page.getByRole('button', { name: 'Use 8.25 in Sales Tax Rate, row 3' }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Sales Tax Rate, row 3' })).toHaveValue('8.25');
  await expect(page.getByRole('textbox', { name: 'Sales Tax Rate, row 3' })).toBeFocused();
  await page.getByLabel('Package Option, row 3').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('25p500');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Import 2 fairs' })).toBeVisible();
  await page.getByRole('button', { name: 'All 2' }).click();
  await expect(page.getByText('New school: UPA Elementary')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 fairs' }).click();
  await expect(page.getByText('2 fairs are planned, 2 schools are new.')).toBeVisible();
  await expect(page).toHaveURL(/\/fairs\/upload\?job=/);
  expect((await client.fairs.list({ query: { search: 'UPB' } })).data.results).toMatchObject([
    {
      startDate: '2032-03-14',
      endDate: '2032-03-19',
      timeZone: 'America/Los_Angeles',
      packageOption: 2,
      salesTaxRate: 8.25,
    },
  ]);

  const address = page.url();
  await page.getByRole('link', { name: 'See the fairs' }).click();
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder('Fair, school, identifier'))
    .first()
    .fill('UPA');
  await expect(page.getByRole('row', { name: /UPA Book Fair/ })).toContainText('03/14/2032');
  await page.goto('/fairs/upload');
  await page.getByRole('link', { name: 'spring.xlsx' }).click();
  await expect(page).toHaveURL(address);
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page
    .getByRole('dialog', { name: 'Undo this import?' })
    .getByRole('button', { name: 'Undo this import' })
    .click();
  await expect(page.getByText(/This import was undone on/)).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  expect(
    (await client.fairs.list({ query: { search: 'Book Fair' } })).data.results.filter(
      ({ identifier }) => identifier.startsWith('UP'),
    ),
  ).toEqual([]);
});

test('days match the sheet, on the day of a clock change and in a 1904-based workbook', async ({
  page,
}) => {
  const cell = (value: Value, style = 0) =>
    typeof value === 'number'
      ? `<c s="${style}"><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${value ?? ''}</t></is></c>`;
  const row = (cells: string[]) => `<row>${cells.join('')}</row>`;
  const [start, end] = [48_651 - 1_462, 48_655.999 - 1_462];
  const rows =
    row(HEADER.map((name) => cell(name))) +
    row(
      fairRow('UPCLOCK').map((value, at) =>
        at === 4 ? cell(start, 1) : at === 5 ? cell(end, 1) : cell(value),
      ),
    );
  await page.goto('/fairs/upload');
  await choose(
    page,
    'Choose the file of fairs',
    'clock.xlsx',
    await makeWorkbook({ date1904: true, styles: [0, 14], rows }),
  );
  await page.getByRole('button', { name: 'Import 1 fair' }).click();
  await expect(page.getByText('1 fair is planned, 1 school is new.')).toBeVisible();
  expect(
    (await (await desk()).fairs.list({ query: { search: 'UPCLOCK' } })).data.results,
  ).toMatchObject([
    { startDate: '2033-03-13', endDate: '2033-03-17', timeZone: 'America/Los_Angeles' },
  ]);
});

test('a return count is uploaded on a phone, and undone', async ({ page }) => {
  const { client, fair } = await loadedFair('UPRET');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/fair-details/${fair.id}/upload`);
  await expect(page.getByRole('heading', { name: 'Upload inventory' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return count' })).toHaveCount(0);
  await page.goto(`/fair-details/${fair.id}/return-count`);
  await expect(page).toHaveTitle('POS Admin - Upload return count');
  await choose(
    page,
    'Choose the return count',
    'returns.xlsx',
    await workbookOfRows([
      ['SKU', 'Counted', 'Damaged'],
      ['9780439023481', 4, 1],
      ['UPRET-PEN', 3, 4],
      ['NOT-HERE', 1, null],
    ]),
  );
  await expect(page.getByLabel('Damaged, row 3')).toHaveAccessibleDescription(
    'Damaged cannot be more than Counted.',
  );
  await expect(page.getByLabel('ISBN/SKU, row 4')).toHaveAccessibleDescription(
    '"NOT-HERE" is not in the inventory of this fair.',
  );
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await page.getByLabel('Damaged, row 3').fill('0');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Import 2 counts, skip 1 row' }).click();
  await expect(page.getByText('2 titles are counted. The file has 7 units.')).toBeVisible();
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  const counts = async () =>
    (
      await client.inventory.fairInventory({ query: { fairId: fair.id, sort: 'sku' } })
    ).data.results.map(({ countedReturnQty, damagedQty }) => [countedReturnQty, damagedQty]);
  expect(await counts()).toEqual([
    [4, 1],
    [3, 0],
  ]);
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText(/This import was undone on/)).toBeVisible();
  expect(await counts()).toEqual([
    [null, 0],
    [null, 0],
  ]);
});

test('matched columns are remembered, and a truncated number is found by its title', async ({
  page,
}) => {
  const { fair } = await loadedFair('UPMAP');
  const rows = [
    ['Caja', 'Libro', 'Título', 'Precio', 'Unidades'],
    ['M1', '9.78E+12', 'the arena', 8.99, 4],
  ];
  await page.goto(`/fair-details/${fair.id}/upload`);
  await choose(page, 'Choose the packing list', 'lista.xlsx', await workbookOfRows(rows));
  for (const [header, column] of [
    ['Caja', 'Carton'],
    ['Libro', 'ISBN/SKU'],
    ['Título', 'Title'],
    ['Precio', 'Price'],
    ['Unidades', 'Quantity'],
  ] as const)
    await page.getByLabel(`Column for ${header}`).selectOption(column);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(
    page.getByRole('button', { name: 'Use 9780439023481 in ISBN/SKU, row 2' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, 'Choose the packing list', 'lista-2.xlsx', await workbookOfRows(rows));
  await page.getByRole('button', { name: 'Use 9780439023481 in ISBN/SKU, row 2' }).click();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('button', { name: 'Import 1 title' })).toBeVisible();
});

test('common column names are recognized, and only the missing one is requested', async ({
  page,
}) => {
  const { fair } = await loadedFair('UPNAMES');
  const rows = [
    ['Box #', 'ISBN No', 'Name', 'Our money', 'Qty'],
    ['N1', '9780439023481', 'The Hunger Games', 8.99, 4],
  ];
  await page.goto(`/fair-details/${fair.id}/upload`);
  await choose(page, 'Choose the packing list', 'names.xlsx', await workbookOfRows(rows));
  await expect(page.getByText('The column "Price" is missing.')).toBeVisible();
  await expect(
    page.getByText('1 of 3 required columns is still to be chosen: Price.'),
  ).toBeVisible();
  const known = [
    ['Box #', 'Carton'],
    ['ISBN No', 'ISBN/SKU'],
    ['Name', 'Title'],
    ['Our money', ''],
    ['Qty', 'Quantity'],
  ] as const;
  for (const [header, column] of known)
    await expect(page.getByLabel(`Column for ${header}`)).toHaveValue(column);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Choose the column for Price.')).toBeVisible();
  await page.getByLabel('Column for Our money').selectOption('Price');
  await expect(page.getByText('All required columns are chosen.')).toBeVisible();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('button', { name: 'Import 1 title' })).toBeVisible();
});

test('a large import continues in the background; one with sales cannot be undone and says why', async ({
  page,
}) => {
  const { client, fair } = await loadedFair('UPBIG');
  const rows = Array.from({ length: 1_200 }, (_, at) => [
    `UPBIG-L${at % 20}`,
    `UPBIG-${at}`,
    `Title ${at}`,
    2.5,
    3,
  ]);
  await page.goto(`/fair-details/${fair.id}/upload`);
  await choose(
    page,
    'Choose the packing list',
    'large.xlsx',
    await workbookOfRows([['Carton', 'ISBN/SKU', 'Title', 'Price', 'Quantity'], ...rows]),
  );
  await page.getByRole('button', { name: 'Import 1,200 titles' }).click();
  await expect(page).toHaveURL(/upload\?job=/);
  await page.goto('/devices');
  await page.goto(`/fair-details/${fair.id}/upload`);
  await page.getByRole('link', { name: 'large.xlsx' }).click();
  await expect(
    page.getByText('1,200 titles are imported. The file has 3,600 valid units in 20 cartons.'),
  ).toBeVisible();
  const [line] = (
    await client.inventory.fairInventory({ query: { fairId: fair.id, search: 'UPBIG-7' } })
  ).data.results.filter(({ sku }) => sku === 'UPBIG-7');
  await client.inventory.update({
    params: { id: line!.id },
    body: { operation: 'remove', updatedQuantity: 1, seenQuantity: 3, reason: 'damaged' },
  });
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'This import can no longer be undone. "Title 7" (UPBIG-7) was sold, moved, adjusted or counted since then.',
  );
});

test('every step of an upload is accessible in both themes, on a desktop and on a phone', async ({
  page,
}) => {
  const fits = (step: string): Promise<void> => readableAt(page, step, 1440, 390);
  await page.goto('/fairs/upload');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await fits('choose');
  await choose(
    page,
    'Choose the file of fairs',
    'axe.xlsx',
    await workbookOfRows([HEADER, fairRow('AXE'), fairRow('AXE-B', { 'Sales Tax Rate': 0.07 })]),
  );
  await expect(page.getByRole('textbox', { name: 'Sales Tax Rate, row 3' })).toBeVisible();
  await fits('check');
  await page.getByRole('button', { name: 'Match columns' }).click();
  await expect(page.getByLabel('Column for School Name')).toBeVisible();
  await fits('match');
  await page.getByRole('button', { name: 'Back to the check' }).click();
  await page.getByRole('button', { name: 'Import 1 fair, skip 1 row' }).click();
  await expect(page.getByText('1 fair is planned, 1 school is new.')).toBeVisible();
  await fits('result');
});
