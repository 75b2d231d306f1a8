import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import { signIn as openOffice } from '@pos/tools/office/session.ts';
import { simulate } from '@pos/tools/simulator/simulate.ts';
import { readSummarySheet } from './support/summary-sheet.ts';
import { parseCents, office, pick, test } from './support/office.ts';
import { signInAt } from './support/sign-in.ts';

const day = today('America/Chicago');
const shown = (value: string) => value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');
const TITLES: (string | number)[][] = [
  ['C1', '9780439023481', 'The Arena', 8.99, 30],
  ['C1', '9780439554930', 'The Stone of the Philosopher', 5.99, 30],
  ['C2', '9780061120084', 'A Mockingbird Sings', 16.99, 30],
  ['C2', '9780316015844', 'Twilight on the Hill', 9.99, 30],
  ['C2', 'PENCIL-001', 'Scented pencil', 1.25, 200],
];

/**
 * One fair from start to end by hand: plan it, load it, sell, and find the same figures on the
 * screen and in the file.
 */
test('a fair is planned, stocked, sold at and reported to the cent', async ({ page }, info) => {
  await test.step('a wrong password shows an error in the form; the right one signs in', async () => {
    await page.goto('/orders');
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole('heading', { name: 'Welcome to Admin Panel' })).toBeVisible();
    await page.getByLabel('Email Address').fill(office.email());
    await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse-42');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: 'The email address or password is wrong.' })
        .first(),
    ).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await page.getByLabel('Password', { exact: true }).fill(office.password());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/orders/);
    await expect(page).toHaveTitle('POS Admin - Orders');
  });

  await test.step('a fair is planned for a school added in its form', async () => {
    await page.getByRole('link', { name: 'Fairs' }).click();
    await expect(page.getByText('Plan your first fair')).toBeVisible();
    await page
      .getByRole('link', { name: /(Add|Plan).*fair/i })
      .first()
      .click();
    await expect(page).toHaveTitle('POS Admin - Add New Fair');
    await page.getByRole('button', { name: 'Add fair' }).click();
    await expect(page.getByText('Please select a Admin.').first()).toBeVisible();
    await expect(
      page.getByText('Fair name must have at least 2 characters.').first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Add a school' }).click();
    const dialog = page.getByRole('dialog');
    for (const [label, value] of [
      ['School name', 'Juniper Elementary'],
      ['School identifier', 'JUNIPER'],
      ['Address', '7 Juniper St'],
      ['City', 'Peoria'],
      ['State', 'IL'],
      ['ZIP code', '61602'],
    ] as const)
      await dialog.getByLabel(label, { exact: true }).fill(value);
    await dialog.getByLabel('Time zone').selectOption('America/Chicago');
    await dialog.getByRole('button', { name: 'Add school' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue(/7 Juniper St/);
    await page.getByLabel('Fair name').fill('Juniper Book Fair');
    await page.getByLabel('Start date').fill(shown(day));
    await page.getByLabel('End date').fill(shown(addDays(day, 4)));
    await page.getByLabel('Sales tax rate').fill('8.25');
    await expect(page.getByText('$10.83')).toBeVisible();
    await page.getByText('25P400', { exact: true }).click();
    await pick(page, 'Admin', 'Account Owner');
    await page.getByRole('button', { name: 'Add fair' }).click();
    await expect(page).toHaveURL(/\/fairs/);
    await expect(page.getByRole('link', { name: /Juniper Book Fair/ }).first()).toBeVisible();
  });

  await test.step('its packing list is checked, corrected on the screen and imported', async () => {
    await page
      .getByRole('link', { name: /Juniper Book Fair/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Juniper Book Fair' })).toBeVisible();
    await page.getByRole('link', { name: 'Upload', exact: true }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'list.xls',
      mimeType: 'application/vnd.ms-excel',
      buffer: Buffer.from('D0CF11E0A1B11AE1', 'hex'),
    });
    await expect(page.getByText('Only Xlsx file is allowed.').first()).toBeVisible();
    const rows = [
      ['Packing list of Juniper'],
      [],
      ['Carton', 'ISBN/SKU', 'Title', 'Price', 'Quantity'],
      ...TITLES,
      ['C3', '9780439023482', 'A wrong number', 4.99, 10],
      ['Total', null, null, null, 330],
    ];
    await page.locator('input[type=file]').setInputFiles({
      name: 'packing-list.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await workbookOfRows(rows),
    });
    await expect(page.getByText('ISBN check digit is wrong.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /Import 5 titles, skip 1 row/ })).toBeVisible();
    await page.getByRole('button', { name: /Import 5 titles, skip 1 row/ }).click();
    await expect(page.getByText(/5 titles are imported/)).toBeVisible();
    await page.getByRole('link', { name: 'See the inventory' }).click();
    await expect(page.getByRole('row', { name: /A Mockingbird Sings/ })).toContainText('30');
  });

  await test.step('registers sell, and their orders arrive', async () => {
    const desk = await openOffice(office.url(), {
      email: office.email(),
      password: office.password(),
    });
    const { comparison } = await simulate(
      desk,
      {
        url: office.url(),
        email: office.email(),
        password: office.password(),
        fair: 'JUNIPER-' + day.slice(2, 4) + '-01',
        orders: 40,
        registers: 2,
        seed: 'journey',
        chaos: true,
        batch: 10,
        folder: await mkdtemp(path.join(tmpdir(), 'pos-admin-registers-')),
      },
      () => undefined,
    );
    expect(comparison).toMatchObject({ lost: [], doubled: [] });
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
    await expect(page.getByText(/1–20 of 40/)).toBeVisible();
    await page
      .getByRole('button', { name: /Rows.*10|^10$/ })
      .or(page.getByRole('radio', { name: '10', exact: true }))
      .first()
      .click();
    await expect(page).toHaveURL(/limit=10/);
    await expect(page.getByText(/1–10 of 40/)).toBeVisible();
  });

  await test.step('the sales summary matches its file', async () => {
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('button', { name: 'Change' }).click();
    await pick(page, 'School and fair', 'Juniper');
    await page.getByRole('button', { name: /^Dates/ }).click();
    await page.getByLabel('Start date').fill(shown(addDays(day, -5)));
    await page.getByLabel('End date').fill(shown(addDays(day, 9)));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Run report' }).click();
    await expect(page.locator('[data-part=report-bar]')).toBeVisible();
    await expect(page.getByText('Ties out to the cent')).toBeVisible();
    const onScreen = async (label: string) =>
      parseCents(
        await page
          .getByRole('row')
          .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
          .first()
          .getByRole('cell')
          .last()
          .innerText(),
      );
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'XLSX' }).click(),
    ]);
    const file = info.outputPath('report.xlsx');
    await download.saveAs(file);
    const figures = await readSummarySheet(await readFile(file));
    for (const label of ['Net sales', 'Net tax', 'Total'])
      expect(await onScreen(label), label).toBe(figures.get(label));
    expect(figures.get('Total')).toBeGreaterThan(0);
  });
});

test('signing in again leads to the requested page', async ({ page }) => {
  await signInAt(page, '/fairs?search=juniper');
  await expect(page.getByRole('link', { name: /Juniper Book Fair/ }).first()).toBeVisible();
});
