import { expect, type Page } from '@playwright/test';
import { HUNGER } from '@pos/world/sale';
import { readable } from '../support/barriers.ts';
import { scan } from '../support/keyboard.ts';
import { office, test } from '../support/office.ts';
import { sellingFair } from '../support/selling-fair.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { signIn, signInAt } from '../support/sign-in.ts';

type Place = Awaited<ReturnType<typeof sellingFair>> & {
  orderNumber: string;
  other: Awaited<ReturnType<typeof sellingFair>>;
  otherNumber: string;
};
let place: Place;

/** Two live fairs, each with one order. */
test.beforeAll(async () => {
  const desk = await ownersDesk();
  const one = await sellingFair(desk);
  const other = await sellingFair(desk);
  place = {
    ...one,
    orderNumber: (await one.sell()).orderNumber,
    other,
    otherNumber: (await other.sell()).orderNumber,
  };
});

const opener = (page: Page) =>
  page.getByRole('button', { name: 'Search orders, fairs, titles, people' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' });
const switcher = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Fair: / });
const orders = (page: Page) => page.getByRole('table', { name: 'Orders' }).getByRole('row');

test('the palette opens records, pages and actions by keyboard; Escape returns the focus', async ({
  page,
}) => {
  const search = page.getByRole('searchbox', { name: 'Search' });
  const open = async (text: string) => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await field(page).fill(text);
  };
  const openOrder = async (number: string) => {
    await open(number);
    const order = palette(page).getByRole('group', { name: 'Orders' }).getByRole('option');
    await expect(order).toContainText(number);
    await expect(order).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: number });
    await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
    return panel;
  };
  await signInAt(page, '/orders');
  await test.step('an order beside the current list, and another while it is open', async () => {
    await search.focus();
    await openOrder(place.orderNumber);
    const panel = await openOrder(place.otherNumber);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(search).toBeFocused();
  });
  await test.step('pages and actions', async () => {
    await open('device');
    await expect(palette(page).getByRole('option', { name: 'Devices' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    const add = palette(page).getByRole('option', { name: 'Add device' });
    while ((await add.getAttribute('aria-selected')) !== 'true')
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Add New Device' })).toBeFocused();
  });
  await test.step('an order from another page', async () => {
    await openOrder(place.orderNumber);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: place.orderNumber })).toBeFocused();
  });
  await test.step('nothing, and Escape in the palette itself', async () => {
    await search.focus();
    await open('zzz no such thing');
    await expect(palette(page)).toContainText('Nothing found.');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
    await expect(search).toBeFocused();
  });
  // Codes are scanned into the field too: Enter comes before the answer.
  await page.keyboard.press('Control+k');
  await scan(page, place.deviceId);
  await expect(page).toHaveURL(/\/edit-device\//);
});

test('a clerk finds only what the role opens in the palette, and no student names', async ({
  page,
}) => {
  const clerk = await hire(await ownersDesk(), [
    ['Devices', 'read_only'],
    ['Orders', 'read_only'],
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAt(page, '/devices', clerk);
  await opener(page).click();
  const box = await palette(page).locator('[data-part=palette-box]').boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  await expect(palette(page).getByRole('group', { name: 'Pages' }).getByRole('option')).toHaveText([
    'Devices',
    'Orders',
    'Profile',
    'Settings',
    'Change password',
  ]);
  await expect(palette(page).getByRole('option', { name: 'Add fair' })).toHaveCount(0);
  await field(page).fill(place.fair.identifier);
  await expect(palette(page).getByRole('option').first()).toContainText(place.orderNumber);
  await expect(palette(page).getByRole('group', { name: 'Fairs' })).toHaveCount(0);
  await expect(palette(page).getByRole('group', { name: 'Payments' })).toHaveCount(0);
  await readable(page, 'the palette on a phone');
  await palette(page).getByRole('option', { name: place.orderNumber }).click();
  await expect(page.getByRole('heading', { level: 1, name: place.orderNumber })).toBeVisible();
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
});

test('the fair switcher scopes lists and reports, persists across pages, and is part of the link', async ({
  page,
  browser,
}) => {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await signInAt(page, '/orders');
  await expect(switcher(page)).toHaveText('All fairs');
  await switcher(page).click();
  await page.getByRole('searchbox', { name: 'Search fairs' }).fill(place.fair.identifier);
  await expect(page.getByRole('list', { name: 'Active fairs' }).getByRole('link')).toHaveCount(1);
  await readable(page, 'the fair switcher');
  await page.getByRole('link', { name: place.fair.name }).click();
  await expect(page).toHaveURL(new RegExp(`/orders\\?fairId=${place.fair.id}$`));
  await expect(switcher(page)).toHaveText(place.fair.name);
  await expect(orders(page)).toHaveCount(2);
  await expect(orders(page).nth(1)).toContainText(place.orderNumber);
  await page.getByRole('link', { name: /^Unpaid/ }).click();
  await expect(page).toHaveURL(new RegExp(`fairId=${place.fair.id}`));

  await menu.getByRole('link', { name: 'Payments' }).click();
  await expect(page).toHaveURL(new RegExp(`/payments\\?fairId=${place.fair.id}$`));
  await menu.getByRole('link', { name: 'Users' }).click();
  await expect(page).toHaveURL(/\/users$/);
  await expect(switcher(page)).toHaveCount(0);
  await menu.getByRole('link', { name: 'Reports' }).click();
  await expect(page.locator('[data-part=report-bar]')).toContainText(place.fair.name);
  await expect(page).toHaveURL(new RegExp(`fairIdentifier=${place.fair.identifier}`));
  await menu.getByRole('link', { name: 'Students' }).click();
  await expect(page).toHaveURL(new RegExp(`/students\\?fairId=${place.fair.id}$`));
  await menu.getByRole('link', { name: 'Fair Inventory' }).click();
  await expect(page.getByRole('table', { name: 'Titles' })).toContainText('The Arena');

  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/users$/);
  await page.goBack();
  await expect(switcher(page)).toHaveText(place.fair.name);
  await switcher(page).click();
  await page.getByRole('searchbox', { name: 'Search fairs' }).fill(place.other.fair.identifier);
  // The link moves up while the list shrinks to what was found.
  await expect(page.getByRole('list', { name: 'Active fairs' }).getByRole('link')).toHaveCount(1);
  await page.getByRole('link', { name: place.other.fair.name }).click();
  await menu.getByRole('link', { name: 'Orders' }).click();
  await expect(orders(page).nth(1)).toContainText(place.otherNumber);
  await expect(orders(page)).toHaveCount(2);

  const fresh = await browser.newContext({ baseURL: office.url() });
  const elsewhere = await fresh.newPage();
  await signIn(elsewhere);
  await elsewhere.goto(page.url());
  await expect(switcher(elsewhere)).toHaveText(place.other.fair.name);
  await expect(orders(elsewhere)).toHaveCount(2);
  await fresh.close();

  await switcher(page).click();
  await page.getByRole('link', { name: 'All fairs' }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await menu.getByRole('link', { name: 'Fair Inventory' }).click();
  await expect(page).toHaveURL(/\/fair-inventory/);
  await expect(switcher(page)).not.toHaveText('All fairs');
});

test('scanning a code on any page opens its record, and an unknown code is reported', async ({
  page,
}) => {
  await signInAt(page, '/users');
  await expect(opener(page)).toBeVisible();
  const focused = page.getByRole('link', { name: 'Add user' });
  await focused.focus();
  await scan(page, `NONE-${place.deviceId}`);
  await expect(page.getByText(`Unknown code NONE-${place.deviceId}`).first()).toBeVisible();
  await expect(page).toHaveURL(/\/users$/);
  await focused.focus();
  await scan(page, place.deviceId);
  await expect(page).toHaveURL(/\/edit-device\//);
  await page.goto('/users');
  await expect(opener(page)).toBeVisible();
  await focused.focus();
  await scan(page, `${place.deviceId}-1-1`);
  await expect(page).toHaveURL(/\/orders\?order=/);
  await expect(page.getByRole('complementary', { name: place.orderNumber })).toBeVisible();
  await page.goto('/inventory');
  await expect(page.getByRole('table', { name: 'Titles' })).toBeVisible();
  await expect(opener(page)).toBeVisible();
  await scan(page, HUNGER);
  await expect(page).toHaveURL(new RegExp(`/inventory\\?search=${HUNGER}$`));
});

test('? lists the shortcuts, letters work once switched on, and not-found pages offer search', async ({
  page,
}) => {
  const clerk = await hire(await ownersDesk(), [
    ['Devices', 'read_only'],
    ['Orders', 'read_only'],
  ]);
  await signInAt(page, `/devices?search=${place.deviceId}`, clerk);
  await expect(opener(page)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Devices' })).toContainText(place.deviceId);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Single letters, such as g o for Orders, are off.');
  await readable(page, 'the shortcuts');
  await help.getByRole('link', { name: 'profile' }).click();
  await expect(help).toHaveCount(0);
  await page.getByRole('switch', { name: 'Letter shortcuts' }).check();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  // Pages count as recent after one second.
  await page.waitForTimeout(1_200);

  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Recent pages' }).getByRole('link', { name: 'Orders' }),
  ).toBeVisible();
  await readable(page, 'the lost page');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(field(page)).toBeFocused();
});

test(
  'login, frame and dialogs that do not load in 120 s say so, and come by Try again',
  {
    tag: '@clock',
  },
  async ({ page }) => {
    await page.clock.install();
    for (const [part, path, heading] of [
      ['**/assets/login-page-*.js', '/login', 'Welcome to Admin Panel'],
      ['**/assets/frame-*.js', '/devices?search=REG', 'Devices'],
    ] as const) {
      await test.step(path, async () => {
        if (path !== '/login') await signIn(page);
        // Neither answered nor refused, as behind a proxy that lost the connection.
        const asked = page.waitForRequest(part);
        await page.route(part, () => undefined);
        await page.goto(path, { waitUntil: 'commit' });
        await asked;
        await expect(page.getByText('Loading…')).toBeAttached();
        await page.clock.fastForward(121_000);
        await expect(
          page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }),
        ).toBeVisible();
        await expect(page.getByText('A part of the app could not be loaded.')).toBeVisible();
        await page.unroute(part);
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      });
    }
    const part = '**/assets/view-dialogs-*.js';
    await page.route(part, () => undefined);
    const asked = page.waitForRequest(part);
    await page.getByRole('button', { name: 'Save view' }).click();
    await asked;
    const failed = page.getByRole('alert').filter({ hasText: 'A part of the app could not be' });
    // The request may start at hover, before the dialog waits for it.
    await expect(async () => {
      await page.clock.fastForward(121_000);
      await expect(failed).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
    await page.unroute(part);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('dialog', { name: 'Save view' })).toBeVisible();
    await expect(failed).toBeHidden();
  },
);
