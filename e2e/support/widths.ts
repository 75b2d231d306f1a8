import type { Page } from '@playwright/test';

/** Unused width (px) of a row's cells up to which one of its texts may be cut. */
const SPARE_PX = 24;

/**
 * Texts of the open list that are cut, or run into the next cell, although the cells of their row
 * have width to spare: the text, and the spare width.
 */
export function textsCut(page: Page): Promise<string[]> {
  return page.evaluate((spare) => {
    const cutIn = (cell: Element): Element | undefined =>
      [cell, ...cell.querySelectorAll('*')].find((element) => {
        if (!element.textContent.trim() || element.matches('.visually-hidden')) return false;
        return element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
      });
    const getUnused = (cell: Element): number => {
      const content = document.createRange();
      content.selectNodeContents(cell);
      const { paddingLeft, paddingRight } = getComputedStyle(cell);
      const room = cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return Math.max(0, room - content.getBoundingClientRect().width);
    };
    return [...document.querySelectorAll('main table tr')].flatMap((row) => {
      const cells = [...row.children];
      const unused = cells.reduce((sum, cell) => sum + getUnused(cell), 0);
      if (unused <= spare) return [];
      return cells.flatMap((cell) => {
        const cut = cutIn(cell);
        return cut ? [`"${cut.textContent}" is cut, with ${Math.round(unused)} px unused`] : [];
      });
    });
  }, SPARE_PX);
}

/** Columns of these names that the open list does not show in full; also one that scrolls. */
export function columnsBeyond(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const table = document.querySelector('main table');
    const box = table?.parentElement?.getBoundingClientRect();
    if (!table || !box) return ['no table'];
    const heads = [...table.querySelectorAll('thead th')];
    const missing = wanted.filter((name) => {
      const head = heads.find(({ textContent }) => textContent.trim() === name);
      if (!head) return true;
      const { left, right } = head.getBoundingClientRect();
      return left < box.left - 1 || right > box.right + 1;
    });
    const { scrollWidth, clientWidth } = table.parentElement ?? table;
    return [
      ...missing.map((name) => `column ${name} is missing`),
      ...(scrollWidth > clientWidth + 1 ? [`it scrolls by ${scrollWidth - clientWidth} px`] : []),
    ];
  }, names);
}

/**
 * Px by which the open page is wider than its window, with the innermost parts that stick out of it;
 * undefined if it fits.
 */
export function sideScroll(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const over = document.documentElement.scrollWidth - window.innerWidth;
    if (over <= 0) return undefined;
    const beyond = [...document.querySelectorAll('body *')].filter(
      (element) =>
        element.getBoundingClientRect().right > window.innerWidth + 0.5 &&
        !element.closest('[data-part=tabs]'),
    );
    const innermost = beyond.filter(
      (element) => !beyond.some((other) => other !== element && element.contains(other)),
    );
    const names = innermost.map(
      ({ tagName, className, textContent }) => `${tagName}.${className} ${textContent}`,
    );
    return `${over} px too wide: ${names.slice(0, 5).join(', ')}`;
  });
}

/**
 * Sets the text of the open page a tenth wider than its fonts, or as it is: other builds of a browser
 * and other fonts differ by less. A page that fits only just then does not.
 */
export function widenText(page: Page, isWider: boolean): Promise<void> {
  return page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    },
    isWider ? '* { letter-spacing: 0.06em !important }' : '',
  );
}

/** Places and sizes of everything on the page but the drawer, as one text to compare. */
export function measureBoxes(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => !element.closest('[data-part=panel]'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].map((length) => length.toFixed(3)).join();
      })
      .join('\n'),
  );
}

/** Parts of the page that scroll sideways, except the row of tabs, which fades at its edges. */
export function scrollingParts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main *')]
      .filter((element) => {
        if (element.matches('[data-part=tabs]')) return false;
        const { overflowX } = getComputedStyle(element);
        const scrolls = element === document.documentElement || /auto|scroll/.test(overflowX);
        return scrolls && element.scrollWidth > element.clientWidth;
      })
      .map(({ tagName, className }) => `${tagName}.${className}`),
  );
}
