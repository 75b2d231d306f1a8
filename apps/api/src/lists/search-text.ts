import { Day } from '@pos/contract/values';
import { parseDay } from '@pos/contract/values/days';
import { firstLast, plainText, searchText } from '@pos/contract/values/search-text';
import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** Possible meanings of a search text for orders or payments; undefined if it cannot mean that. */
export type SearchTerms = {
  /** A whole order number, `<FAIR>-<letter><digits>`, as typed. */
  orderNumber: string | undefined;
  upperOrderNumber: string | undefined;
  /** LIKE pattern that finds the text anywhere. */
  pattern: string;
  /** LIKE pattern of "First Last", typed as "Last, First". */
  namePattern: string | undefined;
  /** A whole student number. */
  studentNumber: string | undefined;
  /** Last four digits of a card or an order number, or a whole student number. */
  last4: string | undefined;
  /** An amount, typed as `12.50` or `$1,234.50`. */
  amountCents: number | undefined;
  /** A day, typed as `MM/DD/YYYY`. */
  day: Day | undefined;
};

/**
 * Returns a LIKE pattern for values that contain the text, with its wildcards escaped. Codes are
 * compared with it by `ilike`, other texts by `hasText`.
 */
export function containing(text: string): string {
  return `%${plainText(text).replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** SQL condition: a text matches a LIKE pattern, without accents and with any apostrophe. */
export function hasText(text: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> {
  return sql`search_text(${text}) like ${searchText(pattern)}`;
}

/** SQL condition: a name contains a text, which may be "Last, First". */
export function hasName(name: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  return matchesName(name, { pattern: containing(text), namePattern: firstLastPattern(text) });
}

/** SQL condition: a name matches the pattern of a text or of "First Last". */
export function matchesName(
  name: RawBuilder<unknown>,
  { pattern, namePattern }: Pick<SearchTerms, 'pattern' | 'namePattern'>,
): RawBuilder<SqlBool> {
  if (namePattern === undefined) return hasText(name, pattern);
  return sql`(${hasText(name, pattern)} or ${hasText(name, namePattern)})`;
}

function firstLastPattern(text: string): string | undefined {
  const name = firstLast(text);
  return name === undefined ? undefined : containing(name);
}

/** Reads a search text in every possible meaning. */
export function searchTerms(text: string): SearchTerms {
  const search = plainText(text);
  const [, dollars, cents] = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,9})\.(\d{2})$/.exec(search) ?? [];
  return {
    ...(search.includes('-')
      ? { orderNumber: search, upperOrderNumber: search.toUpperCase() }
      : { orderNumber: undefined, upperOrderNumber: undefined }),
    pattern: containing(search),
    namePattern: firstLastPattern(search),
    studentNumber: wholeStudentNumber(search),
    last4: /^\d{4}$/.test(search) ? search : undefined,
    amountCents:
      dollars === undefined ? undefined : Number(`${dollars.replaceAll(',', '')}${cents}`),
    day: search.includes('/') ? Day.safeParse(parseDay(search)).data : undefined,
  };
}

/**
 * Returns the text if it can be a whole student number: six characters or more, with a digit. A
 * shorter number is also a part of too many others.
 */
export function wholeStudentNumber(search: string): string | undefined {
  return /^(?=.*\d)\S{6,}$/.test(search) ? search : undefined;
}
