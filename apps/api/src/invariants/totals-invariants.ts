import { type Invariant, REPORTED } from './invariant.ts';

/**
 * Compares `left` and `right` as sums by the same key: no rows if both are equal, ignoring zeros.
 */
export function differing(
  key: string,
  sums: readonly string[],
  left: string,
  right: string,
): string {
  const all = [...(key ? [key] : []), ...sums.map((sum) => `sum(side * ${sum}) as ${sum}`)].join(
    ', ',
  );
  const some = sums.map((sum) => `sum(side * ${sum}) <> 0`).join(' or ');
  return `
    select ${all}
    from (
      select 1 as side, *
      from (${left}) kept
      union all
      select -1, *
      from (${right}) counted) sides ${key && `group by ${key}`}
    having ${some}`;
}

const ORDER_SUMS = [
  'orders',
  'units',
  'gross_cents',
  'discount_cents',
  'tax_cents',
  'uncollected_cents',
  'overpaid_cents',
];
const PAYMENT_SUMS = ['payments', 'amount_cents', 'refunded_cents', 'change_cents'];
const COUNTED_ORDERS = `
  select fair_id, business_day, status, method_bits(methods) as methods, 1 as orders, units,
    gross_cents, discount_cents, tax_cents, uncollected_cents, overpaid_cents
  from orders
  where voided_by_reset_id is null`;
const COUNTED_PAYMENTS = `
  select p.fair_id, p.business_day, p.purpose, p.method, p.status,
    coalesce(o.status in ${REPORTED} and o.voided_by_reset_id is null, false) as is_reported,
    1 as payments, p.amount_cents, p.refunded_cents, p.change_cents
  from payments p
  left join orders o on o.id = p.order_id
  where p.voided_by_reset_id is null`;

/**
 * Compares a total of all fairs at one grain, including changes not folded yet, with the totals of
 * the fairs.
 */
function seasonGrain(
  table: 'order' | 'payment',
  key: readonly string[],
  rest: readonly string[],
  sums: readonly string[],
): string {
  const columns = [...key, ...sums].join(', ');
  const any = rest.map((column) => `${column} is null`);
  const given = key.map((column) => `${column} is not null`);
  const cached = `
    select ${columns}
    from season_${table}_totals
    where ${[...any, ...given].join(' and ')}
    union all
    select ${columns}
    from ${table}_total_changes`;
  return differing(key.join(', '), sums, cached, `select ${columns} from ${table}_sums`);
}

/**
 * Compares the stored row counts at one grain (hour, day, or hour of a fair), including changes not
 * folded yet, with the rows.
 */
function hourGrain(table: 'order' | 'payment', at: string, key: string, grain: string): string {
  const columns = `${key}, business_day, ${table}s`;
  const known = key.includes('fair_id') ? 'fair_id is not null' : 'true';
  const changes = `select *, (hour at time zone 'UTC')::date as day from ${table}_total_changes`;
  const rows = `
    select fair_id, date_trunc('hour', ${at}, 'UTC') as hour,
      (${at} at time zone 'UTC')::date as day, business_day, 1 as ${table}s
    from ${table}s
    where voided_by_reset_id is null`;
  const cached = `
    select ${columns}
    from ${table}_hours
    where ${grain}
    union all
    select ${columns}
    from (${changes}) changes
    where ${known}`;
  return differing(
    `${key}, business_day`,
    [`${table}s`],
    cached,
    `select ${columns} from (${rows}) counted where ${known}`,
  );
}

const ofFairsAndSeason: Invariant[] = [
  {
    code: 'K06',
    promise: 'The stored totals of orders by fair, day, status and methods = their recount.',
    query: differing(
      'fair_id, business_day, status, methods',
      ORDER_SUMS,
      'select * from order_sums',
      COUNTED_ORDERS,
    ),
  },
  {
    code: 'K06',
    promise:
      'The stored totals of payments by fair, day, purpose, method and status = their recount.',
    query: differing(
      'fair_id, business_day, purpose, method, status, is_reported',
      PAYMENT_SUMS,
      'select * from payment_sums',
      COUNTED_PAYMENTS,
    ),
  },
  ...[[], ['business_day'], ['status', 'methods'], ['business_day', 'status', 'methods']].map(
    (key): Invariant => ({
      code: 'K07',
      promise: `The stored totals of the orders of all fairs (${key.join(', ') || 'everything'}) = the sum over the fairs.`,
      query: seasonGrain(
        'order',
        key,
        ['business_day', 'status', 'methods'].filter((column) => !key.includes(column)),
        ORDER_SUMS,
      ),
    }),
  ),
  ...[
    [],
    ['business_day'],
    ['purpose', 'method', 'status', 'is_reported'],
    ['business_day', 'purpose', 'method', 'status', 'is_reported'],
  ].map((key): Invariant => ({
    code: 'K07',
    promise: `The stored totals of the payments of all fairs (${key.join(', ') || 'everything'}) = the sum over the fairs.`,
    query: seasonGrain(
      'payment',
      key,
      ['business_day', 'purpose', 'method', 'status', 'is_reported'].filter(
        (column) => !key.includes(column),
      ),
      PAYMENT_SUMS,
    ),
  })),
  ...[
    ['day', 'fair_id is null and hour is null'],
    ['day, hour', 'fair_id is null and hour is not null'],
    ['fair_id, day, hour', 'fair_id is not null'],
  ].flatMap(([key, grain]): Invariant[] => [
    {
      code: 'K08',
      promise: `The orders of each ${key} = their recount.`,
      query: hourGrain('order', 'sold_at', key!, grain!),
    },
    {
      code: 'K08',
      promise: `The payments of each ${key} = their recount.`,
      query: hourGrain('payment', 'paid_at', key!, grain!),
    },
  ]),
];

const REPORTED_REFUNDS = `
  refunds r
  join orders o on o.id = r.order_id and o.status in ${REPORTED} and o.voided_by_reset_id is null`;

const ofTitlesAndWallets: Invariant[] = [
  {
    code: 'K09',
    promise:
      'The kept sales of each title and day = the lines of the orders and refunds that count.',
    query: differing(
      'business_day, title_id',
      ['units', 'net_cents'],
      'select business_day, title_id, units, net_cents from season_title_sums',
      `
        select o.business_day, l.title_id, l.quantity as units, l.net_cents
        from order_lines l
        join orders o on o.id = l.order_id
        where l.title_id is not null and o.status in ${REPORTED} and o.voided_by_reset_id is null
        union all
        select r.business_day, l.title_id, -x.quantity, -x.net_cents
        from ${REPORTED_REFUNDS}
        join refund_lines x on x.refund_id = r.id
        join order_lines l on l.id = x.order_line_id
        where l.title_id is not null`,
    ),
  },
  {
    code: 'K09',
    promise: 'The kept refunds of each day = the refunds that count.',
    query: differing(
      'business_day',
      ['units', 'net_cents', 'tax_cents', 'total_cents'],
      'select * from season_refund_sums',
      `
        select r.business_day, r.units, r.net_cents, r.tax_cents, r.total_cents
        from ${REPORTED_REFUNDS}`,
    ),
  },
  {
    code: 'K09',
    promise:
      'What the kept refunds of each day gave back by tender = the tenders of the refunds that count.',
    query: differing(
      'business_day, method, paid_out_as',
      ['amount_cents'],
      'select * from season_given_back_sums',
      `
        select r.business_day, t.method, t.paid_out_as, t.amount_cents
        from ${REPORTED_REFUNDS}
        join refund_tenders t on t.refund_id = r.id`,
    ),
  },
  {
    code: 'K09',
    promise: 'The kept sales of each fair and day = the orders and refunds that count.',
    query: differing(
      'fair_id, business_day',
      ['orders', 'net_cents', 'refunds_cents'],
      'select * from fair_day_sums',
      `
        select fair_id, business_day, 1 as orders, gross_cents - discount_cents as net_cents,
          0 as refunds_cents
        from orders
        where status in ${REPORTED} and voided_by_reset_id is null
        union all
        select r.fair_id, r.business_day, 0, -r.net_cents, r.net_cents
        from ${REPORTED_REFUNDS}`,
    ),
  },
  {
    code: 'K10',
    promise: 'What is kept of all eWallets = the sum of their balances.',
    query: differing(
      '',
      ['balance_cents'],
      'select * from wallet_sum',
      'select balance_cents from wallets',
    ),
  },
];

/**
 * Columns that lines and payments copy from their order, so that searches find them in an index.
 */
const ofOrders: Invariant[] = [
  {
    code: 'K12',
    promise: 'A line of an order has its instant.',
    query: `select l.id, l.sold_at, o.sold_at as of_order
            from order_lines l
            join orders o on o.id = l.order_id
            where l.sold_at <> o.sold_at`,
  },
  {
    code: 'K12',
    promise: 'A payment of an order has its instant, and the reset that voided it.',
    query: `select p.id, p.paid_at, o.sold_at as of_order, p.voided_by_reset_id
            from payments p
            join orders o on o.id = p.order_id
            where p.paid_at <> o.sold_at
              or p.voided_by_reset_id is distinct from o.voided_by_reset_id`,
  },
  {
    code: 'K12',
    promise: 'A payment is a part of what its order came to, or all of it.',
    query: `select p.id, p.is_part, p.amount_cents, o.total_cents
            from payments p
            left join orders o on o.id = p.order_id
            where p.is_part <> coalesce(p.amount_cents <> o.total_cents, false)`,
  },
];

/**
 * Stored totals, maintained by triggers, equal their recount (decision 0020), and copied columns
 * match.
 */
export const totalsInvariants: readonly Invariant[] = [
  ...ofTitlesAndWallets,
  ...ofFairsAndSeason,
  ...ofOrders,
];
