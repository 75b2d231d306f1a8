import { type RawBuilder, sql } from 'kysely';
import type { SearchTerms } from './search-text.ts';

/** Number and name of a student `s`, the expression that is indexed. */
const studentText = sql`(s.student_number || ' ' || s.first_name || ' ' || s.last_name)`;

/**
 * Conditions that find orders by number, joined with `or` by the caller. A whole number finds only
 * its order (decision 25); any other text matches a part of a number. `orders` is the table's name or
 * alias.
 */
export function byOrderNumber(
  { orderNumber, upperOrderNumber, pattern }: SearchTerms,
  orders: string,
): RawBuilder<unknown>[] {
  const number = sql.ref(`${orders}.order_number`);
  const anywhere = sql`${number} ilike ${pattern}`;
  if (!orderNumber) return [anywhere];
  const numbers = sql`(${orderNumber}, ${upperOrderNumber})`;
  return [
    sql`${number} in ${numbers}`,
    sql`
      not exists (select from orders n where n.order_number in ${numbers}) and ${anywhere}`,
  ];
}

/**
 * Conditions that find students `s`, joined with `or` by the caller. A whole student number finds
 * only that student; any other text matches a part of number and name.
 */
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
