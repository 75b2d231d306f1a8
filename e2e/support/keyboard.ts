import { expect, type CDPSession, type Page } from '@playwright/test';

/** Focuses a control and presses it, using only the keyboard. */
export async function press(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'link' | 'menuitem' = 'button',
): Promise<void> {
  const control = page.getByRole(role, { name }).first();
  await control.focus();
  await expect(control).toBeFocused();
  await page.keyboard.press('Enter');
}

const scanners = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Sends keys like a scanner: each code and Enter, wherever the focus is. All at once, so that a
 * busy machine cannot split a code.
 */
export async function scan(page: Page, ...codes: string[]): Promise<void> {
  // One CDP session for the life of the page: closing it would reset emulation that the test has
  // set, such as being offline.
  const opened = scanners.get(page) ?? page.context().newCDPSession(page);
  scanners.set(page, opened);
  const scanner = await opened;
  const keys = codes.flatMap((code) => [
    ...[...code].map((key) => ({ key, text: key })),
    { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 },
  ]);
  await Promise.all(
    keys.flatMap((key) => [
      scanner.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }),
      scanner.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key }),
    ]),
  );
}

/** Pastes text into the focused field, as from a spreadsheet. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}
