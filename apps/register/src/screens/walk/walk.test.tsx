import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectNoViolations, startFresh } from '../../../testing/on-screen.ts';
import { BOOKS, renderRegister, scan, tabletNotes } from '../../../testing/render-register.tsx';

startFresh();

test('a person who has not sold here is led through a first sale, which books nothing', async () => {
  const { journal } = await renderRegister();
  await button(/^New here\?/).click();
  await expect.element(page.getByText('1 of 4')).toBeVisible();
  scan(BOOKS.wonder);
  await expect.element(page.getByText('The book is in the sale. Tap Pay.')).toBeVisible();
  await expectNoViolations('first step');
  await button('Pay $6.48').click();
  await button(/^Cash/).click();
  await button(/^\$10/).first().click();
  await expect.element(page.getByText(/^Give back what it says/)).toBeVisible();
  await button('Next customer').click();
  await expect.element(page.getByRole('heading', { name: 'That was a whole sale' })).toBeVisible();
  await button('Start selling').click();
  await expect.element(page.getByText('Nothing here is real')).not.toBeInTheDocument();
  await expect.element(button(/^New here\?/)).not.toBeInTheDocument();
  expect(await journal.readSales()).toEqual([]);
});

test('the phone number of the coordinator is on every screen, also before somebody signs in', async () => {
  const { session: _, people = [], ...signedOut } = tabletNotes();
  const help = { name: 'Maria Lopez', phone: '(555) 010-0199' };
  await renderRegister({ ...signedOut, people: people.map((fair) => ({ ...fair, help })) });
  await expect
    .element(page.getByRole('link', { name: 'Call Maria Lopez (555) 010-0199 for help' }))
    .toBeVisible();
});
