import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  button,
  expectNoViolations,
  heading,
  press,
  startFresh,
} from '../../../testing/on-screen.ts';
import { BOOKS, renderRegister, scan, tabletNotes } from '../../../testing/render-register.tsx';

startFresh();

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

test('change is put in and a payment taken out by keys alone, each stored before the screen says so', async () => {
  const { journal } = await openToday();
  await button('Money in or out').click();
  await expect.element(heading('Money into or out of the drawer')).toBeVisible();
  await expectNoViolations('moves');
  await press('100{Enter}');
  await expect.element(page.getByText('Change put in').last()).toBeVisible();
  await button('Paid for something').click();
  await press('7');
  await expect.element(button('Say what it was for')).toBeDisabled();
  await button('Paper, tape, pens').click();
  await expectNoViolations('paid out');
  await button(/^Take out \$7\.00/).click();
  await expect.element(page.getByText(/Jo · Paper, tape, pens/)).toBeVisible();
  expect((await journal.readNotes()).drawer?.map(({ entry }) => entry)).toMatchObject([
    { kind: 'float_in', amountCents: 10_000 },
    { kind: 'pay_out', amountCents: 700, reason: 'Paper, tape, pens' },
  ]);
  await press('{Escape}');
  await expect.element(heading('Today')).toBeVisible();
  await button('Hand over').click();
  await expect.element(page.getByText('2', { exact: true }).first()).toBeVisible();
});

test('what should be in the drawer shows after the count is stored, not before', async () => {
  const { journal, till } = await openToday();
  const drawer = await till.drawer();
  await drawer.move({ kind: 'float_in', amountCents: 2_000, reason: '' });
  await button('Day’s totals').click();
  await expect.element(page.getByText('after the count').first()).toBeVisible();
  await expect.element(page.getByText('26.48')).not.toBeInTheDocument();
  await expectNoViolations('sums');
  await press('{Escape}');
  await button('Hand over').click();
  await expect.element(page.getByText(/^Drawer not counted today/)).toBeVisible();
  await button('Count drawer').click();
  await expect.element(heading('Count the drawer')).toBeVisible();
  await expectNoViolations('count');
  // $20, then one bill of $5; the last fields are checks.
  await press('{Enter}{Enter}1{Enter}{Enter}1{ArrowUp}{ArrowDown}');
  await expect.element(page.getByText('$25.00')).toBeVisible();
  await button('I have counted everything').click();
  await expect.element(heading('Who counted with you?')).toBeVisible();
  await expectNoViolations('who');
  await page.getByLabelText('Another name').fill('Maria Lopez');
  await button('Go on').click();
  await expect.element(heading('$1.48 is missing')).toBeVisible();
  await expectNoViolations('result');
  expect((await journal.readNotes()).drawer?.at(-1)?.entry).toMatchObject({
    kind: 'count',
    cashCents: 2_500,
    pieces: { 2000: 1, 500: 1 },
    expectedCashCents: 2_648,
    secondPerson: 'Maria Lopez',
  });
  await button('Wrong change given').click();
  await button('Leave it like this').click();
  await expect.element(heading('Today')).toBeVisible();
  expect((await journal.readNotes()).drawer?.at(-1)?.entry).toMatchObject({
    cashCents: 2_500,
    reason: 'Wrong change given',
  });
  await button('Hand over').click();
  await expect.element(page.getByText(/^Drawer counted/)).toBeVisible();
});
