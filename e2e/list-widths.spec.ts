import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { order as makeOrder } from '@pos/world/sale';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import { expect, type Page } from '@playwright/test';
import type { ListKey } from '@pos/contract/views';
import { office, test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { settled } from './support/settled.ts';
import { ownersDesk } from './support/staff.ts';
import { measureBoxes, columnsBeyond, scrollingParts, textsCut } from './support/widths.ts';
import { signIn } from './support/sign-in.ts';

const WIDTHS = [1024, 1280, 1440, 1920];
/** Widths of a drawer's test: the narrowest that has one, and a usual one. */
const DRAWER_WIDTHS = [1024, 1440];
const ROWS = 12;
const mark = `W${randomUUID().slice(0, 5).toUpperCase()}`;

type Ground = Awaited<ReturnType<typeof fillLists>>;

/** Every list: the columns that never leave it, and what opens a drawer over it. */
const LISTS: Record<
  ListKey,
  { address: (ground: Ground) => string; key: readonly string[]; drawer?: string }
> = {
  orders: {
    address: () => '/orders',
    key: ['Order #', 'Total', 'Payment status'],
    drawer: '[data-row]',
  },
  'held-orders': {
    address: () => '/orders?view=held',
    key: ['Receipt #', 'Why it is held', 'Total', 'Actions'],
  },
  payments: { address: () => '/payments', key: ['Amount', 'Status'], drawer: '[data-row]' },
  fairs: { address: () => '/fairs', key: ['Fair', 'State', 'Net sales', 'Actions'] },
  schools: { address: () => '/schools', key: ['School', 'AveDollars', 'Status', 'Actions'] },
  devices: { address: () => '/devices', key: ['Device ID', 'Status', 'Actions'] },
  users: { address: () => '/users', key: ['Name', 'Status', 'Actions'] },
  roles: { address: () => '/roles', key: ['Role', 'People', 'Actions'] },
  students: {
    address: () => '/students',
    key: ['Name', 'eWallet', 'Status'],
    drawer: '[data-row]',
  },
  'fair-inventory': {
    address: ({ fair }) => `/fair-inventory?fairId=${fair.id}`,
    key: ['Title', 'On hand', 'Stock', 'Change', 'Actions'],
    drawer: '[data-part=button]',
  },
  'all-inventory': { address: () => '/inventory', key: ['Title', 'Available', 'Stock', 'Actions'] },
};
const lists = Object.entries(LISTS) as [ListKey, (typeof LISTS)[ListKey]][];

test('no list cuts text while its row has room, or hides a key column, at any width', async ({
  page,
}) => {
  const ground = await fillLists();
  await signIn(page);
  const wrong: string[] = [];
  for (const [list, { address, key }] of lists) {
    await openList(page, address(ground));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await repainted(page);
      const found = [...(await textsCut(page)), ...(await columnsBeyond(page, key))];
      wrong.push(...found.map((one) => `${list} at ${width} px: ${one}`));
    }
  }
  expect(wrong).toEqual([]);

  await test.step('a drawer that opens and closes moves nothing behind it', async () => {
    const moved: string[] = [];
    for (const [list, { address, drawer }] of lists) {
      if (!drawer) continue;
      await openList(page, address(ground));
      for (const width of DRAWER_WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await repainted(page);
        const opener = page.locator(`tbody tr:nth-child(2) ${drawer}`);
        await opener.hover();
        const before = await measureBoxes(page);
        await opener.click();
        await expect(page.locator('[data-part=panel] h2')).toBeFocused();
        await settled(page);
        if ((await measureBoxes(page)) !== before) moved.push(`${list} at ${width} px, opened`);
        await page.keyboard.press('Escape');
        await expect(page.locator('[data-part=panel]')).toHaveCount(0);
        if ((await measureBoxes(page)) !== before) moved.push(`${list} at ${width} px, closed`);
      }
    }
    expect(moved).toEqual([]);
  });

  await test.step('Tab to something under a drawer closes the drawer', async () => {
    await openList(page, '/orders');
    await page.locator('tbody tr:nth-child(2) [data-row]').click();
    const panel = page.locator('[data-part=panel]');
    await expect(panel.locator('h2')).toBeFocused();
    // The drawer takes the focus again when the order has loaded.
    await settled(page);
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Next page' })).toBeFocused();
    await expect(panel).toHaveCount(0);
  });

  await test.step('on a phone nothing scrolls sideways, with the longest name of a view', async () => {
    const { client } = await ownersDesk();
    await page.setViewportSize({ width: 320, height: 640 });
    const scrolling: string[] = [];
    for (const [list, { address }] of lists) {
      const name = `${list} ${'WWWWWWWWW '.repeat(4)}`.slice(0, 40).trim();
      await client.views.add({
        body: { list, name, query: {}, hiddenColumns: null, isTeam: true },
      });
      await page.goto(address(ground));
      await page.getByRole('link', { name: `${name} shared with the team` }).click();
      await expect(page.locator('[data-part=row-card]').first()).toBeVisible();
      await settled(page);
      scrolling.push(...(await scrollingParts(page)).map((part) => `${list}: ${part}`));
    }
    expect(scrolling).toEqual([]);
  });
});

async function openList(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  await expect(page.locator('tbody tr[data-id]').first()).toBeVisible();
  await settled(page);
}

/** Waits until the list has adjusted its columns to a new width. */
async function repainted(page: Page): Promise<void> {
  await page.waitForTimeout(50);
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Fills all lists with records whose names are as long as real ones get. */
async function fillLists() {
  const desk = await ownersDesk();
  const { client } = desk;
  const { fair, pos } = await sellingFair(desk, { name: mark });
  await client.fairs.add({
    body: {
      schoolIdentifier: fair.schoolIdentifier,
      name: `${mark} Grandparents and Special Friends Book Fair`,
      address: '3 Elm St, Ada',
      startDate: '2031-02-03',
      endDate: '2031-02-07',
      salesTaxRate: 8.875,
      adminId: fair.adminId,
      packageOption: 12,
    },
  });
  const { data: role } = await client.roles.add({
    body: {
      name: 'Regional Operations Manager',
      description: 'Plans the fairs of a region, lends its devices and helps schools to close out.',
      rights: [],
    },
  });
  await client.admins.add({
    body: {
      firstName: 'Marguerite',
      lastName: 'Vantongeren',
      email: `marguerite.vantongeren-${mark}@fairs.example.com`,
      countryCode: '+1',
      phone: '3125550142',
      roleId: role.id,
      secretCode: '2468',
    },
  });
  const titles = ['Pen', 'The Lighthouse Keeper’s Granddaughter and the Long Way Home', 'Atlas'];
  const file = await workbookOfRows([
    ['Carton', 'ISBN/SKU', 'Title', 'Author', 'Price', 'Quantity'],
    ...titles.map((title, at) => [
      `${fair.identifier}-C0${at + 1}`,
      `${mark}-T${at}`,
      title,
      'Katherine Applewhite-Vantongeren',
      9.99 + at,
      30,
    ]),
  ]);
  await client.uploads.bulkUpload({
    body: { kind: 'inventory', mode: 'commit', fairId: fair.id },
    file: new Blob([new Uint8Array(file)]),
    fileName: 'list.xlsx',
  });
  await addStudents(desk, fair.schoolIdentifier);
  const order = (at: number, terms = {}) =>
    makeOrder(fair.salesTaxRatePpm, {
      sequence: at + 1,
      ...(at % 2 === 0 && { customerType: 'student', studentNumber: `${mark}-${at % 3}` }),
      lines: [
        { sku: `${mark}-T${at % 3}`, quantity: (at % 4) + 1, unitPriceCents: 999 + (at % 3) * 100 },
      ],
      ...terms,
    });
  const sold = Array.from({ length: ROWS }, (_, at) => order(at));
  // Wrong tax rate, so that the order is held.
  const held = [0, 1].map((at) => order(ROWS + at, { taxRatePpm: 60_000 }));
  for (const orders of [sold, held]) await pos.orders({ body: { orders } });
  return { fair };
}

type Desk = Awaited<ReturnType<typeof ownersDesk>>;

async function addStudents({ client }: Desk, schoolIdentifier: string): Promise<void> {
  const folder = path.join(office.dataDir(), 'source');
  await mkdir(folder, { recursive: true });
  const names = ['Ada,Garrowby', 'Bartholomew,Vantongeren', 'Wren,Ashby'];
  const rows = names.map(
    (name, at) =>
      `${schoolIdentifier},${mark}-${at},${name},3,Mrs. Applewhite-Vantongeren,Edith Ambergate,edith${at}@example.org,`,
  );
  await writeFile(
    path.join(folder, 'students.csv'),
    [
      'schoolIdentifier,studentNumber,firstName,lastName,grade,teacher,parentName,parentEmail,factsFamilyId',
      ...rows,
      '',
    ].join('\r\n'),
  );
  const { data } = await client.settings.sync({ body: { scope: 'students' } });
  await expect
    .poll(async () => (await client.jobs.getById({ params: { id: data.jobId } })).data.status)
    .toBe('succeeded');
}
