import { expect, type Page } from '@playwright/test';
import { HUNGER } from '@pos/world/sale';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { barriers, readable } from '../support/barriers.ts';
import { test, visit } from '../support/office.ts';
import { sellingFair } from '../support/selling-fair.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { signIn } from '../support/sign-in.ts';

type Place = Awaited<ReturnType<typeof sellingFair>>;

/** One more than a page of ten orders; the newest is shipped to the school, two are paid by check. */
const ORDERS = 12;
let place: Place;
let numbers: readonly string[];

test.beforeAll(async () => {
  const desk = await ownersDesk();
  place = await sellingFair(desk);
  const sold: string[] = [];
  for (let at = 1; at <= ORDERS; at += 1) {
    const { orderNumber } = await place.sell({
      soldAt: new Date(Date.now() - (ORDERS - at + 1) * 60_000).toISOString(),
      customerName: `Parent Number${at}`,
      lines: [
        {
          sku: HUNGER,
          fulfilment: at === ORDERS ? 'ship_to_school' : 'in_person',
        },
      ],
      ...(at <= 2 && {
        payments: [{ method: PaymentMethod.check, checkNumber: `40${at}` }],
      }),
    });
    sold.unshift(orderNumber);
  }
  numbers = sold;
  const { data } = await desk.client.payments.list({
    query: { fairId: place.fair.id, method: [PaymentMethod.check] },
  });
  for (const { id } of data.results)
    await desk.client.payments.putUnderReview({
      params: { id },
      body: { note: 'The bank returned it.' },
    });
});

const findList = (page: Page) => page.getByRole('table', { name: 'Orders' });
const findRow = (page: Page, at: number) =>
  findList(page).getByRole('link', { name: numbers[at]!, exact: false });
const findDrawer = (page: Page, at: number) =>
  page.getByRole('complementary', { name: numbers[at]!, exact: false });

async function openOrders(page: Page, query = ''): Promise<void> {
  await visit(page, `/orders?fairId=${place.fair.id}&limit=10${query}`);
  await expect(findRow(page, 0)).toBeVisible();
}

test('J and K go through a list and its drawer, across pages, and Escape returns to the row', async ({
  page,
}) => {
  await signIn(page);
  await openOrders(page);
  for (const key of ['j', 'j', 'j', 'k', 'Control+j', 'Shift+J']) await page.keyboard.press(key);
  await expect(findRow(page, 1)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(findDrawer(page, 1).getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('j');
  await expect(findDrawer(page, 2).getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(findDrawer(page, 0)).toBeVisible();
  await readable(page, 'an order reached by K');
  await page.keyboard.press('Escape');
  await expect(findRow(page, 0)).toBeFocused();

  // From the last row of the page to the first of the next one.
  await findRow(page, 9).press('Enter');
  await expect(findDrawer(page, 9)).toBeVisible();
  await page.keyboard.press('j');
  await expect(findDrawer(page, 10)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);

  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.focus();
  await page.keyboard.type('jk');
  await expect(search).toHaveValue('jk');

  // Rows without a page of their own, and the form beside them.
  await visit(page, `/fair-inventory?fairId=${place.fair.id}`);
  const adjust = page.getByRole('button', { name: 'Adjust The Arena' });
  await expect(adjust).toBeVisible();
  await page.keyboard.press('j');
  await expect(adjust).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Adjust The Arena' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(adjust).toBeFocused();

  // A key right behind another one counts as part of a scanned code.
  await page.waitForTimeout(300);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'Next, previous row or open record',
  );
});

test('one key blurs names and amounts everywhere until it is pressed again', async ({ page }) => {
  const robin = await hire(await ownersDesk(), [['Devices', 'read_only']]);
  await signIn(page);
  await openOrders(page);
  const total = findList(page).locator('[data-part=amount]').first();
  const name = findList(page).getByText('Parent Number12');
  const sign = page.getByRole('button', { name: 'Show names and amounts' });
  const place0 = await total.boundingBox();
  // In a field too, and before anything is typed.
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  await page.keyboard.press('Control+b');
  for (const hidden of [total, name]) await expect(hidden).toHaveCSS('filter', 'blur(6px)');
  await expect(sign).toBeVisible();
  expect(await total.boundingBox()).toEqual(place0);
  await total.hover();
  await expect(total).toHaveCSS('filter', 'blur(6px)');

  // Amounts within text, in the drawer and after a reload.
  await page.keyboard.press('Escape');
  await findRow(page, 0).press('Enter');
  await expect(findDrawer(page, 0)).toBeVisible();
  await page.reload();
  await expect(findDrawer(page, 0).getByRole('button', { name: 'Refund…' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-privacy', 'on');
  expect(await shownAmounts(page)).toEqual([]);
  for (const path of ['/payments', `/fair-details/${place.fair.id}`]) {
    await visit(page, path);
    await expect(page.locator('main').getByText(/\$\d/).first()).toBeVisible();
    await expect.poll(() => shownAmounts(page), path).toEqual([]);
  }

  // On paper everything is shown.
  await visit(page, `/orders?fairId=${place.fair.id}`);
  await expect(name).toHaveCSS('filter', 'blur(6px)');
  await page.emulateMedia({ media: 'print' });
  await expect(name).toHaveCSS('filter', 'none');
  await page.emulateMedia({ media: 'screen' });

  await sign.click();
  await expect(name).toHaveCSS('filter', 'none');
  await expect(sign).toHaveCount(0);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Blur names and amounts' }).click();
  await expect(name).toHaveCSS('filter', 'blur(6px)');

  await test.step('also in a dialog, a message and a filter', async () => {
    await visit(page, `/users?search=${robin.email}`);
    await page
      .getByRole('row', { name: /Robin Reyes/ })
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog', { name: 'Delete Robin Reyes?' })).toBeVisible();
    await expect.poll(() => shownTexts(page, 'Robin Reyes')).toEqual([]);
    await page.getByRole('button', { name: 'Delete user' }).click();
    await expect(page.getByText('User deleted')).toBeVisible();
    await expect.poll(() => shownTexts(page, 'Robin Reyes')).toEqual([]);

    await visit(page, '/fairs');
    await page.getByRole('button', { name: 'Admin', exact: true }).first().click();
    const choice = page.getByRole('radio', { name: 'Account Owner' });
    await expect(choice).toBeVisible();
    await expect.poll(() => shownTexts(page, 'Account Owner')).toEqual([]);
    await choice.click();
    await expect(page.getByRole('button', { name: 'Clear Admin' })).toBeVisible();
    await expect.poll(() => shownTexts(page, 'Account Owner')).toEqual([]);
  });
});

/** Amounts in the page's text that nothing hides. */
const shownAmounts = (page: Page) => shownTexts(page, String.raw`\$\d`);

/** Texts of the page with this pattern that nothing hides. */
function shownTexts(page: Page, pattern: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const hidden = [...(CSS.highlights.get('private') ?? [])] as StaticRange[];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const shown: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const isBlurred = text.parentElement?.closest(
        '[data-private], [data-part=amount], [data-amount], script, style',
      );
      const isHighlighted = hidden.some(({ startContainer }) => startContainer === text);
      if (new RegExp(wanted).test(text.data) && !isBlurred && !isHighlighted) shown.push(text.data);
    }
    return shown;
  }, pattern);
}

test('all rows that match are selected at once, and a bulk action says what it skipped', async ({
  page,
}) => {
  await signIn(page);
  await openOrders(page);
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  const bar = page.getByRole('group', { name: 'Selected rows' });
  await expect(bar).toContainText('10 selected');
  await bar.getByRole('button', { name: `Select all ${ORDERS} that match` }).click();
  await expect(bar).toContainText(`${ORDERS} selected`);
  expect(await barriers(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Mark as shipped' }).click();
  const dialog = page.getByRole('dialog', { name: `Mark ${ORDERS} orders as shipped` });
  await dialog.getByRole('button', { name: `Mark ${ORDERS} orders as shipped` }).click();
  const report = page.getByRole('dialog', { name: '1 order marked as shipped, 11 not' });
  await expect(report.getByText('Nothing is waiting to be shipped.')).toHaveCount(ORDERS - 1);
  expect(await barriers(page)).toEqual([]);
  await report.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(bar).toHaveCount(0);
  await findRow(page, 0).press('Enter');
  await expect(findDrawer(page, 0)).toContainText('Ship to school: shipped');

  await visit(page, `/payments?fairId=${place.fair.id}&status=under_review`);
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Approve 2 payments' })
    .getByRole('button', { name: 'Approve 2 payments' })
    .click();
  await expect(page.getByText('2 payments approved')).toBeVisible();
  await expect(page.getByText('No payments match')).toBeVisible();
});

test('receipts of selected orders are printed together, and rights decide which actions are offered', async ({
  page,
}) => {
  const clerk = await hire(await ownersDesk(), [['Orders', 'read_only']]);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await signIn(page, clerk);
  await openOrders(page);
  await page.getByRole('checkbox', { name: `Select ${numbers[0]}` }).check();
  await page.getByRole('checkbox', { name: `Select ${numbers[1]}` }).check();
  const bar = page.getByRole('group', { name: 'Selected rows' });
  await expect(bar.getByRole('button', { name: 'Export' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Mark as shipped' })).toHaveCount(0);
  await bar.getByRole('button', { name: 'Print receipts' }).click();
  await page
    .getByRole('dialog', { name: 'Print 2 receipts' })
    .getByRole('button', { name: 'Print 2 receipts' })
    .click();
  await expect(page.getByText('2 receipts ready to print')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const at of [0, 1])
    await expect(page.getByRole('article', { name: `Receipt ${numbers[at]}` })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.getByRole('article')).toHaveCount(0);
});
