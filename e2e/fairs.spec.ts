import { expect, type Page } from '@playwright/test';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { barriers } from './support/barriers.ts';
import { press } from './support/keyboard.ts';
import { pick, test } from './support/office.ts';
import { planner } from './support/planner.ts';
import { sellingFair } from './support/selling-fair.ts';
import { ownersDesk } from './support/staff.ts';
import { signIn } from './support/sign-in.ts';

const view = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Views of fairs' }).getByRole('link', { name });

async function fitsThePhone(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
}

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('views of the list show live fairs, upcoming ones, and those that need close-out', async ({
  page,
}) => {
  const { identifier, plan } = await planner(await ownersDesk());
  const day = today('America/Detroit');
  await plan('Lantern Fair', addDays(day, -1), addDays(day, 3));
  await plan('Harbour Fair', addDays(day, 9), addDays(day, 12));
  await plan('Orchard Fair', addDays(day, -12), addDays(day, -9));
  await page.goto(`/fairs?search=${identifier}`);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('Lantern Fair')).toContainText('Live, day 2 of 5');
  for (const [place, name] of [
    [1, 'Orchard Fair'],
    [2, 'Lantern Fair'],
    [3, 'Harbour Fair'],
  ] as const)
    await expect(page.getByRole('row').nth(place)).toContainText(name);
  await expect(row('Harbour Fair')).toContainText('25C400');
  await expect(row('Harbour Fair')).toContainText('Upcoming in 9 days');
  await expect(row('Orchard Fair')).toContainText('Needs close-out, 9 days');
  expect(await barriers(page)).toEqual([]);
  for (const [query, name] of [
    ['state=live', 'Lantern Fair'],
    ['state=upcoming', 'Harbour Fair'],
    ['state=to_close_out', 'Orchard Fair'],
    ['phase=ended', 'Orchard Fair'],
  ] as const) {
    await page.goto(`/fairs?search=${identifier}&${query}`);
    await expect(row(name)).toBeVisible();
    await expect(page.getByRole('row', { name: / Elementary / })).toHaveCount(1);
  }
  await page.goto('/fairs');
  await view(page, /Needs close-out/).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/state=to_close_out/);
  await expect(row('Orchard Fair')).toBeVisible();
  await expect(page.getByText('Clear filters')).toHaveCount(0);
  await expect(row('Lantern Fair')).toHaveCount(0);
});

test('the calendar works by arrow keys, marks clashes, and is an agenda on a phone', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const here = await planner(desk);
  const there = await planner(desk);
  const first = await here.plan('First Fair', '2033-03-01', '2033-03-04');
  await there.plan(
    'Second Fair with a name that is much longer than the days that it lasts, as names of fairs are',
    '2033-03-04',
    '2033-03-08',
  );
  await here.plan('Third Fair', '2033-03-21', '2033-03-25');
  await page.goto('/fairs?view=calendar&month=2033-02');
  await press(page, 'Next month, March 2033', 'link');
  await expect(page).toHaveURL(/month=2033-03/);
  await expect(page.getByText('3 fairs, 2 with a conflict')).toBeVisible();
  const bar = (name: RegExp) => page.getByRole('link', { name });
  await expect(
    bar(
      /^First Fair Upcoming .* Elementary, 03\/01\/2033 – 03\/04\/2033\. Clash: .* runs "Second Fair/,
    ),
  ).toBeVisible();
  await expect(bar(/^Second Fair/)).toHaveCount(2);
  expect(await barriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await barriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });

  await bar(/^First Fair/).focus();
  await page.keyboard.press('ArrowRight');
  await expect(bar(/^Second Fair/).first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(bar(/^Second Fair/).last()).toBeFocused();
  await page.keyboard.press('End');
  await expect(bar(/^Third Fair/)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(bar(/^Second Fair/).last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(bar(/^First Fair/)).toBeFocused();

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(
      page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'First Fair' }) }),
    ).toContainText('runs "Second Fair');
    await fitsThePhone(page);
  }
  expect(await barriers(page)).toEqual([]);
  await press(page, 'First Fair', 'link');
  await expect(page).toHaveURL(new RegExp(first.id));
  await expect(page.getByText(/runs "Second Fair/)).toBeVisible();
  await fitsThePhone(page);
});

test('a fair is copied, deactivated, restored by Undo, noted on and deleted, all by keyboard', async ({
  page,
}) => {
  const { identifier, plan } = await planner(await ownersDesk());
  await plan('Spring Fair', '2033-04-04', '2033-04-08', { salesTaxRate: 8.875, packageOption: 12 });
  await page.goto(`/fairs?search=${identifier}`);
  await press(page, 'Actions for Spring Fair');
  await press(page, 'Copy as new', 'menuitem');
  await expect(page.getByText('Copied from Spring Fair')).toBeVisible();
  await expect(page.getByLabel('Sales tax rate')).toHaveValue('8.875');
  await expect(page.getByText('A $10.00 book rings up at $10.89')).toBeVisible();
  await expect(page.getByRole('radio', { name: '25C1600' })).toBeChecked();
  await page.getByLabel('Fair name').fill('Autumn Fair');
  await page.getByLabel('Start date').fill('10/03/2022');
  await page.getByLabel('End date').fill('10/07/2022');
  await expect(page.getByText('5 days, Mon to Fri. That is in the past.')).toBeVisible();
  await page.getByLabel('Start date').fill('10/03/2033');
  await page.getByLabel('End date').fill('10/07/2033');
  await press(page, 'Add fair');
  await expect(page.getByRole('status').filter({ hasText: 'Fair added' })).toContainText(
    `${identifier}-33-02`,
  );

  const row = page.getByRole('row', { name: /Autumn Fair/ });
  await press(page, 'Actions for Autumn Fair');
  await press(page, 'Deactivate', 'menuitem');
  await expect(row).toContainText('Inactive');
  await press(page, 'Undo');
  await expect(row).toContainText('Upcoming');
  await press(page, /^Autumn Fair/, 'link');
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn Fair' })).toBeVisible();
  await press(page, 'Activity', 'link');
  await page.getByRole('textbox', { name: 'Note' }).fill('The gym is free from noon.');
  await press(page, 'Add note');
  const log = page.getByRole('region', { name: 'Activity' });
  await expect(log).toContainText('The gym is free from noon.');
  for (const word of [/activated/i, /deactivated/i, /created/i])
    await expect(log).toContainText(word);
  expect(await barriers(page)).toEqual([]);

  await press(page, 'More actions');
  await press(page, 'Delete', 'menuitem');
  await expect(page.getByRole('dialog', { name: 'Delete Autumn Fair?' })).toContainText(
    `${identifier}-33-02`,
  );
  await press(page, 'Delete fair');
  await expect(page).toHaveURL(/\/fairs$/);
  await page.goto(`/fairs?search=${identifier}`);
  await expect(page.getByRole('row', { name: /Spring Fair/ })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a fair with sales cannot be deleted; a reset voids them, and they can still be viewed', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { fair, sell } = await sellingFair(desk);
  const { orderNumber } = await sell();
  await sell();
  await page.goto(`/fair-details/${fair.id}`);
  await press(page, 'More actions');
  await expect(page.getByRole('menuitem', { name: /Delete/ })).toContainText(
    'It has orders. Deactivate it instead',
  );
  await press(page, 'Reset…', 'menuitem');
  const dialog = page.getByRole('dialog', { name: `Reset ${fair.name}?` });
  await expect(dialog).toContainText('2 orders of $19.46 with tax and 2 units sold are voided');
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel(`Type ${fair.identifier} to confirm`).fill('ANOTHER');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(`Type ${fair.identifier} to confirm`)).toHaveAccessibleDescription(
    new RegExp(`Type ${fair.identifier} to confirm`),
  );
  expect((await desk.client.fairs.getById({ params: { id: fair.id } })).data.orders).toBe(2);
  await page.getByLabel(`Type ${fair.identifier} to confirm`).fill(fair.identifier.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Fair reset' })).toContainText(
    '2 orders voided, reducing sales by $19.46.',
  );
  await expect(dialog).toBeHidden();
  await expect(
    page.getByRole('definition').filter({ hasText: '$0.00' }).or(page.getByText('$0.00')).first(),
  ).toBeVisible();

  await page.goto(`/fair-details/${fair.id}?tab=orders`);
  await expect(page.getByText('No order since the reset')).toBeVisible();
  await press(page, 'Show voided orders', 'link');
  await expect(page).toHaveURL(/voided=include/);
  await expect(page.getByRole('row', { name: new RegExp(orderNumber) })).toContainText('Voided');
  await page
    .getByRole('row', { name: new RegExp(orderNumber) })
    .getByRole('link')
    .first()
    .press('Enter');
  await expect(page.getByText(/Voided by the reset of/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print receipt' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund…' })).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  const standing = await sell();
  await page.goto(`/fair-details/${fair.id}?tab=payments`);
  await expect(page.getByRole('row', { name: new RegExp(standing.orderNumber) })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(orderNumber) })).toHaveCount(0);
  await press(page, /More filters/);
  await page
    .getByRole('radiogroup', { name: 'Voided by a reset' })
    .getByRole('radio', { name: 'Include voided' })
    .check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: new RegExp(orderNumber) })).toContainText('Voided');
  await page.goto(`/fair-details/${fair.id}?tab=activity`);
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText(/reset/i);
});

test('a fair in Los Angeles across a clock change shows the same days to a person in Tokyo', async ({
  page,
}) => {
  const { identifier } = await planner(await ownersDesk(), 'America/Los_Angeles');
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(
    'Asia/Tokyo',
  );
  await page.goto('/add-fair');
  await pick(page, 'School', identifier);
  await expect(page.getByText("All times are Pacific, the school's time zone.")).toBeVisible();
  await page.getByLabel('Fair name').fill('Clock Fair');
  await page.getByLabel('Start date').fill('10/30/2026');
  await page.getByLabel('End date').fill('11/03/2026');
  await expect(page.getByText('5 days, Fri to Tue')).toBeVisible();
  await page.getByLabel('Sales tax rate').fill('7.5');
  await page.getByText('25P400', { exact: true }).click();
  await pick(page, 'Admin', 'Account Owner');
  await page.getByRole('button', { name: 'Add fair' }).click();

  const days = '10/30/2026 – 11/03/2026';
  await page.goto(`/fairs?search=${identifier}`);
  await expect(page.getByRole('row', { name: /Clock Fair/ })).toContainText(days);
  await page.getByRole('link', { name: /^Clock Fair/ }).click();
  await expect(page.getByText(`${days}, Pacific`)).toBeVisible();
  await expect(page.getByText('Registers can sell from 10/25/2026 to 11/08/2026')).toBeVisible();
  await press(page, 'More actions');
  await press(page, 'Edit', 'menuitem');
  await expect(page.getByLabel('Start date')).toHaveValue('10/30/2026');
  await expect(page.getByLabel('End date')).toHaveValue('11/03/2026');
  await page.goBack();
  await page.getByRole('link', { name: 'Sales summary' }).click();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: /^Dates: / }).click();
  await expect(page.getByLabel('Start date')).toHaveValue('10/30/2026');
  await expect(page.getByLabel('End date')).toHaveValue('11/03/2026');

  await page.goto('/fairs?view=calendar&month=2026-11');
  const bar = page
    .getByRole('group', { name: 'Week of 11/01/2026' })
    .getByRole('link', { name: /^Clock Fair/ });
  await expect(bar).toHaveAccessibleName(new RegExp(days));
  const week = await page.getByRole('group', { name: 'Week of 11/01/2026' }).boundingBox();
  const box = await bar.boundingBox();
  // Sunday to Tuesday: three of the week's seven days.
  expect(Math.round((7 * box!.width) / week!.width)).toBe(3);
  expect(box!.x - week!.x).toBeLessThan(week!.width / 7);
});
