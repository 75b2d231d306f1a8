import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BOOKS, renderRegister, scan, tabletNotes } from '../../../testing/render-register.tsx';
import { changeDeviceSettings } from '#register/app/device-settings.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string | RegExp) => page.getByRole('heading', { name });
/** Types slower than a scanner does. */
async function type(keys: string): Promise<void> {
  for (const key of keys.match(/\{\w+\}|./g) ?? []) {
    await userEvent.keyboard(key);
    await new Promise((resolve) => setTimeout(resolve, 90));
  }
}

beforeEach(async () => {
  await page.viewport(1024, 768);
  changeDeviceSettings({ language: 'en', theme: 'light', sound: false });
});

async function openToday() {
  const rendered = await renderRegister(tabletNotes());
  scan(BOOKS.wonder);
  await button('Pay $6.48').click();
  await button(/^Cash/).click();
  await button('Exactly $6.48').click();
  await button('Next customer').click();
  await button('Menu').click();
  await button(/^Today/).click();
  return rendered;
}

async function checkByAxe(name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    changeDeviceSettings({ theme });
    await expect.poll(() => document.documentElement.dataset['theme']).toBe(theme);
    const { violations } = await axe.run();
    const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    expect([name, theme, found]).toEqual([name, theme, []]);
  }
}

test('change is put in and a payment taken out by keys alone, each stored before the screen says so', async () => {
  const { journal } = await openToday();
  await button('Money in or out').click();
  await expect.element(heading('Money into or out of the drawer')).toBeVisible();
  await checkByAxe('moves');
  await type('100{Enter}');
  await expect.element(page.getByText('Change put in').last()).toBeVisible();
  await button('Paid for something').click();
  await type('7');
  await expect.element(button('Say what it was for')).toBeDisabled();
  await button('Paper, tape, pens').click();
  await checkByAxe('paid out');
  await button(/^Take out \$7\.00/).click();
  await expect.element(page.getByText(/Jo · Paper, tape, pens/)).toBeVisible();
  expect((await journal.readNotes()).drawer?.map(({ entry }) => entry)).toMatchObject([
    { kind: 'float_in', amountCents: 10_000 },
    { kind: 'pay_out', amountCents: 700, reason: 'Paper, tape, pens' },
  ]);
  await type('{Escape}');
  await expect.element(heading('Today')).toBeVisible();
  await button('Hand over').click();
  await expect.element(page.getByText('2', { exact: true }).first()).toBeVisible();
});

test('what should be in the drawer shows after the count is stored, not before', async () => {
  const { journal, till } = await openToday();
  const drawer = await till.drawer();
  await drawer.move({ kind: 'float_in', amountCents: 2_000, reason: '' });
  await button('Day’s sums').click();
  await expect.element(page.getByText('after the count').first()).toBeVisible();
  await expect.element(page.getByText('26.48')).not.toBeInTheDocument();
  await checkByAxe('sums');
  await type('{Escape}');
  await button('Count drawer').click();
  await expect.element(heading('Count the drawer')).toBeVisible();
  await checkByAxe('count');
  // $20, then one bill of $5; the last fields are checks.
  await type('{Enter}{Enter}1{Enter}{Enter}1{ArrowUp}{ArrowDown}');
  await expect.element(page.getByText('$25.00')).toBeVisible();
  await button('I have counted everything').click();
  await expect.element(heading('Who counted with you?')).toBeVisible();
  await checkByAxe('who');
  await page.getByLabelText('Another name').fill('Maria Lopez');
  await button('Go on').click();
  await expect.element(heading('$1.48 is missing')).toBeVisible();
  await checkByAxe('result');
  expect((await journal.readNotes()).drawer?.at(-1)?.entry).toMatchObject({
    kind: 'count',
    cashCents: 2_500,
    pieces: { 2000: 1, 500: 1 },
    expectedCashCents: 2_648,
    secondPerson: 'Maria Lopez',
  });
  await button('Wrong change').click();
  await button('It stays so, go on').click();
  await expect.element(heading('Today')).toBeVisible();
  expect((await journal.readNotes()).drawer?.at(-1)?.entry).toMatchObject({
    cashCents: 2_500,
    reason: 'Wrong change',
  });
});
