import { expect } from '@playwright/test';
import { test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { ownersDesk } from './support/staff.ts';
import { signInAt } from './support/sign-in.ts';

test('tab, key figure, list and totals of a fair show the same number of orders', async ({
  page,
}) => {
  const { fair, sell } = await sellingFair(await ownersDesk());
  await sell();
  await sell({
    payments: [{ method: 1, cardBrand: 'Visa', cardLast4: '4242', status: 'pending' }],
  });
  await signInAt(page, `/fair-details/${fair.id}?tab=orders`);
  const tabs = page.getByRole('navigation', { name: 'Parts of this fair' });
  await expect(tabs.getByRole('link', { name: /^Orders/ })).toContainText('2');
  const main = page.getByRole('main');
  await expect(main.getByText('1 of 2 orders (1 unpaid or canceled), average')).toBeVisible();
  await expect(main.getByRole('row').filter({ hasText: '$9.73' })).toHaveCount(2);
  await page.goto(`/fair-details/${fair.id}`);
  await expect(main.getByText('1 unpaid or canceled', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Reset…' }).click();
  await expect(page.getByRole('dialog', { name: `Reset ${fair.name}?` })).toContainText(
    '2 orders (1 of $9.73 with tax and 1 unit sold, 1 unpaid or canceled, not counted) are voided',
  );
});
