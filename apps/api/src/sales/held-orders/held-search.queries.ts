import { plainText } from '@pos/contract/values/search-text';
import { sql, type SqlBool } from 'kysely';
import type { SearchKinds } from '#api/lists/search-path.ts';
import { byStudent } from '#api/lists/search-sales.ts';
import { hasText, matchesName, type SearchTerms, searchTerms } from '#api/lists/search-text.ts';

/** Terms of a search for held orders. `clientId` is a pattern of a part of the register's own ID. */
type HeldOrderTerms = SearchTerms & { clientId: string | undefined };

/** Reads a search text in every possible meaning. Shorter parts of an ID are in too many others. */
export function heldOrderTerms(text: string): HeldOrderTerms {
  const search = plainText(text);
  const terms = searchTerms(search);
  return { ...terms, clientId: /^[\da-f-]{8,}$/i.test(search) ? terms.pattern : undefined };
}

const body = sql`held_orders.body`;
const studentNumber = sql`trim(${body} ->> 'studentNumber')`;
/** SQL condition: the student `s` bought the held order, by the number that the register sent. */
export const isBuyer = sql<SqlBool>`
  s.school_id = fairs.school_id and s.student_number = ${studentNumber}`;
/** SQL condition: a payment in the body has this field. Values are compared as JSON, never as text. */
const hasPayment = (field: Record<string, unknown>) =>
  sql`${body} @> ${JSON.stringify({ payments: [field] })}::jsonb`;

/**
 * Search paths of the held orders. They are checked row by row, without an index, because few
 * orders are held: among 10,000 decided ones a search took half a second. Paths that name a student
 * or customer require the right to read Students.
 */
export const HELD_ORDER_SEARCH: SearchKinds<HeldOrderTerms> = {
  number: {
    paths: ({ pattern, clientId }) => [
      {
        where: sql`
          (devices.device_id || '-' || held_orders.epoch || '-' || held_orders.sequence)
            ilike ${pattern}`,
      },
      { where: sql`orders.order_number ilike ${pattern}` },
      ...(clientId ? [{ where: sql`held_orders.client_order_id ilike ${clientId}` }] : []),
    ],
  },
  register: {
    paths: ({ pattern }) => [{ where: hasText(sql`devices.name`, pattern) }],
  },
  place: {
    paths: ({ pattern }) => [
      { where: sql`${hasText(sql`fairs.name`, pattern)} or fairs.identifier ilike ${pattern}` },
      {
        through: { tables: sql`schools s`, on: sql`s.id = fairs.school_id` },
        where: sql`(${hasText(sql`s.name`, pattern)} or s.identifier ilike ${pattern})`,
      },
    ],
  },
  student: {
    requires: 'Students',
    paths: (terms) => [
      { where: sql`${studentNumber} ilike ${terms.pattern}` },
      // Few orders are held, so four digits are also searched for in student numbers.
      ...byStudent({ ...terms, last4: undefined }).map((where) => ({
        through: { tables: sql`students s`, on: isBuyer },
        where,
      })),
    ],
  },
  customer: {
    requires: 'Students',
    paths: (terms) => [{ where: matchesName(sql`${body} ->> 'customerName'`, terms) }],
  },
  lastFour: {
    paths: ({ last4 }) => (last4 ? [{ where: hasPayment({ cardLast4: last4 }) }] : []),
  },
  day: {
    paths: ({ day }) => (day ? [{ where: sql`held_orders.business_day = ${day}::date` }] : []),
  },
  amount: {
    paths: ({ amountCents }) =>
      amountCents === undefined
        ? []
        : [
            { where: sql`held_orders.total_cents = ${amountCents}::bigint` },
            { where: hasPayment({ amountCents }) },
          ],
  },
};
