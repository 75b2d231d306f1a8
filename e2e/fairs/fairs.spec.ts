import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { barriers, readableAt } from '../support/barriers.ts';
import { press } from '../support/keyboard.ts';
import { pick, test, visit } from '../support/office.ts';
import { planner } from '../support/planner.ts';
import { sellingFair } from '../support/selling-fair.ts';
import { ownersDesk } from '../support/staff.ts';
import { signIn } from '../support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('a fair is copied, deactivated, restored by Undo and deleted, all by keyboard', async ({
  page,
}) => {
  const { identifier, plan } = await planner(await ownersDesk());
  await plan('Spring Fair', '2033-04-04', '2033-04-08', { salesTaxRate: 8.875, packageOption: 12 });
  await visit(page, `/fairs?search=${identifier}`);
  await press(page, 'Actions for Spring Fair');
  await press(page, 'Copy as new', 'menuitem');
  await expect(page.getByText('Copied from Spring Fair')).toBeVisible();
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
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn Fair' })).toBeVisible();

  await visit(page, `/fairs?search=${identifier}`);
  const row = page.getByRole('row', { name: /Autumn Fair/ });
  await press(page, 'Actions for Autumn Fair');
  await press(page, 'Deactivate', 'menuitem');
  await expect(row).toContainText('Inactive');
  await press(page, 'Undo');
  await expect(row).toContainText('Upcoming');
  await press(page, /^Autumn Fair/, 'link');
  await press(page, 'Activity', 'link');
  const log = page.getByRole('region', { name: 'Activity' });
  for (const word of [/activated/i, /deactivated/i, /created/i])
    await expect(log).toContainText(word);

  await press(page, 'More actions');
  await press(page, 'Delete', 'menuitem');
  await expect(page.getByRole('dialog', { name: 'Delete Autumn Fair?' })).toContainText(
    `${identifier}-33-02`,
  );
  await press(page, 'Delete fair');
  await expect(page).toHaveURL(/\/fairs$/);
  await visit(page, `/fairs?search=${identifier}`);
  await expect(page.getByRole('row', { name: /Spring Fair/ })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a fair with sales cannot be deleted; a reset voids them, and they can still be viewed', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { fair, pos, sell } = await sellingFair(desk);
  const { orderNumber } = await sell();
  await sell();
  const unpaid = await sell({ payments: [{ method: 1, status: 'pending' }] });
  const main = page.getByRole('main');

  await test.step('tab, list and totals show the same number of orders', async () => {
    await visit(page, `/fair-details/${fair.id}?tab=orders`);
    const tabs = page.getByRole('navigation', { name: 'Parts of this fair' });
    await expect(tabs.getByRole('link', { name: /^Orders/ })).toContainText('3');
    await expect(main.getByText('2 of 3 orders (1 not counted), average')).toBeVisible();
    await expect(main.getByRole('row').filter({ hasText: '$9.73' })).toHaveCount(3);
  });

  await test.step('the reset names them, asks for the identifier, and waits for card payments', async () => {
    await press(page, 'More actions');
    await expect(page.getByRole('menuitem', { name: /Delete/ })).toContainText(
      'It has orders. Deactivate it instead',
    );
    await press(page, 'Reset…', 'menuitem');
    const dialog = page.getByRole('dialog', { name: `Reset ${fair.name}?` });
    await expect(dialog).toContainText(
      '3 orders (2 of $19.46 with tax and 2 units sold, 1 unpaid or canceled, not counted) are voided',
    );
    expect(await barriers(page)).toEqual([]);
    const identifier = page.getByLabel(`Type ${fair.identifier} to confirm`);
    await identifier.fill('ANOTHER');
    await page.keyboard.press('Enter');
    await expect(identifier).toHaveAccessibleDescription(
      new RegExp(`Type ${fair.identifier} to confirm`),
    );
    expect((await desk.client.fairs.getById({ params: { id: fair.id } })).data.orders).toBe(3);
    await identifier.fill(fair.identifier.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText(
      'cannot be reset: 1 Credit Card payment is not refunded.',
    );
    const { clientPaymentId } = unpaid.order.payments[0]!;
    await pos.payments({
      body: { results: [{ clientPaymentId, status: 'failed', failureCode: 'declined' }] },
    });
    await identifier.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Fair reset' })).toContainText(
      '3 orders voided, reducing sales by $19.46.',
    );
    await expect(dialog).toBeHidden();
  });

  await test.step('voided orders and payments are shown on request, and offer no refund', async () => {
    await expect(main.getByText('No orders since the reset')).toBeVisible();
    await press(page, 'Show voided orders', 'link');
    await expect(page).toHaveURL(/voided=include/);
    const row = page.getByRole('row', { name: new RegExp(orderNumber) });
    await expect(row).toContainText('Voided');
    await row.getByRole('link').first().press('Enter');
    await expect(page.getByText(/Voided by the reset of/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print receipt' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund…' })).toHaveCount(0);
    const standing = await sell();
    await visit(page, `/fair-details/${fair.id}?tab=payments`);
    await expect(page.getByRole('row', { name: new RegExp(standing.orderNumber) })).toBeVisible();
    await expect(row).toHaveCount(0);
    await press(page, /More filters/);
    await page
      .getByRole('radiogroup', { name: 'Voided by a reset' })
      .getByRole('radio', { name: 'Include voided' })
      .check();
    await page.keyboard.press('Escape');
    await expect(row).toContainText('Voided');
  });
});

test('a fair in Los Angeles across a clock change shows the same days to a person in Tokyo', async ({
  page,
}) => {
  const identifier = `CLOCK${randomUUID().slice(0, 6).toUpperCase()}`;
  const days = '10/30/2026 – 11/03/2026';
  const formHasDays = async () => {
    await expect(page.getByLabel('Start date')).toHaveValue('10/30/2026');
    await expect(page.getByLabel('End date')).toHaveValue('11/03/2026');
  };
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(
    'Asia/Tokyo',
  );

  await test.step('it is planned for a school that is added in its form', async () => {
    await visit(page, '/add-fair');
    await page.getByRole('button', { name: 'Add fair' }).click();
    await expect(page.getByText('Please select a Admin.').first()).toBeVisible();
    await readableAt(page, 'the refused form of a fair', 320, 1440);
    await page.getByRole('button', { name: 'Add a school' }).click();
    const dialog = page.getByRole('dialog');
    for (const [label, value] of [
      ['School name', `${identifier} School`],
      ['School identifier', identifier],
      ['Address', '7 Juniper St'],
      ['City', 'Fresno'],
      ['State', 'CA'],
      ['ZIP code', '93650'],
    ] as const)
      await dialog.getByLabel(label, { exact: true }).fill(value);
    await dialog.getByLabel('Time zone').selectOption('America/Los_Angeles');
    await dialog.getByLabel('Names of students are erased').selectOption('After 3 years');
    await dialog.getByRole('button', { name: 'Add school' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue(/7 Juniper St/);
    await expect(page.getByText("All times are Pacific, the school's time zone.")).toBeVisible();
    await page.getByLabel('Fair name').fill('Clock Fair');
    await page.getByLabel('Start date').fill('10/30/2026');
    await page.getByLabel('End date').fill('11/03/2026');
    await expect(page.getByText('5 days, Fri to Tue')).toBeVisible();
    await page.getByLabel('Sales tax rate').fill('7.5');
    await page.getByText('25P400', { exact: true }).click();
    await pick(page, 'Admin', 'Account Owner');
    await page.getByRole('button', { name: 'Add fair' }).click();
    await expect(page).toHaveURL(/\/fair-details\//);
  });

  await test.step('list, page, form and report have its days', async () => {
    await visit(page, `/fairs?search=${identifier}`);
    await expect(page.getByRole('row', { name: /Clock Fair/ })).toContainText(days);
    await page.getByRole('link', { name: /^Clock Fair/ }).click();
    await expect(page.getByText(`${days}, Pacific`)).toBeVisible();
    await expect(page.getByText('Registers can sell from 10/25/2026 to 11/08/2026')).toBeVisible();
    await press(page, 'More actions');
    await press(page, 'Edit', 'menuitem');
    await formHasDays();
    await page.goBack();
    await page.getByRole('link', { name: 'Sales summary' }).click();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: /^Dates: / }).click();
    await formHasDays();
  });

  await test.step('in the calendar it has three of the seven days of its second week', async () => {
    await visit(page, '/fairs?view=calendar&month=2026-11');
    const week = page.getByRole('group', { name: 'Week of 11/01/2026' });
    const bar = week.getByRole('link', { name: /^Clock Fair/ });
    await expect(bar).toHaveAccessibleName(new RegExp(days));
    const [all, own] = [await week.boundingBox(), await bar.boundingBox()];
    expect(Math.round((7 * own!.width) / all!.width)).toBe(3);
    expect(own!.x - all!.x).toBeLessThan(all!.width / 7);
  });
});
