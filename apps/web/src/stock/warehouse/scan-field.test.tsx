import { ApiError } from '@pos/contract/client';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../testing/render-page.tsx';
import { ScanField, type Scan } from './scan-field.tsx';

test('a scan that did not arrive is sent again with its ID; one that was refused is left out', async () => {
  const sent: Scan[] = [];
  const failures = [
    new TypeError('Failed to fetch'),
    undefined,
    new ApiError(409, { code: 'FAIR_FINISHED', message: 'It is counted already.', requestId: '' }),
  ];
  const send = async (scan: Scan) => {
    sent.push(scan);
    const failure = failures.shift();
    if (failure) throw failure;
    return { tone: 'ok', word: 'Stored' } as const;
  };
  await renderPage(() => <ScanField label="Book" send={send} />);
  await userEvent.keyboard('SKU-1{Enter}');
  await expect.element(page.getByText(/^SKU-1 was not stored. The server did not/)).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.element(page.getByText('Stored', { exact: true })).toBeVisible();
  expect(sent[1]?.scanId).toBe(sent[0]?.scanId);
  await page.getByRole('textbox', { name: 'Book' }).click();
  await userEvent.keyboard('SKU-2{Enter}');
  const refused = page.getByText('SKU-2 was not stored. It is counted already.');
  await expect.element(refused).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Leave out' }).click();
  await expect.element(refused).not.toBeInTheDocument();
  expect(sent).toHaveLength(3);
});

test('scans are sent in their order, so that the last count is that of the last scan', async () => {
  const waiting: (() => void)[] = [];
  const sent: string[] = [];
  const send = async ({ code }: Scan) => {
    sent.push(code);
    const count = sent.length;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { tone: 'ok', word: `${count} of 30` } as const;
  };
  await renderPage(() => <ScanField label="Book" send={send} />);
  await userEvent.keyboard('SKU-1{Enter}SKU-2{Enter}');
  await expect.element(page.getByText('SKU-2', { exact: true })).toBeVisible();
  expect(sent).toEqual(['SKU-1']);
  waiting.shift()!();
  await expect.poll(() => sent).toEqual(['SKU-1', 'SKU-2']);
  waiting.shift()!();
  await expect.element(page.getByText('2 of 30')).toBeVisible();
});

test('a scan without an answer is offered to be sent again, and the next ones go on', async () => {
  const send = ({ code }: Scan) =>
    code === 'SKU-1'
      ? new Promise<never>(() => undefined)
      : Promise.resolve({ tone: 'ok', word: `${code} stored` } as const);
  await renderPage(() => <ScanField label="Book" send={send} />);
  await userEvent.keyboard('SKU-1{Enter}SKU-2{Enter}');
  await expect.element(page.getByText('SKU-2 stored')).toBeVisible();
  await expect.element(page.getByText(/^SKU-1 was not stored. The server did not/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send again' })).toBeVisible();
});
