import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { formatDay } from '@pos/contract/values/days';
import { HUNGER } from '@pos/world/sale';
import { barriers, readableAt } from '../support/barriers.ts';
import { press } from '../support/keyboard.ts';
import { movedBy } from '../support/moved-by.ts';
import { test, visit } from '../support/office.ts';
import { sellingFair } from '../support/selling-fair.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { signIn, signInAt } from '../support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('a held order is released by keyboard, another discarded with a reason, and lists show both', async ({
  page,
}) => {
  const { fair, deviceId, sell } = await sellingFair(await ownersDesk());
  await sell({ taxCents: 70, totalCents: 969, payments: [{ method: 3, amountCents: 969 }] });
  await sell({ taxRatePpm: 60_000 });
  const [first, second] = [`${deviceId}-1-1`, `${deviceId}-1-2`];
  const booked = `${fair.identifier}-A0001`;
  const held = `/fair-details/${fair.id}?tab=orders&view=held`;
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await visit(page, `${held}&sort=receivedAt`);
  await expect(page.getByText('They are not counted in reports until released.')).toBeVisible();

  await press(page, `Content of ${first}`);
  await expect(page.getByRole('row', { name: 'Tax $0.70 $0.74' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await press(page, `Actions for ${first}`);
  await page.getByRole('menuitem', { name: 'Release…' }).press('Enter');
  await expect(
    dialog(`Release ${first}`).getByRole('row', { name: /Of the total, not collected/ }),
  ).toContainText('$0.04');
  expect(await barriers(page)).toEqual([]);
  await press(page, 'Release order');
  await expect(page.getByRole('status').filter({ hasText: `Released as ${booked}` })).toBeVisible();

  await page.goto(`/orders?fairId=${fair.id}`);
  await expect(page.getByRole('link', { name: booked })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Held 1' })).toBeVisible();
  expect(await movedBy(page)).toBeLessThan(0.01);
  await visit(page, held);
  await press(page, `Actions for ${second}`);
  await page.getByRole('menuitem', { name: 'Discard…' }).press('Enter');
  const discard = dialog(`Discard ${second}`);
  await press(page, 'Discard order');
  await expect(discard.getByRole('alert')).toContainText(
    'Enter the reason for discarding this order.',
  );
  await discard.getByLabel('Reason').fill('Rung up twice.');
  await press(page, 'Discard order');
  await expect(page.getByRole('heading', { name: 'No held orders' })).toBeVisible();

  await press(page, 'View released orders', 'link');
  await expect(page.getByRole('row', { name: new RegExp(first) })).toContainText(
    `Released as ${booked} by`,
  );
  await visit(page, `${held}&state=discarded`);
  await expect(page.getByRole('row', { name: new RegExp(second) })).toContainText('Rung up twice.');
});

test('an order is partly refunded, printed, resolved, shipped and delivered', async ({ page }) => {
  const desk = await ownersDesk();
  const { fair, sell } = await sellingFair(desk);
  const sold = await sell({
    lines: [{ sku: HUNGER, quantity: 3 }],
    payments: [
      { method: 2, amountCents: 1_000, checkNumber: '44' },
      { method: 3, amountCents: 1_920 },
    ],
  });
  const unpaid = await sell({ payments: [{ method: 1, status: 'pending' }] });
  const toShip = await sell({ lines: [{ sku: HUNGER, fulfilment: 'ship_to_school' }] });
  const panel = page.locator('[data-part=panel]');
  const open = async ({ orderNumber }: { orderNumber: string }) => {
    await visit(page, `/fair-details/${fair.id}?tab=orders`);
    await press(page, new RegExp(orderNumber), 'link');
  };

  await test.step('a sale on paper is added by keyboard, with the total that was shown', async () => {
    await visit(page, `/orders/add?fairId=${fair.id}`);
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const notice = page.getByRole('main').locator('[data-part=notice]');
    await field('Day').fill(formatDay(fair.startDate));
    await page.getByLabel('Time').fill('10:30');
    await press(page, 'Add order');
    await expect(notice).toHaveText('Add what was sold.');
    await field('Title').fill('The Arena');
    await field('Title').press('Enter');
    await field('Quantity').fill('2');
    await press(page, 'Add a payment');
    await field('Amount').fill('5');
    await press(page, 'Add order');
    await expect(notice).toHaveText('The payments are $5.00, the order is $19.46.');
    await expect(page.getByRole('definition').filter({ hasText: '$19.46' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await field('Amount').fill('19.46');
    await press(page, 'Add order');
    await expect(page.getByRole('status').filter({ hasText: 'Order added' })).toContainText(
      '$19.46',
    );
    await expect(panel).toContainText('Entered at the office');
  });

  await test.step('a refund shows its amount before it is booked', async () => {
    await open(sold);
    await press(page, 'Refund…');
    const dialog = page.getByRole('dialog', { name: `Refund ${sold.orderNumber}` });
    await dialog.getByRole('button', { name: 'Refund', exact: true }).press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Choose the items to refund.');
    const units = dialog.getByRole('group', { name: 'The Arena' }).getByLabel('Units');
    await units.fill('4');
    await units.press('Tab');
    await expect(dialog).toContainText('At most 3 can be refunded.');
    await units.fill('1');
    await expect(dialog).toContainText('Refunds $9.73 ($8.99 net, $0.74 tax)');
    await expect(dialog).toContainText('Check $9.73, paid out as Cash');
    await dialog.getByLabel('Reason').fill('Torn page');
    expect(await barriers(page)).toEqual([]);
    await press(page, /^Refund \$/);
    await expect(page.getByRole('status').filter({ hasText: 'Refunded' })).toBeVisible();
    await expect(panel).toContainText('Partly refunded');
    await expect(panel).toContainText('1 refunded, 1 back in stock');
  });

  await test.step('its receipt is printed', async () => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    await press(page, 'Print receipt');
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
    await page.emulateMedia({ media: 'print' });
    const receipt = page.getByRole('article', { name: `Receipt ${sold.orderNumber}` });
    await expect(receipt).toContainText('3 × The Arena at $8.99');
    await expect(receipt).toContainText('$29.20');
    await expect(page.getByRole('navigation').first()).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('what somebody else books is in its activity at once', async () => {
    const { orders } = desk.client;
    const { results } = (await orders.list({ query: { search: sold.orderNumber } })).data;
    const params = { id: results[0]!.id };
    const { lines } = (await orders.getById({ params })).data;
    const again = [{ lineId: lines[0]!.id, quantity: 1, restock: true }];
    await orders.refund({ params, body: { lines: again, reason: 'Twice the same.' } });
    await expect(panel).toContainText('2 refunded, 2 back in stock');
    await expect(panel.locator('section').filter({ hasText: /^Activity/ })).toContainText(
      '2 times',
    );
  });

  await test.step('an unpaid one is resolved once its payment has failed', async () => {
    await open(unpaid);
    await expect(panel).toContainText('Unpaid');
    await expect(page.getByRole('button', { name: 'Resolve…' })).toHaveCount(0);
    await expect(panel).toContainText('$9.73: no answer since');
    await press(page, 'Record result');
    await panel.getByText('Failed', { exact: true }).click();
    await panel.getByLabel('Note').fill('The terminal shows none.');
    await press(page, 'Record result');
    await press(page, 'Resolve…');
    const resolve = page.getByRole('dialog', { name: `Resolve ${unpaid.orderNumber}` });
    await resolve.getByText('Goods are gone').click();
    await expect(resolve).toContainText('$9.73 of $9.73 remains uncollected.');
    await resolve.getByLabel('Reason').fill('The family left.');
    await press(page, 'Resolve order');
    await expect(panel).toContainText('Of the total, not collected');
  });

  await test.step('a line is shipped and delivered; a late answer closes no other dialog', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/v1/orders/update-fulfilment', async (route) => {
      await held;
      await route.continue();
    });
    await open(toShip);
    await press(page, 'Mark as shipped…');
    await press(page, 'Mark 1 line as shipped');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press(page, 'Refund…');
    const reason = page.getByRole('dialog').getByLabel('Reason');
    await reason.fill('Torn page.');
    release();
    await expect(panel).toContainText('Ship to school: shipped');
    await expect(reason).toHaveValue('Torn page.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press(page, 'Mark as delivered…');
    await press(page, 'Mark 1 line as delivered');
    await expect(panel).toContainText('Ship to school: delivered');
  });
});

test('payments are found, recorded, approved or rejected, and readers cannot decide', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { fair, sell } = await sellingFair(desk);
  const card = { cardBrand: 'visa', cardLast4: '4242', processorRef: `ch_${randomUUID()}` };
  await sell({
    payments: [
      { method: 1, amountCents: 500, ...card },
      { method: 3, amountCents: 473 },
    ],
  });
  const { orderNumber } = await sell({ payments: [{ method: 1, status: 'pending' }] });
  await sell({ customerType: 'school', payments: [{ method: 6 }] });
  const payments = `/payments?fairId=${fair.id}`;
  const panel = page.locator('[data-part=panel]');

  await test.step('they are searched, filtered and totaled', async () => {
    await visit(page, payments);
    await expect(page).toHaveTitle('POS Admin - Payments');
    await expect(page.getByText('Credit Card $5.00')).toBeVisible();
    await expect(page.getByText('Not in reports $9.73')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search' }).fill('4.73');
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    await press(page, 'Clear filters');
    await press(page, 'More filters');
    await page.getByLabel('At least').fill('5');
    await page.getByLabel('At least').press('Enter');
    await page.getByRole('button', { name: /^Show/ }).press('Enter');
    await expect(page).toHaveURL(/minCents=500/);
  });

  await test.step('a pending one shows its deadline, and staff record its result', async () => {
    await visit(page, `${payments}&status=pending`);
    await press(page, '$9.73', 'link');
    await expect(panel).toContainText("Waiting for the card processor's result");
    await expect(panel).toContainText(/Without a result it goes under review at \d\d\/\d\d\/\d{4}/);
    await press(page, 'Record result');
    const note = panel.getByLabel('Note');
    await expect(note).toBeFocused();
    await expect(note).toHaveAccessibleDescription('Enter the source of the result.');
    await note.fill('Read in the processor’s dashboard.');
    await press(page, 'Record result');
    await expect(
      page.getByRole('status').filter({ hasText: 'Recorded as completed' }),
    ).toBeVisible();
    await expect(panel.getByRole('listitem').filter({ hasText: 'Completed' })).toContainText(
      'Read in the processor’s dashboard.',
    );
    await visit(page, `/fair-details/${fair.id}?tab=orders`);
    await expect(page.getByRole('row').filter({ hasText: orderNumber })).toContainText('Completed');
  });

  await test.step('a reader sees one under review on a phone, without students and decisions', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAt(
      page,
      `${payments}&status=under_review`,
      await hire(desk, [['Payments', 'read_only']]),
    );
    await expect(page.getByText('You can view payments but not students')).toBeVisible();
    await page.getByRole('link', { name: 'AveDollar' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('AveDollar payment');
    await expect(page.getByText('You can view but not decide about this payment')).toBeVisible();
    await expect(page.getByRole('button', { name: /Approve|Reject/ })).toHaveCount(0);
    await readableAt(page, 'a payment under review', 390);
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page);
  });

  await test.step('one under review is approved only with enough AveDollars, else rejected', async () => {
    await visit(page, `/fair-details/${fair.id}?tab=payments`);
    await press(page, /Under review/, 'link');
    await press(page, '$9.73', 'link');
    await expect(panel).toContainText('The school had fewer AveDollars than this amount.');
    await expect(panel).toContainText('The school has $0.00.');
    await expect(panel.getByRole('button', { name: 'Approve $9.73' })).toBeDisabled();
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
  });
});
