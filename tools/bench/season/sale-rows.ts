import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { toPaymentType } from '@pos/contract/sales/payments';

/** Statements that make a season of the one row of `size`, in this order (money: domain 8). */

const { creditCard, cash, check, facts, eWallet } = PaymentMethod;

/** Sales from 8:00 to 16:00 on five days; the first \`returned\` lines of a sale were refunded. */
const SALES = `
  create temp table sales as
  with moments as (
    select p.*, sold_before + k as i, k + 1 as number,
      (k * 1000 + pg_temp.pick(sold_before + k, 2, 1000)) * 144000 / (orders * 1000) as second,
      case when pg_temp.pick(sold_before + k, 3, 100) < 35
        then pg_temp.pick(sold_before + k, 4, "studentsPerSchool") end as student
    from (select p.*, "studentsPerSchool" from plan p, size) p
    cross join generate_series(0, p.orders - 1) k),
  paid as (
    select *, end_date - 4 + (second / 28800)::int as day,
      school_no * "studentsPerSchool" + student as child, pg_temp.pick(i, 6, 1000) as fate,
      (array[1, 2, 3, 4, 5])[width_bucket(pg_temp.pick(i, 7, 100), array[0, 25, 55, 75, 90])]
        as lines,
      case width_bucket(pg_temp.pick(i, 5, 100), array[46, 76, 80, 86, 95])
        when 0 then array[${creditCard}]
        when 1 then array[${cash}]
        when 2 then array[${check}]
        when 3 then array[case when student is null then ${cash} else ${facts} end]
        when 4 then array[case when student % 3 = 2 then ${eWallet} else ${creditCard} end]
        else array[${creditCard}, ${cash}]
      end::smallint[] as methods
    from moments),
  returned as (
    select *, case
        when not is_closed and ${creditCard} = any(methods) or cardinality(methods) > 1
          or methods = '{${eWallet}}' or fate < 965 then 0
        when fate < 980 then 1
        else lines
      end as returned
    from paid)
  select *, pg_temp.key(8, i) as id, pg_temp.pick(i, 12, 100) < 2 as is_exempt,
    (day + time '08:00' + second % 28800 * interval '1 second') at time zone time_zone as sold_at,
    case
      when not is_closed and ${creditCard} = any(methods) and fate >= 985 then 'open'
      when returned = 0 then 'completed'
      when returned = lines then 'refunded'
      else 'partially_refunded'
    end as status
  from returned`;

/** Lines of the sales, with the tax of each by largest remainder (domain 8.3). */
const LINES = `
  create temp table lines as
  with chosen as (
    select s.i, s.id as order_id, s.status, s.is_closed, s.sold_at, line_no,
      line_no <= s.returned as is_returned, b.*,
      pg_temp.pick(s.i * 5 + line_no, 10, 100) < 2 as is_shipped,
      case when pg_temp.pick(s.i * 5 + line_no, 9, 100) < 12 then 2 else 1 end as quantity,
      case when b.taxable and not s.is_exempt then b.price_cents * s.rate else 0 end as unit_tax
    from size
    cross join sales s
    cross join generate_series(1, s.lines) line_no
    join books b on b.at = (s.first_title
      + (pg_temp.pick(s.i, 8, "linesPerFair") + line_no * 17) % "linesPerFair" * 7) % size.titles)
  select *, quantity * price_cents as net, quantity * unit_tax / 1000000
    + (row_number() over (partition by i order by quantity * unit_tax % 1000000 desc, line_no)
      <= round(sum(quantity * unit_tax) over (partition by i) / 1000000)
        - sum(quantity * unit_tax / 1000000) over (partition by i))::int as tax
  from chosen`;

const ORDERS = `
  insert into orders (id, order_number, client_order_id, body_hash, fair_id, school_id, device_id,
    epoch, sequence, cashier_id, business_day, sold_at, received_at, customer_type, student_id,
    status, tax_rate_ppm, tax_exempt, exempt_reason, exempt_certificate_no, units, gross_cents,
    discount_cents, subtotal_cents, tax_cents, total_cents, refunded_net_cents, refunded_tax_cents,
    methods, payment_status, ship_to_school)
  select s.id, s.identifier || '-A' || lpad(s.number::text, 4, '0'), s.id, sha256(''), s.fair_id,
    s.school_id, s.device_id, 1, row_number() over (partition by s.device_id order by i), "ownerId",
    s.day, s.sold_at, s.sold_at,
    case when child is null then (array['parent', 'teacher', 'other'])[1 + pg_temp.pick(i, 11, 3)]
      else 'student' end,
    pg_temp.key(2, child), s.status, s.rate, is_exempt, case when is_exempt then 'organization' end,
    case when is_exempt then 'EX-1' end, l.units, l.net, 0, l.net, l.tax, l.net + l.tax,
    l.returned_net, l.returned_tax, s.methods,
    case s.status when 'open' then 'pending' when 'refunded' then 'refunded' else 'completed' end,
    l.is_shipped
  from size
  cross join sales s
  join (
    select i, sum(quantity) as units, sum(net) as net, sum(tax) as tax,
      coalesce(sum(net) filter (where is_returned), 0) as returned_net,
      coalesce(sum(tax) filter (where is_returned), 0) as returned_tax,
      bool_or(is_shipped) as is_shipped
    from lines
    group by i) l using (i)
  order by i`;

/** Shipped lines of a fair that is not closed out still wait in the warehouse. */
const ORDER_LINES = `
  insert into order_lines (id, order_id, sold_at, line_no, title_id, sku, title, category, quantity,
    unit_price_cents, gross_cents, discount_cents, net_cents, taxable, tax_cents, fulfilment,
    fulfilment_status, refunded_qty, refunded_net_cents, refunded_tax_cents, shipped_qty)
  select pg_temp.key(9, i * 5 + line_no), order_id, sold_at, line_no, id, sku, title, category,
    quantity, price_cents, net, 0, net, taxable, tax,
    case when is_shipped then 'ship_to_school' else 'in_person' end,
    case when not is_shipped then 'taken' when is_closed then 'delivered'
      when is_returned then 'cancelled' else 'to_ship' end,
    is_returned::int * quantity, is_returned::int * net, is_returned::int * tax,
    (is_shipped and is_closed)::int * quantity
  from lines
  order by i, line_no`;

/** Only the card of an open order is pending. */
const PAYMENTS = `
  insert into payments (id, client_payment_id, order_id, fair_id, school_id, device_id, purpose,
    method, type, status, amount_cents, is_part, tendered_cents, change_cents, refunded_cents,
    check_number, card_brand, card_last4, processor_ref, student_id, wallet_id, business_day,
    paid_at, created_at)
  select key, key, id, fair_id, school_id, device_id, 'sale', method,
    case method when ${eWallet} then ${toPaymentType('sale', eWallet)}
      else ${toPaymentType('sale', cash)} end,
    case when status = 'open' and method = ${creditCard} then 'pending'
      when status = 'refunded' then 'refunded' else 'completed' end,
    amount, is_part, tendered, tendered - amount, refunded_net_cents + refunded_tax_cents,
    case when method = ${check} then (1000 + pg_temp.pick(i, 13, 9000))::text end,
    case when method = ${creditCard} then 'Visa' end,
    case when method = ${creditCard} then lpad(pg_temp.pick(i, 14, 10000)::text, 4, '0') end,
    case when method = ${creditCard} then 'pi_' || lpad(i::text, 8, '0') end,
    case when method in (${facts}, ${eWallet}) then pg_temp.key(2, child) end,
    case when method = ${eWallet} then pg_temp.key(3, child) end, business_day, sold_at, sold_at
  from (select i, child, id from sales) s
  join orders o using (id)
  cross join unnest(o.methods) with ordinality m (method, part)
  cross join lateral (
    select pg_temp.key(10, i * 2 + part) as key, cardinality(o.methods) > 1 as is_part,
      case when cardinality(o.methods) = 1 then total_cents when part = 1 then total_cents / 2
        else total_cents - total_cents / 2 end as amount) a
  cross join lateral (
    select case method when ${cash} then (amount + 499) / 500 * 500 else amount end as tendered) t
  order by i, part`;

const PAYMENT_EVENTS = `
  insert into payment_events (id, payment_id, from_status, to_status, actor, at)
  select id, id, null, case status when 'pending' then status else 'completed' end, 'Season',
    paid_at
  from payments
  union all
  select gen_random_uuid(), id, 'completed', 'refunded', 'Season', paid_at
  from payments
  where status = 'refunded'`;

/** Refunds of the returned lines to the only payment; a check is paid back in cash. */
const REFUNDS = `
  insert into refunds (id, client_refund_id, body_hash, order_id, fair_id, device_id, business_day,
    refunded_at, reason, units, net_cents, tax_cents, total_cents, actor)
  select o.id, o.id, o.body_hash, o.id, fair_id, device_id, business_day,
    o.sold_at + interval '10 minutes', 'Changed mind', sum(refunded_qty), o.refunded_net_cents,
    o.refunded_tax_cents, o.refunded_net_cents + o.refunded_tax_cents, 'Season'
  from orders o
  join order_lines l on l.order_id = o.id and l.refunded_qty > 0
  group by o.id`;
const REFUND_LINES = `
  insert into refund_lines (refund_id, order_line_id, quantity, net_cents, tax_cents, restock)
  select order_id, id, refunded_qty, refunded_net_cents, refunded_tax_cents, false
  from order_lines
  where refunded_qty > 0`;
const REFUND_TENDERS = `
  insert into refund_tenders (id, refund_id, payment_id, method, paid_out_as, amount_cents)
  select id, order_id, id, method, case method when ${check} then ${cash} else method end,
    refunded_cents
  from payments
  where refunded_cents > 0`;

/** One in three students has an eWallet; the first top-up is what was spent and what is left. */
const WALLETS = `
  insert into wallets (id, student_id, balance_cents)
  select pg_temp.key(3, n), pg_temp.key(2, n), 1000 * (1 + pg_temp.pick(n, 15, 10))
  from size
  cross join generate_series(0, schools * "studentsPerSchool" - 1) n
  where n % "studentsPerSchool" % 3 = 2`;
const TOP_UPS = `
  insert into wallet_entries (id, wallet_id, type, amount_cents, balance_after_cents,
    idempotency_key, business_day, actor)
  select w.id, w.id, 'top_up', w.balance_cents + coalesce(spent, 0),
    w.balance_cents + coalesce(spent, 0), 'season:' || w.id, '2025-01-02', 'Season'
  from wallets w
  left join (
    select wallet_id, sum(amount_cents) as spent
    from payments
    group by wallet_id) p
    on p.wallet_id = w.id`;
const SPENDING = `
  insert into wallet_entries (id, wallet_id, type, amount_cents, balance_after_cents, payment_id,
    idempotency_key, business_day, actor)
  select p.id, w.id, 'spend', -amount_cents,
    w.balance_cents - amount_cents
      + sum(amount_cents) over (partition by w.id order by p.paid_at desc, p.id desc),
    p.id, 'payment:' || p.id, business_day, 'Season'
  from payments p
  join wallets w on w.id = p.wallet_id
  order by p.paid_at, p.id`;

export const SALE_ROWS: readonly string[] = [
  SALES,
  LINES,
  ORDERS,
  ORDER_LINES,
  PAYMENTS,
  PAYMENT_EVENTS,
  REFUNDS,
  REFUND_LINES,
  REFUND_TENDERS,
  WALLETS,
  TOP_UPS,
  SPENDING,
];
