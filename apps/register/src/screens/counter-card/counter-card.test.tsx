import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { COMMANDS } from '#register/app/counter-commands.ts';
import { openReader } from '#register/camera/reader.ts';
import { button, expectNoViolations, startFresh } from '../../../testing/on-screen.ts';
import { BOOKS, renderRegister, scan } from '../../../testing/render-register.tsx';

startFresh();

test('a whole sale is made by the scanner alone', async () => {
  const { journal } = await renderRegister();
  for (const code of [BOOKS.wonder, BOOKS.holes, '>UNDO', '>PAY']) scan(code);
  await expect.element(page.getByRole('heading', { name: 'How do they pay?' })).toBeVisible();
  scan('>GAVE5');
  await expect.element(page.getByText('$1.48').first()).toBeVisible();
  scan('>GAVE20');
  await expect.element(page.getByRole('img', { name: 'Give back $18.52' })).toBeVisible();
  scan('>RCPT');
  await expect.element(page.getByRole('heading', { name: 'Receipt for sale 312' })).toBeVisible();
  scan('>NO');
  await expect.element(page.getByRole('img', { name: 'Give back $18.52' })).toBeVisible();
  scan('>NEXT');
  await expect.element(page.getByRole('heading', { name: 'Scan the first book' })).toBeVisible();
  scan(BOOKS.wonder);
  await expect.element(button('Pay $6.48')).toBeVisible();
  scan('>YES');
  await expect.element(page.getByRole('heading', { name: 'How do they pay?' })).toBeVisible();
  scan('>CASH');
  await expect.element(page.getByText('Sale 313 is finished.').first()).toBeVisible();
  expect((await journal.readSales()).map(({ order }) => order.totalCents)).toEqual([648, 648]);
});

test('each barcode of the counter card is read as its command', async () => {
  await renderRegister();
  await button('Menu').click();
  await button(/^Counter card/).click();
  await expect.element(page.getByRole('img', { name: '>WALLET' })).toBeVisible();
  await expectNoViolations('counter card');
  const read = await openReader();
  const texts = [];
  for (const code of document.querySelectorAll<SVGElement>('.letter-codes svg')) {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [400, 120];
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 400, 120);
    const picture = new Image();
    const source = code.outerHTML.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
    picture.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
    await picture.decode();
    context.drawImage(picture, 40, 20);
    texts.push(await read(canvas));
  }
  expect(texts).toEqual(Object.values(COMMANDS));
});
