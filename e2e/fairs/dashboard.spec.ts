import { HUNGER } from '@pos/world/sale';
import { expect, type Page } from '@playwright/test';
import { readable } from '../support/barriers.ts';
import { movedBy } from '../support/moved-by.ts';
import { test, visit } from '../support/office.ts';
import { sellingFair } from '../support/selling-fair.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { signIn, signInAt } from '../support/sign-in.ts';
import { sideScroll } from '../support/widths.ts';

const tile = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Key numbers' }).getByRole('listitem').filter({ hasText: name });
/** Card by its title, which a count may follow. */
const card = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}`) });

test('each figure and line opens exactly its rows; accessible in both themes and at 320 px', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { fair, sell } = await sellingFair(desk, { name: 'TILES' });
  await sell({ lines: [{ sku: HUNGER, quantity: 3 }] });
  await sell({ payments: [{ method: 2, checkNumber: '1107' }] });
  await sell({ customerType: 'student', studentNumber: 'NOBODY', payments: [{ method: 5 }] });
  const { orders } = desk.client;
  const found = (await orders.list({ query: { fairId: fair.id } })).data.results;
  const { id } = found.find(({ units }) => units === 3)!;
  const { data: order } = await orders.getById({ params: { id } });
  await orders.refund({
    params: { id },
    body: {
      lines: [{ lineId: order.lines[0]!.id, quantity: 1, restock: true }],
      reason: 'Torn page',
    },
  });

  const home = `/dashboard?fairId=${fair.id}&days=7`;
  await signInAt(page, home);
  await expect(page).toHaveTitle('POS Admin - Dashboard');
  await expect(
    page.getByText(/^\w+day, \w+ \d{1,2} · as of \d{1,2}:\d\d [AP]M Eastern$/),
  ).toBeVisible();
  const pager = page.getByText(/^1–\d+ of \d+$/);
  for (const { name, label, value, rows } of [
    { name: 'Net sales', label: 'Net sales', value: '$35.96', rows: '1–3 of 3' },
    { name: 'Average order', label: 'average', value: '$11.99', rows: '1–3 of 3' },
    { name: 'Orders', label: 'orders', value: '3', rows: '1–3 of 3' },
    { name: 'Refunds', label: 'Refunds', value: '−$8.99', rows: '1–1 of 1' },
    { name: 'Under review', label: 'EWallet', value: '$9.73', rows: '1–1 of 1' },
  ])
    await test.step(name, async () => {
      const figure = tile(page, name);
      await expect(figure.getByRole('paragraph').first()).toHaveText(value);
      await figure.getByRole('link').click();
      await expect(pager).toHaveText(rows);
      await expect(page.locator('[data-part=pager]')).toContainText(
        name === 'Orders' ? rows : `${label} ${value}`,
      );
      await page.goBack();
    });

  const attention = card(page, 'Needs attention');
  const line = attention.getByRole('listitem').filter({ hasText: '1 payment under review, $9.73' });
  await line.getByRole('link').click();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.goBack();

  await tile(page, 'Net sales').getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'What Net sales means' })).toContainText(
    'before tax',
  );
  await page.keyboard.press('Escape');
  await readable(page, 'the dashboard');
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(attention).toBeInViewport();
  expect((await attention.boundingBox())!.y).toBeLessThan(
    (await tile(page, 'Net sales').boundingBox())!.y,
  );
  expect(await sideScroll(page)).toBeUndefined();
});

test('a failed block retries alone, charts are read by keyboard or as tables, and rights decide what is asked', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { fair, sell } = await sellingFair(desk, { name: 'PARTS' });
  await sell();
  let isBroken = true;
  await page.route(/\/v1\/dashboard\?.*only=(stock|titles)/, (route) =>
    isBroken
      ? route.fulfill({
          status: 500,
          json: { code: 'INTERNAL', message: 'Something went wrong.', requestId: 'r-1' },
        })
      : route.continue(),
  );
  // Warranties cover all devices, so a user without that right has no such line.
  await signIn(
    page,
    await hire(
      desk,
      (['Dashboard', 'Orders', 'Payments', 'Fairs', 'Fair Inventory'] as const).map(
        (module) => [module, 'read_only'] as const,
      ),
    ),
  );
  await visit(page, `/dashboard?fairId=${fair.id}&days=7`);
  const titles = card(page, 'Top titles');
  const attention = card(page, 'Needs attention');
  await expect(titles.getByRole('alert')).toContainText('Top titles could not be loaded');
  await expect(attention.getByRole('alert')).toContainText('Stock could not be loaded.');
  await expect(tile(page, 'Net sales')).toContainText('$8.99');
  isBroken = false;
  await titles.getByRole('button', { name: 'Try again' }).click();
  await expect(titles.getByRole('listitem')).toContainText('The Arena');
  await attention.getByRole('button', { name: 'Try again' }).click();
  await expect(attention.getByRole('alert')).toBeHidden();
  await expect(attention).toContainText('Nothing needs your attention right now.');

  const sales = card(page, 'Net sales by day');
  const today = sales.getByRole('img', { name: /^Today .*: \$8\.99, 1 order so far$/ });
  await sales.getByRole('img').first().focus();
  await page.keyboard.press('End');
  await expect(today).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(today).not.toBeFocused();
  await sales.getByRole('button', { name: 'View as table' }).click();
  await expect(sales.getByRole('row').filter({ hasText: 'Today' })).toContainText('$8.99');
  const methods = card(page, 'Collected by payment method');
  await expect(methods.getByRole('img').first()).toHaveAccessibleName('Cash: $9.73, 100%');
  await methods.getByRole('button', { name: 'View as table' }).click();
  await expect(methods.getByRole('row').last()).toContainText('$9.73');

  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await expect(page).toHaveURL(/days=1/);
  await expect(card(page, 'Net sales by hour')).toBeVisible();
  await page.getByRole('button', { name: 'Custom' }).click();
  await page.getByLabel('From').fill('10/02/2031');
  await page.getByLabel('To', { exact: true }).fill('10/01/2031');
  await page.getByRole('button', { name: 'Show these days' }).click();
  await expect(page.getByText('The last day is before the first.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('10/03/2031');
  await page.getByRole('button', { name: 'Show these days' }).click();
  await expect(page).toHaveURL(/from=2031-10-02&to=2031-10-03/);
  await expect(tile(page, 'Net sales')).toContainText('$0.00');

  // Without the right to orders, payments or devices no part of them is asked for or shown.
  const asked = new Set<string>();
  page.on('request', (request) => {
    const [, only] = /\/v1\/dashboard\?.*only=(\w+)/.exec(request.url()) ?? [];
    if (only) asked.add(only);
  });
  const clerk = await hire(desk, [
    ['Dashboard', 'read_only'],
    ['Fairs', 'read_only'],
  ]);
  await signInAt(page, `/dashboard?fairId=${fair.id}`, clerk);
  await expect(card(page, 'Live fairs')).toContainText('Day 2 of 5');
  await expect(card(page, 'To close out')).toContainText('Every ended fair is closed out.');
  await expect(card(page, 'Next 14 days')).toContainText('No fair starts in these days.');
  await expect(card(page, 'Owed')).toContainText('AveDollars');
  await expect(card(page, 'Owed')).not.toContainText('eWallet');
  await expect(card(page, 'Key numbers|Net sales|Collected|Top titles')).toHaveCount(0);
  expect([...asked].toSorted()).toEqual(['fairs', 'liabilities']);
});

test('a sale shows without a reload, and nothing on the page shifts', async ({ page }) => {
  const { fair, sell } = await sellingFair(await ownersDesk(), { name: 'LIVE' });
  // Amounts keep their number of digits and their axis; otherwise a growing number shifts the
  // layout.
  await sell({ lines: [{ sku: HUNGER, quantity: 2 }] });
  await sell({ lines: [{ sku: HUNGER, quantity: 3 }] });
  await signIn(page);
  const listening = page.waitForResponse(
    (response) => response.url().endsWith('/v1/events') && response.ok(),
  );
  await visit(page, `/dashboard?fairId=${fair.id}&days=7`);
  await listening;
  await expect(tile(page, 'Net sales')).toContainText('$44.95');
  await expect(card(page, 'Top titles').getByRole('listitem')).toContainText('The Arena');
  await expect(page.locator('main [data-part=skeleton]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const moved = await movedBy(page);
  await sell();
  await expect(tile(page, 'Net sales')).toContainText('$53.94');
  await expect(tile(page, 'units sold')).toContainText('6 units sold');
  await expect(card(page, 'Top titles').getByRole('listitem')).toContainText('6');
  await expect(
    card(page, 'Net sales by day').getByRole('img', {
      name: /^Today .*: \$53\.94, 3 orders so far$/,
    }),
  ).toBeVisible();
  expect(await movedBy(page)).toBe(moved);
});
