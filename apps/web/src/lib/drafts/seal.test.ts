import { describe, expect, it } from 'vitest';
import { fromBase64, pad, toBase64, unpad } from './seal.ts';

describe('padding before sealing', () => {
  it('pads short texts of any length to the same size, and restores them', () => {
    for (const text of ['', 'a', 'Correct-Horse-42', 'Grüße-Ωmega-77', 'x'.repeat(252)]) {
      const padded = pad(text);
      expect(padded).toHaveLength(256);
      expect(unpad(padded)).toBe(text);
    }
  });

  it('adds a block for text that does not fit, counted in bytes', () => {
    for (const [text, size] of [
      ['x'.repeat(253), 512],
      ['ü'.repeat(127), 512],
      ['ü'.repeat(40_000), 80_128],
    ] as const) {
      expect(pad(text)).toHaveLength(size);
      expect(unpad(pad(text))).toBe(text);
    }
  });

  it('writes every byte as base64 and reads it back', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  });
});
