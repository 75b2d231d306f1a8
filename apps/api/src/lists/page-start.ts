import type { Day, Instant } from '@pos/contract/values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';

/** Maximum rows skipped one by one without looking for a better start. */
export const FEW_ROWS = 400;

/** Start of a page in a newest-first list: rows before this time, and how many of them to skip. */
export type PageStart = { before: Instant | null; skip: number };

/**
 * Finds the start of the page after `skip` rows from the stored row counts, so that a page at the
 * end of a season costs as much as the first: the day among all days, then the hour of that day;
 * for one fair, the hour at once. `from` and `to` are business days, inclusive. Undefined after the
 * last row, where a page is empty.
 */
export async function findPageStart(
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

/** UTC date of an hour in the stored row counts. */
const DAY_OF_HOUR = sql`(hour at time zone 'UTC')::date`;

function hourOfDay(list: 'order' | 'payment', skip: number, range: Range): RawBuilder<Hour> {
  const { cached, changes, rowsOf, matching } = countedBy(list, range);
  return sql<Hour>`select ${PREPARED} before, newer from (
    with days as (select day, sum(rows) as rows
                    from (select day, ${rowsOf} as rows from ${cached} where fair_id is null and hour is null and ${matching}
                          union all
                          select ${DAY_OF_HOUR}, ${rowsOf}
                          from ${changes}
                          where ${matching}) counted group by day),
         placed as (
           select day at time zone 'UTC' as start, newer
           from (
             select day::timestamp as day, rows, sum(rows) over (order by day desc) - rows as newer
             from days) sums
           where newer <= ${skip} and newer + rows > ${skip}
           limit 1),
         hours as (select hour, sum(rows) as rows
                     from (select hour, ${rowsOf} as rows from ${cached} where fair_id is null and hour >= (select start from placed) and hour < (select start from placed) + interval '24 hours' and ${matching}
                           union all
                           select hour, ${rowsOf}
                           from ${changes}
                           where hour >= (select start from placed)
                             and hour < (select start from placed) + interval '24 hours'
                             and ${matching}) counted group by hour)
    select hour + interval '1 hour' as before, newer::bigint as newer
      from (
        select hour, rows,
          (select newer from placed) + sum(rows) over (order by hour desc) - rows as newer
        from hours) sums
      where newer <= ${skip} and newer + rows > ${skip}
      limit 1) start`;
}

function hourOfFair(
  list: 'order' | 'payment',
  skip: number,
  fairId: string,
  range: Range,
): RawBuilder<Hour> {
  const { cached, changes, rowsOf, matching } = countedBy(list, range);
  return sql<Hour>`select ${PREPARED} hour + interval '1 hour' as before, newer::bigint as newer
      from (select hour, sum(rows) as rows, sum(sum(rows)) over (order by hour desc) - sum(rows) as newer
              from (select hour, ${rowsOf} as rows from ${cached} where fair_id = ${fairId} and ${matching}
                    union all
                    select hour, ${rowsOf}
                    from ${changes}
                    where fair_id = ${fairId} and ${matching}) counted group by hour) sums
     where newer <= ${skip} and newer + rows > ${skip} limit 1`;
}

function countedBy(list: 'order' | 'payment', { from, to }: Range) {
  const days = [
    ...(from ? [sql`business_day >= ${from}::date`] : []),
    ...(to ? [sql`business_day <= ${to}::date`] : []),
  ];
  return {
    cached: sql.table(`${list}_hours`),
    changes: sql.table(`${list}_total_changes`),
    rowsOf: sql.ref(`${list}s`),
    matching: days.length > 0 ? sql.join(days, sql` and `) : sql`true`,
  };
}

/** Maximum distance of a business day from its UTC day, in any time zone. */
const EARLIEST = sql`interval '14 hours'`;
const LATEST = sql`interval '36 hours'`;

/**
 * SQL condition: rows of these business days, inclusive. Also bounds the times that follow from the
 * days, because newest-first indexes need them.
 */
export function inDays(
  businessDay: RawBuilder<unknown>,
  instant: RawBuilder<unknown>,
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
): RawBuilder<SqlBool> {
  const conditions = [
    ...(from
      ? [
          sql`
            ${businessDay} >= ${from}::date
              and ${instant} >= ${from}::timestamp at time zone 'UTC' - ${EARLIEST}`,
        ]
      : []),
    ...(to
      ? [
          sql`
            ${businessDay} <= ${to}::date
              and ${instant} < ${to}::timestamp at time zone 'UTC' + ${LATEST}`,
        ]
      : []),
  ];
  return conditions.length > 0
    ? sql<SqlBool>`${sql.join(conditions, sql` and `)}`
    : sql<SqlBool>`true`;
}
