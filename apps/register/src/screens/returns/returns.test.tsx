import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPROVAL_NEEDED, type SoldRefund } from '@pos/contract/sales/register-refunds';
import type { Notes } from '#register/till/journal/journal.ts';
import {
  button,
  expectNoViolations,
  heading,
  press,
  startFresh,
} from '../../../testing/on-screen.ts';
import {
  BOOKS,
  renderRegister,
  scan,
  serverWith,
  tabletNotes,
  TOKENS,
} from '../../../testing/render-register.tsx';

startFresh();

/** A tablet at which Jo may approve, or at which only Maria may. */
function tabletOf(approver: 'Jo' | 'Maria'): Partial<Notes> {
  const notes = tabletNotes();
  const jo = { ...notes.session!.person, ...(approver === 'Jo' && { approves: true as const }) };
  const maria = {
    id: '0c9a4f52-7d0e-4c3f-9b57-2f1f6f0a1e03',
    kind: 'admin',
    name: 'Maria Lopez',
    initial: 'M',
    ...(approver === 'Maria' && { approves: true as const }),
  } as const;
  const people = notes.people!.map((fair) => ({ ...fair, people: [jo, maria] }));
  return { ...notes, people, session: { ...notes.session!, person: jo } };
}

async function sellTwo(): Promise<void> {
  scan('S010005');
  scan(BOOKS.wonder);
  scan(BOOKS.holes);
  await button('Pay $28.12').click();
  await button(/^Cash/).click();
  await button('Exactly $28.12').click();
  await expect.element(page.getByText('Sale 312 is finished.').first()).toBeVisible();
}

test('a return by the keyboard alone says what goes back, and is stored before it says so', async () => {
  const { journal, till } = await renderRegister(tabletOf('Jo'));
  await sellTwo();
  await userEvent.keyboard('{Alt>}0{/Alt}');
  await expect.element(heading('Menu')).toHaveFocus();
  button(/^Return/)
    .element()
    .focus();
  await press('{Enter}');
  await expect.element(heading('Return: which sale was it?')).toBeVisible();
  await press('312');
  await expect.element(page.getByRole('option', { name: /Finn Quillan/ })).toBeVisible();
  await expectNoViolations('find');
  await press('{Enter}');
  await expect.element(heading('What comes back?')).toBeVisible();
  await press('{ArrowDown}');
  await press('+');
  await expect.element(page.getByText('Cash from the drawer')).toBeVisible();
  button('Bought twice').element().focus();
  await press('{Enter}');
  await expectNoViolations('lines');
  button('Give back $21.64').element().focus();
  await press('{Enter}');
  await expect.element(page.getByRole('img', { name: 'Give back $21.64' })).toBeVisible();
  const [given] = await journal.readReturns();
  expect(given).toMatchObject({
    refund: { reason: 'Bought twice', lines: [{ lineNo: 2, quantity: 1, restock: true }] },
    totalCents: 2164,
    cashCents: 2164,
  });
  await expectNoViolations('given');
  await press('{Enter}');
  await expect.element(heading('Scan the first book')).toBeVisible();
  expect(till.getState()).toMatchObject({
    outbox: { unsent: 2, unsentReturns: 1 },
    today: { returns: 1, returnedCents: 2164, methods: [{ totalCents: 2812, backCents: 2164 }] },
  });
  await button(/2 kept here/).click();
  await expect.element(page.getByText('Return of sale 312').first()).toBeVisible();
  await expect.element(page.getByText('1 sale and 1 return not sent yet')).toBeVisible();
  await expectNoViolations('today');
});

test('a receipt opens its sale, a book marks what comes back, and no scan sells meanwhile', async () => {
  const { till, journal } = await renderRegister(tabletOf('Jo'));
  await sellTwo();
  const [sale] = await journal.readSales();
  scan(sale!.order.clientOrderId);
  await expect.element(heading('What comes back?')).toBeVisible();
  scan(BOOKS.wonder);
  await expect.element(page.getByText('6.48', { exact: true }).last()).toBeVisible();
  scan(BOOKS.wonder);
  await expect.element(button('Return one more Wonder')).toBeDisabled();
  expect(till.getState().sale.lines).toEqual([]);
  await button('Damaged').first().click();
  await button('Wrong book').click();
  await button('Give back $6.48').click();
  await expect.element(page.getByRole('img', { name: 'Give back $6.48' })).toBeVisible();
  expect((await journal.readReturns())[0]!.refund.lines).toEqual([
    { lineNo: 1, quantity: 1, restock: false },
  ]);
  // The next scan is the next customer's first book.
  scan(BOOKS.holes);
  await expect.element(button('Pay $21.64')).toBeVisible();
});

test('a finished sale is taken back whole, and only with somebody who may approve it', async () => {
  const { journal, till } = await renderRegister(tabletOf('Maria'));
  await sellTwo();
  await button('Take this sale back').click();
  await expect.element(heading('Take this sale back?')).toBeVisible();
  await button('Back').click();
  await expect.element(button('Next customer')).toBeVisible();
  await button('Take this sale back').click();
  await till.refreshPeople();
  await expect
    .element(page.getByText('A return needs a network, because a second person has to approve it.'))
    .toBeVisible();
  await button('Ask for approval').click();
  expect(await journal.readReturns()).toEqual([]);
});

test('a person who may approve since this morning is offered as soon as an approval is needed', async () => {
  const notes = tabletOf('Maria');
  let fairs = notes.people!.map((fair) => ({ ...fair, people: fair.people.slice(0, 1) }));
  const device = { name: 'Register 1' };
  const send = serverWith({
    people: () => ({ device, fairs, serverTime: new Date().toISOString() }),
  });
  const { till } = await renderRegister({ ...notes, people: fairs, tokens: TOKENS }, send);
  await sellTwo();
  expect(till.getState().approvers).toEqual([]);
  fairs = notes.people!;
  await button('Take this sale back').click();
  await button('Ask for approval').click();
  await expect.element(page.getByRole('radio', { name: /Maria Lopez/ })).toBeChecked();
  await expect.element(heading('Maria Lopez, your code')).toBeVisible();
});

test('a return that lacks an approval gets one in Today, and is sent again the same otherwise', async () => {
  const sent: SoldRefund[] = [];
  const send = serverWith({
    approvals: () => ({ id: crypto.randomUUID() }),
    refunds: ({ refunds }: { refunds: SoldRefund[] }) => {
      sent.push(...refunds);
      const answer =
        sent.length === 1
          ? { result: 'rejected', reason: APPROVAL_NEEDED }
          : { result: 'accepted' };
      return { results: refunds.map((refund) => ({ ...refund, ...answer })) };
    },
  });
  const { till } = await renderRegister({ ...tabletOf('Maria'), tokens: TOKENS }, send);
  await sellTwo();
  await button('Take this sale back').click();
  await button('Ask for approval').click();
  await expect.element(heading('A second person approves')).toBeVisible();
  await press('4711');
  await expect.element(page.getByRole('img', { name: 'Give back $28.12' })).toBeVisible();
  await expect.poll(() => till.getState().warnings).toContain('return_needs_staff');
  await press('{Enter}');
  await button('Menu').click();
  await button(/^Today/).click();
  await button('Ask for approval').click();
  await expect.element(heading('A second person approves')).toBeVisible();
  await press('4711');
  await expect.poll(() => till.getState().outbox.unsentReturns).toBe(0);
  expect(till.getState().warnings).not.toContain('return_needs_staff');
  const [{ approvalId: one, ...first } = {}, { approvalId: other, ...second } = {}] = sent;
  expect([second, one === other]).toEqual([first, false]);
});

test('a large discount is paid after a second person has entered their code', async () => {
  const { till } = await renderRegister(tabletOf('Maria'));
  scan(BOOKS.holes);
  till.setDiscount('all', { percent: 50, reason: 'Teacher' });
  await expect
    .element(page.getByText('A second person approves this before it is paid.'))
    .toBeVisible();
  await button('Pay $10.83').click();
  await expect.element(heading('A second person approves')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /Maria Lopez/ })).toBeChecked();
  await expectNoViolations('approve');
  await press('4711');
  await expect.element(page.getByText(/^Maria Lopez needs a network/)).toBeVisible();
  await press('{Escape}');
  till.setDiscount('all', { percent: 20, reason: 'Teacher' });
  await button('Pay $17.32').click();
  await expect.element(heading('How do they pay?')).toBeVisible();
});
