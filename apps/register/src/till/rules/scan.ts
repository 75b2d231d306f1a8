import type { CatalogTitle, RegisterStudent } from '@pos/contract/sales/register-catalog';

/** Codes that a scanner reads: books with and without the price behind them, cards and receipts. */

const ISBN_13 = /^97[89]\d{10}$/;
/** Behind a barcode of 13 or 12 digits there may be the 5 digits of a price. */
const ADD_ON = 5;
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** Codes that a scanned text can stand for, the likeliest first, without spaces and hyphens. */
export function toCodes(text: string): string[] {
  const plain = text.trim();
  const digits = plain.replace(/[\s-]/g, '');
  const codes = [plain.toUpperCase()];
  if (/^\d+$/.test(digits)) {
    codes.push(digits);
    if (digits.length === 13 + ADD_ON || digits.length === 12 + ADD_ON)
      codes.push(digits.slice(0, -ADD_ON));
  }
  if (/^\d{9}[\dX]$/i.test(digits)) codes.push(toIsbn13(digits));
  return [...new Set(codes.flatMap((code) => [code, ...withoutZero(code)]))];
}

/** A UPC of 12 digits is read as 13 with a zero in front by some scanners. */
function withoutZero(code: string): string[] {
  return /^0\d{12}$/.test(code) ? [code.slice(1)] : [];
}

/** Returns the ISBN-13 of an ISBN-10, whose last digit is another check digit. */
function toIsbn13(isbn10: string): string {
  const digits = `978${isbn10.slice(0, 9)}`;
  const weighted = [...digits].reduce(
    (sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (weighted % 10)) % 10}`;
}

/** Returns the ISBN-13 in a scanned text, or null. */
export function findIsbn13(text: string): string | null {
  return toCodes(text).find((code) => ISBN_13.test(code)) ?? null;
}

/** Finds titles by any number on their label. */
export function titlesByCode(titles: readonly CatalogTitle[]): Map<string, CatalogTitle> {
  const byCode = new Map<string, CatalogTitle>();
  for (const key of ['upc', 'isbn13', 'sku'] as const)
    for (const title of titles) {
      const code = title[key];
      if (code) byCode.set(code.toUpperCase(), title);
    }
  return byCode;
}

/** Finds students by the exact number on their card, also one from before two records were merged. */
export function studentsByNumber(
  students: readonly RegisterStudent[],
): Map<string, RegisterStudent> {
  const byNumber = new Map<string, RegisterStudent>();
  for (const student of students)
    for (const number of student.formerNumbers) byNumber.set(number, student);
  for (const student of students) byNumber.set(student.studentNumber, student);
  return byNumber;
}

/**
 * Returns what a receipt's code names: the sale's own ID, alone or in an address, or its order
 * number.
 */
export function toReceipt(text: string): string | null {
  const id = UUID.exec(text)?.[0];
  if (id !== undefined) return id.toLowerCase();
  return /^[A-Z0-9][A-Z0-9_-]*-[A-Z]\d{4,}$/i.test(text.trim()) ? text.trim().toUpperCase() : null;
}
