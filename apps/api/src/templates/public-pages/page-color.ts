import { toColorChannels, contrast, luminance } from '@pos/contract/templates/placed-fields';

/** Minimum contrast of readable text of any size (WCAG 1.4.3). */
const READABLE = 4.5;
const BLACK = '#000000';
/** The page's own ink and white. Black is readable on colors where neither of them is. */
const INKS = ['#1c1210', '#ffffff', BLACK];

/** Returns the text color for `ground` (`#RRGGBB`), with a contrast of at least 4.5. */
export function textOn(ground: string): string {
  const below = luminance(toColorChannels(ground));
  return INKS.find((ink) => contrast(luminance(toColorChannels(ink)), below) >= READABLE) ?? BLACK;
}
