import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { numbered, studentsMeant, studentText } from '#api/http/meant-rows.ts';
import { type SearchTerms, searchTerms } from '#api/http/search-text.ts';

/** What a search text among orders may say, also what a receipt printed offline says: device-epoch-sequence. */
export type OrderTerms = SearchTerms & { receiptDevice: string | undefined; receiptEpoch: number | undefined; receiptSequence: number | undefined };

export function orderTerms(search: string): OrderTerms {
  const [, device, epoch, sequence] = /^(.+)-(\d{1,7})-(\d{1,9})$/.exec(search) ?? [];
  return { ...searchTerms(search), receiptDevice: device?.toLowerCase(), receiptEpoch: epoch === undefined ? undefined : Number(epoch), receiptSequence: sequence === undefined ? undefined : Number(sequence) };
}

/**
 * The ids of the orders that a search text means, some perhaps twice: by order number, title, student or customer (for whoever may read
 * Students), the last four digits of a card, an amount, a day, or what a receipt says. Each way has its own index.
 */
export function meantOrders(terms: OrderTerms, readsStudents: boolean): RawBuilder<unknown> {
  const { pattern, last4, amountCents, day, receiptDevice, receiptEpoch, receiptSequence } = terms;
  const ways = [
    ...numbered(terms).map((number) => sql`select o.id from orders o where ${number}`),
    sql`select l.order_id from (select title_id, title from sold_titles where title_id is not null and title ilike ${pattern} offset 0) t join order_lines l on l.title_id = t.title_id and l.title = t.title`,
    sql`select l.order_id from sold_titles t join order_lines l on l.title_id is null and l.title = t.title where t.title_id is null and t.title ilike ${pattern}`,
  ];
  if (readsStudents) ways.push(...studentsMeant(terms).map((student) => sql`select o.id from students s join orders o on o.student_id = s.id where ${student}`), sql`select id from orders where customer_name ilike ${pattern}`);
  if (last4) ways.push(sql`select order_id from payments where card_last4 = ${last4} and order_id is not null`);
  if (amountCents !== undefined) ways.push(sql`select id from orders where total_cents = ${amountCents}::bigint`, sql`select order_id from payments where amount_cents = ${amountCents}::bigint and order_id is not null`);
  if (day) ways.push(sql`select id from orders where business_day = ${day}::date and sold_at >= ${day}::date - interval '14 hours' and sold_at < ${day}::date + interval '36 hours'`);
  if (receiptDevice) ways.push(sql`select o.id from devices d join orders o on o.device_id = d.id where lower(d.device_id) = ${receiptDevice} and o.epoch = ${receiptEpoch}::int and o.sequence = ${receiptSequence}::bigint`);
  return sql`(${sql.join(ways, sql` union all `)})`;
}

/** True for an order that a search text means, asked of the order itself. */
export function isMeant(search: string, readsStudents: boolean): RawBuilder<SqlBool> {
  const { pattern, last4, amountCents, day, receiptDevice, receiptEpoch, receiptSequence } = orderTerms(search);
  const ways = [sql`orders.order_number ilike ${pattern}`, sql`exists (select from order_lines l where l.order_id = orders.id and l.title ilike ${pattern})`];
  if (readsStudents) ways.push(sql`orders.customer_name ilike ${pattern}`, sql`exists (select from students s where s.id = orders.student_id and ${studentText} ilike ${pattern})`);
  const paid = (condition: RawBuilder<unknown>) => sql`exists (select from payments p where p.order_id = orders.id and ${condition})`;
  if (last4) ways.push(paid(sql`p.card_last4 = ${last4}`));
  if (amountCents !== undefined) ways.push(sql`orders.total_cents = ${amountCents}`, paid(sql`p.amount_cents = ${amountCents}`));
  if (day) ways.push(sql`orders.business_day = ${day}::date`);
  if (receiptDevice) ways.push(sql`orders.epoch = ${receiptEpoch} and orders.sequence = ${receiptSequence} and exists (select from devices d where d.id = orders.device_id and lower(d.device_id) = ${receiptDevice})`);
  return sql<SqlBool>`(${sql.join(ways.map((way) => sql`(${way})`), sql` or `)})`;
}
