import { describe, expect, it } from 'vitest';
import { CATEGORIES } from './inventory.ts';
import { contrast, luminance, toColorChannels } from '../templates/placed-fields.ts';
import { CATEGORY_COLORS, NEUTRAL_COLORS, titleCover } from './title-cover.ts';

describe('the cover of a title', () => {
  it('is the same for the same title and category, whatever its case and outer spaces', () => {
    const cover = titleCover('The Lightning Thief', 'Middle grade');
    expect(titleCover(' the lightning thief ', 'Middle grade')).toEqual(cover);
    expect(titleCover('The Sea of Monsters', 'Middle grade')).not.toEqual(cover);
  });

  it('has the colors of its category, and neutral ones without a known category', () => {
    const getGrounds = (colors: readonly (readonly [string, string])[]) =>
      colors.map(([one]) => one);
    for (const category of CATEGORIES)
      expect(getGrounds(CATEGORY_COLORS[category])).toContain(
        titleCover('Wonder', category).ground,
      );
    for (const unknown of [null, '', 'Comics', 'toString'])
      expect(getGrounds(NEUTRAL_COLORS)).toContain(titleCover('Wonder', unknown).ground);
  });

  it('is drawn in readable contrast', () => {
    const getLuminance = (color: string) => luminance(toColorChannels(color));
    for (const [ground, ink] of Object.values(CATEGORY_COLORS).flat())
      expect(contrast(getLuminance(ground), getLuminance(ink))).toBeGreaterThanOrEqual(4.5);
  });

  it('differs between most titles of one category', () => {
    const titles = Array.from({ length: 200 }, (_, number) => `Book ${number} of the series`);
    const looks = new Set(titles.map((title) => JSON.stringify(titleCover(title, 'Chapter'))));
    expect(looks.size).toBeGreaterThan(20);
  });

  it('is drawn for a title without words', () => {
    expect(titleCover('', 'Other').mark).toMatch(/^M6 6h6/);
  });
});
