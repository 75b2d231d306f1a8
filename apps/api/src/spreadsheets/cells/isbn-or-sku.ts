import { invalid, type CellProblem, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, shortened, unreadable } from '#api/spreadsheets/cells/text.ts';
import {
  almostIsbn,
  toIsbn13,
  isIsbn13,
  isUpc,
  looksLikeIsbn10,
  looksLikeIsbn13,
  withoutPriceDigits,
} from '@pos/contract/stock/article-numbers';
import type { Cell } from '#api/spreadsheets/sheet.ts';

/** Code of the warning about digits that miss the length of an ISBN. */
export const ALMOST_ISBN = 'ALMOST_ISBN';

/** A book by its ISBN-13 in digits, or another item by its own number as written. */
export interface IsbnOrSku {
  code: string;
  kind: 'isbn' | 'sku';
}

const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+\d+$|^\d[.,]\d+E\d+$/i;
const SKU = /^[A-Za-z0-9-]{3,30}$/;

/**
 * Parses an ISBN-13, ISBN-10 (converted) or SKU (domain 10.3, 10.4). Ignores hyphens, spaces and a
 * leading apostrophe around an ISBN. Refuses a number that lost digits; warns of one that probably
 * lost its leading zero.
 */
export function parseIsbnOrSku(cell: Cell, label: string): Parsed<IsbnOrSku> {
  const problem = unreadable(cell, label);
  if (problem) return problem;
  const written = cellText(cell);
  if (SCIENTIFIC.test(written.replace(/\s/g, ''))) return lostDigits(written);
  const code = plainCode(written);
  const bare = code.replaceAll('-', '');
  if (looksLikeIsbn13(bare)) {
    if (isIsbn13(bare)) return { value: { code: bare, kind: 'isbn' } };
    return cell.kind === 'number' && bare.endsWith('0000')
      ? lostDigits(scientific(cell.number))
      : wrongCheckDigit();
  }
  if (looksLikeIsbn10(bare)) {
    const isbn = toIsbn13(bare);
    return isbn === null ? wrongCheckDigit() : { value: { code: isbn, kind: 'isbn' } };
  }
  if (cell.kind === 'number' && cell.number >= 1e15) return lostDigits(scientific(cell.number));
  if (/^97[89]\d{15}$/.test(bare)) return bookWithPrice(bare);
  if (!SKU.test(code))
    return invalid(
      'INVALID_SKU',
      `${label} must be an ISBN, or 3 to 30 letters, digits and hyphens.`,
    );
  const warning = almost(bare, label) ?? lostZero(bare);
  return warning ? { value: { code, kind: 'sku' }, warning } : { value: { code, kind: 'sku' } };
}

/**
 * Removes characters that copying leaves around a number: an apostrophe, the word ISBN, spaces,
 * hyphens of other alphabets.
 */
function plainCode(written: string): string {
  return written
    .normalize('NFKC')
    .replace(/^['‘’`]+/, '')
    .replace(/^ISBN(?:-1[03])?\s*:?\s*(?=\d)/i, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, '');
}

/**
 * Detects a lost leading zero: 11 digits of a UPC or 9 of an ISBN-10 whose check digit is right
 * with a zero in front.
 */
function lostZero(code: string): CellProblem | null {
  const whole = `0${code}`;
  if (/^\d{11}$/.test(code) && isUpc(whole))
    return {
      code: 'LOST_ZERO',
      message: `${code} may have lost its leading zero. Is it ${whole}? Format the column as Text.`,
      suggestion: whole,
    };
  const isbn = /^\d{8}[\dXx]$/.test(code) ? toIsbn13(whole) : null;
  return isbn === null
    ? null
    : {
        code: 'LOST_ZERO',
        message: `${code} may be the ISBN ${isbn} without its leading zero. Format the column as Text.`,
        suggestion: isbn,
      };
}

/** Reads the book of a barcode that was scanned with the price behind it. */
function bookWithPrice(digits: string): Parsed<IsbnOrSku> {
  const isbn = withoutPriceDigits(digits);
  if (isbn === digits) return wrongCheckDigit();
  return { value: { code: isbn, kind: 'isbn' }, warning: priceLeftOut(isbn) };
}

/** Notes that a code with a price behind it was read as the book. */
export function priceLeftOut(isbn: string): CellProblem {
  return {
    code: 'PRICE_DIGITS',
    message: `The digits of a price behind the ISBN ${isbn} were left out.`,
  };
}

/** Warns of digits that miss the length of an ISBN. They are no code of a new title. */
function almost(code: string, label: string): CellProblem | null {
  const miss = almostIsbn(code);
  return miss ? { code: ALMOST_ISBN, message: `${label} looks like an ISBN with ${miss}.` } : null;
}

function wrongCheckDigit(): { error: CellProblem } {
  return invalid('ISBN_CHECK_DIGIT', 'ISBN check digit is wrong.');
}

function lostDigits(shown: string): { error: CellProblem } {
  return invalid(
    'LOST_DIGITS',
    `Number lost digits (${shortened(shown)}): format the column as Text.`,
  );
}

/** Formats a number as Excel shows it in a narrow column: 9.78E+12. */
function scientific(number: number): string {
  return number.toExponential(2).replace('e+', 'E+');
}
