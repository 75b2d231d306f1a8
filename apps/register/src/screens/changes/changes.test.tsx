import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, expectNoViolations, press, startFresh } from '../../../testing/on-screen.ts';
import { BOOKS, renderRegister, scan } from '../../../testing/render-register.tsx';

startFresh();

test('a discount of the whole sale by keys alone has a reason, and counts for the next book too', async () => {
  const { till } = await renderRegister();
  scan(BOOKS.wonder);
  await userEvent.keyboard('{Alt>}u{/Alt}');
  await expect.element(button('Type how much')).toBeDisabled();
  await press('10');
  await expect.element(button('Say why')).toBeDisabled();
  await button('Teacher').click();
  await expectNoViolations('discount');
  await button('Take 10% off').click();
  await expect.element(button('Pay $5.85')).toBeVisible();
  scan(BOOKS.holes);
  await expect.element(page.getByText('−2.58')).toBeVisible();
  expect(till.getState().sale).toMatchObject({
    discountCents: 258,
    discount: { percent: 10, reason: 'Teacher' },
  });
  await button('Discount').click();
  await button('No discount').click();
  await expect.element(button('Pay $28.12')).toBeVisible();
});

test('dollars come off one line, and a sale without tax names its certificate', async () => {
  const { till } = await renderRegister();
  scan(BOOKS.wonder);
  scan(BOOKS.holes);
  await button('Discount').click();
  await button('Holes').last().click();
  await button('Dollars').click();
  await button('5').click();
  await button('Other reason').click();
  await page.getByRole('textbox', { name: 'Other reason' }).fill('The cover is torn');
  await button('Take $5.00 off').click();
  await button('More').click();
  await expectNoViolations('more');
  await button(/^Sell without tax/).click();
  await page.getByRole('radio', { name: /An organization/ }).click();
  await page.getByRole('textbox', { name: 'Number of the certificate' }).fill('77-1');
  await expectNoViolations('no tax');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Pay $20.98')).toBeVisible();
  expect(till.getState().sale).toMatchObject({
    taxCents: 0,
    discount: null,
    lines: [{ discount: { cents: 500, reason: 'The cover is torn' } }, { discount: null }],
    exemption: { reason: 'organization', certificateNo: '77-1' },
  });
});

test('Enter in a sheet is its own button, never that of the sale below', async () => {
  const { till } = await renderRegister();
  scan(BOOKS.wonder);
  await userEvent.keyboard('{Alt>}p{/Alt}');
  await page.getByRole('textbox', { name: 'A word to find it by' }).fill('Red jacket');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Scan the first book' })).toBeVisible();
  expect(till.getState().parked).toMatchObject([{ note: 'Red jacket', totalCents: 648 }]);
});
