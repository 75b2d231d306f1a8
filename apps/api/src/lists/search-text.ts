import { Day } from '@pos/contract/values';
import { parseDay } from '@pos/contract/values/days';
import { containing } from './paging.ts';

/** Possible meanings of a search text for orders or payments; undefined if it cannot mean that. */
export type SearchTerms = {
  /** A whole order number, `<FAIR>-<letter><digits>`, as typed. */
  orderNumber: string | undefined;
  upperOrderNumber: string | undefined;
  /** LIKE pattern that finds the text anywhere. */
  pattern: string;
  /** A whole student number. */
  studentNumber: string | undefined;
  /** Last four digits of a card or an order number, or a whole student number. */
  last4: string | undefined;
  /** An amount, typed as `12.50` or `$1,234.50`. */
  amountCents: number | undefined;
  /** A day, typed as `MM/DD/YYYY`. */
  day: Day | undefined;
};

/** Reads a search text in every possible meaning. */
export function searchTerms(search: string): SearchTerms {
  const [, dollars, cents] = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,9})\.(\d{2})$/.exec(search) ?? [];
  return {
    ...(search.includes('-')
      ? { orderNumber: search, upperOrderNumber: search.toUpperCase() }
      : { orderNumber: undefined, upperOrderNumber: undefined }),
    pattern: containing(search),
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
