import { sql, type RawBuilder, type SqlBool } from 'kysely';
import {
  type SearchQueries,
  numbered,
  matchingStudents,
  studentText,
} from '#api/http/search-rows.ts';
import { inDays } from '#api/http/page-start.ts';
import { type SearchTerms, searchTerms } from '#api/http/search-text.ts';

/**
 * Finds the payments that match a search: by order number, check number, reference, the last four
 * digits of a card, an amount, a day, or a student or customer (for users who may read Students).
 * Each way uses its own index.
 */
export function paymentSearchQueries(terms: SearchTerms, readsStudents: boolean): SearchQueries {
  const { pattern, last4, amountCents, day } = terms;
  const few = [
    ...numbered(terms).map(
      (number) =>
        sql`
          select p.id, p.paid_at
          from orders o
          join payments p on p.order_id = o.id
          where ${number}`,
    ),
    sql`select id, paid_at from payments where check_number ilike ${pattern}`,
    sql`select id, paid_at from payments where processor_ref ilike ${pattern}`,
  ];
  if (readsStudents) {
    for (const student of matchingStudents(terms)) {
      few.push(
        sql`
          select p.id, p.paid_at
          from students s
          join orders o on o.student_id = s.id
          join payments p on p.order_id = o.id
          where ${student}`,
        sql`
          select p.id, p.paid_at
          from students s
          join payments p on p.student_id = s.id
          left join orders o on o.id = p.order_id
          where o.student_id is null and ${student}`,
      );
    }
    few.push(
      sql`
        select p.id, p.paid_at
        from orders o
        join payments p on p.order_id = o.id
        where o.customer_name ilike ${pattern}`,
    );
  }
  const isPaid = amountCents === undefined ? undefined : sql`amount_cents = ${amountCents}::bigint`;
  return {
    few,
    own: last4
      ? sql`card_last4 = ${last4}`
      : day
        ? inDays(sql`business_day`, sql`paid_at`, { from: day, to: day })
        : isPaid,
  };
}

/** SQL condition: the payment matches the search text. Checked row by row. */
export function matchesSearch(search: string, readsStudents: boolean): RawBuilder<SqlBool> {
  const { pattern, last4, amountCents, day } = searchTerms(search);
  const ofOrder = (condition: RawBuilder<unknown>) =>
    sql`exists (select from orders o where o.id = payments.order_id and ${condition})`;
  const ways = [
    ofOrder(sql`o.order_number ilike ${pattern}`),
    sql`payments.check_number ilike ${pattern}`,
    sql`payments.processor_ref ilike ${pattern}`,
  ];
  if (readsStudents) {
    ways.push(
      ofOrder(sql`o.customer_name ilike ${pattern}`),
      sql`
        exists (
          select
          from students s
          where s.id = coalesce(
            (select o.student_id from orders o where o.id = payments.order_id), payments.student_id)
            and ${studentText} ilike ${pattern})`,
    );
  }
  if (last4) ways.push(sql`payments.card_last4 = ${last4}`);
  if (amountCents !== undefined) ways.push(sql`payments.amount_cents = ${amountCents}`);
  if (day) ways.push(sql`payments.business_day = ${day}::date`);
  return sql<SqlBool>`(${sql.join(
    ways.map((way) => sql`(${way})`),
    sql` or `,
  )})`;
}
