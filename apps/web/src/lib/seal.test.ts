import { describe, expect, it } from 'vitest';
import { fromBase64, pad, toBase64, unpad } from './seal.ts';

describe('padding before sealing', () => {
  it('gives texts of any length the same size, and the text back', () => {
    for (const text of ['', 'a', 'Correct-Horse-42', 'Grüße-Ωmega-77', 'x'.repeat(254)]) {
      const padded = pad(text);
      expect(padded).toHaveLength(256);
      expect(unpad(padded ?? new Uint8Array())).toBe(text);
    }
  });

  it('refuses a text that does not fit, counted in bytes', () => {
    expect(pad('x'.repeat(255))).toBeUndefined();
    expect(pad('ü'.repeat(128))).toBeUndefined();
  });

  it('writes every byte as base64 and reads it back', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  });
});
