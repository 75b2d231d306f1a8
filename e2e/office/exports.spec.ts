import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { writtenSheet } from '@pos/api/testing/files/written-sheet.ts';
import { readable } from '../support/barriers.ts';
import { test } from '../support/office.ts';
import { planner } from '../support/planner.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { addSchool, stockFair } from '@pos/world/fair';
import { signIn, signInAt } from '../support/sign-in.ts';
import { deliverStudents } from '../support/students.ts';

const TITLES = 24;

/** Creates a fair with a packing list of 24 pens and one map. */
async function stockedFair() {
  const desk = await ownersDesk();
  const { client } = desk;
  const { identifier, plan } = await planner(desk);
  const fair = await plan('Pens Book Fair', '2031-03-03', '2031-03-07');
  const pens = Array.from({ length: TITLES }, (_, at) => ({
    sku: `${identifier}-${at}`,
    title: at === 0 ? `=Pen of ${identifier}` : `Pen ${at} of ${identifier}`,
    priceCents: 125 + at * 100,
    quantity: 9,
  }));
  const map = { sku: `${identifier}-MAP`, title: `Map of ${identifier}`, priceCents: 450 };
  await stockFair(client, fair, [...pens, { ...map, quantity: 6 }]);
  return { client, fair };
}

async function downloaded(page: Page): Promise<{ name: string; bytes: Buffer; url: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }).press('Enter'),
  ]);
  return {
    name: file.suggestedFilename(),
    bytes: await readFile(await file.path()),
    url: file.url(),
  };
}

test('a filtered list is exported by keyboard; the file has its rows, and its link works once', async ({
  page,
}) => {
  const { client, fair } = await stockedFair();
  const list = (
    await client.inventory.fairInventory({
      query: { fairId: fair.id, search: 'Pen', sort: 'priceCents', limit: 50 },
    })
  ).data;
  expect(list.totalResults).toBe(TITLES);
  await signInAt(page, `/fair-inventory?fairId=${fair.id}&search=Pen&sort=priceCents`);
  await expect(page.getByRole('table', { name: 'Titles' })).toContainText('Pen 1 of');
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Export ${TITLES} titles` });
  await expect(dialog.getByRole('radio', { name: 'Excel (xlsx)' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  await expect(dialog).toContainText('The xlsx file is ready: 24 rows.');
  await readable(page, 'the finished export');
  const { name, bytes, url } = await downloaded(page);
  expect(name).toMatch(/^fair-inventory-\d{4}-\d\d-\d\d\.xlsx$/);
  const [header = [], ...rows] = await writtenSheet(bytes, 'Fair inventory');
  expect(rows.map((row) => [row[header.indexOf('Title')], row[header.indexOf('Price')]])).toEqual(
    list.results.map(({ title, priceCents }) => [title, priceCents / 100]),
  );
  expect(Object.fromEntries(await writtenSheet(bytes, 'Export'))).toMatchObject({
    Fair: fair.name,
    Search: 'Pen',
    Rows: TITLES,
  });
  expect((await page.request.get(url)).status()).toBe(401);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  await expect(
    dialog.getByRole('region', { name: 'Your last exports of this list' }),
  ).toContainText('xlsx · 24 rows');
});

test('exporting students requires a reason, on a phone too', async ({ page }) => {
  const desk = await ownersDesk();
  const identifier = `EXS${randomUUID().slice(0, 4).toUpperCase()}`;
  const school = await addSchool(desk.client, identifier);
  await deliverStudents(desk, identifier, [
    [`${identifier}-1`, 'Odo', 'Zeller', '3', 'Ms. Oak', 'Lena Zeller', 'lena@example.org'],
  ]);
  await signIn(page, await hire(desk, [['Students', 'read_only']]));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/students?schoolId=${school.id}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export 1 student' });
  await dialog.getByText('CSV').click();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(
    /Enter the purpose of the list\./,
  );
  await readable(page, 'the reason on a phone');
  await dialog.getByLabel('Reason').fill('Class lists of the spring fair');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog).toContainText('The csv file is ready: 1 row.');
  const { name, bytes } = await downloaded(page);
  expect(name).toMatch(/^students-.*\.csv$/);
  expect(bytes.toString('utf8').trimEnd().split('\r\n')).toEqual([
    expect.stringContaining('Last name'),
    expect.stringMatching(`^Zeller,Odo,${identifier}-1,3,Ms. Oak,`),
  ]);
});
