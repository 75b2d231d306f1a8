import { searchTerms } from '#api/http/search-text.ts';
import { isbn13Of } from '#api/spreadsheets/isbn.ts';

/** Shorter texts have no trigram: large tables are not looked through for them. */
const TRIGRAM = 3;

/** What a text may stand for. Codes are in small letters, as they are compared. */
export type Sought = {
  /** The whole text in small letters. */
  whole: string;
  /** Its words, at most eight; all must be found. */
  words: readonly string[];
  /** True when a word is long enough to look for it in a large table. */
  isLong: boolean;
  /** The text where it can be a code: without spaces in it. */
  code: string | undefined;
  /** A book's or article's number without dashes and spaces, in all ways that it may be stored. */
  articleNumbers: readonly string[];
  /** A receipt printed offline: device-epoch-sequence. */
  receipt: { deviceId: string; epoch: number; sequence: number } | undefined;
  last4: string | undefined;
  amountCents: number | undefined;
};

export function readSought(q: string): Sought {
  const whole = q.toLowerCase();
  const words = whole.split(/\s+/).slice(0, 8);
  const { last4, amountCents } = searchTerms(whole);
  const code = words.length === 1 ? whole : undefined;
  return {
    whole,
    words,
    isLong: words.some((word) => word.length >= TRIGRAM),
    code,
    articleNumbers: articleNumbers(whole),
    receipt: receiptOf(whole),
    last4,
    amountCents,
  };
}

/** An ISBN-10 is stored as ISBN-13; a scanner reads a UPC as an EAN with a zero before it, or without. */
function articleNumbers(text: string): string[] {
  const digits = text.replace(/[\s\p{Pd}]/gu, '');
  const isbn = isbn13Of(digits.toUpperCase());
  if (isbn) return [digits, isbn];
  if (/^0\d{12}$/.test(digits)) return [digits, digits.slice(1)];
  return /^\d{12}$/.test(digits) ? [digits, `0${digits}`] : [digits];
}

function receiptOf(text: string): Sought['receipt'] {
  const [, deviceId = '', epoch, sequence] = /^(.+)-(\d{1,7})-(\d{1,9})$/.exec(text) ?? [];
  return deviceId ? { deviceId, epoch: Number(epoch), sequence: Number(sequence) } : undefined;
}
