import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { settled } from './settled.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Accessibility violations that axe finds: rule and element. `rules` limits the check to these. */
export async function barriers(page: Page, rules?: string[]): Promise<string[]> {
  // Wait for color transitions: colors in between belong to neither state.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(
          ({ effect, timeline }) =>
            timeline instanceof DocumentTimeline &&
            effect?.getComputedTiming().iterations !== Infinity,
        )
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );
  // Stays in the page until it is left. As a text it needs no permission of the security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    (only) =>
      window.axe
        .run(document, {
          // Collecting what passed, element by element, takes most of the time.
          resultTypes: ['violations'],
          ...(only && { runOnly: { type: 'rule', values: only } }),
        })
        .then(({ violations }) =>
          violations.flatMap(({ id, nodes }) =>
            nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
          ),
        ),
    rules,
  );
}

/** Checks both themes without reloading: the theme changes only colors. */
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

/** Expects no accessibility violation in the open page, in light and dark. */
export async function readable(page: Page, what: string): Promise<void> {
  expect(await barriersInBothThemes(page), what).toEqual([]);
}

/**
 * Checks each of these widths in px, also that nothing is wider than the window. The last width
 * stays.
 */
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
