import { expect } from '@playwright/test';
import { barriers } from '../support/barriers.ts';
import { press } from '../support/keyboard.ts';
import { test, visit } from '../support/office.ts';
import { closeOut, DAY, fairAtItsEnd } from '../support/close-outs.ts';
import { signIn } from '../support/sign-in.ts';

test('a closed-out fair offers no action that would be refused, on its pages, rows and records', async ({
  page,
}) => {
  const { desk, client, fair, sell, address } = await fairAtItsEnd('CLOSED');
  const { orderNumber } = await sell({ payments: [{ method: 2, checkNumber: '44' }] });
  await client.closeOut.addCashCount({
    body: {
      fairId: fair.id,
      businessDay: DAY,
      cashCents: 0,
      checkCents: 973,
      checks: 1,
      countedBy: 'Kim Reyes',
      secondPerson: 'Robin Vale',
    },
  });
  await closeOut(desk, fair.id, {
    countedCashCents: 0,
    countedCheckCents: 973,
    countedChecks: 1,
  });
  await sell();
  await signIn(page);
  const main = page.getByRole('main');

  await test.step('its page, its form and its upload', async () => {
    await visit(page, `/fair-details/${fair.id}`);
    await expect(page.getByText('Closed out', { exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Sales summary' })).toBeVisible();
    for (const name of ['Edit', 'Upload inventory', 'Upload', 'Set', 'Choose'])
      await expect(main.getByRole('link', { name, exact: true }), name).toHaveCount(0);
    await visit(page, `/edit-fair/${fair.id}`);
    await expect(
      page.getByText('it cannot be changed until the close-out is reverted'),
    ).toBeVisible();
    await expect(main.getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
    expect(await barriers(page)).toEqual([]);
    await visit(page, `/fairs?search=${fair.identifier}`);
    await page
      .getByRole('row', { name: new RegExp(fair.name) })
      .getByRole('button', { name: /^Actions/ })
      .click();
    await expect(page.getByRole('menuitem', { name: 'Copy as new' })).toBeVisible();
    for (const name of ['Edit', 'Upload inventory'])
      await expect(page.getByRole('menuitem', { name })).toHaveCount(0);
  });

  await test.step('its inventory: no adjustment, no bulk change; only uncounted titles can be counted', async () => {
    await visit(page, `/fair-details/${fair.id}?tab=inventory`);
    const row = page.getByRole('row', { name: /The Arena/ });
    await expect(row).toBeVisible();
    await expect(page.getByRole('link', { name: 'Quick count' })).toHaveCount(0);
    await expect(row.getByRole('button', { name: /^Adjust/ })).toHaveCount(0);
    await row.getByRole('button', { name: /^Actions/ }).click();
    for (const name of [/^Adjust/, /^Transfer/, /^Deactivate/, /^Delete/])
      await expect(page.getByRole('menuitem', { name })).toContainText('closed out');
    await expect(page.getByRole('menuitem', { name: /^Count the return/ })).not.toContainText(
      'closed out',
    );
    await page.keyboard.press('Escape');
    await row.getByRole('checkbox').check();
    await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveCount(0);
  });

  await test.step('its orders, held orders and payments', async () => {
    await visit(page, `/fair-details/${fair.id}?tab=orders`);
    await press(page, new RegExp(orderNumber), 'link');
    await expect(page.getByRole('button', { name: 'Print receipt' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund…' })).toHaveCount(0);
    await visit(page, `/fair-details/${fair.id}?tab=orders&view=held`);
    await page
      .getByRole('button', { name: /^Actions/ })
      .first()
      .click();
    await expect(page.getByRole('menuitem', { name: /^Release/ })).toContainText(
      'Revert the close-out of its fair first',
    );
    await expect(page.getByRole('menuitem', { name: /^Discard/ })).not.toContainText('Revert');
    const [payment] = (await client.payments.list({ query: { fairId: fair.id } })).data.results;
    await visit(page, `/payments?payment=${payment!.id}`);
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
    await expect(page.getByRole('button', { name: /returned/i })).toHaveCount(0);
  });
  await visit(page, address);
  await expect(page.getByRole('button', { name: 'Revert…' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Evening counts, table' })).toHaveCount(1);
  expect(await barriers(page)).toEqual([]);
});
