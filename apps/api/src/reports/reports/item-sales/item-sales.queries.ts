import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { fromRows } from '../figures/fair-days.queries.ts';
import { LAST_LINE, type ReportScope, preparedFor, isOneOf } from '../report-scope.ts';

export type ItemRow = {
  /** Null for items sold by category only. */
  sku: string | null;
  titleId: string | null;
  title: string;
  category: string;
  unitPriceCents: number | null;
  quantitySold: number;
  quantityRefunded: number;
  grossCents: number;
  discountCents: number;
  refundNetCents: number;
  taxCents: number;
};

const ITEM_SUMS = [
  'quantity_sold',
  'quantity_refunded',
  'gross_cents',
  'discount_cents',
  'refund_net_cents',
  'tax_cents',
] as const;
const KEY = sql`item, unnumbered, title_id, unit_price_cents`;
const SUMMED = sql.raw(ITEM_SUMS.join(', '));
const SUMS = sql.raw(ITEM_SUMS.map((name) => `sum(${name})::bigint as ${name}`).join(', '));

/** SQL query: what moved in the scope, by item, title and price. Whole days of all fairs are made. */
function movedItems(scope: ReportScope): RawBuilder<unknown> {
  const { schoolId, method, filters, startDate, endDate } = scope;
  const isOfAll = Object.values({ schoolId, method, ...filters }).every((value) => value === null);
  if (!isOfAll)
    return sql`
      select ${KEY}, last_line_id, ${SUMMED} from item_moves(${fromRows(scope)})`;
  const within = sql`day between ${startDate}::date and ${endDate}::date`;
  return sql`
    select ${KEY}, last_line_id, ${SUMMED}
    from (
      select item_id, ${LAST_LINE}, ${SUMS}
      from day_items
      where ${within} and day <> all(array(select day from fair_days_to_count))
      group by item_id) made
    join report_items i on i.id = made.item_id
    union all
    select ${KEY}, last_line_id, ${SUMMED} from touched_item_moves where ${within}`;
}

/**
 * Returns units sold and refunded of each title at each price, and of each category without a
 * title. Titles have the name they were last booked under in the range, so that a later catalog
 * change does not change a report.
 */
export async function itemRows(db: Db, scope: ReportScope): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    with ${preparedFor(scope)} sums as materialized (
      select ${KEY}, ${LAST_LINE}, ${SUMS}
      from (${movedItems(scope)}) moved
      group by ${KEY}),
    names as (
      select distinct on (item, unnumbered) item, unnumbered, l.sku, l.title, l.category
      from sums
      join order_lines l on l.id = sums.last_line_id
      order by item, unnumbered, l.id desc)
    select names.sku, sums.title_id,
      case when sums.unnumbered then 'No barcode: ' || names.category else names.title end as title,
      names.category, unit_price_cents, quantity_sold, quantity_refunded, gross_cents,
      discount_cents, refund_net_cents, tax_cents
    from sums
    join names using (item, unnumbered)`.execute(db);
  return rows;
}

/** SQL condition: the row is of one of the fairs, for tables read as a whole for many of them. */
const ofFairs = (fairs: readonly { id: string }[]) =>
  fairs.length === 1
    ? isOneOf('fair_id', fairs)
    : sql`fair_id in (select id from fairs where id = any(${fairs.map(({ id }) => id)}::uuid[]))`;

export type StockRow = { titleId: string; sent: number; onHand: number; gone: number; had: number };

/**
 * Returns the units of each title over the fairs of the scope, as of now. `onHand` is before
 * returns are booked (domain 9.1) and at least 0. Sell-through is `gone` divided by `had` (domain
 * 9.3).
 */
export async function stockRows(db: Db, { fairs }: ReportScope): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select ${preparedFor({ fairs })} title_id, sum(sent_qty)::bigint as sent,
      sum(greatest(expected_return, 0))::bigint as on_hand,
      sum(sold_qty - restocked_qty)::bigint as gone,
      sum(sent_qty - missing_qty + adjust_qty)::bigint as had
    from fair_lines
    where ${ofFairs(fairs)}
    group by title_id`.execute(db);
  return rows;
}
