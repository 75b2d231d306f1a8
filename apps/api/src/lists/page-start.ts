import type { Day, Instant } from '@pos/contract/values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { allOf } from '#api/db/all-of.ts';
import { PREPARED, type Db } from '#api/db/db.ts';

/** Maximum rows that a page skips by `offset` before stored counts are used to find its start. */
export const MAX_SKIPPED_ROWS = 400;

/** Start of a page in a newest-first list: skip `skip` of the rows before the time `before`. */
export type PageStart = { before: Instant | null; skip: number };

/**
 * Finds the start of the page after `skip` rows from stored row counts, so that the last page of a
 * season costs as much as the first: first its day, then its hour within that day; for one fair, its
 * hour directly. `from` and `to` are business days, inclusive. Undefined if the list has no more
 * than `skip` rows.
 */
export async function findPageStart(
  db: Db,
  list: 'order' | 'payment',
  skip: number,
  within: { fairId?: string | undefined; from?: Day | undefined; to?: Day | undefined },
): Promise<PageStart | undefined> {
  const { rows } = await (
    within.fairId ? findHourOfFair(list, skip, within.fairId, within) : findHour(list, skip, within)
  ).execute(db);
  const [start] = rows;
  return start && { before: start.before, skip: skip - start.newer };
}

type Range = { from?: Day | undefined; to?: Day | undefined };
/** Hour in which a page starts: its end, and the number of `newer` rows after it. */
type Hour = { before: Instant; newer: number };

/** UTC date of an hour in the stored row counts. */
const DAY_OF_HOUR = sql`(hour at time zone 'UTC')::date`;

/** Reads days from the newest on, in the order of their index, and stops where the page starts. */
function findHour(list: 'order' | 'payment', skip: number, range: Range): RawBuilder<Hour> {
  const { counts, changes, rowsOf, matching } = countSources(list, range);
  return sql<Hour>`
    select ${PREPARED} before, newer
    from (
      with days as (
        select day, sum(rows) as rows
        from (
          (
            select day, ${rowsOf} as rows
            from ${counts}
            where fair_id is null and hour is null and ${matching} and ${allOf(utcDays(range))}
            order by day desc)
          union all
          (
            select ${DAY_OF_HOUR} as day, ${rowsOf}
            from ${changes}
            where ${matching}
            order by day desc)) counted
        group by day
        order by day desc),
      placed as (
        select day at time zone 'UTC' as start, newer
        from (
          select day::timestamp as day, rows, sum(rows) over (order by day desc) - rows as newer
          from days) sums
        where newer <= ${skip} and newer + rows > ${skip}
        limit 1),
      hours as (
        select hour, sum(rows) as rows
        from (
          select hour, ${rowsOf} as rows
          from ${counts}
          where fair_id is null
            and hour >= (select start from placed)
            and hour < (select start from placed) + interval '24 hours'
            and ${matching}
          union all
          select hour, ${rowsOf}
          from ${changes}
          where hour >= (select start from placed)
            and hour < (select start from placed) + interval '24 hours'
            and ${matching}) counted
        group by hour)
      select hour + interval '1 hour' as before, newer::bigint as newer
      from (
        select hour, rows,
          (select newer from placed) + sum(rows) over (order by hour desc) - rows as newer
        from hours) sums
      where newer <= ${skip} and newer + rows > ${skip}
      limit 1) start`;
}

function findHourOfFair(
  list: 'order' | 'payment',
  skip: number,
  fairId: string,
  range: Range,
): RawBuilder<Hour> {
  const { counts, changes, rowsOf, matching } = countSources(list, range);
  return sql<Hour>`
    select ${PREPARED} hour + interval '1 hour' as before, newer::bigint as newer
    from (
      select hour, sum(rows) as rows,
        sum(sum(rows)) over (order by hour desc) - sum(rows) as newer
      from (
        select hour, ${rowsOf} as rows
        from ${counts}
        where fair_id = ${fairId} and ${matching}
        union all
        select hour, ${rowsOf}
        from ${changes}
        where fair_id = ${fairId} and ${matching}) counted
      group by hour) sums
    where newer <= ${skip} and newer + rows > ${skip}
    limit 1`;
}

/** Tables of stored row counts, and of changes not yet added to them. */
function countSources(list: 'order' | 'payment', { from, to }: Range) {
  const days = [
    ...(from ? [sql`business_day >= ${from}::date`] : []),
    ...(to ? [sql`business_day <= ${to}::date`] : []),
  ];
  return {
    counts: sql.table(`${list}_hours`),
    changes: sql.table(`${list}_total_changes`),
    rowsOf: sql.ref(`${list}s`),
    matching: allOf(days),
  };
}

/** SQL conditions: UTC days that can have rows of these business days. */
function utcDays({ from, to }: Range): RawBuilder<SqlBool>[] {
  return [
    ...(from ? [sql<SqlBool>`day >= ${from}::date - 1`] : []),
    ...(to ? [sql<SqlBool>`day <= ${to}::date + 1`] : []),
  ];
}

/** Bounds of a business day in any time zone: earliest start before its UTC day, and latest end. */
const MAX_LEAD = sql`interval '14 hours'`;
const MAX_END = sql`interval '36 hours'`;

/**
 * SQL condition: rows of these business days, inclusive. Also limits the times to those that the days
 * allow, so that newest-first indexes can be used.
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
              and ${instant} >= ${from}::timestamp at time zone 'UTC' - ${MAX_LEAD}`,
        ]
      : []),
    ...(to
      ? [
          sql`
            ${businessDay} <= ${to}::date
              and ${instant} < ${to}::timestamp at time zone 'UTC' + ${MAX_END}`,
        ]
      : []),
  ];
  return allOf(conditions);
}
