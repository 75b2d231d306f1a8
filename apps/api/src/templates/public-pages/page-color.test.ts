import { toColorChannels, contrast, luminance } from '@pos/contract/templates/placed-fields';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOn } from './page-color.ts';

const byteText = (byte: number) => byte.toString(16).padStart(2, '0');

describe('the text on a page color', () => {
  it('has a contrast of at least 4.5, whatever the color', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const color = fc
      .oneof(
        fc.tuple(byte, byte, byte),
        byte.map((gray) => [gray, gray, gray] as const),
      )
      .map((bytes) => `#${bytes.map(byteText).join('')}`);
    fc.assert(
      fc.property(
        color,
        (ground) =>
          contrast(
            luminance(toColorChannels(ground)),
            luminance(toColorChannels(textOn(ground))),
          ) >= 4.5,
      ),
      { numRuns: 5_000 },
    );
  });

  it('is dark on light, white on dark, and black where neither is readable', () => {
    expect(['#FFFFFF', '#FF6445', '#17663A', '#000000', '#7A7A7A'].map(textOn)).toEqual([
      '#1c1210',
      '#1c1210',
      '#ffffff',
      '#ffffff',
      '#000000',
    ]);
  });
});
