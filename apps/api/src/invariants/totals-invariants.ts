import type { Invariant } from './invariant.ts';

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

const ORDER_SUMS = ['orders', 'net_cents', 'refunded_net_cents'];
const PAYMENT_SUMS = ['payments', 'amount_cents', 'refunded_cents'];
const ITEM_SUMS = [
  'quantity_sold',
  'quantity_refunded',
  'gross_cents',
  'discount_cents',
  'refund_net_cents',
  'tax_cents',
];
/** No fair, as the book of figures writes it. */
const NO_FAIR = `'00000000-0000-0000-0000-000000000000'::uuid`;
/** Arguments of the functions that count figures: all fairs on all days, for any method. */
const ALL_ROWS = `array(select id from fairs union all select ${NO_FAIR}), '-infinity', 'infinity', null`;
const SALES = 'key as figure, value::bigint as amount';

/** The book of figures, with touched days counted, against the rows (docs/reading-fast.md). */
const ofFairs: Invariant[] = [
  {
    code: 'K06',
    promise: 'The orders of each fair, day, status and methods = their recount.',
    query: differing(
      'fair_id, day, status, methods',
      ORDER_SUMS,
      'select * from fair_day_orders_now',
      `
        select fair_id, business_day, status, method_bits(methods), 1, gross_cents - discount_cents,
          refunded_net_cents
        from orders
        where voided_by_reset_id is null`,
    ),
  },
  {
    code: 'K06',
    promise: 'The payments of each fair, day, purpose, method and status = their recount.',
    query: differing(
      'fair_id, day, purpose, method, status',
      PAYMENT_SUMS,
      'select * from fair_day_payments_now',
      `
        select coalesce(fair_id, ${NO_FAIR}), business_day, purpose, method, status, 1,
          amount_cents, refunded_cents
        from payments
        where voided_by_reset_id is null`,
    ),
  },
  ...(['sales', 'part'] as const).map((kind): Invariant => ({
    code: 'K08',
    promise: `The figures of each fair and day (${kind}) = those of its orders, payments and refunds.`,
    query: differing(
      'fair_id, day, figure',
      ['amount'],
      `
        select fair_id, day, ${SALES}
        from fair_days_now
        cross join lateral jsonb_each_text(${kind === 'sales' ? 'sales' : 'parts'})`,
      `select * from ${kind}_figures(${ALL_ROWS})`,
    ),
  })),
];

/** Queries of the made figures of all fairs, and of each of them. */
const ofAllAndEach = (days: string, columns: string): [string, string] => [
  `select ${columns} from ${days} where fair_id is null`,
  `select ${columns} from ${days} where fair_id is not null`,
];

const ofAllFairs: Invariant[] = [
  {
    code: 'K07',
    promise: 'The orders of all fairs by day, status and methods = the sum over the fairs.',
    query: differing(
      'day, status, methods',
      ORDER_SUMS,
      ...ofAllAndEach('fair_day_orders', `day, status, methods, ${ORDER_SUMS.join(', ')}`),
    ),
  },
  {
    code: 'K07',
    promise:
      'The payments of all fairs by day, purpose, method and status = the sum over the fairs.',
    query: differing(
      'day, purpose, method, status',
      PAYMENT_SUMS,
      ...ofAllAndEach(
        'fair_day_payments',
        `day, purpose, method, status, ${PAYMENT_SUMS.join(', ')}`,
      ),
    ),
  },
  {
    code: 'K07',
    promise: 'The figures of all fairs by day = the sum over the fairs.',
    query: differing(
      'day, figure',
      ['amount'],
      ...ofAllAndEach('fair_days cross join lateral jsonb_each_text(sales)', `day, ${SALES}`),
    ),
  },
  {
    code: 'K09',
    promise: 'The sales of each item and day = the lines of the orders and refunds that count.',
    query: differing(
      'day, item, unnumbered, title_id, unit_price_cents',
      ITEM_SUMS,
      `
        select d.day, i.item, i.unnumbered, i.title_id, i.unit_price_cents, ${ITEM_SUMS.join(', ')}
        from day_items d
        join report_items i on i.id = d.item_id
        where d.day not in (select day from fair_days_touched)`,
      `
        select day, item, unnumbered, title_id, unit_price_cents, ${ITEM_SUMS.join(', ')}
        from item_moves(${ALL_ROWS})
        where day not in (select day from fair_days_touched)`,
    ),
  },
  {
    code: 'K10',
    promise: 'What eWallets gained on all days = the sum of their balances.',
    query: differing(
      '',
      ['balance_cents'],
      `
        select figure(sales, 'walletCents') as balance_cents
        from fair_days_now
        where fair_id = ${NO_FAIR}`,
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

/** The book of figures equals its recount, and copied columns match. */
export const totalsInvariants: readonly Invariant[] = [...ofFairs, ...ofAllFairs, ...ofOrders];
