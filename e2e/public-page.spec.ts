import { readFile } from 'node:fs/promises';
import { publishedTemplate, textField } from '@pos/api/testing/artwork.ts';
import { readQr } from '@pos/api/testing/read-qr.ts';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import { readEntries } from '@pos/api/testing/zip.ts';
import { SELECT_TEMPLATE } from '@pos/contract/customizations';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { expect } from '@playwright/test';
import { barriers } from './support/barriers.ts';
import { office, test } from './support/office.ts';
import { ownersDesk } from './support/staff.ts';
import { addSchool } from '@pos/world/fair';

/** Maximum that a visitor's browser may load for the page, as transferred. */
const BUDGET = { bytes: 100_000, requests: 6 };
/** Maximum number of featured titles, in an order unlike any list. */
const TITLES = [
  ['The Night Ferry', 'Ann Okafor'],
  ['Badgers Underneath', 'J. P. Marsh'],
  ['Where the Library Ends: A Long Story of One Small Door', 'Dolores Ortega-Whitfield'],
  ['Clay', 'Ben Ito'],
  ['A Map of Rain', 'Susan Vale'],
  ['Moon Soup', 'Ned Carr'],
] as const;
const PATH = '/customized-fair/PUBPAGE/PUBPAGE-F';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const { client } = await ownersDesk();
  await addSchool(client, 'PUBPAGE', { name: 'Pubpage Elementary School' });
  const [admin] = (await client.admins.getAdmins({ query: {} })).data;
  const day = today('America/Detroit');
  const { data: fair } = await client.fairs.add({
    body: {
      schoolIdentifier: 'PUBPAGE',
      identifier: 'PUBPAGE-F',
      name: 'Autumn Book Fair',
      address: '3 Elm St, Ada, MI 49301',
      startDate: addDays(day, 1),
      endDate: addDays(day, 4),
      hours: '8:00 AM – 4:00 PM',
      publicMessage: 'Family night is Thursday until 7:00 PM.',
      salesTaxRate: 6,
      adminId: admin!.value,
      packageOption: 1,
    },
  });
  const file = await workbookOfRows([
    ['Carton', 'ISBN/SKU', 'Title', 'Author', 'Price', 'Quantity'],
    ...TITLES.map(([title, author], index) => [
      'PUBPAGE-1',
      `PUBPAGE-${index}`,
      title,
      author,
      7.99,
      3,
    ]),
  ]);
  await client.uploads.bulkUpload({
    body: { kind: 'inventory', mode: 'commit', fairId: fair.id },
    file: new Blob([new Uint8Array(file)]),
    fileName: 'list.xlsx',
  });
  const { data: options } = await client.customizations.getTitleOptions({
    query: { fairId: fair.id },
  });
  await client.customizations.setFeaturedTitles({
    body: {
      fairId: fair.id,
      version: 0,
      titles: TITLES.map(([title]) => options.find(({ label }) => label === title)!.value),
    },
  });
  const templateIds = [];
  for (const name of ['Pubpage flyer', 'Pubpage guide for parents'])
    templateIds.push(
      (await publishedTemplate({ owner: client }, name, [textField('fair_name', 120)])).id,
    );
  await client.customizations.generateUrl({ body: { fairId: fair.id, templateIds } });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a visitor reads the page and downloads documents as a zip, within the budget', async ({
    page,
  }) => {
    const loaded: { url: string; bytes: Promise<number> }[] = [];
    page.on('requestfinished', (request) =>
      loaded.push({
        url: request.url(),
        bytes: request
          .sizes()
          .then(
            ({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize,
          ),
      }),
    );
    await page.goto(PATH, { waitUntil: 'networkidle' });
    await expect(page).toHaveTitle('POS Admin - Customized Fair');
    await expect(page.getByRole('heading', { level: 1, name: 'Autumn Book Fair' })).toBeVisible();
    await expect(page.getByText('Starts tomorrow')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
    expect(
      loaded.filter(({ url }) => !url.startsWith(`${office.url()}/`)).map(({ url }) => url),
    ).toEqual([]);
    expect(loaded.length).toBeLessThanOrEqual(BUDGET.requests);
    const bytes = (await Promise.all(loaded.map((each) => each.bytes))).reduce(
      (sum, each) => sum + each,
      0,
    );
    expect(bytes).toBeGreaterThan(2_000);
    expect(bytes).toBeLessThan(BUDGET.bytes);

    await page.getByRole('button', { name: 'Download' }).click();
    await expect(page.getByRole('alert')).toHaveText(SELECT_TEMPLATE);
    await expect(page.getByLabel('Pubpage flyer')).toBeFocused();
    await page.getByLabel('Pubpage flyer').check();
    await expect(page.getByRole('alert')).toBeEmpty();
    await page.getByLabel('Pubpage guide for parents').check();
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download 2 documents' }).click(),
    ]);
    expect([...(await readEntries(await readFile(await zip.path()))).keys()]).toEqual([
      'Pubpage flyer PUBPAGE-F.pdf',
      'Pubpage guide for parents PUBPAGE-F.pdf',
    ]);
    const [calendar] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Add to calendar' }).click(),
    ]);
    expect(await readFile(await calendar.path(), 'utf8')).toContain('BEGIN:VEVENT');

    const address = new URL(
      await readQr(await page.getByRole('img', { name: 'QR code of this page' }).screenshot()),
    );
    expect(address.pathname).toBe(PATH);
    await expect(page.getByText(address.href)).toBeHidden();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await barriers(page)).toEqual([]);
    }
  });

  test('it prints as a flyer with name, place, dates and a QR code, without interactive parts', async ({
    page,
  }) => {
    await page.goto(PATH);
    await expect(page.getByRole('button', { name: 'Print as a flyer' })).toBeVisible();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize({ width: 725, height: 960 });
    for (const text of [
      'Autumn Book Fair',
      'Family night is Thursday until 7:00 PM.',
      '8:00 AM – 4:00 PM',
      'Moon Soup',
      'Ned Carr',
      new URL(page.url()).pathname,
    ])
      await expect(page.getByText(text)).toBeVisible();
    for (const gone of [
      page.getByRole('button'),
      page.getByRole('link', { name: 'Open map' }),
      page.getByRole('checkbox'),
    ])
      await expect(gone.filter({ visible: true })).toHaveCount(0);
    // Fits on one sheet.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
      960,
    );
    expect(new URL(await readQr(await page.screenshot())).pathname).toBe(PATH);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('everything can be read and downloaded, and an unknown address shows the contact', async ({
    page,
  }) => {
    await page.goto(PATH);
    await expect(page.getByRole('heading', { level: 1, name: 'Autumn Book Fair' })).toBeVisible();
    await expect(page.getByText('Sales tax of 6% is added at the register.')).toBeVisible();
    await expect(page.getByRole('listitem').locator('strong')).toHaveText(
      TITLES.map(([title]) => title),
    );
    await expect(page.getByRole('button', { name: 'Print as a flyer' })).toBeHidden();
    await page.getByRole('button', { name: 'Download' }).click();
    await expect(page.getByRole('alert')).toHaveText(SELECT_TEMPLATE);
    await page.getByLabel('Pubpage flyer').check();
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(pdf.suggestedFilename()).toBe('Pubpage flyer PUBPAGE-F.pdf');
    const missing = await page.goto('/customized-fair/PUBPAGE/NOWHERE');
    expect(missing?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Questions?' })).toBeVisible();
  });
});
