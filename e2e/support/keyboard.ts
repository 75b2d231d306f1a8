import { expect, type CDPSession, type Page } from '@playwright/test';

/** Goes to a control by the keyboard alone and presses it. */
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

/** What a scanner sends: the keys of each code and Enter, wherever the focus is. They leave all at once, so that a busy machine cannot tear a code apart. */
export async function scan(page: Page, ...codes: string[]): Promise<void> {
  // One for the whole life of the page: to end a session ends what the test has set, such as that the browser is offline.
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
