import { PaymentMethod } from '@pos/contract/payment-methods';
import { list, listBody, selectJson, selectRows, type Answer } from './bare-sql.ts';

/**
 * Orders and payments of the bare handler. Totals come from the stored totals, the fastest source.
 */

const ORDER_COLUMNS = `
  o.id, o.order_number as "orderNumber", o.sold_at as "soldAt", o.business_day as "businessDay", o.fair_id as "fairId", f.name as "fairName", s.name as "schoolName", f.time_zone as "timeZone",
  o.customer_type as "customerType", o.units, o.gross_cents as "grossCents", o.discount_cents as "discountCents", o.subtotal_cents as "subtotalCents", o.tax_cents as "taxCents", o.total_cents as "totalCents",
  o.methods, o.payment_status as "paymentStatus", o.status, o.ship_to_school as "shipToSchool", o.tax_exempt as "taxExempt", d.device_id as "deviceId", o.flags, v.reset_at as "voidedAt",
  o.refunded_net_cents + o.refunded_tax_cents as "refundedCents", coalesce(o.customer_name, t.first_name || ' ' || t.last_name) as "customerName", t.student_number as "studentNumber", t.grade, t.teacher`;
const ORDER_JOINS =
  'join fairs f on f.id = o.fair_id join schools s on s.id = o.school_id join devices d on d.id = o.device_id left join students t on t.id = o.student_id left join fair_resets v on v.id = o.voided_by_reset_id';
const newest = (where: string, end = 'limit 20') =>
  `
    select ${ORDER_COLUMNS}
    from (
      select *
      from orders o
      where voided_by_reset_id is null ${where}
      order by sold_at desc, id desc ${end}) o ${ORDER_JOINS}
    order by o.sold_at desc, o.id desc`;
const DAYS = `business_day between $1 and $2`;
const SOLD = `and ${DAYS} and sold_at >= $1::date - interval '14 hours' and sold_at < $2::date + interval '36 hours'`;
const PAID = `and ${DAYS} and paid_at >= $1::date - interval '14 hours' and paid_at < $2::date + interval '36 hours'`;
const cachedOrders = (where: string, grain: string) =>
  `
    select (
      (
        select coalesce(sum(orders), 0)
        from season_order_totals
        where ${grain}
          and ${where}
      ) + (select coalesce(sum(orders), 0) from order_total_changes where ${where})
    )::bigint as count`;
const cachedPayments = (where: string, grain: string) =>
  `
    select (
      (
        select coalesce(sum(payments), 0)
        from season_payment_totals
        where ${grain}
          and ${where}
      ) + (select coalesce(sum(payments), 0) from payment_total_changes where ${where})
    )::bigint as count`;
const ALL = 'business_day is null and status is null';
const BY_DAY = 'business_day is not null and status is null';

const PAYMENT_COLUMNS = `
  p.id, p.paid_at as "paidAt", p.business_day as "businessDay", p.purpose, p.method, p.type, p.status, p.amount_cents as "amountCents", p.tendered_cents as "tenderedCents", p.change_cents as "changeCents",
  p.refunded_cents as "refundedCents", p.check_number as "checkNumber", p.card_brand as "cardBrand", p.card_last4 as "cardLast4", p.processor_ref as "processorRef", p.review_reason as "reviewReason", p.failure_code as "failureCode",
  p.order_id as "orderId", o.order_number as "orderNumber", p.fair_id as "fairId", f.name as "fairName", s.name as "schoolName", d.device_id as "deviceId", v.reset_at as "voidedAt",
  coalesce(f.time_zone, s.time_zone) as "timeZone", coalesce(o.customer_name, t.first_name || ' ' || t.last_name) as "customerName", t.student_number as "studentNumber"`;
const PAYMENT_JOINS = `join schools s on s.id = p.school_id left join fairs f on f.id = p.fair_id left join orders o on o.id = p.order_id
  left join devices d on d.id = p.device_id left join students t on t.id = coalesce(o.student_id, p.student_id) left join fair_resets v on v.id = p.voided_by_reset_id`;
const newestPayments = (where: string, end = 'limit 20') =>
  `
    select ${PAYMENT_COLUMNS}
    from (
      select *
      from payments
      where voided_by_reset_id is null ${where}
      order by paid_at desc, id desc ${end}) p ${PAYMENT_JOINS}
    order by p.paid_at desc, p.id desc`;

// The columns with matches are known here, so only those are searched. Hits are an ID and its
// instant, some of them twice. Four digits may also end an order number, or be a student number.
const NUMBER = 'select id, sold_at from orders where order_number ilike $1';
const STUDENT = `
  select o.id, o.sold_at
  from students s
  join orders o on o.student_id = s.id
  where (s.student_number || ' ' || s.first_name || ' ' || s.last_name) ilike $1`;
/** The newest of each title, in the order of its index. */
const titleHits = (most: number) => `
  select l.order_id, l.sold_at
  from sold_titles t
  cross join lateral (
    select distinct on (sold_at, order_id) order_id, sold_at
    from order_lines
    where title_id = t.title_id
      and title = t.title
      and not exists (
        select from orders v where v.id = order_id and v.voided_by_reset_id is not null)
    order by sold_at desc, order_id desc
    limit ${most}) l
  where t.title ilike $1`;
const AMOUNT = [
  'select id, sold_at from orders where total_cents = $1::bigint',
  'select order_id, paid_at from payments where is_part and amount_cents = $1::bigint',
];
const PAID_NUMBER =
  'select p.id, p.paid_at from orders o join payments p on p.order_id = o.id where o.order_number ilike $1';
const LAST4 = [
  'select order_id, paid_at from payments where card_last4 = $1 and order_id is not null',
  'select id, sold_at from orders where right(order_number, 4) = $1',
  'select o.id, o.sold_at from students s join orders o on o.student_id = s.id where s.student_number = $1',
];
const PAID_LAST4 = [
  'select id, paid_at from payments where card_last4 = $1',
  'select id, paid_at from payments where check_number ilike $2',
  'select id, paid_at from payments where processor_ref ilike $2',
  // Paid when its order was sold, so the newest are read in the order of an index.
  'select p.id, o.sold_at from orders o join payments p on p.order_id = o.id where right(o.order_number, 4) = $1',
];
/** Queries of the hits of a search, at least of the newest `most`. */
type Hits = (most: number) => readonly string[];
/** The newest of the hits of each query, in the order of its index if it has one. */
const newestHits = (table: string, hits: Hits, most: number) => {
  const newestOf = (each: string) => `
    (
      select distinct on (at, id) id, at
      from (${each}) hit (id, at)
      where not exists (
        select from ${table} v where v.id = hit.id and v.voided_by_reset_id is not null)
      order by at desc, id desc
      limit ${most})`;
  return `(select distinct id, at from (${hits(most).map(newestOf).join(' union all ')}) hit) newest`;
};
const idsOf = (table: string, hits: Hits) =>
  `and id = any(array(select id from ${newestHits(table, hits, 20)} order by at desc, id desc limit 20))`;
/** A search is counted up to 1,000. */
const countOf = (table: string, hits: Hits) =>
  `select least(count(*), 1000) as count, count(*) > 1000 as capped from ${newestHits(table, hits, 1_001)}`;
const searchOf = (hits: Hits, ...values: unknown[]) =>
  list(
    selectRows(newest(idsOf('orders', hits)), values),
    selectRows(countOf('orders', hits), values),
  );
const paymentsOf = (hits: Hits, ...values: unknown[]) =>
  list(
    selectRows(newestPayments(idsOf('payments', hits)), values),
    selectRows(countOf('payments', hits), values),
  );
const anywhere = (given: URLSearchParams) => `%${given.get('search')}%`;
const rangeOf = (given: URLSearchParams) => [given.get('from'), given.get('to')];

const ONE_ORDER = `
  select ${ORDER_COLUMNS}, o.client_order_id as "clientOrderId", o.epoch, o.sequence,
    o.received_at as "receivedAt", o.tax_rate_ppm as "taxRatePpm",
    o.uncollected_cents as "uncollectedCents",
    a.first_name || ' ' || a.last_name as "cashierName"
  from orders o ${ORDER_JOINS}
  join admins a on a.id = o.cashier_id
  where o.id = $1`;
const LINES_OF_ORDER = 'select * from order_lines where order_id = $1 order by line_no';
const PAYMENTS_OF_ORDER = `
  select id, method, type, status, amount_cents, tendered_cents, change_cents, refunded_cents,
    check_number, card_brand, card_last4, processor_ref, paid_at
  from payments
  where order_id = $1
  order by id`;
const REFUNDS_OF_ORDER = 'select * from refunds where order_id = $1 order by created_at';
const rowsOf = (query: string) => `(select coalesce(json_agg(part), '[]') from (${query}) part)`;
const ORDER_BODY = `
  select json_build_object('data', json_build_object(
    'order', to_json(found),
    'lines', ${rowsOf(LINES_OF_ORDER)},
    'payments', ${rowsOf(PAYMENTS_OF_ORDER)},
    'refunds', ${rowsOf(REFUNDS_OF_ORDER)}
  ))::text as body
  from (${ONE_ORDER}) found`;

export const SALES: Record<string, Answer> = {
  '/orders': () => list(selectRows(newest('')), selectRows(cachedOrders('true', ALL))),
  '/orders/json': () => selectJson(listBody(newest(''), cachedOrders('true', ALL))),
  '/orders/counted': () =>
    list(
      selectRows(newest('')),
      selectRows('select count(*) from orders where voided_by_reset_id is null'),
    ),
  '/orders/of-fair': (given) =>
    list(
      selectRows(newest('and fair_id = $1'), [given.get('fairId')]),
      selectRows(
        'select coalesce(sum(orders), 0)::bigint as count from order_sums where fair_id = $1',
        [given.get('fairId')],
      ),
    ),
  '/orders/of-school': (given) =>
    list(
      selectRows(newest('and school_id = $1'), [given.get('schoolId')]),
      selectRows(
        'select coalesce(sum(orders), 0)::bigint as count from order_sums where fair_id in (select id from fairs where school_id = $1)',
        [given.get('schoolId')],
      ),
    ),
  '/orders/refunded': (given) => {
    const refunded = `status in ('refunded', 'partially_refunded')`;
    return list(
      selectRows(newest(`${SOLD} and ${refunded}`), rangeOf(given)),
      selectRows(cachedOrders(`${DAYS} and ${refunded}`, 'true'), rangeOf(given)),
    );
  },
  '/orders/of-days': (given) =>
    list(
      selectRows(newest(SOLD), rangeOf(given)),
      selectRows(cachedOrders(DAYS, BY_DAY), rangeOf(given)),
    ),
  '/orders/page': (given) =>
    list(
      selectRows(newest('', 'offset $1 limit 20'), [given.get('offset')]),
      selectRows(cachedOrders('true', ALL)),
    ),
  '/orders/page-of-days': (given) =>
    list(
      selectRows(newest(SOLD, 'offset $3 limit 20'), [...rangeOf(given), given.get('offset')]),
      selectRows(cachedOrders(DAYS, BY_DAY), rangeOf(given)),
    ),
  '/orders/page-of-fair': (given) =>
    list(
      selectRows(newest('and fair_id = $1', 'offset $2 limit 20'), [
        given.get('fairId'),
        given.get('offset'),
      ]),
      selectRows(
        'select coalesce(sum(orders), 0)::bigint as count from order_sums where fair_id = $1',
        [given.get('fairId')],
      ),
    ),
  '/orders/number': (given) => searchOf(() => [NUMBER], anywhere(given)),
  '/orders/student': (given) => searchOf(() => [STUDENT], anywhere(given)),
  '/orders/title': (given) => searchOf((most) => [titleHits(most)], anywhere(given)),
  '/orders/amount': (given) => searchOf(() => AMOUNT, given.get('cents')),
  '/orders/last4': (given) => searchOf(() => LAST4, given.get('search')),
  '/order': async (given) => {
    const id = [given.get('id')];
    const [[order], lines, payments, refunds] = await Promise.all([
      selectRows(ONE_ORDER, id),
      selectRows(LINES_OF_ORDER, id),
      selectRows(PAYMENTS_OF_ORDER, id),
      selectRows(REFUNDS_OF_ORDER, id),
    ]);
    return { data: { ...(order as object), lines, payments, refunds } };
  },
  '/order/json': (given) => selectJson(ORDER_BODY, [given.get('id')]),
  '/payments': () => list(selectRows(newestPayments('')), selectRows(cachedPayments('true', ALL))),
  '/payments/of-fair': (given) =>
    list(
      selectRows(newestPayments('and fair_id = $1'), [given.get('fairId')]),
      selectRows(
        'select coalesce(sum(payments), 0)::bigint as count from payment_sums where fair_id = $1',
        [given.get('fairId')],
      ),
    ),
  '/payments/cash-of-days': (given) =>
    list(
      selectRows(newestPayments(`${PAID} and method = ${PaymentMethod.cash}`), rangeOf(given)),
      selectRows(
        cachedPayments(`${DAYS} and method = ${PaymentMethod.cash}`, 'true'),
        rangeOf(given),
      ),
    ),
  '/payments/page': (given) =>
    list(
      selectRows(newestPayments('', 'offset $1 limit 20'), [given.get('offset')]),
      selectRows(cachedPayments('true', ALL)),
    ),
  '/payments/top-ups': () => {
    const isTopUp = `purpose = 'wallet_top_up'`;
    return list(
      selectRows(newestPayments(`and ${isTopUp}`)),
      selectRows(cachedPayments(isTopUp, 'business_day is null')),
    );
  },
  '/payments/last4': (given) => paymentsOf(() => PAID_LAST4, given.get('search'), anywhere(given)),
  '/payments/number': (given) => paymentsOf(() => [PAID_NUMBER], anywhere(given)),
};
