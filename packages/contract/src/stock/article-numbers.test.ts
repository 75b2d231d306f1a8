import { expect, test } from 'vitest';
import { toIsbn13, isIsbn13, isUpc, looksLikeIsbn13 } from './article-numbers.ts';

test('an ISBN-13 has a right check digit and begins with 978 or 979', () => {
  expect(isIsbn13('9780306406157')).toBe(true);
  expect(isIsbn13('9791090636071')).toBe(true);
  expect(isIsbn13('9780306406158')).toBe(false);
  expect(isIsbn13('4006381333931'), 'a right EAN of other goods').toBe(false);
  expect(looksLikeIsbn13('97803064061')).toBe(false);
});

test('exactly one of the ten last digits is right', () => {
  for (const body of ['978030640615', '979109063607', '978000000000']) {
    expect(Array.from({ length: 10 }, (_, digit) => body + digit).filter(isIsbn13)).toHaveLength(1);
  }
});

test('an ISBN-10 becomes its ISBN-13, also with an X', () => {
  expect(toIsbn13('0306406152')).toBe('9780306406157');
  expect(toIsbn13('080442957X')).toBe('9780804429573');
  expect(toIsbn13('080442957x')).toBe('9780804429573');
  expect(toIsbn13('0306406153')).toBeNull();
  expect(toIsbn13('X306406152')).toBeNull();
});

test('a UPC has twelve digits and a right check digit', () => {
  expect(isUpc('036000291452')).toBe(true);
  expect(isUpc('036000291453')).toBe(false);
  expect(isUpc('36000291452')).toBe(false);
});
