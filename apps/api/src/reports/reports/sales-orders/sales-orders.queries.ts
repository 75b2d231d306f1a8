import type { SalesOrderRow } from '@pos/contract/reports/sales-orders';
import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { customerColumns } from '../figures/line-columns.queries.ts';
import { fromRefunded, fromSold, type SalesScope, preparedFor } from '../report-scope.ts';

/**
 * A row of the report, with the names that its line was booked under. `item` identifies rows of the
 * same title, as in ITEM_SALES.
 */
export type SalesOrderLine = Omit<SalesOrderRow, 'netCents' | 'totalCents'> & {
  item: string;
  lineId: string;
};

/** SQL: columns of a moved line `l` and its order `o`, and the title that identifies it. */
const LINE = sql`
  l.id as line_id, o.id as order_id, coalesce(l.title_id::text, lower(l.sku), l.category)
    || case when l.sku is null then ' unnumbered' else '' end as item,
  o.order_number, o.fair_id, o.device_id, o.cashier_id, o.fair_cashier_id, o.student_id,
  o.customer_name, o.customer_type, o.methods, o.tax_exempt, l.line_no, l.sku, l.title, l.category,
  l.unit_price_cents, l.refunded_qty, l.fulfilment, l.last_copy`;

/** SQL query: lines `l` sold in the scope, and line amounts of the refunds made in it. */
function movedLines(scope: SalesScope, ofLine: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  return sql`
    select 'sale' as kind, o.sold_at as at, o.business_day as date, l.quantity, l.gross_cents,
      l.discount_cents, 0::bigint as refund_net_cents, l.tax_cents, ${LINE}
    ${fromSold(scope, sql`join order_lines l on l.order_id = o.id`)} ${ofLine}
    union all
    select 'refund', r.refunded_at, r.business_day, -sum(x.quantity)::integer, 0, 0,
      sum(x.net_cents)::bigint, -sum(x.tax_cents)::bigint, ${LINE}
    ${fromRefunded(
      scope,
      sql`
        join refund_lines x on x.refund_id = r.id
        join order_lines l on l.id = x.order_line_id`,
    )} ${ofLine}
    group by r.id, l.id, o.id`;
}

/** SQL: columns of a row besides the names of its title, and the joins of moved lines `o`. */
function rowParts(withStudents: boolean): {
  columns: RawBuilder<unknown>;
  joins: RawBuilder<unknown>;
} {
  const customer = customerColumns(withStudents);
  return {
    columns: sql`
      o.kind, o.order_id, o.order_number, o.at, o.date, f.identifier as fair_identifier,
      f.name as fair_name, d.device_id,
      coalesce(c.name, a.first_name || ' ' || a.last_name) as cashier_name,
      ${customer.buyer} as customer_name, o.quantity, o.unit_price_cents, o.gross_cents,
      o.discount_cents, o.refund_net_cents, o.tax_cents, o.refunded_qty as refunded_so_far,
      o.methods, o.fulfilment, o.tax_exempt, o.last_copy`,
    joins: sql`
      join fairs f on f.id = o.fair_id
      join devices d on d.id = o.device_id
      join admins a on a.id = o.cashier_id
      left join cashiers c on c.id = o.fair_cashier_id
      ${customer.join}`,
  };
}

const BY_TIME = sql`o.at, o.order_number, o.line_no, o.kind desc`;

/** Returns every line sold in the scope, and the line amounts of each refund made in it, by time. */
export async function salesOrderLines(
  db: Db,
  scope: SalesScope,
  withStudents: boolean,
): Promise<SalesOrderLine[]> {
  const { columns, joins } = rowParts(withStudents);
  const { rows } = await sql<SalesOrderLine>`
    select ${preparedFor(scope)} o.item, o.line_id, o.sku,
      case when o.sku is null then 'No barcode: ' || o.category else o.title end as title,
      o.category, ${columns}
    from (${movedLines(scope)}) o
    ${joins}
    order by ${BY_TIME}`.execute(db);
  return rows;
}

/** Sums of one title or category over some fairs. `rows` is the number of its rows. */
export type ItemSums = {
  item: string;
  lastLineId: string;
  rows: number;
  quantitySold: number;
  quantityRefunded: number;
  grossCents: number;
  discountCents: number;
  refundNetCents: number;
  taxCents: number;
};

/** Returns the sums of each title and category of the scope, with the last line that names it. */
export async function itemSumRows(db: Db, scope: SalesScope): Promise<ItemSums[]> {
  const { rows } = await sql<ItemSums>`
    select ${preparedFor(scope)} item, max(line_id::text collate "C")::uuid as last_line_id,
      count(*) as rows, sum(greatest(quantity, 0))::bigint as quantity_sold,
      sum(greatest(-quantity, 0))::bigint as quantity_refunded,
      sum(gross_cents)::bigint as gross_cents, sum(discount_cents)::bigint as discount_cents,
      sum(refund_net_cents)::bigint as refund_net_cents, sum(tax_cents)::bigint as tax_cents
    from (${movedLines(scope)}) moved
    group by item`.execute(db);
  return rows;
}

/** Names of a title as a line was booked under them; `titleId` is null without a title. */
export type ItemNames = {
  lineId: string;
  titleId: string | null;
  sku: string | null;
  title: string;
  category: string;
};

/** Returns the names that these lines were booked under. */
export async function itemNameRows(db: Db, lineIds: readonly string[]): Promise<ItemNames[]> {
  const { rows } = await sql<ItemNames>`
    select id as line_id, title_id, sku, category,
      case when sku is null then 'No barcode: ' || category else title end as title
    from order_lines
    where id = any(${lineIds}::uuid[])`.execute(db);
  return rows;
}

/** Titles whose rows are read together, in order; `isAll` if they are all of the scope. */
export type ItemBatch = {
  items: readonly { item: string; titleId: string | null }[];
  isAll: boolean;
};
/** A row without the names of its title. `place` is that of its item in the batch, from 1. */
export type PlacedLine = Omit<SalesOrderLine, 'item' | 'lineId' | 'sku' | 'title' | 'category'> & {
  place: number;
};

/** Query of the rows of a batch: its items in order, each by time. */
export function batchLines(
  db: Db,
  scope: SalesScope,
  { items, isAll }: ItemBatch,
  withStudents: boolean,
): Compilable<PlacedLine> {
  const { columns, joins } = rowParts(withStudents);
  const titleIds = items.flatMap(({ titleId }) => titleId ?? []);
  const hasOthers = titleIds.length < items.length;
  // With some of the titles only, their index finds the lines.
  const ofBatch = sql`
    and (l.title_id = any(${titleIds}::uuid[]) or (${hasOthers} and l.title_id is null))`;
  const query = sql<PlacedLine>`
    select batch.place::integer as place, ${columns}
    from (${movedLines(scope, isAll ? undefined : ofBatch)}) o
    join unnest(${items.map(({ item }) => item)}::text[]) with ordinality batch (item, place)
      on batch.item = o.item
    ${joins}
    order by batch.place, ${BY_TIME}`;
  return { compile: () => query.compile(db) };
}
