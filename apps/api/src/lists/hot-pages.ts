import { type RawBuilder, sql } from 'kysely';
import { invalid } from '#api/http/failure.ts';
import type { HotPaging, HotQuery } from './hot-list-description.ts';
import type { SortField } from './list.ts';
import { LAST_ROW, toSort } from './paging.ts';
import { MAX_SKIPPED_ROWS } from './page-start.ts';

/** Returns true if the query gives no filters but these, apart from defaults. */
export function filtersOnlyBy<Query extends HotQuery>(
  { filters, defaults }: HotPaging<Query>,
  query: Partial<Query>,
  names: readonly (keyof Query)[],
): boolean {
  return [...Object.keys(filters), 'search'].every((filter) => {
    const name = filter as keyof Query;
    const value = query[name];
    return value === undefined || value === '' || value === defaults[name] || names.includes(name);
  });
}

/** Returns true if the filters leave so few rows that a search checks them row by row. */
export function isSelective<Query extends HotQuery>(
  list: HotPaging<Query>,
  query: object,
): boolean {
  return list.selectiveFilters.some((name) => query[name as keyof typeof query]);
}

/** Returns true if stored counts can find the start of every page of the query. */
export function hasStoredStart<Query extends HotQuery>(
  list: HotPaging<Query>,
  query: Query,
): boolean {
  return (
    query.sort === list.newestFirst && filtersOnlyBy(list, query, list.counts.pageStartFilters)
  );
}

/** Returns true if the page is within the first rows that one prepared statement returns. */
export function isFirstRows<Query extends HotQuery>(list: HotPaging<Query>, query: Query): boolean {
  return (
    query.sort === list.newestFirst &&
    filtersOnlyBy(list, query, list.counts.firstRowsFilters) &&
    (query.page - 1) * query.limit <= MAX_SKIPPED_ROWS
  );
}

/** Returns true if the query is a search, newest first, without filters. */
export function isSearchOnly<Query extends HotQuery>(
  list: HotPaging<Query>,
  query: Query,
): boolean {
  return (
    Boolean(query.search) &&
    query.sort === list.newestFirst &&
    filtersOnlyBy(list, query, ['search'])
  );
}

/**
 * Refuses pages beyond row 10,000, unless stored counts find their start (api.md, "Conventions").
 */
export function refuseDeepPage<Query extends HotQuery>(list: HotPaging<Query>, query: Query): void {
  if ((query.page - 1) * query.limit < LAST_ROW || hasStoredStart(list, query)) return;
  throw invalid({
    page: 'Beyond 10,000 rows, only the newest-first order is available. Narrow the list by fair or dates, or search.',
  });
}

/** Query of the IDs of matching rows, in the list's order. */
export function selectIds<Query extends HotQuery>(
  list: HotPaging<Query>,
  condition: RawBuilder<unknown>,
  sort: string,
): RawBuilder<{ id: string }> {
  const { field, direction } = toSort(sort);
  const { by, join = sql`` } = list.sorts[field as SortField<Query>];
  const id = sql.ref(`${list.table}.id`);
  const directionSql = sql.raw(direction);
  return sql`
    select ${id} as id
    from ${sql.table(list.table)} ${join}
    where ${condition}
    order by ${by} ${directionSql}, ${id} ${directionSql}`;
}

/** Values of `mergedFilter` to read apart and merge; empty if there is only one. */
export function mergedValues<Query extends HotQuery>(
  { mergedFilter, newestFirst }: HotPaging<Query>,
  query: Query,
): readonly unknown[] {
  const values = mergedFilter && (query[mergedFilter] as readonly unknown[] | undefined);
  const isMerged = values && values.length > 1 && query.sort === newestFirst && !query.fairId;
  return isMerged ? [...new Set(values)] : [];
}

/** Query of the newest IDs that meet any of the conditions: merges the newest of each. */
export function selectNewestIds<Query extends HotQuery>(
  { table, time }: HotPaging<Query>,
  conditions: readonly RawBuilder<unknown>[],
  { page, limit }: Query,
): RawBuilder<{ id: string }> {
  const id = sql.ref(`${table}.id`);
  const at = sql.ref(`${table}.${time}`);
  const parts = conditions.map(
    (condition) => sql`
      (
        select ${id} as id, ${at} as at
        from ${sql.table(table)}
        where ${condition}
        order by ${at} desc, ${id} desc
        limit ${page * limit})`,
  );
  return sql`
    select id
    from (${sql.join(parts, sql` union all `)}) newest
    order by at desc, id desc
    limit ${limit} offset ${(page - 1) * limit}`;
}
