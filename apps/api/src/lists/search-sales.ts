import { type RawBuilder, sql } from 'kysely';
import type { SearchTerms } from './search-text.ts';

/** Number and name of a student `s`, as indexed. */
const studentText = sql`(s.student_number || ' ' || s.first_name || ' ' || s.last_name)`;

/**
 * Conditions of which one finds the orders `o` by number. A whole number is found at once; any other
 * text is searched for within all numbers.
 */
export function byOrderNumber(
  { whole, upper, pattern }: SearchTerms,
  orders: string,
): RawBuilder<unknown>[] {
  const number = sql.ref(`${orders}.order_number`);
  const anywhere = sql`${number} ilike ${pattern}`;
  if (!whole) return [anywhere];
  const numbers = sql`(${whole}, ${upper})`;
  return [
    sql`${number} in ${numbers}`,
    sql`
      not exists (select from orders n where n.order_number in ${numbers}) and ${anywhere}`,
  ];
}

/** Conditions of which one finds the students `s`: by a whole number, or by number and name. */
export function byStudent({ studentNumber, pattern }: SearchTerms): RawBuilder<unknown>[] {
  const anywhere = sql`${studentText} ilike ${pattern}`;
  if (!studentNumber) return [anywhere];
  return [
    sql`s.student_number = ${studentNumber}`,
    sql`
      not exists (select from students n where n.student_number = ${studentNumber})
        and ${anywhere}`,
  ];
}
