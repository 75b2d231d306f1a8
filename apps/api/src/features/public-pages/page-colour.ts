import { channelsOf, contrast, luminance } from '@pos/contract/placed-fields';

/** Text of any size is read from this contrast on (WCAG 1.4.3). */
const READABLE = 4.5;
const BLACK = '#000000';
/** The page's own ink and white. Between the colours that are light enough for the one and dark enough for the other, black is read. */
const INKS = ['#1c1210', '#ffffff', BLACK];

/** The colour of text that is read on `ground` (`#RRGGBB`), with a contrast of at least 4.5. */
export function textOn(ground: string): string {
  const below = luminance(channelsOf(ground));
  return INKS.find((ink) => contrast(luminance(channelsOf(ink)), below) >= READABLE) ?? BLACK;
}
