import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, expectNoViolations, heading, startFresh } from '../../testing/on-screen.ts';
import { BOOKS, renderRegister, scan, tabletNotes } from '../../testing/render-register.tsx';
import { noLock } from '#register/till/journal/till-lock.ts';
import { changeDeviceSettings } from './device-settings.ts';

startFresh();

test('exact cash takes three taps after the last scan, and is kept before the screen says so', async () => {
  const { journal } = await renderRegister();
  await expect.element(heading('Scan the first book')).toBeVisible();
  scan(BOOKS.wonder);
  scan(`${BOOKS.holes}51999`);
  await expect
    .element(page.getByRole('listitem').first())
    .toHaveTextContent('HolesAnn Author119.99');
  await button('Pay $28.12').click();
  await button(/^Cash/).click();
  await button('Exactly $28.12').click();
  await expect.element(page.getByText('Sale 312 is finished.').first()).toBeVisible();
  const [sale] = await journal.readSales();
  expect(sale?.order).toMatchObject({ sequence: 312, subtotalCents: 2598, taxCents: 214 });
  // The next scan begins the next sale.
  scan(BOOKS.wonder);
  await expect.element(button('Pay $6.48')).toHaveFocus();
});

test('change stands in large figures and as bills and coins, and Enter goes to the next customer', async () => {
  await renderRegister();
  scan(BOOKS.wonder);
  scan(BOOKS.holes);
  await userEvent.keyboard('{Enter}');
  await button(/^Cash/).click();
  await button(/^\$30/).click();
  await expect.element(page.getByRole('img', { name: 'Give back $1.88' })).toBeVisible();
  const pieces = page.getByRole('list', { name: 'Change, bill by bill' });
  await expect.element(pieces).toHaveTextContent('$11 bill25¢3 quarters10¢1 dime1¢3 pennies');
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Scan the first book')).toBeVisible();
});

test('a scan never lands in a field: it is a book while a title is searched and while cash is typed', async () => {
  await renderRegister();
  scan(BOOKS.wonder);
  await button(/^Scan a book, or type its title/).click();
  const field = page.getByRole('textbox', { name: 'Scan a book, or type its title' });
  await field.fill('hol');
  scan(BOOKS.holes);
  await expect.element(field).toHaveValue('hol');
  await expect.element(page.getByText('2 items')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await button('Pay $28.12').click();
  await button(/^Cash/).click();
  scan(BOOKS.wonder);
  await expect.element(button('Pay $34.61')).toBeVisible();
});

test('a scanner so slow that its first characters open the search leaves the sale on the screen', async () => {
  await renderRegister();
  const start = performance.now();
  for (const [index, key] of [...BOOKS.wonder, 'Enter'].entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: start + 50 * index });
    (document.activeElement ?? document.body).dispatchEvent(event);
    if (index < 3) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await expect.element(button('Pay $6.48')).toBeVisible();
});

test('two children of one name are told apart by their teacher, and a card finds one at once', async () => {
  await renderRegister();
  await button(/Who is buying/).click();
  await page.getByRole('textbox', { name: 'First letters of the name' }).fill('finn');
  await expect.element(page.getByText('2 children are called Finn Quillan')).toBeVisible();
  await page.getByRole('option', { name: /Mr\. Elm/ }).click();
  await expect.element(button(/Finn Quillan.*Grade 2 · Mr\. Elm/)).toBeVisible();
  scan('S010005');
  await expect.element(button(/Finn Quillan.*Grade 3 · Ms\. Alder/)).toBeVisible();
  scan(BOOKS.holes);
  scan(BOOKS.wonder);
  await expect.element(page.getByText('Not enough, still needed')).toBeVisible();
});

test('a way to pay that needs a network says so on its tile, and why when it is tapped', async () => {
  const { till } = await renderRegister();
  scan('S010005');
  scan(BOOKS.wonder);
  await button('Pay $6.48').click();
  const wallet = button(/^EWallet/);
  await till.refreshPeople();
  await expect.element(wallet).toHaveTextContent('EWalletNeeds a network');
  await wallet.click({ force: true });
  await expect.element(page.getByText('This cannot be used without a network.')).toBeVisible();
});

test('a sale that cannot be stored stays on the screen with its code, and is done when it is stored', async () => {
  const { journal } = await renderRegister();
  scan(BOOKS.wonder);
  await button('Pay $6.48').click();
  await button(/^Cash/).click();
  journal.failure = new Error('The disk is full.');
  await button('Exactly $6.48').click();
  await expect.element(heading('Stop selling for a moment')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Code of the whole sale' })).toBeVisible();
  await expect.element(page.getByText('is finished')).not.toBeInTheDocument();
  await expectNoViolations('not stored');
  journal.failure = null;
  await button('Store it again').click();
  await expect.element(page.getByText('Sale 312 is finished.').first()).toBeVisible();
});

test(
  'axe finds nothing on any screen, light and dark, in Spanish too',
  { timeout: 120_000 },
  async () => {
    await renderRegister();
    await expectNoViolations('empty');
    await button(/^Scan a book, or type its title/).click();
    await page.getByRole('textbox').fill('o');
    await expectNoViolations('search');
    await userEvent.keyboard('{Escape}');
    scan('9780142410349');
    await expect.element(button('Leave it out').first()).toBeVisible();
    await expectNoViolations('unknown');
    await button('Leave it out').first().click();
    await button('No barcode').click();
    await expect.element(heading('What is it?')).toBeVisible();
    await expectNoViolations('no barcode');
    await button('Back').click();
    await button(/Who is buying/).click();
    await expect.element(heading('Who is buying?')).toBeVisible();
    await page.getByRole('textbox').fill('finn');
    await expectNoViolations('who');
    await page.getByRole('option').first().click();
    scan(BOOKS.wonder);
    await expectNoViolations('sale');
    await page.getByRole('button', { name: /^Wonder/ }).click();
    await expectNoViolations('line');
    await button('Keep it as it is').click();
    await button('Park').click();
    await button('Park').last().click();
    await button(/^Parked/).click();
    await expect.element(heading(/parked sale/)).toBeVisible();
    await expectNoViolations('parked');
    await button('Resume').click();
    await button('Pay $6.48').click();
    await expectNoViolations('pay');
    for (const [method, name] of [
      [/^Card/, 'card'],
      [/^Check/, 'check'],
      [/^FACTS/, 'FACTS'],
      [/^Cash/, 'cash'],
    ] as const) {
      await button(method).click();
      await expect.element(heading('How do they pay?')).not.toBeInTheDocument();
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoViolations(name);
      if (name !== 'cash') await button('Back').click();
    }
    await button('Count bills and coins').click();
    await expectNoViolations('coins');
    await button('Type an amount').click();
    await button(/^\$10/).first().click();
    await expect.element(button('Next customer')).toBeVisible();
    await expectNoViolations('done');
    await button('Menu').click();
    await expect.element(heading('Menu')).toBeVisible();
    await expectNoViolations('menu');
    changeDeviceSettings({ language: 'es' });
    await button(/^Hoy/).click();
    await expect.element(heading('Hoy')).toBeVisible();
    await expectNoViolations('today');
    await button('Entregar').click();
    await expect.element(heading(/^Entregar/)).toBeVisible();
    await expectNoViolations('hand over');
  },
);

test('practice sells invented books without a pairing, says so, and leaves nothing behind', async () => {
  const { journal } = await renderRegister({});
  await button('Practice first, nothing is real').click();
  await expect.element(page.getByText('Practice.')).toBeVisible();
  await button(/^Scan a book, or type its title/).click();
  await page.getByRole('textbox').fill('t');
  await page.getByRole('option').first().click();
  // Nothing is parked in a practice.
  await expect.element(button('Park')).not.toBeInTheDocument();
  await button(/^Pay/).click();
  await button(/^Cash/).click();
  await button(/^Exactly/).click();
  await expect
    .element(page.getByText(/This was practice\. Nothing is booked\./).first())
    .toBeVisible();
  expect(await journal.readSales()).toEqual([]);
  await button('End practice').click();
  await expect.element(heading('Connect this tablet')).toBeVisible();
});

test('a tablet whose key the office refuses says so, and still gives its sales as a file', async () => {
  const refused = { code: 'TOKEN_INVALID', message: 'Sign in.', requestId: 'r' };
  let isRefused = false;
  const { till } = await renderRegister(tabletNotes(), async () => {
    if (!isRefused) throw new TypeError('There is no network.');
    const headers = { 'content-type': 'application/json' };
    return new Response(JSON.stringify(refused), { status: 401, headers });
  });
  scan(BOOKS.wonder);
  await button(/^Pay/).click();
  await button(/^Cash/).click();
  await button(/^Exactly/).click();
  await expect.element(button('Next customer')).toBeVisible();
  isRefused = true;
  await till.refreshPeople();
  await expect.element(heading('Connect this tablet')).toBeVisible();
  await expect.element(page.getByText(/office has ended the connection/)).toBeVisible();
  await expect.element(button('Save as a file')).toBeVisible();
  expect(JSON.parse(till.unsentFile().text)).toMatchObject({
    deviceId: tabletNotes().pairing!.deviceId,
    fairs: [{ orders: [{ totalCents: 648 }] }],
  });
  await expectNoViolations('key refused');
});

test('axe finds nothing on a phone, before and after a person has signed in, and when the fair is over', async () => {
  await page.viewport(390, 844);
  const { session: _, ...signedOut } = tabletNotes();
  const fair = { ...tabletNotes().session!.fair, sellingTo: '1990-02-01' };
  const over = {
    ...tabletNotes(),
    session: { ...tabletNotes().session!, fair },
    catalog: { ...tabletNotes().catalog!, fair },
  };
  const screens = [
    [{}, 'Connect this tablet'],
    [signedOut, 'Who is at this register?'],
    [tabletNotes(), 'Scan the first book'],
    [over, 'This fair is over. No new sales.'],
  ] as const;
  for (const [notes, title] of screens) {
    await renderRegister(notes);
    await expect.element(heading(title)).toBeVisible();
    await expectNoViolations(title);
    document.body.replaceChildren();
  }
});

test('axe finds nothing in a second tab, which leads back to the first', async () => {
  const isTaken = { ...noLock, isFree: async () => false, wait: () => new Promise<void>(() => {}) };
  await renderRegister(tabletNotes(), undefined, isTaken);
  await expect.element(heading('The register is open in another tab')).toBeVisible();
  await expectNoViolations('second tab');
});
