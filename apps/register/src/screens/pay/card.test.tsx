import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectNoViolations, heading, startFresh } from '../../../testing/on-screen.ts';
import {
  BOOKS,
  renderRegister,
  scan,
  serverWith,
  tabletNotes,
  TOKENS,
} from '../../../testing/render-register.tsx';

startFresh();

test('a terminal that answers after the books have gone is told to the office, once', async () => {
  const sent: unknown[] = [];
  const payments = ({ results }: { results: { clientPaymentId: string }[] }) => {
    sent.push(...results);
    return { results: results.map((each) => ({ ...each, result: 'accepted' })) };
  };
  const notes = { ...tabletNotes(), tokens: TOKENS };
  const { journal } = await renderRegister(notes, serverWith({ payments }));
  scan(BOOKS.wonder);
  await button('Pay $6.48').click();
  await button(/^Card/).click();
  await button('No answer yet').click();
  await button('Let the books go, payment open').click();
  await button('Next customer').click();
  await button(/^Menu/).click();
  await button(/^Today/).click();
  await button('The terminal answered').click();
  await expectNoViolations('late answer');
  await button('It was declined').click();
  await expect.element(heading('Open card payments')).not.toBeInTheDocument();
  await expect.poll(() => sent).toMatchObject([{ status: 'failed' }]);
  const [sale] = await journal.readSales();
  expect(sale!.order.payments[0]!.status).toBe('pending');
  await expect
    .poll(async () => (await journal.readSales())[0]!.cardResults)
    .toMatchObject([{ status: 'failed', answer: 'accepted' }]);
  // A declined card is no money of the day.
  await expect.element(page.getByText('Credit card')).not.toBeInTheDocument();
});

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
  await expect.element(heading('The card payment of $6.48 is open')).toBeVisible();
  await expect.element(page.getByText('Paid', { exact: true })).not.toBeInTheDocument();
  await expectNoViolations('open payment');
  const [sale] = await journal.readSales();
  expect(sale!.order.payments).toMatchObject([
    { amountCents: 648, status: 'pending', cardLast4: null },
  ]);
});
