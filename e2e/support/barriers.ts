import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on the page: the rule and where it is broken. With `rules` only these are looked at. */
export async function barriers(page: Page, rules?: string[]): Promise<string[]> {
  // Colours on their way from one to the other belong to neither.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished)).then(() => undefined));
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** The same in both themes, as the page stands: the other theme changes nothing but colours. */
export async function barriersInBothThemes(page: Page): Promise<string[]> {
  const found = (await barriers(page)).map((barrier) => `light, ${barrier}`);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  found.push(...(await barriers(page, ['color-contrast'])).map((barrier) => `dark, ${barrier}`));
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  return found;
}
