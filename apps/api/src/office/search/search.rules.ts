import { searchTerms } from '#api/lists/search-text.ts';
import { plainText, searchWords } from '@pos/contract/values/search-text';
import { toIsbn13, withoutPriceDigits } from '@pos/contract/stock/article-numbers';

/** Minimum length of a trigram. Shorter texts are not searched for in large tables. */
const TRIGRAM = 3;

/** Interpretations of a search text. Codes are in lowercase, as they are compared. */
export type Sought = {
  /** The whole text in lowercase. */
  whole: string;
  /** Words of the text, at most eight. All must match. */
  words: readonly string[];
  /** True if a word is long enough to search large tables. */
  isLong: boolean;
  /** The text if it can be a code, that is, without spaces. */
  code: string | undefined;
  /** Number of a book or article without dashes and spaces, in every form that may be stored. */
  articleNumbers: readonly string[];
  /** Number on an offline receipt: device-epoch-sequence. */
  receipt: { deviceId: string; epoch: number; sequence: number } | undefined;
  last4: string | undefined;
  /** End of an order number: four digits, or letter and digits as lists show them, `a0042`. */
  numberEnd: string | undefined;
  amountCents: number | undefined;
};

export function readSought(q: string): Sought {
  const whole = plainText(q).toLowerCase();
  const words = searchWords(whole).slice(0, 8);
  const { last4, amountCents } = searchTerms(whole);
  const code = whole.includes(' ') ? undefined : whole;
  return {
    whole,
    words,
    isLong: words.some((word) => word.length >= TRIGRAM),
    code,
    articleNumbers: articleNumbers(whole),
    receipt: toReceipt(whole),
    last4,
    numberEnd: last4 ?? (/^[a-z]\d{4,9}$/.test(whole) ? `-${whole}` : undefined),
    amountCents,
  };
}

/**
 * Returns the stored forms of a number: an ISBN-10 is stored as ISBN-13, and a scanner may read a
 * UPC as an EAN with or without a leading zero.
 */
function articleNumbers(text: string): string[] {
  const digits = text.replace(/[\s\p{Pd}]/gu, '');
  const isbn = toIsbn13(digits.toUpperCase()) ?? withoutPriceDigits(digits);
  if (isbn !== digits) return [digits, isbn];
  if (/^0\d{12}$/.test(digits)) return [digits, digits.slice(1)];
  return /^\d{12}$/.test(digits) ? [digits, `0${digits}`] : [digits];
}

function toReceipt(text: string): Sought['receipt'] {
  const [, deviceId = '', epoch, sequence] = /^(.+)-(\d{1,7})-(\d{1,9})$/.exec(text) ?? [];
  return deviceId ? { deviceId, epoch: Number(epoch), sequence: Number(sequence) } : undefined;
}
