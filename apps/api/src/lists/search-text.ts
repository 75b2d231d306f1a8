import { Day } from '@pos/contract/values';
import { containing } from './paging.ts';

/**
 * Interpretations of a search text for orders or payments: a whole order number
 * (`<FAIR>-<letter><digits>`) as typed and in uppercase; the pattern that matches it anywhere; a
 * whole student number; the last four digits of a card; an amount such as `12.50` or `$1,234.50` in
 * cents; a day as `MM/DD/YYYY`.
 */
export type SearchTerms = {
  whole: string | undefined;
  upper: string | undefined;
  pattern: string;
  studentNumber: string | undefined;
  last4: string | undefined;
  amountCents: number | undefined;
  day: Day | undefined;
};

export function searchTerms(search: string): SearchTerms {
  const [, dollars, cents] = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,9})\.(\d{2})$/.exec(search) ?? [];
  const [, month = '', dayOfMonth = '', year] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(search) ?? [];
  return {
    ...(search.includes('-')
      ? { whole: search, upper: search.toUpperCase() }
      : { whole: undefined, upper: undefined }),
    pattern: containing(search),
    studentNumber: wholeStudentNumber(search),
    last4: /^\d{4}$/.test(search) ? search : undefined,
    amountCents:
      dollars === undefined ? undefined : Number(`${dollars.replaceAll(',', '')}${cents}`),
    day: Day.safeParse(`${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`).data,
  };
}

/** Returns the text if it may be a whole student number. Shorter ones occur in too many others. */
export function wholeStudentNumber(search: string): string | undefined {
  return /^(?=.*\d)\S{6,}$/.test(search) ? search : undefined;
}
