import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { changeDeviceSettings } from '#register/app/device-settings.ts';
import { BOOKS, renderRegister, scan } from '../../../testing/render-register.tsx';

const button = (name: string | RegExp) => page.getByRole('button', { name });

beforeEach(async () => {
  await page.viewport(1024, 768);
  changeDeviceSettings({ language: 'en', theme: 'light', sound: false });
});

test('a terminal without an answer leaves the payment of a finished sale open, never paid', async () => {
  const { journal } = await renderRegister();
  scan(BOOKS.wonder);
  await button('Pay $6.48').click();
  await button(/^Card/).click();
  await button('No answer yet').click();
  await expect.element(page.getByText(/Do not charge the card again/)).toBeVisible();
  expect((await axe.run()).violations.map(({ id }) => id)).toEqual([]);
  await button('Let the books go, payment open').click();
  await expect.element(page.getByText('Sale 312 is finished.').first()).toBeVisible();
  const [sale] = await journal.readSales();
  expect(sale!.order.payments).toMatchObject([
    { amountCents: 648, status: 'pending', cardLast4: null },
  ]);
});
