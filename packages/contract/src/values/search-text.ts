/**
 * Texts as searches compare them. `plainText` also keeps codes comparable; `searchText` is the same
 * as `search_text` of the database, for lists that are filtered in the browser.
 */

/** Accents and other combining marks, apart from the letter below. */
const ACCENTS = /[\u0300-\u036f]/g;
/** Soft hyphen, zero-width characters and marks of direction, which a pasted text may hold. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const HYPHENS = /[\u2010-\u2015\u2212]/g;
const APOSTROPHES = /[\u2018-\u201b\u02bc\u02b9\u2032\u00b4`\uff07]/g;

/** Letters that do not decompose into a letter and an accent. */
const LETTERS = new Map<string, string>([
  ['ø', 'o'],
  ['Ø', 'o'],
  ['đ', 'd'],
  ['Đ', 'd'],
  ['ð', 'd'],
  ['Ð', 'd'],
  ['ł', 'l'],
  ['Ł', 'l'],
  ['ħ', 'h'],
  ['Ħ', 'h'],
  ['ı', 'i'],
  ['æ', 'ae'],
  ['Æ', 'ae'],
  ['œ', 'oe'],
  ['Œ', 'oe'],
  ['ß', 'ss'],
  ['ẞ', 'ss'],
]);
const OTHER_LETTERS = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');

/**
 * Returns a text as it would be typed: composed, without invisible marks, with plain hyphens,
 * apostrophes and spaces.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(HYPHENS, '-')
    .replace(APOSTROPHES, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns a text in lowercase without accents and apostrophes, with plain hyphens. */
export function searchText(text: string): string {
  return text
    .replaceAll('\u00b4', '') // Would decompose into a space.
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(INVISIBLE, '')
    .replace(HYPHENS, '-')
    .replace(APOSTROPHES, '')
    .replaceAll("'", '')
    .replace(OTHER_LETTERS, (letter) => LETTERS.get(letter) ?? letter)
    .toLowerCase();
}

/** Returns the words of a search text, at which a comma ends like a space: "Last, First". */
export function searchWords(text: string): string[] {
  return plainText(text)
    .split(/[\s,]+/)
    .filter(Boolean);
}

/** Returns "Last, First" as "First Last"; undefined for other texts. */
export function firstLast(text: string): string | undefined {
  const [, last, first] = /^([^,]+),\s*([^,]+)$/.exec(plainText(text)) ?? [];
  return last && first && `${first} ${last}`;
}
