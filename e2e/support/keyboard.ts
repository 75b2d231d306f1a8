import { expect, type Page } from '@playwright/test';

/** Goes to a control by the keyboard alone and presses it. */
export async function press(page: Page, name: string | RegExp, role: 'button' | 'link' | 'menuitem' = 'button'): Promise<void> {
  const control = page.getByRole(role, { name }).first();
  await control.focus();
  await expect(control).toBeFocused();
  await page.keyboard.press('Enter');
}
