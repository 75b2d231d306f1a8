import { sql, type RawBuilder, type SqlBool } from 'kysely';
import {
  type HitQuery,
  type SearchQueries,
  numbered,
  matchingStudents,
  studentText,
} from '#api/http/search-rows.ts';
import { inDays } from '#api/http/page-start.ts';
import { type SearchTerms, searchTerms } from '#api/http/search-text.ts';

/**
 * Terms of a search for orders, including the number on an offline receipt: device-epoch-sequence.
 */
export type OrderTerms = SearchTerms & {
  receiptDevice: string | undefined;
  receiptEpoch: number | undefined;
  receiptSequence: number | undefined;
};

export function orderTerms(search: string): OrderTerms {
  const [, device, epoch, sequence] = /^(.+)-(\d{1,7})-(\d{1,9})$/.exec(search) ?? [];
  return {
    ...searchTerms(search),
    receiptDevice: device?.toLowerCase(),
    receiptEpoch: epoch === undefined ? undefined : Number(epoch),
    receiptSequence: sequence === undefined ? undefined : Number(sequence),
  };
}

/**
 * Finds the orders that match a search: by order number, title, student or customer (for users who
 * may read Students), the last four digits of a card, an amount, a day, or the number on a receipt.
 * Each way uses its own index. A payment of an order has the order's time of sale.
 */
export function orderSearchQueries(terms: OrderTerms, readsStudents: boolean): SearchQueries {
  const { pattern, last4, amountCents, day, receiptDevice, receiptEpoch, receiptSequence } = terms;
  const few = [
    ...numbered(terms).map((number) => sql`select o.id, o.sold_at from orders o where ${number}`),
    sql`
      select l.order_id, l.sold_at
      from sold_titles t
      join order_lines l on l.title_id is null and l.title = t.title
      where t.title_id is null and t.title ilike ${pattern}`,
  ];
  if (readsStudents)
    few.push(
      ...matchingStudents(terms).map(
        (student) =>
          sql`
            select o.id, o.sold_at
            from students s
            join orders o on o.student_id = s.id
            where ${student}`,
      ),
      sql`select id, sold_at from orders where customer_name ilike ${pattern}`,
    );
  if (receiptDevice)
    few.push(
      sql`
        select o.id, o.sold_at
        from devices d
        join orders o on o.device_id = d.id
        where lower(d.device_id) = ${receiptDevice}
          and o.epoch = ${receiptEpoch}::int
          and o.sequence = ${receiptSequence}::bigint`,
    );
  const many: HitQuery[] = [
    (newest) =>
      sql`
        select l.order_id, l.sold_at
        from titles_meant t
        cross join lateral (
          select order_id, sold_at
          from order_lines
          where title_id = t.title_id and title = t.title ${newest('order_id', 'sold_at')}) l`,
  ];
  if (last4)
    many.push(
      (newest) =>
        sql`
          select order_id, paid_at
          from payments
          where card_last4 = ${last4} and order_id is not null ${newest('order_id', 'paid_at')}`,
    );
  const found = {
    before: sql`
      titles_meant as materialized (
        select title_id, title
        from sold_titles
        where title_id is not null and title ilike ${pattern}),`,
    few,
    many,
  };
  if (day)
    return { ...found, own: inDays(sql`business_day`, sql`sold_at`, { from: day, to: day }) };
  if (amountCents === undefined) return found;
  const partOf: HitQuery = (newest) =>
    sql`
      select order_id, paid_at
      from payments
      where is_part and amount_cents = ${amountCents}::bigint ${newest('order_id', 'paid_at')}`;
  return { ...found, own: sql`total_cents = ${amountCents}::bigint`, besides: [partOf] };
}

/** SQL condition: the order matches the search text. Checked row by row. */
export function matchesSearch(search: string, readsStudents: boolean): RawBuilder<SqlBool> {
  const { pattern, last4, amountCents, day, receiptDevice, receiptEpoch, receiptSequence } =
    orderTerms(search);
  const ways = [
    sql`orders.order_number ilike ${pattern}`,
    sql`
      exists (select from order_lines l where l.order_id = orders.id and l.title ilike ${pattern})`,
  ];
  if (readsStudents)
    ways.push(
      sql`orders.customer_name ilike ${pattern}`,
      sql`
        exists (
          select
          from students s
          where s.id = orders.student_id and ${studentText} ilike ${pattern})`,
    );
  const paid = (condition: RawBuilder<unknown>) =>
    sql`exists (select from payments p where p.order_id = orders.id and ${condition})`;
  if (last4) ways.push(paid(sql`p.card_last4 = ${last4}`));
  if (amountCents !== undefined)
    ways.push(sql`orders.total_cents = ${amountCents}`, paid(sql`p.amount_cents = ${amountCents}`));
  if (day) ways.push(sql`orders.business_day = ${day}::date`);
  if (receiptDevice)
    ways.push(
      sql`
        orders.epoch = ${receiptEpoch}
          and orders.sequence = ${receiptSequence}
          and exists (
            select
            from devices d
            where d.id = orders.device_id and lower(d.device_id) = ${receiptDevice})`,
    );
  return sql<SqlBool>`(${sql.join(
    ways.map((way) => sql`(${way})`),
    sql` or `,
  )})`;
}
