import { type RawBuilder, sql } from 'kysely';
import { invalid } from '#api/http/failure.ts';
import type { HotPaging, HotQuery } from './hot-list-description.ts';
import type { SortField } from './list.ts';
import { LAST_ROW, toSort } from './paging.ts';
import { FEW_ROWS } from './page-start.ts';

/** Returns true if only these filters leave out rows. */
export function asksOnly<Query extends HotQuery>(
  { filters, usual }: HotPaging<Query>,
  query: Partial<Query>,
  names: readonly (keyof Query)[],
): boolean {
  return [...Object.keys(filters), 'search'].every((each) => {
    const name = each as keyof Query;
    const value = query[name];
    return value === undefined || value === '' || value === usual[name] || names.includes(name);
  });
}

/** Returns true if a search checks the rows one by one, because the filters leave few. */
export function isNarrow<Query extends HotQuery>(list: HotPaging<Query>, query: object): boolean {
  return list.narrowedBy.some((name) => query[name as keyof typeof query]);
}

/** Returns true if stored counts find the start of every page. */
export function hasStoredStart<Query extends HotQuery>(
  list: HotPaging<Query>,
  query: Query,
): boolean {
  return query.sort === list.newestFirst && asksOnly(list, query, list.counts.startsBy);
}

/** Returns true for the first rows of a list as it opens: one prepared statement. */
export function isFirstRows<Query extends HotQuery>(list: HotPaging<Query>, query: Query): boolean {
  return (
    query.sort === list.newestFirst &&
    asksOnly(list, query, list.counts.firstRowsBy) &&
    (query.page - 1) * query.limit <= FEW_ROWS
  );
}

/** Returns true if a list is searched newest first, without any filter. */
export function isSearchAlone<Query extends HotQuery>(
  list: HotPaging<Query>,
  query: Query,
): boolean {
  return (
    Boolean(query.search) && query.sort === list.newestFirst && asksOnly(list, query, ['search'])
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

/** Query of the IDs of matching rows in the order of the list, by its own table. */
export function selectIds<Query extends HotQuery>(
  list: HotPaging<Query>,
  condition: RawBuilder<unknown>,
  sort: string,
): RawBuilder<{ id: string }> {
  const { field, direction } = toSort(sort);
  const { by, join = sql`` } = list.sorts[field as SortField<Query>];
  const id = sql.ref(`${list.table}.id`);
  const way = sql.raw(direction);
  return sql`
    select ${id} as id
    from ${sql.table(list.table)} ${join}
    where ${condition}
    order by ${by} ${way}, ${id} ${way}`;
}

/** Values of the filter whose matches are read apart, if there are several. */
export function mergedValues<Query extends HotQuery>(
  { mergedBy, newestFirst }: HotPaging<Query>,
  query: Query,
): readonly unknown[] {
  const values = mergedBy && (query[mergedBy] as readonly unknown[] | undefined);
  const isMerged = values && values.length > 1 && query.sort === newestFirst && !query.fairId;
  return isMerged ? [...new Set(values)] : [];
}

/** Query of the newest IDs that meet one of the conditions: the newest of each, and of these the newest. */
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
