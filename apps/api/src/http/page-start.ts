import type { Day, Instant } from '@pos/contract/values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';

/** As many rows are skipped one by one without looking for a better beginning. */
export const FEW_ROWS = 400;

/** Where a page of a newest-first list begins: rows before this instant, and how many of them are skipped still. */
export type PageStart = { before: Instant | null; skip: number };

/**
 * Finds where the page behind `skip` rows begins by the kept numbers of rows, so that a page at the end of a season costs what the first
 * one costs: the day among all days, then the hour among those of the day; of one fair, the hour at once. `from` and `to` are business
 * days, both included. Undefined behind the last row, where a page is empty.
 */
export async function pageStartOf(
  db: Db,
  list: 'order' | 'payment',
  skip: number,
  within: { fairId?: string | undefined; from?: Day | undefined; to?: Day | undefined },
): Promise<PageStart | undefined> {
  const { rows } = await (
    within.fairId ? hourOfFair(list, skip, within.fairId, within) : hourOfDay(list, skip, within)
  ).execute(db);
  const [start] = rows;
  return start && { before: start.before, skip: skip - start.newer };
}

type Range = { from?: Day | undefined; to?: Day | undefined };
type Hour = { before: Instant; newer: number };

/** A date in UTC of an hour, as the kept numbers have it. */
const DAY_OF_HOUR = sql`(hour at time zone 'UTC')::date`;

function hourOfDay(list: 'order' | 'payment', skip: number, range: Range): RawBuilder<Hour> {
  const { kept, changes, rowsOf, matching } = countedBy(list, range);
  return sql<Hour>`select ${PREPARED} before, newer from (
    with days as (select day, sum(rows) as rows
                    from (select day, ${rowsOf} as rows from ${kept} where fair_id is null and hour is null and ${matching}
                          union all select ${DAY_OF_HOUR}, ${rowsOf} from ${changes} where ${matching}) counted group by day),
         placed as (select day at time zone 'UTC' as start, newer from (select day::timestamp as day, rows, sum(rows) over (order by day desc) - rows as newer from days) sums where newer <= ${skip} and newer + rows > ${skip} limit 1),
         hours as (select hour, sum(rows) as rows
                     from (select hour, ${rowsOf} as rows from ${kept} where fair_id is null and hour >= (select start from placed) and hour < (select start from placed) + interval '24 hours' and ${matching}
                           union all select hour, ${rowsOf} from ${changes} where hour >= (select start from placed) and hour < (select start from placed) + interval '24 hours' and ${matching}) counted group by hour)
    select hour + interval '1 hour' as before, newer::bigint as newer
      from (select hour, rows, (select newer from placed) + sum(rows) over (order by hour desc) - rows as newer from hours) sums where newer <= ${skip} and newer + rows > ${skip} limit 1) start`;
}

function hourOfFair(
  list: 'order' | 'payment',
  skip: number,
  fairId: string,
  range: Range,
): RawBuilder<Hour> {
  const { kept, changes, rowsOf, matching } = countedBy(list, range);
  return sql<Hour>`select ${PREPARED} hour + interval '1 hour' as before, newer::bigint as newer
      from (select hour, sum(rows) as rows, sum(sum(rows)) over (order by hour desc) - sum(rows) as newer
              from (select hour, ${rowsOf} as rows from ${kept} where fair_id = ${fairId} and ${matching}
                    union all select hour, ${rowsOf} from ${changes} where fair_id = ${fairId} and ${matching}) counted group by hour) sums
     where newer <= ${skip} and newer + rows > ${skip} limit 1`;
}

function countedBy(list: 'order' | 'payment', { from, to }: Range) {
  const days = [
    ...(from ? [sql`business_day >= ${from}::date`] : []),
    ...(to ? [sql`business_day <= ${to}::date`] : []),
  ];
  return {
    kept: sql.table(`${list}_hours`),
    changes: sql.table(`${list}_total_changes`),
    rowsOf: sql.ref(`${list}s`),
    matching: days.length > 0 ? sql.join(days, sql` and `) : sql`true`,
  };
}

/** A business day lies within this many hours of its UTC day, wherever the fair is. */
const EARLIEST = sql`interval '14 hours'`;
const LATEST = sql`interval '36 hours'`;

/** True for rows of these business days, both included. That the instants follow from the days is said too: newest-first indexes are read by them. */
export function inDays(
  businessDay: RawBuilder<unknown>,
  instant: RawBuilder<unknown>,
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
): RawBuilder<SqlBool> {
  const conditions = [
    ...(from
      ? [
          sql`${businessDay} >= ${from}::date and ${instant} >= ${from}::timestamp at time zone 'UTC' - ${EARLIEST}`,
        ]
      : []),
    ...(to
      ? [
          sql`${businessDay} <= ${to}::date and ${instant} < ${to}::timestamp at time zone 'UTC' + ${LATEST}`,
        ]
      : []),
  ];
  return conditions.length > 0
    ? sql<SqlBool>`${sql.join(conditions, sql` and `)}`
    : sql<SqlBool>`true`;
}
