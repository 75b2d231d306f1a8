import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../testing/render-page.tsx';
import { ScanInput } from './scan-input.tsx';

/** A counting page: the box for codes, a number field and a button. */
function CountPage() {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [presses, setPresses] = useState(0);
  const [count, setCount] = useState('12');
  return (
    <>
      <ScanInput label="ISBN or SKU" onScan={(code) => setCodes([...codes, code])} />
      <label>
        Count
        <input value={count} onChange={({ target }) => setCount(target.value)} />
      </label>
      <button type="button" onClick={() => setPresses(presses + 1)}>
        Finish
      </button>
      <output aria-label="Codes">{codes.join(', ')}</output>
      <output aria-label="Presses">{presses}</output>
    </>
  );
}

const box = () => page.getByRole('textbox', { name: 'ISBN or SKU' });
const codes = () => page.getByRole('status', { name: 'Codes' });

/** Types a code as fast as a scanner does, whatever else the machine does. */
function scan(code: string): void {
  for (const key of [...code, 'Enter']) {
    const options = { key, bubbles: true, cancelable: true };
    const isFree = document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', options));
    if (isFree && key !== 'Enter') document.execCommand('insertText', false, key);
  }
}

describe('the box for a scanner', () => {
  test('has the focus, takes each code that Enter or Tab ends, and is blank again', async () => {
    await renderPage(CountPage);
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard('9780061124952{Enter} SKU-7 {Tab}');
    await expect.element(codes()).toHaveTextContent('9780061124952, SKU-7');
    await expect.element(box()).toHaveValue('');
    await expect.element(box()).toHaveFocus();
  });

  test('ignores Enter without a code, and lets Tab leave the blank box', async () => {
    await renderPage(CountPage);
    await userEvent.keyboard('{Enter}{Tab}');
    await expect.element(page.getByRole('textbox', { name: 'Count' })).toHaveFocus();
    await expect.element(codes()).toHaveTextContent('');
  });

  test('takes a code scanned while a button has the focus, without pressing the button', async () => {
    await renderPage(CountPage);
    await page.getByRole('button', { name: 'Finish' }).click();
    scan('9780061124952');
    await expect.element(codes()).toHaveTextContent('9780061124952');
    await expect.element(page.getByRole('status', { name: 'Presses' })).toHaveTextContent('1');
  });

  test('takes back a code scanned into a number field, and restores the number', async () => {
    await renderPage(CountPage);
    await page.getByRole('textbox', { name: 'Count' }).click();
    scan('9780061124952');
    await expect.element(codes()).toHaveTextContent('9780061124952');
    await expect.element(page.getByRole('textbox', { name: 'Count' })).toHaveValue('12');
  });

  test('leaves a number alone that a person types into another field', async () => {
    await renderPage(CountPage);
    await page.getByRole('textbox', { name: 'Count' }).fill('');
    await userEvent.keyboard('144{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Count' })).toHaveValue('144');
    await expect.element(codes()).toHaveTextContent('');
  });
});
