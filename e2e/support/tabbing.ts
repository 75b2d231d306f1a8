import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab (or Shift+Tab) until this has the focus: no mouse is needed. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    if (
      await target
        .evaluate((element) => element === document.activeElement, undefined, { timeout: 2_000 })
        .catch(() => false)
    )
      return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(target)} cannot be reached by ${key}.`);
}

/** Tabs to a field and replaces its text. */
export async function type(
  page: Page,
  label: string | RegExp,
  text: string,
  within: Page | Locator = page,
): Promise<void> {
  await tabTo(page, within.getByLabel(label, { exact: typeof label === 'string' }).first());
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Finds the only option of a search select by typing, and picks it. */
export async function find(page: Page, label: string | RegExp, text: string): Promise<void> {
  await type(page, label, text);
  await expect(page.getByRole('option')).toHaveText([new RegExp(text)]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** Tabs to a button or link and presses it. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Opens a menu by its button and picks an item with arrow keys and letters. */
export async function choose(page: Page, menu: Locator, entry: string): Promise<void> {
  await press(page, menu);
  const item = page.getByRole('menuitem', { name: entry });
  await expect(item).toBeVisible();
  for (
    let steps = 0;
    steps < 20 && !(await item.evaluate((element) => element === document.activeElement));
    steps++
  )
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

export const said = (page: Page, text: string): Locator =>
  page.getByRole('status').filter({ hasText: text });
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
