import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeDeviceSettings } from '#register/app/device-settings.ts';
import { render } from 'vitest-browser-react';
import { button, expectNoViolations, heading, startFresh } from '../../../testing/on-screen.ts';
import {
  BOOKS,
  renderRegister,
  scan,
  serverWith,
  tabletNotes,
  TOKENS,
} from '../../../testing/render-register.tsx';
import { makeReceipt } from '#register/receipt/make-receipt.ts';
import { toFragment } from '#register/receipt/receipt-link.ts';
import { ReceiptPage } from '#register/receipt/receipt-page.tsx';
import { Speaks } from '#register/words/say.tsx';

startFresh();
beforeEach(() => void vi.spyOn(window, 'print').mockReturnValue());

async function sellToFinn(...tablet: Parameters<typeof renderRegister>) {
  const rendered = await renderRegister(...tablet);
  scan('S010005');
  scan(BOOKS.wonder);
  await button('Pay $6.48').click();
  await button(/^Cash/).click();
  await button(/^\$10/).first().click();
  await expect.element(button('Next customer')).toBeVisible();
  return rendered;
}

test('a receipt is shown, printed and left by keys alone, without a network, and the next scan closes it', async () => {
  const { till } = await sellToFinn();
  await userEvent.keyboard('r');
  await expect.element(heading('Receipt for sale 312')).toBeVisible();
  const code = page.getByRole('img', { name: 'Code of the receipt' });
  await expect.element(code).toBeVisible();
  await expectNoViolations('code');
  await button('Print it').click();
  expect(window.print).toHaveBeenCalled();
  const paper = document.querySelector('.paper')?.textContent ?? '';
  expect(paper).toContain('Finn Q.');
  expect(paper).not.toContain('Quillan');
  expect(paper).toContain('Cash10.00');
  await button('Email it').click();
  await expectNoViolations('email');
  await page.getByLabelText('Email address').fill('parent@example.com');
  await button('Send the receipt').click();
  await expect.element(page.getByText(/^Email needs a network/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Next customer')).toBeVisible();
  await button('Print').click();
  expect(window.print).toHaveBeenCalledTimes(2);
  scan(BOOKS.holes);
  await expect.element(button('Pay $21.64')).toBeVisible();
  expect(JSON.stringify(till.getState())).not.toContain('parent@example.com');
});

test('an emailed receipt is in the language of the screen', async () => {
  const asked: unknown[] = [];
  const send = serverWith({ 'receipt-emails': (given) => ({ clientOrderId: asked.push(given) }) });
  await sellToFinn({ ...tabletNotes(), tokens: TOKENS }, send);
  changeDeviceSettings({ language: 'es' });
  await button('Correo').click();
  await page.getByLabelText('Correo electrónico').fill('familia@example.com');
  await button('Enviar el recibo').click();
  await expect.element(page.getByText('En camino a familia@example.com.')).toBeVisible();
  expect(asked).toMatchObject([{ email: 'familia@example.com', language: 'es' }]);
});

test('a past sale has its receipt in the list of the day', async () => {
  await sellToFinn();
  await button('Next customer').click();
  await button('Menu').click();
  await button(/^Today/).click();
  await button(/^Sale 312/).click();
  await expect.element(heading('Receipt for sale 312')).toBeVisible();
  await button('Back').click();
  await expect.element(heading('Today')).toBeVisible();
});

test('the page on a phone shows what was bought, by nobody, and the code to come back with', async () => {
  const { till } = await sellToFinn();
  const receipt = makeReceipt(till.sales()[0]!, till.getState());
  const fragment = await toFragment(receipt);
  till.close();
  document.body.replaceChildren();
  await page.viewport(390, 844);
  await render(
    <Speaks language="es">
      <ReceiptPage fragment={`#${fragment}`} />
    </Speaks>,
  );
  await expect.element(heading('Recibo')).toBeVisible();
  await expect.element(page.getByText('$6.48')).toBeVisible();
  await expect.element(page.getByText('Wonder')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Código del recibo' })).toBeVisible();
  expect(document.body.textContent).not.toMatch(/Finn|Quillan|Jo\b/);
  await expectNoViolations('page');
  document.body.replaceChildren();
  await render(
    <Speaks language="en">
      <ReceiptPage fragment="#nothing" />
    </Speaks>,
  );
  await expect.element(heading('There is no receipt at this address')).toBeVisible();
});
