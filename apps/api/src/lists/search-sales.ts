import { type RawBuilder, sql } from 'kysely';
import { matchesName, type SearchTerms } from './search-text.ts';

/** Number and name of a student `s`, the expression that is indexed. */
const studentText = sql`(s.student_number || ' ' || s.first_name || ' ' || s.last_name)`;

/**
 * SQL condition: no card has these last four digits. The identifier of a school may contain them, and
 * its orders would hide the payment.
 */
const noCardHas = (last4: string) =>
  sql`not exists (select from payments c where c.card_last4 = ${last4})`;

/** SQL condition: the number of the order ends in the four digits. `orders` is as below. */
export function hasNumberEnd(last4: string, orders: string): RawBuilder<unknown> {
  return sql`right(${sql.ref(`${orders}.order_number`)}, 4) = ${last4}`;
}

/**
 * Conditions that find orders by number, joined with `or` by the caller. A whole number finds only
 * its order; any other text matches a part of a number, but not four digits that a card has
 * (docs/reading-fast.md). `orders` is the table's name or alias.
 */
export function byOrderNumber(
  { orderNumber, upperOrderNumber, pattern, last4 }: SearchTerms,
  orders: string,
): RawBuilder<unknown>[] {
  const number = sql.ref(`${orders}.order_number`);
  const anywhere = sql`${number} ilike ${pattern}`;
  if (last4) return [sql`${noCardHas(last4)} and ${anywhere}`];
  if (!orderNumber) return [anywhere];
  const numbers = sql`(${orderNumber}, ${upperOrderNumber})`;
  return [
    sql`${number} in ${numbers}`,
    sql`
      not exists (select from orders n where n.order_number in ${numbers}) and ${anywhere}`,
  ];
}

/** SQL condition: the customer of an order is named so. `orders` is the table's name or alias. */
export function byCustomer(terms: SearchTerms, orders: string): RawBuilder<unknown> {
  const name = sql.ref(`${orders}.customer_name`);
  // The index leaves out the many orders without a name.
  return sql`${name} is not null and ${matchesName(name, terms)}`;
}

/**
 * Conditions that find students `s`, joined with `or` by the caller. A whole student number finds
 * only that student, and so do four digits that a card has; any other text matches a part of number
 * and name.
 */
export function byStudent({
  studentNumber,
  last4,
  ...patterns
}: SearchTerms): RawBuilder<unknown>[] {
  const anywhere = matchesName(studentText, patterns);
  if (last4) return [sql`s.student_number = ${last4}`, sql`${noCardHas(last4)} and ${anywhere}`];
  if (!studentNumber) return [anywhere];
  return [
    sql`s.student_number = ${studentNumber}`,
    sql`
      not exists (select from students n where n.student_number = ${studentNumber})
        and ${anywhere}`,
  ];
}
