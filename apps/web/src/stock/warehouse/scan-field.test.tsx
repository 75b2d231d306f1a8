import { ApiError } from '@pos/contract/client';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { renderPage } from '../../../testing/render-page.tsx';
import { ScanField } from './scan-field.tsx';
import { useUnsettledHold, type Scan, type ScanOutcome } from './unsettled-scans.ts';

const FIELD = { label: 'Book', facts: { damaged: false } };
const stored: ScanOutcome = { tone: 'ok', word: 'Stored' };

test('a scan without an answer is kept over a reload, and sent with its ID and condition', async () => {
  const sent: Scan<{ damaged: boolean }>[] = [];
  let isDown = true;
  const send = async (scan: Scan<{ damaged: boolean }>) => {
    sent.push(scan);
    if (isDown) throw new TypeError('Failed to fetch');
    return stored;
  };
  const field = { ...FIELD, path: 'reload', send };
  await renderPage(() => <ScanField {...field} facts={{ damaged: true }} />);
  await userEvent.keyboard('SKU-1{Enter}SKU-2{Enter}');
  await expect.element(page.getByText('Kept on this device')).toBeVisible();
  await expect.element(page.getByText(/^2 scans are kept on .*: SKU-1, SKU-2\./)).toBeVisible();
  const kept = Object.keys(localStorage).filter((key) => key.startsWith('scan.reload.'));
  await cleanup();
  // A page that is loaded again finds nothing but the store.
  for (const key of kept)
    localStorage.setItem(key.replace('reload', 'loaded'), localStorage.getItem(key)!);
  isDown = false;
  sent.length = 0;
  await renderPage(() => <ScanField {...field} path="loaded" />);
  await expect
    .poll(() => sent.map(({ code, damaged }) => [code, damaged]))
    .toEqual([
      ['SKU-1', true],
      ['SKU-2', true],
    ]);
  await expect
    .poll(() => Object.keys(localStorage).filter((key) => key.startsWith('scan.loaded.')))
    .toEqual([]);
});

test('a scan that waits for its answer too long is sent again with the same ID', async () => {
  const sent: string[] = [];
  const send = ({ scanId }: Scan) =>
    sent.push(scanId) === 1 ? new Promise<never>(() => undefined) : Promise.resolve(stored);
  await renderPage(() => <ScanField {...FIELD} path="slow" send={send} />);
  await userEvent.keyboard('SKU-1{Enter}');
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect.element(page.getByText('Stored', { exact: true })).toBeVisible();
  expect(new Set(sent).size).toBe(1);
});

/** Books unless a scan is not settled. */
function Book({ path, book }: { path: string; book: () => void }) {
  const holds = useUnsettledHold(path);
  return <button onClick={() => !holds() && book()}>Put away</button>;
}

test('what was not counted stays listed until it is settled, and booking waits for it', async () => {
  const send = async ({ code }: Scan): Promise<ScanOutcome> => {
    if (code === 'REFUSED')
      throw new ApiError(409, { code: 'FAIR_FINISHED', message: 'It is counted.', requestId: '' });
    if (code === 'BOOK') return stored;
    const choices = [{ label: 'Not ours', send: async () => stored }];
    return { tone: 'bad', word: 'Not in the catalog', detail: 'Nothing was counted.', choices };
  };
  let booked = 0;
  await renderPage(() => (
    <>
      <ScanField {...FIELD} path="decide" send={send} />
      <Book path="decide" book={() => (booked += 1)} />
    </>
  ));
  await userEvent.keyboard('UNKNOWN{Enter}REFUSED{Enter}BOOK{Enter}');
  await expect.element(page.getByText('Stored', { exact: true })).toBeVisible();
  const unknown = page.getByText('UNKNOWN Not in the catalog. Nothing was counted.');
  const refused = page.getByText('REFUSED was not stored. It is counted.');
  await expect.element(unknown).toBeVisible();
  await page.getByRole('button', { name: 'Put away' }).click();
  expect(booked).toBe(0);
  await page.getByRole('button', { name: 'Not ours' }).click();
  await expect.element(unknown).not.toBeInTheDocument();
  await expect.element(refused).toBeVisible();
  await page.getByRole('button', { name: 'Leave out' }).click();
  await expect.element(refused).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Put away' }).click();
  expect(booked).toBe(1);
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
  await renderPage(() => <ScanField {...FIELD} path="order" send={send} />);
  await userEvent.keyboard('SKU-1{Enter}SKU-2{Enter}');
  await expect.element(page.getByText('SKU-2', { exact: true })).toBeVisible();
  expect(sent).toEqual(['SKU-1']);
  waiting.shift()!();
  await expect.poll(() => sent).toEqual(['SKU-1', 'SKU-2']);
  waiting.shift()!();
  await expect.element(page.getByText('2 of 30')).toBeVisible();
});
