import { plainText } from '@pos/contract/values/search-text';
import { sql } from 'kysely';
import { inDays } from '#api/lists/days.ts';
import type { SearchKinds } from '#api/lists/search-path.ts';
import { byCustomer, byOrderNumber, byStudent, hasNumberEnd } from '#api/lists/search-sales.ts';
import { hasText, type SearchTerms, searchTerms } from '#api/lists/search-text.ts';

/**
 * Terms of a search for orders, including the number on an offline receipt: device-epoch-sequence.
 */
type OrderTerms = SearchTerms & {
  receiptDevice: string | undefined;
  receiptEpoch: number | undefined;
  receiptSequence: number | undefined;
};

export function orderTerms(text: string): OrderTerms {
  const search = plainText(text);
  const [, device, epoch, sequence] = /^(.+)-(\d{1,7})-(\d{1,9})$/.exec(search) ?? [];
  return {
    ...searchTerms(search),
    receiptDevice: device?.toLowerCase(),
    receiptEpoch: epoch === undefined ? undefined : Number(epoch),
    receiptSequence: sequence === undefined ? undefined : Number(sequence),
  };
}

/** Columns of a payment that are those of its order. */
const ORDER_OF_PAYMENT = {
  id: 'p.order_id',
  time: 'p.paid_at',
  voidedBy: 'p.voided_by_reset_id',
};
const payments = {
  tables: sql`payments p`,
  on: sql`p.order_id = orders.id`,
  rowColumns: ORDER_OF_PAYMENT,
};

/** Search paths of the orders list. Each has an index. */
export const ORDER_SEARCH: SearchKinds<OrderTerms> = {
  orderNumber: {
    paths: (terms) => byOrderNumber(terms, 'orders').map((where) => ({ where })),
  },
  numberEnd: {
    paths: ({ last4 }) =>
      last4 ? [{ where: hasNumberEnd(last4, 'orders'), matches: 'many' }] : [],
  },
  title: {
    paths: ({ pattern }) => [
      {
        through: {
          each: sql`
            (
              select title_id, title
              from sold_titles
              where title_id is not null and ${hasText(sql`title`, pattern)}) t`,
          tables: sql`order_lines l`,
          on: sql`l.order_id = orders.id`,
          rowColumns: { id: 'l.order_id', time: 'l.sold_at' },
        },
        where: sql`l.title_id = t.title_id and l.title = t.title`,
        check: sql`
          exists (
            select
            from order_lines l
            where l.order_id = orders.id and ${hasText(sql`l.title`, pattern)})`,
        matches: 'many',
      },
      {
        through: {
          tables: sql`sold_titles t join order_lines l on l.title_id is null and l.title = t.title`,
          on: sql`l.order_id = orders.id`,
          rowColumns: { id: 'l.order_id', time: 'l.sold_at' },
        },
        where: sql`t.title_id is null and ${hasText(sql`t.title`, pattern)}`,
        // Found by the check of the other titles.
        check: sql`false`,
      },
    ],
  },
  student: {
    requires: 'Students',
    paths: (terms) =>
      byStudent(terms).map((where) => ({
        through: { tables: sql`students s`, on: sql`orders.student_id = s.id` },
        where,
      })),
  },
  customer: {
    requires: 'Students',
    paths: (terms) => [{ where: byCustomer(terms, 'orders') }],
  },
  receipt: {
    paths: ({ receiptDevice, receiptEpoch, receiptSequence }) =>
      receiptDevice
        ? [
            {
              through: {
                tables: sql`devices d`,
                on: sql`
                  orders.device_id = d.id
                    and orders.epoch = ${receiptEpoch}::int
                    and orders.sequence = ${receiptSequence}::bigint`,
              },
              where: sql`lower(d.device_id) = ${receiptDevice}`,
            },
          ]
        : [],
  },
  lastFour: {
    paths: ({ last4 }) =>
      last4
        ? [
            {
              through: payments,
              where: sql`p.card_last4 = ${last4} and p.order_id is not null`,
              matches: 'many',
            },
          ]
        : [],
  },
  day: {
    paths: ({ day }) =>
      day
        ? [
            {
              where: inDays(sql`orders.business_day`, sql`orders.sold_at`, { from: day, to: day }),
              matches: 'many',
            },
          ]
        : [],
  },
  amount: {
    paths: ({ amountCents }) =>
      amountCents === undefined
        ? []
        : [
            { where: sql`orders.total_cents = ${amountCents}::bigint`, matches: 'many' },
            {
              through: payments,
              where: sql`p.is_part and p.amount_cents = ${amountCents}::bigint`,
              matches: 'many',
            },
          ],
  },
};
