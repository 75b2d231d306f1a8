import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectNoViolations, startFresh } from '../../../testing/on-screen.ts';
import { BOOKS, renderRegister, scan } from '../../../testing/render-register.tsx';

startFresh();

test('a terminal without an answer leaves the payment of a finished sale open, never paid', async () => {
  const { journal } = await renderRegister();
  scan(BOOKS.wonder);
  await button('Pay $6.48').click();
  await button(/^Card/).click();
  await button('No answer yet').click();
  await expect.element(page.getByText(/Do not charge the card again/)).toBeVisible();
  await expectNoViolations('no answer');
  await button('Let the books go, payment open').click();
  await expect.element(page.getByText('Sale 312 is finished.').first()).toBeVisible();
  const [sale] = await journal.readSales();
  expect(sale!.order.payments).toMatchObject([
    { amountCents: 648, status: 'pending', cardLast4: null },
  ]);
});
