import type { Day, Instant } from '@pos/contract/values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** Rows that are skipped one by one without looking for a better beginning. */
const FEW = 400;

/** Where a page of a newest-first list begins: rows before this instant, and how many of them are skipped still. */
export type PageStart = { before: Instant | null; skip: number };

/**
 * Finds where the page behind `skip` rows begins by the kept number of rows of each hour, so that a page at the end of a season costs what
 * the first one costs. `range` are business days, both included. Rows beyond the last hour leave `before` null: the page is empty.
 */
export async function pageStartOf(db: Db, list: 'order' | 'payment', skip: number, { from, to }: { from?: Day | undefined; to?: Day | undefined }): Promise<PageStart> {
  if (skip <= FEW) return { before: null, skip };
  const rowsOf = sql.ref(`${list}s`);
  const inRange = sql`(${from ?? null}::date is null or business_day >= ${from ?? null}::date) and (${to ?? null}::date is null or business_day <= ${to ?? null}::date)`;
  const { rows } = await sql<{ before: Instant; newer: number }>`
    select hour + interval '1 hour' as before, newer::bigint as newer
      from (select hour, sum(rows) as rows, sum(sum(rows)) over (order by hour desc) - sum(rows) as newer
              from (select hour, ${rowsOf} as rows from ${sql.table(`${list}_hours`)} where ${inRange}
                    union all select hour, ${rowsOf} from ${sql.table(`${list}_total_changes`)} where ${inRange}) counted
             group by hour) hours
     where newer <= ${skip} and newer + rows > ${skip}
     order by hour desc limit 1`.execute(db);
  const [start] = rows;
  return start ? { before: start.before, skip: skip - start.newer } : { before: null, skip };
}

/** A business day lies within this many hours of its UTC day, wherever the fair is. */
const EARLIEST = sql`interval '14 hours'`;
const LATEST = sql`interval '36 hours'`;

/** True for rows of these business days, both included. That the instants follow from the days is said too: newest-first indexes are read by them. */
export function inDays(businessDay: RawBuilder<unknown>, instant: RawBuilder<unknown>, { from, to }: { from?: Day | undefined; to?: Day | undefined }): RawBuilder<SqlBool> {
  const conditions = [
    ...(from ? [sql`${businessDay} >= ${from}::date and ${instant} >= ${from}::timestamp at time zone 'UTC' - ${EARLIEST}`] : []),
    ...(to ? [sql`${businessDay} <= ${to}::date and ${instant} < ${to}::timestamp at time zone 'UTC' + ${LATEST}`] : []),
  ];
  return conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`;
}
