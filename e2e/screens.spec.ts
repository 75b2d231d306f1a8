import { expect } from '@playwright/test';
import { readable } from './support/barriers.ts';
import { test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { settled } from './support/settled.ts';
import { ownersDesk } from './support/staff.ts';
import { addSchool } from '@pos/world/fair';
import { signIn } from './support/sign-in.ts';
import { sideScroll, widenText } from './support/widths.ts';

const SCREENS = [
  '/dashboard',
  '/users',
  '/add-user',
  '/roles',
  '/add-role',
  '/devices',
  '/add-device',
  '/fairs',
  '/add-fair',
  '/orders',
  '/reports',
  '/students',
  '/fair-inventory',
  '/inventory',
  '/master-template',
  '/profile',
  '/change-password',
  '/settings',
];
const WIDE = { width: 1440, height: 900 };
const SMALL = { width: 320, height: 700 };

test('every screen is accessible in both themes and fits a 320 px phone without side scrolling', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome to Admin Panel' })).toBeVisible();
  await readable(page, 'login');
  await signIn(page);
  for (const path of SCREENS) {
    await page.setViewportSize(WIDE);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    await readable(page, path);
    await page.setViewportSize(SMALL);
    await settled(page);
    expect(await sideScroll(page), path).toBeUndefined();
  }
});

test('long names never make a list wider than a phone of 390 or 320 px', async ({ page }) => {
  const { client } = await ownersDesk();
  const long = (length: number) =>
    'WWWWWWWWW '.repeat(20).slice(0, length).trim().padEnd(length, 'W');
  const code = (length: number) => 'W'.repeat(length);
  const { fair } = await sellingFair(await ownersDesk(), { name: 'WIDEWIDEWIDEWIDE' });
  const [admin] = (await client.admins.getAdmins({ query: {} })).data;
  const { data: role } = await client.roles.add({
    body: { name: long(30), description: long(200), rights: [] },
  });
  await addSchool(client, code(24), {
    name: long(120),
    address: long(255),
    city: long(100),
    coordinatorName: long(100),
  });
  const days = { startDate: fair.startDate, endDate: fair.endDate };
  const { data: wide } = await client.fairs.add({
    body: {
      schoolIdentifier: code(24),
      name: long(100),
      address: long(255),
      ...days,
      salesTaxRate: 6,
      adminId: admin!.value,
      packageOption: 1,
    },
  });
  const { data: title } = await client.titles.add({
    body: { sku: code(30), title: long(255), author: code(255), category: 'Other', priceCents: 1 },
  });
  await client.devices.add({
    body: {
      deviceId: code(30),
      name: code(20),
      purchaseDate: '2026-01-01',
      warrantyDate: '2028-01-01',
      model: 1,
      adminId: null,
    },
  });
  await client.admins.add({
    body: {
      firstName: code(20),
      lastName: code(20),
      email: `${code(40)}@example.com`,
      countryCode: '+1',
      phone: '3125550142',
      roleId: role.id,
      secretCode: '2468',
    },
  });
  const LISTS = {
    orders: '/orders',
    'held-orders': '/orders?view=held',
    payments: '/payments',
    fairs: '/fairs',
    schools: '/schools',
    devices: '/devices',
    users: '/users',
    roles: '/roles',
    students: '/students',
    'fair-inventory': `/fair-inventory?fairId=${fair.id}`,
    'all-inventory': '/inventory',
  } as const;
  for (const list of Object.keys(LISTS) as (keyof typeof LISTS)[]) {
    await client.views.add({
      body: { list, name: long(40), query: {}, hiddenColumns: null, isTeam: true },
    });
    await client.views.add({
      body: {
        list,
        name: `Team ${list} of the spring`,
        query: {},
        hiddenColumns: null,
        isTeam: true,
      },
    });
  }
  const tabs = [
    'overview',
    'inventory',
    'orders',
    'payments',
    'reports',
    'templates',
    'close-out',
    'activity',
  ];
  const paths = [
    ...Object.values(LISTS),
    '/fairs?view=calendar',
    '/dashboard',
    '/settings',
    `/orders?fairId=${wide.id}`,
    `/edit-fair/${wide.id}`,
    `/school-details/${wide.schoolId}`,
    `/edit-school/${wide.schoolId}`,
    `/title-details/${title.id}`,
    `/edit-title/${title.id}`,
    ...tabs.map((tab) => `/fair-details/${wide.id}?tab=${tab}`),
  ];
  await signIn(page);
  const tooWide: string[] = [];
  for (const path of paths) {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 });
      if (width === 390) await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settled(page);
      for (const wider of [false, true]) {
        await widenText(page, wider);
        const found = await sideScroll(page);
        if (found) tooWide.push(`${path} at ${width}${wider ? ', wider text' : ''}: ${found}`);
      }
    }
  }
  expect(tooWide).toEqual([]);
});

test('disabled buttons of every kind look disabled in both themes, also on hover', async ({
  page,
}) => {
  await signIn(page);
  // Has a button and, in its frame, a button with only an icon.
  await page.goto('/profile');
  await expect(page.locator('main button[data-part=button]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Help' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const look of [
      'primary',
      'secondary',
      'quiet',
      'tertiary',
      'danger',
      'danger-solid',
      'icon-button',
    ]) {
      const colors = (which: 'on' | 'disabled' | 'aria') =>
        page.locator(`#look-${which}`).evaluate((button) => {
          const { color, backgroundColor, borderColor, cursor } = getComputedStyle(button);
          return { color, backgroundColor, borderColor, cursor };
        });
      await page.getByRole('main').evaluate((main, kind) => {
        main.querySelectorAll('[id^=look-]').forEach((old) => old.remove());
        const isIcon = kind === 'icon-button';
        const buttons = document.querySelectorAll<HTMLButtonElement>(
          `button[data-part=${isIcon ? kind : 'button'}]`,
        );
        const model = [...buttons].find((one) => one.offsetParent);
        for (const which of ['on', 'disabled', 'aria']) {
          const button = model!.cloneNode(true) as HTMLButtonElement;
          button.id = `look-${which}`;
          if (!isIcon) button.dataset['variant'] = kind;
          button.disabled = which === 'disabled';
          if (which === 'aria') button.setAttribute('aria-disabled', 'true');
          main.prepend(button);
        }
      }, look);
      const on = await colors('on');
      const off = await colors('disabled');
      expect(off.color, `${look}, ${colorScheme}`).not.toBe(on.color);
      expect(off.cursor).toBe('not-allowed');
      expect(await colors('aria')).toEqual(off);
      await page.locator('#look-aria').hover();
      await page.waitForTimeout(200);
      expect(await colors('aria')).toEqual(off);
    }
  }
});
