import { Day } from '@pos/contract/values';
import { containing } from './paging.ts';

/**
 * What a search text among orders or payments may say: a whole number of an order (`<FAIR>-<letter><digits>`), as it is and in capitals; the
 * pattern that finds it anywhere; a whole number of a student; the last four digits of a card, an amount such as `12.50` or `$1,234.50` in cents, a day as `MM/DD/YYYY`.
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

/** The text where it may be the whole number of a student: shorter ones are parts of too many others. */
export function wholeStudentNumber(search: string): string | undefined {
  return /^(?=.*\d)\S{6,}$/.test(search) ? search : undefined;
}
