import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { drawn } from './settled.ts';
import { sideScroll } from './widths.ts';

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

/** Violations in the theme other than the open page's, which changes only colors. */
async function barriersInOtherTheme(page: Page, rules?: string[]): Promise<string[]> {
  const before = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'light');
  const use = (theme: string) =>
    page.evaluate((next) => void (document.documentElement.dataset['theme'] = next), theme);
  const other = before === 'dark' ? 'light' : 'dark';
  await use(other);
  const found = await barriers(page, rules);
  await use(before);
  return found.map((barrier) => `${other}, ${barrier}`);
}

/** Expects no accessibility violation in the open page, in light and dark. */
export async function readable(page: Page, what: string): Promise<void> {
  const found = await barriers(page);
  found.push(...(await barriersInOtherTheme(page, ['color-contrast'])));
  expect(found, what).toEqual([]);
}

/**
 * Checks that the page fits each of these widths in px, and has no accessibility violation: each
 * width in one theme, by turns. The last width stays.
 */
export async function readableAt(page: Page, what: string, ...widths: number[]): Promise<void> {
  for (const [at, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 800 });
    await drawn(page);
    const found = await (at % 2 === 0 ? barriers(page) : barriersInOtherTheme(page));
    expect(found, `${what} at ${width} px`).toEqual([]);
    expect(await sideScroll(page), `${what} at ${width} px`).toBeUndefined();
  }
}
