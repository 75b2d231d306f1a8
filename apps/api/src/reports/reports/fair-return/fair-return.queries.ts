import type { FairReturnCarton, FairReturnRow } from '@pos/contract/reports/fair-return';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import { fromRefunded, fromSold, type ReportScope, preparedFor, isOneOf } from '../report-scope.ts';

/** A title of a fair with its expected return. `damaged` is 0 while it is not counted. */
export type ReturnedTitleRow = Omit<FairReturnRow, 'oversold' | 'damaged'> & {
  titleId: string;
  damaged: number;
};

/**
 * Returns every title of the fairs with its current return, before returns are booked (domain 9.8).
 * Fairs in the given order, titles by name.
 */
export async function returnedTitleRows(
  db: Db,
  fairIds: readonly string[],
): Promise<ReturnedTitleRow[]> {
  return (await returnedTitles(fairIds).execute(db)).rows;
}

/** Yields the same rows one by one; see `streamRows`. */
export function streamReturnedTitles(
  snapshot: Db,
  fairIds: readonly string[],
): AsyncGenerator<ReturnedTitleRow> {
  const query = returnedTitles(fairIds);
  return streamRows(snapshot, { compile: () => query.compile(snapshot) });
}

function returnedTitles(fairIds: readonly string[]): RawBuilder<ReturnedTitleRow> {
  return sql<ReturnedTitleRow>`
    select ${preparedFor({ fairs: fairIds })} f.identifier as fair_identifier, f.name as fair_name,
      l.title_id, t.sku, t.title, l.price_cents, l.sent_qty as sent, l.missing_qty as missing,
      l.adjust_qty as adjusted, l.sold_qty as sold_in_person, l.restocked_qty as restocked,
      l.expected_return, l.counted_return_qty as counted, l.damaged_qty as damaged,
      l.counted_return_qty - l.expected_return as variance,
      (l.counted_return_qty - l.expected_return) * l.price_cents as variance_value_cents
    from fair_lines l
    join fairs f on f.id = l.fair_id
    join titles t on t.id = l.title_id
    where ${isOneOf('l.fair_id', fairIds)}
    order by array_position(${fairIds}::uuid[], f.id), lower(t.title), t.sku`;
}

/** Returns the cartons of the fairs with their scans. */
export async function fairReturnCartonRows(
  db: Db,
  { fairs }: ReportScope,
): Promise<FairReturnCarton[]> {
  const ids = fairs.map((fair) => fair.id);
  const { rows } = await sql<FairReturnCarton>`
    select ${preparedFor({ fairs })} f.identifier as fair_identifier, f.name as fair_name,
      c.code, c.label,
      (
        select coalesce(sum(qty), 0)::bigint
        from carton_contents
        where carton_id = c.id) as units_sent,
      c.scanned_in_at as delivered_at, c.scanned_in_by as delivered_by,
      c.scanned_back_at as returned_at, c.scanned_back_by as returned_by, c.status
    from cartons c
    join fairs f on f.id = c.fair_id
    where ${isOneOf('c.fair_id', ids)}
    order by array_position(${ids}::uuid[], f.id), lower(c.code)`.execute(db);
  return rows;
}

/**
 * Counts ship-to-school units sold minus refunded in the range. Shown as a memo, because they never
 * were at the fair.
 */
export async function shipToSchoolUnits(db: Db, scope: ReportScope): Promise<number> {
  const ship = sql`and l.fulfilment = 'ship_to_school'`;
  const { rows } = await sql<{ units: number }>`
    select ${preparedFor(scope)} (
      select coalesce(sum(l.quantity), 0)
      ${fromSold(scope, sql`join order_lines l on l.order_id = o.id`)} ${ship})::bigint
      - (
        select coalesce(sum(x.quantity), 0)
        ${fromRefunded(
          scope,
          sql`
            join refund_lines x on x.refund_id = r.id
            join order_lines l on l.id = x.order_line_id`,
        )} ${ship})::bigint as units`.execute(db);
  return rows[0]?.units ?? 0;
}
