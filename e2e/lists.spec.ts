import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { order as makeOrder } from '@pos/world/sale';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import { expect, type Browser, type Page } from '@playwright/test';
import { barriers } from './support/barriers.ts';
import { office, test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { hire, ownersDesk } from './support/staff.ts';
import { signIn, signInAt, openSession } from './support/sign-in.ts';

/** Three pages of ten; the third is not full. */
const ROWS = 24;
const each = Array.from({ length: ROWS }, (_, at) => at);
const mark = `L${randomUUID().slice(0, 5).toUpperCase()}`;

/**
 * Fills all lists: staff, roles, devices, fairs, sales, held orders, titles and students, with the
 * mark in their names.
 */
async function fillLists() {
  const desk = await ownersDesk();
  const { client } = desk;
  const { fair, pos } = await sellingFair(desk, { name: mark });
  const { data: role } = await client.roles.add({
    body: { name: `${mark} Reader`, description: mark, rights: [] },
  });
  const [admin] = (await client.admins.getAdmins({ query: {} })).data;
  for (const at of each) {
    await Promise.all([
      client.admins.add({
        body: {
          firstName: 'Robin',
          lastName: `Reyes${String.fromCodePoint(97 + at)}`,
          email: `${mark}-${at}@example.com`,
          countryCode: '+1',
          phone: '3125550142',
          roleId: role.id,
          secretCode: '2468',
        },
      }),
      client.roles.add({ body: { name: `${mark} Role ${at}`, description: mark, rights: [] } }),
      client.devices.add({
        body: {
          deviceId: `${mark}-${at}`,
          name: 'Till',
          purchaseDate: '2025-01-01',
          warrantyDate: `2028-01-${String(at + 1).padStart(2, '0')}`,
          model: 1,
          adminId: null,
        },
      }),
      client.fairs.add({
        body: {
          schoolIdentifier: fair.schoolIdentifier,
          name: `${mark} Fair ${at}`,
          address: '3 Elm St, Ada',
          startDate: `2031-${String((at % 12) + 1).padStart(2, '0')}-01`,
          endDate: `2031-${String((at % 12) + 1).padStart(2, '0')}-03`,
          salesTaxRate: 6,
          adminId: admin!.value,
          packageOption: 1,
        },
      }),
    ]);
  }
  const file = await workbookOfRows([
    ['Carton', 'ISBN/SKU', 'Title', 'Price', 'Quantity'],
    ...each.map((at) => [`${mark}-1`, `${mark}-T${at}`, `${mark} Pen ${at}`, 1.25 + at, 90]),
  ]);
  await client.uploads.bulkUpload({
    body: { kind: 'inventory', mode: 'commit', fairId: fair.id },
    file: new Blob([new Uint8Array(file)]),
    fileName: 'list.xlsx',
  });
  const sold = each.map((at) =>
    makeOrder(fair.salesTaxRatePpm, {
      sequence: at + 1,
      lines: [{ sku: `${mark}-T${at}`, unitPriceCents: 125 + at * 100 }],
    }),
  );
  // Wrong tax rate, so that the order is held.
  const held = each.map((at) =>
    makeOrder(fair.salesTaxRatePpm, {
      sequence: ROWS + at + 1,
      taxRatePpm: 60_000,
      lines: [{ sku: `${mark}-T${at}`, unitPriceCents: 125 + at * 100 }],
    }),
  );
  for (const orders of [sold, held]) await pos.orders({ body: { orders } });
  const folder = path.join(office.dataDir(), 'source');
  await mkdir(folder, { recursive: true });
  const lines = each.map(
    (at) =>
      `${fair.schoolIdentifier},${mark}-${at},Wren,Ashby${String.fromCodePoint(97 + at)},3,Ms. Oak,,,`,
  );
  await writeFile(
    path.join(folder, 'students.csv'),
    [
      'schoolIdentifier,studentNumber,firstName,lastName,grade,teacher,parentName,parentEmail,factsFamilyId',
      ...lines,
      '',
    ].join('\r\n'),
  );
  const { data } = await client.settings.sync({ body: { scope: 'students' } });
  await expect
    .poll(async () => (await client.jobs.getById({ params: { id: data.jobId } })).data.status)
    .toBe('succeeded');
  return { fair, roleId: role.id };
}

type Ground = Awaited<ReturnType<typeof fillLists>>;

/**
 * Every list: its address with a filter and a sort, and the way to open a row; without one, the
 * test leaves by a menu link.
 */
const LISTS: readonly {
  list: string;
  caption: string;
  address: (ground: Ground) => string;
  opens: boolean;
}[] = [
  {
    list: 'users',
    caption: 'Users',
    address: ({ roleId }) => `/users?roleId=${roleId}&sort=-name`,
    opens: true,
  },
  {
    list: 'roles',
    caption: 'Roles',
    address: () => `/roles?search=${mark}+Role&sort=-name`,
    opens: true,
  },
  {
    list: 'devices',
    caption: 'Devices',
    address: () => `/devices?search=${mark}-&sort=-warrantyDate&status=active`,
    opens: true,
  },
  {
    list: 'fairs',
    caption: 'Fairs',
    address: () => `/fairs?search=${mark}+Fair&sort=-startDate&phase=upcoming`,
    opens: true,
  },
  {
    list: 'payments',
    caption: 'Payments',
    address: ({ fair }) => `/payments?fairId=${fair.id}&sort=-amountCents&method=3`,
    opens: true,
  },
  {
    list: 'orders',
    caption: 'Orders',
    address: ({ fair }) => `/orders?fairId=${fair.id}&sort=-totalCents&status=completed`,
    opens: true,
  },
  {
    list: "a fair's orders",
    caption: 'Orders',
    address: ({ fair }) => `/fair-details/${fair.id}?tab=orders&sort=totalCents&status=completed`,
    opens: true,
  },
  {
    list: 'held orders',
    caption: 'Held orders',
    address: ({ fair }) => `/orders?view=held&fairId=${fair.id}&sort=-totalCents`,
    opens: false,
  },
  {
    list: 'students',
    caption: 'Students',
    address: () => `/students?search=${mark}&sort=-name&grade=3`,
    opens: true,
  },
  {
    list: 'fair inventory',
    caption: 'Titles',
    address: ({ fair }) => `/fair-inventory?fairId=${fair.id}&search=${mark}+Pen&sort=-priceCents`,
    opens: false,
  },
  {
    list: 'all inventory',
    caption: 'Titles',
    address: () => `/inventory?search=${mark}+Pen&sort=-priceCents`,
    opens: false,
  },
];

/** Rows as text, without parts that change over time (age). */
const rowsOf = (page: Page, caption: string) =>
  page
    .getByRole('table', { name: caption })
    .locator('tbody tr[data-id]')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['id']));

test.describe('every list', () => {
  // Low viewport, so that a list of four rows scrolls.
  test.use({ viewport: { width: 1440, height: 420 } });

  test('restores address, rows, scroll and focus on Back, and its link works in another browser', async ({
    page,
    browser,
  }) => {
    const ground = await fillLists();
    await signIn(page);
    const elsewhere = await anotherBrowser(browser);
    for (const { list, caption, address, opens } of LISTS) {
      await test.step(list, async () => {
        await page.goto(`${address(ground)}&limit=10&page=2`);
        await expect.poll(async () => (await rowsOf(page, caption)).length, list).toBe(10);
        await page.getByRole('button', { name: 'Next page' }).click();
        await expect(page.getByText(/Page 3 of 3/)).toBeVisible();
        await expect.poll(async () => (await rowsOf(page, caption)).length, list).toBe(ROWS - 20);
        await page.evaluate(() => scrollTo(0, 120));
        const last = page.getByRole('table', { name: caption }).locator('tbody tr[data-id]').last();
        const before = { url: page.url(), rows: await rowsOf(page, caption) };
        const control = opens ? last.locator('[data-row]') : last.getByRole('button').first();
        await control.focus();
        const scrolled = await page.evaluate(() => scrollY);
        if (opens) await control.press('Enter');
        else {
          await control.press('Enter');
          await control.press('Enter');
          await page
            .getByRole('navigation', { name: 'Main menu' })
            .getByRole('link', { name: 'Fairs' })
            .evaluate((link: HTMLElement) => link.click());
        }
        await expect(page).not.toHaveURL(before.url);
        await expect(page.locator('#main h1').first()).toBeVisible();
        await page.goBack();
        await expect(page).toHaveURL(before.url);
        await expect.poll(() => rowsOf(page, caption), list).toEqual(before.rows);
        await expect(control, `${list}: focus`).toBeFocused();
        await expect.poll(() => page.evaluate(() => scrollY), `${list}: scroll`).toBe(scrolled);
        await elsewhere.goto(before.url);
        await expect
          .poll(() => rowsOf(elsewhere, caption), `${list}: another browser`)
          .toEqual(before.rows);
      });
    }
    await elsewhere.context().close();
  });
});

/** Fresh browser context, signed in as the owner unless another person is given. */
async function anotherBrowser(
  browser: Browser,
  who = { email: office.email(), password: office.password() },
): Promise<Page> {
  const { name, value } = await openSession(who);
  const context = await browser.newContext({
    baseURL: office.url(),
    storageState: {
      cookies: [],
      origins: [{ origin: office.url(), localStorage: [{ name, value }] }],
    },
  });
  return context.newPage();
}

test('views save a list with columns, private or shared; columns and row height follow the user', async ({
  page,
  browser,
}) => {
  const desk = await ownersDesk();
  const colleague = await hire(desk, [['Devices', 'read_only']]);
  const [own, shared] = [`Mine ${mark}`, `Team ${mark}`];
  await signInAt(page, '/devices');
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });

  await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter');
  const choice = page.getByRole('dialog', { name: 'Columns' });
  await expect(choice.getByRole('checkbox', { name: 'Device ID' })).toBeDisabled();
  await choice.getByRole('checkbox', { name: 'Model' }).press('Space');
  await expect(header('Model')).toHaveCount(0);
  await choice.getByRole('button', { name: 'Compact' }).press('Enter');
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');

  await page.goto('/devices?status=inactive&sort=-name&page=2');
  await page.getByRole('button', { name: 'Save view' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('button', { name: 'Save view' }).press('Enter');
  await expect(dialog.getByRole('alert').first()).toContainText('Use 2 to 40 characters.');
  await dialog.getByLabel('Name').fill(own);
  await dialog.getByRole('switch', { name: 'Include current columns' }).press('Space');
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save view' }).press('Enter');
  const views = page.getByRole('navigation', { name: 'Views of devices' });
  await expect(views.getByRole('link', { name: own })).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(/sort=-name&status=inactive|status=inactive&sort=-name/);
  await expect(page).not.toHaveURL(/page=/);

  // The person's choice and the view's columns, on another machine.
  const machine = await anotherBrowser(browser);
  await machine.goto('/devices');
  await expect(machine.getByRole('columnheader', { name: 'Warranty' })).toBeVisible();
  await expect(machine.getByRole('columnheader', { name: 'Model', exact: true })).toHaveCount(0);
  await expect(machine.locator('html')).toHaveAttribute('data-density', 'compact');
  await machine
    .getByRole('navigation', { name: 'Views of devices' })
    .getByRole('link', { name: own })
    .click();
  await expect(machine).toHaveURL(/status=inactive/);
  await machine.context().close();

  // Showing the column in the list does not change the view.
  await views.getByRole('link', { name: 'All' }).press('Enter');
  await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter');
  await choice.getByRole('button', { name: 'Show all columns' }).press('Enter');
  await choice.getByRole('button', { name: 'Default', exact: true }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(header('Model')).toHaveCount(1);
  await views.getByRole('link', { name: own }).press('Enter');
  await expect(header('Model')).toHaveCount(0);

  // Changed, saved again, renamed and shared.
  await page.goto(page.url().replace('sort=-name', 'sort=name'));
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  const menu = page.getByRole('button', { name: `Actions for the view ${own}` });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Save changes' }).press('Enter');
  await expect(page.getByText('Changed', { exact: true })).toHaveCount(0);
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Rename or share…' }).press('Enter');
  const edit = page.getByRole('dialog', { name: `Rename or share “${own}”` });
  await edit.getByLabel('Name').fill(shared);
  await edit.getByRole('switch', { name: 'Share with the team' }).press('Space');
  await edit.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(views.getByRole('link', { name: shared })).toHaveAttribute('aria-current', 'page');

  // A colleague can open it but not change it.
  const reader = await anotherBrowser(browser, colleague);
  await reader.goto('/devices');
  await reader
    .getByRole('navigation', { name: 'Views of devices' })
    .getByRole('link', { name: shared })
    .click();
  await expect(reader).toHaveURL(/sort=name/);
  await expect(reader.getByRole('columnheader', { name: 'Model', exact: true })).toHaveCount(0);
  await expect(reader.getByRole('button', { name: `Actions for the view ${shared}` })).toHaveCount(
    0,
  );
  await reader.context().close();

  await page.getByRole('button', { name: `Actions for the view ${shared}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  await page
    .getByRole('dialog', { name: `Delete the view “${shared}”?` })
    .getByRole('button', { name: 'Delete view' })
    .press('Enter');
  await expect(views.getByRole('link', { name: shared })).toHaveCount(0);
  await expect(views.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page');
});
