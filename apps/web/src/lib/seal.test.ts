import { describe, expect, it } from 'vitest';
import { fromBase64, pad, toBase64, unpad } from './seal.ts';

describe('padding before sealing', () => {
  it('gives short texts of any length the same size, and the text back', () => {
    for (const text of ['', 'a', 'Correct-Horse-42', 'Grüße-Ωmega-77', 'x'.repeat(252)]) {
      const padded = pad(text);
      expect(padded).toHaveLength(256);
      expect(unpad(padded)).toBe(text);
    }
  });

  it('takes one more block for what does not fit, counted in bytes', () => {
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
