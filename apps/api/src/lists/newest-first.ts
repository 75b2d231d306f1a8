import type { Id, PageCursor } from '@pos/contract/values';
import { type RawBuilder, sql } from 'kysely';
import { type Db, PREPARED } from '#api/db/db.ts';
import { LAST_ROW, MAX_SEARCH_TOTAL } from './paging.ts';
import { type Findable, type ListTable, type SearchPath, selectMatches } from './search-path.ts';

/** Pages of lists that grow with every sale (docs/reading-fast.md). */

/** IDs of the rows of a page in the list's order, and the number of matching rows. */
export type FoundPage = { ids: Id[]; total: number };

/** IDs of places, and the SQL condition of the rows of one of them, `place`. */
export type RowsOfPlaces = { ids: RawBuilder<unknown>; where: RawBuilder<unknown> };

/** Page that begins after `skip` rows, or beside the row of a cursor. */
type Position = { skip: number; limit: number; cursor?: PageCursor | undefined };

type Page = Position & {
  /** Table, with joins if the order needs them. */
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** First sort key; the ID is the last one. */
  by: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
  total: RawBuilder<number>;
  /**
   * Places of a limited reader, each of which is read in its own order: among the rows of all, theirs
   * may come last.
   */
  places?: readonly RowsOfPlaces[] | undefined;
  /** True if one plan is as good for all values of the filters. */
  hasOnePlan?: boolean;
};

/** Finds one page and its total in one statement. */
export async function findPage(db: Db, { table }: ListTable, page: Page): Promise<FoundPage> {
  const { from, where, by, direction, skip, limit, cursor, total, places, hasOnePlan } = page;
  const id = sql.ref(`${table}.id`);
  const [side, beside] = (cursor?.split('.') ?? []) as [('after' | 'before')?, Id?];
  const isBackward = side === 'before';
  const isDescending = (direction === 'desc') !== isBackward;
  const order = sql.raw(isDescending ? 'desc' : 'asc');
  const isBeside = beside
    ? sql`
      (${by}, ${id}) ${sql.raw(isDescending ? '<' : '>')} (
        (select ${by} from ${from} where ${id} = ${beside}), ${beside}::uuid)`
    : sql`true`;
  const offset = beside ? 0 : skip;
  const firstOfPlaces = places?.map(({ ids, where: isOfPlace }) => {
    const first = (maxRows: number) => sql`
      select ${id} as id, ${by} as at
      from ${from}
      where ${isOfPlace} and ${where} and ${isBeside}
      order by ${by} ${order}, ${id} ${order}
      limit ${sql.lit(maxRows)}`;
    const end = offset + limit;
    // A page of 20 rows has rows of 20 places at most: those whose first rows come first.
    return sql`
      select first.id, first.at
      from (
        select place.id
        from unnest(${ids}) place (id)
        cross join lateral (${first(1)}) first
        order by first.at ${order}, first.id ${order}
        limit ${sql.lit(end)}) place
      cross join lateral (${first(end)}) first`;
  });
  const source = firstOfPlaces
    ? sql`(${unionAll(firstOfPlaces)}) found order by found.at ${order}, found.id ${order}`
    : sql`${from} where ${where} and ${isBeside} order by ${by} ${order}, ${id} ${order}`;
  const { rows } = await sql<FoundPage>`
    select ${hasOnePlan ? PREPARED : sql``} ${total} as total,
      array(
        select ${firstOfPlaces ? sql`found.id` : id}
        from ${source}
        limit ${sql.lit(limit)} ${offset > 0 ? sql`offset ${offset}` : sql``}) as ids`.execute(db);
  const found = rows[0]!;
  return isBackward ? { ...found, ids: found.ids.toReversed() } : found;
}

/** SQL expression: the number of rows that meet a condition, up to one more than `max`. */
export function countUpTo(
  max: number,
  { table }: ListTable,
  condition: RawBuilder<unknown>,
  places?: readonly RowsOfPlaces[],
): RawBuilder<number> {
  const matching = sql`select from ${sql.table(table)} where ${condition}`;
  const ofPlaces = places?.map(
    ({ ids, where }) => sql`
      select
      from unnest(${ids}) place (id)
      cross join lateral (${matching} and ${where} limit ${sql.lit(max + 1)}) every`,
  );
  return sql`
    (
      select count(*)
      from (
        select
        from (${ofPlaces ? unionAll(ofPlaces) : matching}) every
        limit ${sql.lit(max + 1)}) matching)`;
}

const unionAll = (queries: readonly RawBuilder<unknown>[]) =>
  queries.length === 0
    ? sql`select null::uuid, null::timestamptz where false`
    : sql.join(queries, sql` union all `);

/** Query of the IDs of all rows that match a search. */
export function selectFound(list: ListTable, paths: readonly SearchPath[]): RawBuilder<unknown> {
  return sql`
    select id
    from (
      ${unionAll(paths.map((path) => selectMatches(list, path, 'all')))}) every (id, at)`;
}

/** Maximum matches counted of paths that read many rows in turn; a row may match several times. */
const MAX_COUNTED = 3 * MAX_SEARCH_TOTAL;

/**
 * Finds one page of a search, newest first: the newest rows of each meaning, then the newest of all
 * of them. The total is exact up to MAX_SEARCH_TOTAL. Returns undefined if the meanings without an
 * ordered index match more than LAST_ROW times: then checking row by row soon fills the page.
 */
export async function findNewestMatches(
  db: Db,
  list: ListTable,
  paths: readonly SearchPath[],
  { skip, limit, findable }: Omit<Position, 'cursor'> & { findable: Findable },
): Promise<FoundPage | undefined> {
  const [shown, counted] = [skip + limit, MAX_SEARCH_TOTAL + 1];
  const isMany = ({ matches }: SearchPath) => matches === 'many';
  const ofEach = paths.filter(({ through }) => through?.each);
  const select = (some: readonly SearchPath[], maxRows?: number) =>
    unionAll(
      some.map((path) => {
        const newest = maxRows === undefined ? undefined : sql.lit(maxRows);
        return sql`(${selectMatches(list, path, findable, newest)})`;
      }),
    );
  const many = paths.filter((path) => isMany(path) && !ofEach.includes(path));
  const { rows } = await sql<FoundPage & { isBounded: boolean }>`
    with few as materialized (
      select id, at
      from (${select(paths.filter((path) => !isMany(path)))}) every (id, at)
      limit ${sql.lit(LAST_ROW + 1)}),
    bounds as materialized (select count(*) <= ${sql.lit(LAST_ROW)} as is_kept from few),
    counted as materialized (
      select id, at from (${select(ofEach)}) every (id, at) limit ${sql.lit(MAX_COUNTED)}),
    found as materialized (
      select distinct id, at
      from (
        select id, at from few
        union all
        select id, at from counted
        union all
        (${select(ofEach, shown)})
        union all
        (${select(many, Math.max(shown, counted))})) every (id, at)
      where (select is_kept from bounds))
    select (select is_kept from bounds) as is_bounded,
      case
        when (select count(*) from counted) < ${sql.lit(MAX_COUNTED)}
          then (select count(*) from found)
        else ${sql.lit(counted)}::bigint
      end as total,
      array(
        select id
        from found
        order by at desc, id desc
        limit ${sql.lit(limit)} offset ${sql.lit(skip)}) as ids`.execute(db);
  const { isBounded, ...found } = rows[0]!;
  return isBounded ? found : undefined;
}
