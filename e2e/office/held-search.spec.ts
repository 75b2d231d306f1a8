import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { expect, type Page } from '@playwright/test';
import { barriers } from '../support/barriers.ts';
import { press } from '../support/keyboard.ts';
import { test } from '../support/office.ts';
import { sellingFair } from '../support/selling-fair.ts';
import { signInAt } from '../support/sign-in.ts';
import { hire, ownersDesk } from '../support/staff.ts';

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search', exact: true });
const table = (page: Page) => page.getByRole('table', { name: 'Held orders' });

test('a clerk on the phone finds a held order by its receipt and, with Students, its customer', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { deviceId, sell } = await sellingFair(desk);
  const receipt = (sequence: number) => `${deviceId}-1-${sequence}`;
  const wrongRate = { taxRatePpm: 60_000 };
  await sell({
    ...wrongRate,
    customerType: 'teacher',
    customerName: 'Grace "Bunny" O\'Neil',
    payments: [
      { method: PaymentMethod.creditCard, amountCents: 400, cardLast4: '8812' },
      { method: PaymentMethod.creditCard, amountCents: 553, cardLast4: '1881' },
    ],
  });
  await sell(wrongRate);
  // Without any booked order the list of orders has no search.
  await sell();
  await signInAt(page, '/orders');
  await test.step('from the search of all orders, which it is not in', async () => {
    await searchBox(page).fill(receipt(1));
    await expect(page.getByRole('heading', { name: 'No orders match' })).toBeVisible();
    await press(page, 'Search held orders', 'link');
    await expect(page).toHaveURL(/\/orders\?.*view=held/);
    await expect(searchBox(page)).toHaveValue(receipt(1));
    await expect(table(page).locator('tbody tr[data-id]')).toHaveCount(1);
  });
  await test.step('and sees who bought it, and how it was paid', async () => {
    await press(page, `Content of ${receipt(1)}`);
    await expect(page.getByText('Sold to Grace "Bunny" O\'Neil.')).toBeVisible();
    await expect(page.getByText(/Credit Card ending 1881 \$5\.53/)).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });
  await test.step('without Students not by the customer, on a small phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAt(page, '/orders?view=held', await hire(desk, [['Orders', 'read_only']]));
    await searchBox(page).fill(receipt(1));
    await expect(page.getByText(receipt(1))).toBeVisible();
    await expect(page.getByText(receipt(2))).toHaveCount(0);
    await searchBox(page).fill('Bunny');
    await expect(page.getByRole('heading', { name: 'No held orders match' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Search discarded orders' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Search booked orders' }).click();
    await expect(page).toHaveURL(/\/orders\?search=Bunny$/);
  });
});
