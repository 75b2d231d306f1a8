import { publishedTemplate, textField } from '@pos/api/testing/files/artwork.ts';
import { readQr } from '@pos/api/testing/files/read-qr.ts';
import { readEntries } from '@pos/api/testing/files/zip.ts';
import { SELECT_TEMPLATE } from '@pos/contract/templates/customizations';
import { addDays } from '@pos/contract/values/days';
import { openFair } from '@pos/world/fair';
import { expect } from '@playwright/test';
import { barriers } from '../support/barriers.ts';
import { downloaded } from '../support/downloaded.ts';
import { test } from '../support/office.ts';
import { DAY } from '../support/close-outs.ts';
import { ownersDesk } from '../support/staff.ts';
import { sideScroll } from '../support/widths.ts';

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

test('a visitor reads the page of a fair on a phone, downloads documents, and prints a flyer', async ({
  page,
}) => {
  const { client } = await ownersDesk();
  const plan = {
    school: { name: 'Pubpage Elementary School' },
    identifier: 'PUBPAGE-F',
    name: 'Autumn Book Fair',
    address: '3 Elm St, Ada, MI 49301',
    startDate: addDays(DAY, 1),
    endDate: addDays(DAY, 4),
    hours: '8:00 AM – 4:00 PM',
    publicMessage: 'Family night is Thursday until 7:00 PM.',
    salesTaxRate: 6,
  };
  const titles = TITLES.map(([title, author], at) => ({
    sku: `PUBPAGE-${at}`,
    title,
    author,
    priceCents: 799,
    quantity: 3,
  }));
  const fair = await openFair(client, 'PUBPAGE', plan, titles);
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

  await test.step('it is read, and documents are downloaded as a zip', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(PATH);
    await expect(page).toHaveTitle('POS Admin - Customized Fair');
    await expect(page.getByRole('heading', { level: 1, name: 'Autumn Book Fair' })).toBeVisible();
    await expect(page.getByText('Starts tomorrow')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    expect(await sideScroll(page)).toBeUndefined();
    await page.getByRole('button', { name: 'Download' }).click();
    await expect(page.getByRole('alert')).toHaveText(SELECT_TEMPLATE);
    await expect(page.getByLabel('Pubpage flyer')).toBeFocused();
    await page.getByLabel('Pubpage flyer').check();
    await expect(page.getByRole('alert')).toBeEmpty();
    await page.getByLabel('Pubpage guide for parents').check();
    const zip = await downloaded(page.getByRole('button', { name: 'Download 2 documents' }));
    expect([...(await readEntries(zip.content)).keys()]).toEqual([
      'Pubpage flyer PUBPAGE-F.pdf',
      'Pubpage guide for parents PUBPAGE-F.pdf',
    ]);
    const calendar = await downloaded(page.getByRole('link', { name: 'Add to calendar' }));
    expect(calendar.content.toString()).toContain('BEGIN:VEVENT');

    const address = new URL(
      await readQr(await page.getByRole('img', { name: 'QR code of this page' }).screenshot()),
    );
    expect(address.pathname).toBe(PATH);
    await expect(page.getByText(address.href)).toBeHidden();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await barriers(page)).toEqual([]);
  });

  await test.step('it prints as a flyer with name, place, dates and a QR code, without interactive parts', async () => {
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
    for (const role of ['button', 'checkbox'] as const)
      await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0);
    // Fits on one sheet.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
      960,
    );
    expect(new URL(await readQr(await page.screenshot())).pathname).toBe(PATH);
  });
});
