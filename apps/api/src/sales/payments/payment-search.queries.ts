import { sql } from 'kysely';
import { inDays } from '#api/lists/days.ts';
import type { SearchKinds } from '#api/lists/search-path.ts';
import { byCustomer, byOrderNumber, byStudent, hasNumberEnd } from '#api/lists/search-sales.ts';
import type { SearchTerms } from '#api/lists/search-text.ts';

const orderOfPayment = { tables: sql`orders o`, on: sql`payments.order_id = o.id` };
/** Payments in the order of an index of orders: they are paid when their order is sold (K12). */
const paymentsOfOrder = {
  tables: sql`orders o join payments p on p.order_id = o.id`,
  on: sql`p.id = payments.id`,
  rowColumns: { id: 'p.id', time: 'o.sold_at', voidedBy: 'p.voided_by_reset_id' },
};

/** Search paths of the payments list. Each has an index. */
export const PAYMENT_SEARCH: SearchKinds<SearchTerms> = {
  orderNumber: {
    paths: (terms) =>
      byOrderNumber(terms, 'o').map((where) => ({ through: orderOfPayment, where })),
  },
  numberEnd: {
    paths: ({ last4 }) =>
      last4 ? [{ through: paymentsOfOrder, where: hasNumberEnd(last4, 'o'), matches: 'many' }] : [],
  },
  checkNumber: {
    paths: ({ pattern }) => [{ where: sql`payments.check_number ilike ${pattern}` }],
  },
  reference: {
    paths: ({ pattern }) => [{ where: sql`payments.processor_ref ilike ${pattern}` }],
  },
  student: {
    requires: 'Students',
    paths: (terms) =>
      byStudent(terms).flatMap((where) => [
        {
          through: {
            tables: sql`students s join orders o on o.student_id = s.id`,
            on: sql`payments.order_id = o.id`,
          },
          where,
        },
        {
          through: {
            tables: sql`students s`,
            on: sql`
              payments.student_id = s.id
                and not exists (
                  select
                  from orders o
                  where o.id = payments.order_id and o.student_id is not null)`,
          },
          where,
        },
      ]),
  },
  customer: {
    requires: 'Students',
    paths: (terms) => [{ through: orderOfPayment, where: byCustomer(terms, 'o') }],
  },
  lastFour: {
    paths: ({ last4 }) =>
      last4 ? [{ where: sql`payments.card_last4 = ${last4}`, matches: 'many' }] : [],
  },
  day: {
    paths: ({ day }) =>
      day
        ? [
            {
              where: inDays(sql`payments.business_day`, sql`payments.paid_at`, {
                from: day,
                to: day,
              }),
              matches: 'many',
            },
          ]
        : [],
  },
  amount: {
    paths: ({ amountCents }) =>
      amountCents === undefined
        ? []
        : [{ where: sql`payments.amount_cents = ${amountCents}::bigint`, matches: 'many' }],
  },
};
