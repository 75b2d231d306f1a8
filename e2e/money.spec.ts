import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { HUNGER } from '@pos/world/sale';
import { barriers } from './support/barriers.ts';
import { press } from './support/keyboard.ts';
import { movedBy } from './support/moved-by.ts';
import { office, test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { hire, ownersDesk } from './support/staff.ts';
import { signIn, signInAt } from './support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('a held order is released by keyboard, another discarded with a reason, and lists show both', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { fair, deviceId, sell } = await sellingFair(desk);
  await sell({ taxCents: 70, totalCents: 969, payments: [{ method: 3, amountCents: 969 }] });
  await sell({ taxRatePpm: 60_000 });
  await page.goto(`/fair-details/${fair.id}?tab=orders&view=held&sort=receivedAt`);
  await expect(page.getByText('They are not counted in reports until released.')).toBeVisible();

  const first = `${deviceId}-1-1`;
  await press(page, `Content of ${first}`);
  await expect(page.getByRole('row', { name: 'Tax $0.70 $0.74' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await press(page, `Actions for ${first}`);
  await page.getByRole('menuitem', { name: 'Release…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Release ${first}` });
  await expect(dialog.getByRole('row', { name: /Of the total, not collected/ })).toContainText(
    '$0.04',
  );
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Release order' }).press('Enter');
  await expect(
    page.getByRole('status').filter({ hasText: `Released as ${fair.identifier}-A0001` }),
  ).toBeVisible();

  await page.goto('/orders');
  await expect(page.getByRole('link', { name: `${fair.identifier}-A0001` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Held 1' })).toBeVisible();
  expect(await movedBy(page)).toBeLessThan(0.01);
  await page.goto(`/fair-details/${fair.id}?tab=orders&view=held&sort=receivedAt`);

  const second = `${deviceId}-1-2`;
  await press(page, `Actions for ${second}`);
  await page.getByRole('menuitem', { name: 'Discard…' }).press('Enter');
  const discard = page.getByRole('dialog', { name: `Discard ${second}` });
  await discard.getByRole('button', { name: 'Discard order' }).press('Enter');
  await expect(discard.getByRole('alert')).toContainText(
    'Enter the reason for discarding this order.',
  );
  await discard.getByLabel('Reason').fill('Rung up twice.');
  await discard.getByRole('button', { name: 'Discard order' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'No held orders' })).toBeVisible();

  await press(page, 'View released orders', 'link');
  await expect(page.getByRole('row', { name: new RegExp(first) })).toContainText(
    `Released as ${fair.identifier}-A0001 by`,
  );
  await page.goto(`/fair-details/${fair.id}?tab=orders&view=held&state=discarded`);
  await expect(page.getByRole('row', { name: new RegExp(second) })).toContainText('Rung up twice.');
});

test('an order is partly refunded after a preview of the amount, and its receipt is printed', async ({
  page,
}) => {
  const { fair, sell } = await sellingFair(await ownersDesk());
  const { orderNumber } = await sell({
    lines: [{ sku: HUNGER, quantity: 3 }],
    payments: [
      { method: 2, amountCents: 1_000, checkNumber: '44' },
      { method: 3, amountCents: 1_920 },
    ],
  });
  await page.goto(`/fair-details/${fair.id}?tab=orders`);
  await press(page, new RegExp(orderNumber), 'link');
  await press(page, 'Refund…');
  const dialog = page.getByRole('dialog', { name: `Refund ${orderNumber}` });
  await dialog.getByRole('button', { name: 'Book refund' }).press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Choose the items to refund.');
  const line = dialog.getByRole('group', { name: 'The Arena' });
  await line.getByLabel('Units').fill('4');
  await line.getByLabel('Units').press('Tab');
  await expect(dialog).toContainText('At most 3 can be refunded.');
  await line.getByLabel('Units').fill('1');
  await expect(dialog).toContainText('Refunds $9.73 ($8.99 net, $0.74 tax)');
  await expect(dialog).toContainText('Check $9.73, paid out as Cash');
  await dialog.getByLabel('Reason').fill('Torn page');
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Book refund' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Refund booked' })).toBeVisible();
  await expect(page.locator('[data-part=panel]')).toContainText('Partly refunded');
  await expect(page.locator('[data-part=panel]')).toContainText('1 refunded, 1 back in stock');

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await press(page, 'Print receipt');
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  const receipt = page.getByRole('article', { name: `Receipt ${orderNumber}` });
  await expect(receipt).toContainText('3 × The Arena at $8.99');
  await expect(receipt).toContainText('$29.20');
  await expect(page.getByRole('navigation').first()).toBeHidden();
});

test('an answer that arrives after its dialog was closed keeps the next dialog open', async ({
  page,
}) => {
  const { fair, sell } = await sellingFair(await ownersDesk());
  const { orderNumber } = await sell({ lines: [{ sku: HUNGER, fulfilment: 'ship_to_school' }] });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/v1/orders/update-fulfilment', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/fair-details/${fair.id}?tab=orders`);
  await press(page, new RegExp(orderNumber), 'link');
  await press(page, 'Mark as shipped…');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Mark 1 line as shipped' })
    .press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page, 'Refund…');
  const refund = page.getByRole('dialog', { name: `Refund ${orderNumber}` });
  await refund.getByLabel('Reason').fill('Torn page.');
  release();
  await expect(
    page.getByRole('status').filter({ hasText: '1 line marked as shipped' }),
  ).toBeVisible();
  await expect(page.locator('[data-part=panel]')).toContainText('Ship to school: shipped');
  await expect(refund.getByLabel('Reason')).toHaveValue('Torn page.');
});

test('an unpaid order is resolved, and a ship-to-school line shipped and delivered', async ({
  page,
}) => {
  const { fair, pos, sell } = await sellingFair(await ownersDesk());
  const unpaid = await sell({ payments: [{ method: 1, status: 'pending' }] });
  const shipped = await sell({ lines: [{ sku: HUNGER, fulfilment: 'ship_to_school' }] });
  await page.goto(`/fair-details/${fair.id}?tab=orders`);
  await press(page, new RegExp(unpaid.orderNumber), 'link');
  await expect(page.locator('[data-part=panel]')).toContainText('Unpaid');
  await expect(page.getByRole('button', { name: 'Resolve…' })).toHaveCount(0);
  await pos.payments({
    body: {
      results: [
        {
          clientPaymentId: unpaid.order.payments[0]!.clientPaymentId,
          status: 'failed',
          failureCode: 'declined',
        },
      ],
    },
  });
  await page.reload();
  await press(page, 'Resolve…');
  const resolve = page.getByRole('dialog', { name: `Resolve ${unpaid.orderNumber}` });
  await resolve.getByText('Goods are gone').click();
  await expect(resolve).toContainText('$9.73 of $9.73 remains uncollected.');
  await resolve.getByLabel('Reason').fill('The family left.');
  await resolve.getByRole('button', { name: 'Resolve order' }).press('Enter');
  await expect(page.locator('[data-part=panel]')).toContainText('Of the total, not collected');

  await page.goto(`/fair-details/${fair.id}?tab=orders`);
  await press(page, new RegExp(shipped.orderNumber), 'link');
  await press(page, 'Mark as shipped…');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Mark 1 line as shipped' })
    .press('Enter');
  await expect(page.locator('[data-part=panel]')).toContainText('Ship to school: shipped');
  // The live update may arrive before the dialog's own answer.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page, 'Mark as delivered…');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Mark 1 line as delivered' })
    .press('Enter');
  await expect(page.locator('[data-part=panel]')).toContainText('Ship to school: delivered');
});

test('a pending payment shows its deadline, and staff record its result', async ({ page }) => {
  const { fair, sell } = await sellingFair(await ownersDesk());
  const { orderNumber } = await sell({ payments: [{ method: 1, status: 'pending' }] });
  await page.goto(`/fair-details/${fair.id}?tab=payments`);
  await press(page, '$9.73', 'link');
  const panel = page.locator('[data-part=panel]');
  await expect(panel).toContainText("Waiting for the card processor's result");
  await expect(panel).toContainText(/Without a result it goes under review at \d\d\/\d\d\/\d{4}/);
  expect(await barriers(page)).toEqual([]);
  await press(page, 'Record result');
  await expect(panel.getByLabel('Note')).toBeFocused();
  await expect(panel.getByLabel('Note')).toHaveAccessibleDescription(
    'Enter the source of the result.',
  );
  await panel.getByLabel('Note').fill('Read in the processor’s dashboard.');
  await press(page, 'Record result');
  await expect(page.getByRole('status').filter({ hasText: 'Recorded as completed' })).toBeVisible();
  const completed = panel.getByRole('listitem').filter({ hasText: 'Completed' });
  await expect(completed).toContainText('Read in the processor’s dashboard.');
  await page.goto(`/fair-details/${fair.id}?tab=orders`);
  await expect(page.getByRole('row').filter({ hasText: orderNumber })).toContainText('Completed');
});

test('a payment under review is decided by two buttons; approval requires enough AveDollars', async ({
  page,
}) => {
  const { fair, sell } = await sellingFair(await ownersDesk());
  await sell({ customerType: 'school', payments: [{ method: 6 }] });
  await page.goto(`/fair-details/${fair.id}?tab=payments`);
  await press(page, /Under review/, 'link');
  await press(page, '$9.73', 'link');
  const panel = page.locator('[data-part=panel]');
  await expect(panel).toContainText('The school had fewer AveDollars than this amount.');
  await press(page, 'Approve $9.73');
  await expect(panel.getByRole('alert')).toContainText(
    'The school does not have enough AveDollars.',
  );
  expect(await barriers(page)).toEqual([]);
  await press(page, 'Reject…');
  const dialog = page.getByRole('dialog', { name: 'Reject this payment of $9.73?' });
  await expect(dialog).toContainText('$9.73 of it remains uncollected.');
  await press(page, 'Reject payment');
  await expect(dialog).toContainText('Write a note.');
  await dialog.getByLabel('Note').fill('Promised by the principal.');
  await press(page, 'Reject payment');
  await expect(panel.getByRole('listitem').filter({ hasText: 'Failed' })).toContainText(
    'Promised by the principal.',
  );
  await expect(page.getByRole('status').filter({ hasText: 'Payment rejected' })).toBeVisible();
});

test('payments are searched, filtered and totaled; users without the right cannot decide', async ({
  page,
  browser,
}) => {
  const desk = await ownersDesk();
  const { fair, sell } = await sellingFair(desk);
  const { orderNumber } = await sell({
    payments: [
      {
        method: 1,
        amountCents: 500,
        cardBrand: 'visa',
        cardLast4: '4242',
        processorRef: `ch_${randomUUID()}`,
      },
      { method: 3, amountCents: 473 },
    ],
  });
  await sell({ customerType: 'school', payments: [{ method: 6 }] });
  await page.goto(`/payments?fairId=${fair.id}`);
  await expect(page).toHaveTitle('POS Admin - Payments');
  await expect(page.getByText('Credit Card $5.00')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('4.73');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await press(page, 'Clear filters');
  await press(page, 'More filters');
  await page.getByLabel('At least').fill('5');
  await page.getByLabel('At least').press('Enter');
  await page.getByRole('button', { name: /^Show/ }).press('Enter');
  await expect(page).toHaveURL(/minCents=500/);
  expect(await barriers(page)).toEqual([]);

  const clerk = await hire(desk, [['Payments', 'read_only']]);
  const context = await browser.newContext({
    baseURL: office.url(),
    viewport: { width: 390, height: 844 },
  });
  const phone = await context.newPage();
  await signInAt(phone, `/payments?fairId=${fair.id}&status=under_review`, clerk);
  await expect(phone.getByText('You can view payments but not students')).toBeVisible();
  expect(await barriers(phone)).toEqual([]);
  await phone.getByRole('link', { name: 'AveDollar' }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('AveDollar payment');
  await expect(phone.getByText('You can view but not decide about this payment')).toBeVisible();
  await expect(phone.getByRole('button', { name: /Approve|Reject/ })).toHaveCount(0);
  expect(
    await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
  ).toBe(true);
  expect(await barriers(phone)).toEqual([]);
  await phone.getByRole('link', { name: 'Payments', exact: true }).first().click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Payments');
  await context.close();

  await page.goto(`/orders?search=${orderNumber}`);
  await expect(page.getByRole('link', { name: new RegExp(orderNumber) })).toBeVisible();
});
