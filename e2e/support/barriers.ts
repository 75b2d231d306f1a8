import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { settled } from './settled.ts';

/** What axe finds on the page: the rule and where it is broken. With `rules` only these are looked at. */
export async function barriers(page: Page, rules?: string[]): Promise<string[]> {
  // Colours on their way from one to the other belong to neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );
  // In one go on the page itself: a second page to put the parts of frames together is not needed where there are no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}

/** The same in both themes, as the page stands: the other theme changes nothing but colours. */
async function barriersInBothThemes(page: Page): Promise<string[]> {
  const found = await barriers(page);
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'light');
  const other = theme === 'dark' ? 'light' : 'dark';
  await page.evaluate((next) => (document.documentElement.dataset['theme'] = next), other);
  found.push(
    ...(await barriers(page, ['color-contrast'])).map((barrier) => `${other}, ${barrier}`),
  );
  await page.evaluate((before) => (document.documentElement.dataset['theme'] = before), theme);
  return found;
}

/** No barrier in what is open, in light and in dark. */
export async function readable(page: Page, what: string): Promise<void> {
  expect(await barriersInBothThemes(page), what).toEqual([]);
}

/** The same at each of these widths in px, and nothing is wider than the window. The last width stays. */
export async function readableAt(page: Page, what: string, ...widths: number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await settled(page);
    await readable(page, `${what} at ${width} px`);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      `${what} at ${width} px, too wide by`,
    ).toBeLessThanOrEqual(0);
  }
}
