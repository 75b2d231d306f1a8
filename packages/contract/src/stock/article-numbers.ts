/**
 * Book numbers: ISBN-13, ISBN-10 and the UPC of other goods (ISO 2108, GS1). All functions expect
 * digits only, unless they say otherwise.
 */
import { plainText } from '../values/search-text.ts';

/** Computes the check digit for the first 12 digits of an EAN-13 or 11 of a UPC-A. */
function gtinCheckDigit(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at++)
    sum += Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

function hasGtinCheckDigit(digits: string): boolean {
  return gtinCheckDigit(digits.slice(0, -1)) === Number(digits.at(-1));
}

/** Returns true for thirteen digits that start like a book's: 978 or 979. */
export function looksLikeIsbn13(code: string): boolean {
  return /^97[89]\d{10}$/.test(code);
}

/** Returns true for an ISBN-13 with the right check digit. */
export function isIsbn13(code: string): boolean {
  return looksLikeIsbn13(code) && hasGtinCheckDigit(code);
}

/** Returns true for nine digits followed by a digit or X. */
export function looksLikeIsbn10(code: string): boolean {
  return /^\d{9}[\dXx]$/.test(code);
}

/** Converts an ISBN-10 to ISBN-13; null if its check digit is wrong. */
export function toIsbn13(isbn10: string): string | null {
  if (!looksLikeIsbn10(isbn10)) return null;
  const sum = [...isbn10.toUpperCase()].reduce(
    (total, digit, at) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - at),
    0,
  );
  if (sum % 11 !== 0) return null;
  const body = `978${isbn10.slice(0, 9)}`;
  return body + String(gtinCheckDigit(body));
}

/** Returns true for a UPC-A (12 digits) with the right check digit. */
export function isUpc(code: string): boolean {
  return /^\d{12}$/.test(code) && hasGtinCheckDigit(code);
}

/**
 * Returns the ISBN-13 without the five digits of a price that scanners read behind a book's barcode
 * (EAN-5); any other code as it is.
 */
export function withoutPriceDigits(code: string): string {
  const digits = plainCode(code);
  const isbn = digits.slice(0, 13);
  return /^97[89]\d{15}$/.test(digits) && isIsbn13(isbn) ? isbn : code;
}

/**
 * Describes digits that begin like an ISBN-13 and miss its length: `a digit too many`. Undefined for
 * any other code.
 */
export function almostIsbn(code: string): string | undefined {
  const digits = plainCode(code);
  if (!/^97[89]\d{9,27}$/.test(digits) || [13, 18].includes(digits.length)) return undefined;
  const miss = digits.length - 13;
  if (miss < 0) return 'a digit too few';
  return miss === 1 ? 'a digit too many' : `${miss} digits too many`;
}

/** Removes the spaces, dashes and invisible marks of a code as typed, pasted or scanned. */
export function plainCode(code: string): string {
  return plainText(code).replace(/[\s\p{Pd}]/gu, '');
}

/**
 * Returns the UPC of a code: its 12 digits, or those after the zero that scanners put in front;
 * undefined for anything else or a wrong check digit.
 */
export function toUpc(code: string): string | undefined {
  const digits = plainCode(code);
  const upc = /^0\d{12}$/.test(digits) ? digits.slice(1) : digits;
  return isUpc(upc) ? upc : undefined;
}

/** SKU, ISBN and UPC that a scanned code may be; null for one that it is not. */
export function readCode(code: string) {
  const sku = withoutPriceDigits(code).trim();
  const written = plainCode(sku);
  const isbn13 = isIsbn13(written) ? written : toIsbn13(written);
  return { sku, isbn13, upc: toUpc(written) ?? null };
}

/** Ways to write each code by which a title may have it as its SKU, ISBN or UPC, in small letters. */
export function codeForms(codes: readonly string[]): { code: string; form: string }[] {
  return codes.flatMap((code) => {
    const plain = plainCode(code);
    const written = [code, plain, withoutPriceDigits(plain), toIsbn13(plain), toUpc(plain)];
    return written.flatMap((form) => (form ? [{ code, form: form.toLowerCase() }] : []));
  });
}
