import type { Category } from './inventory.ts';

/** Ground and ink of a cover, as `#RRGGBB`, with a contrast of at least 4.5. */
export type CoverColors = readonly [ground: string, ink: string];

/** A generated cover, drawn in `COVER_SIZE`: the ground, and one path in the color of the ink. */
export type TitleCover = { ground: string; ink: string; mark: string };

/** Address of the picture of a cover, given a title's `pictureId` (titles/pictures). */
export function pictureAddress(pictureId: string): string {
  return `/v1/titles/pictures/${pictureId}`;
}

/** Width and height of the drawing; the spine is a strip at its left edge. */
export const COVER_SIZE = { width: 28, height: 40, spine: 2 } as const;

/** Colors of titles without a known category. */
export const NEUTRAL_COLORS: readonly CoverColors[] = [
  ['#574e48', '#f3f1ee'],
  ['#3f4a55', '#e9eef3'],
  ['#d2cac4', '#2e2a27'],
];

/** Colors by category: titles of one category are a family. */
export const CATEGORY_COLORS: Record<Category, readonly CoverColors[]> = {
  Picture: [
    ['#004b96', '#dce9f8'],
    ['#6ea8ec', '#0b2340'],
    ['#1c4fa0', '#ffe08a'],
  ],
  'Early reader': [
    ['#17663a', '#ddf2e5'],
    ['#8ccfa6', '#0d3b22'],
    ['#0f5b4a', '#ffe08a'],
  ],
  Chapter: [
    ['#5b2fa8', '#efe7fc'],
    ['#b99bf0', '#271150'],
    ['#44237f', '#ffc2a8'],
  ],
  'Middle grade': [
    ['#982a13', '#ffe1d8'],
    ['#ff8f77', '#47140a'],
    ['#702111', '#ffd98a'],
  ],
  Teen: [
    ['#2b2a4c', '#dfddf5'],
    ['#472400', '#f0dfcf'],
    ['#1f2f3a', '#8fd8e8'],
  ],
  Faith: [
    ['#7a4a00', '#fde9bf'],
    ['#f2c869', '#3d2600'],
    ['#5e4412', '#f7e7c4'],
  ],
  Activity: [
    ['#0b5d66', '#d3eff2'],
    ['#6cc4cf', '#06323a'],
    ['#084a52', '#ffc2a8'],
  ],
  Merchandise: [
    ['#8e1f5b', '#fbddeb'],
    ['#ec9cc2', '#4a0e2d'],
    ['#6c1746', '#ffd98a'],
  ],
  Other: NEUTRAL_COLORS,
};

/** Motifs on the lower part of a cover. */
const MOTIFS = [
  // Sun, mountains, star, lines of text, moon, leaf, house, wave.
  'M8.5 25a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0z',
  'M5 33l8 -14l4.5 6.5l3 -4l4.5 11.5z',
  'M15 17l2.3 5.2l5.7 .5l-4.3 3.7l1.3 5.6l-5 -3l-5 3l1.3 -5.6l-4.3 -3.7l5.7 -.5z',
  'M6 19h18v1.8h-18zM6 24h18v1.8h-18zM6 29h11v1.8h-11z',
  'M17 17.5a8 8 0 1 0 6 12.5a7 7 0 0 1 -6 -12.5z',
  'M7 33c-1 -9 5 -15 16 -15c0 10 -5 15 -13 13.5l-1.5 1.5z',
  'M15 17l8.5 7.5h-2.5v8.5h-4v-5h-4v5h-4v-8.5h-2.5z',
  'M5 23q5 -5 10 0t10 0v3.5q-5 5 -10 0t-10 0zM5 31q5 -3 10 0t10 0v2q-5 3 -10 0t-10 0z',
];

/**
 * Returns the cover of a title, always the same one for the same title and category: colors by
 * category, lines as long as its words, and a motif.
 */
export function titleCover(title: string, category: string | null): TitleCover {
  const text = title.trim().toLowerCase();
  const hash = toHash(text);
  const family = isCategory(category) ? CATEGORY_COLORS[category] : NEUTRAL_COLORS;
  const [ground, ink] = family[hash % family.length]!;
  const motif = MOTIFS[(hash >>> 8) % MOTIFS.length]!;
  return { ground, ink, mark: `${textLines(text)}${motif}` };
}

function isCategory(category: string | null): category is Category {
  return category !== null && Object.hasOwn(CATEGORY_COLORS, category);
}

/** Two lines in place of the title, as long as its first word and the others. */
function textLines(text: string): string {
  const [first = '', ...others] = text.split(/\s+/);
  const width = (letters: number, max: number) => Math.min(6 + letters, max);
  const upper = width(first.length, 18);
  const lower = width(others.join(' ').length, 14);
  return `M6 6h${upper}v2.4h-${upper}z${others.length > 0 ? `M6 10.5h${lower}v1.6h-${lower}z` : ''}`;
}

/** FNV-1a hash of a text, 32 bits. */
function toHash(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return hash >>> 0;
}
