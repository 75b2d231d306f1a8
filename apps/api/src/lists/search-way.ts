import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Table of a list, with the column of the time that the list is sorted by, newest first. */
export type ListTable = { table: string; time: string };

/**
 * One way in which a row of a list matches a search text. It is written once, and read in two forms:
 * `toHits` finds the matches from an index, `toCondition` checks one row of the list.
 */
export type SearchWay = {
  /** Condition on columns of the list's table or of `through`, each with the name of its table. */
  where: RawBuilder<unknown>;
  /** Other tables that rows of the list are found through. */
  through?: {
    tables: RawBuilder<unknown>;
    /** Joins the tables to the list's table. */
    on: RawBuilder<unknown>;
    /** Columns of the tables with ID and time of the list's row, so that it need not be read. */
    carries?: { id: string; time: string };
    /** Rows that are read first; the tables are then read for each of them. */
    each?: { name: string; rows: RawBuilder<unknown> };
  };
  /**
   * Ways with `many` matches have an index with their matches newest first: they are read once for
   * the count, and once for as many of the newest as a page needs. Others are collected once.
   */
  matches?: 'few' | 'many';
  /** True if the way meets no row that a way on the list's own columns with many matches meets. */
  isBesidesOwn?: boolean;
};

/** Ends a query of matches, for example with an order and a limit by the columns of ID and time. */
export type EndOfHits = (id: string, time: string) => RawBuilder<unknown>;

/** Query of the matches by an index: ID and time of each row; duplicates are possible. */
export function toHits(
  { table, time }: ListTable,
  { where, through }: SearchWay,
  end: EndOfHits = () => sql``,
): RawBuilder<unknown> {
  const carried = through?.carries ?? { id: `${table}.id`, time: `${table}.${time}` };
  const own = sql.table(table);
  const tables = !through
    ? own
    : through.carries
      ? through.tables
      : sql`${through.tables} join ${own} on ${through.on}`;
  const hits = sql`
    select ${sql.ref(carried.id)} as id, ${sql.ref(carried.time)} as at
    from ${tables}
    where ${where} ${end(carried.id, carried.time)}`;
  return through?.each
    ? sql`select hit.id, hit.at from ${sql.table(through.each.name)} cross join lateral (${hits}) hit`
    : hits;
}

/** Condition that a row of the list's table matches. */
export function toCondition({ where, through }: SearchWay): RawBuilder<SqlBool> {
  if (!through) return sql`(${where})`;
  const { each, tables, on } = through;
  const all = each ? sql`(${each.rows}) ${sql.table(each.name)}, ${tables}` : tables;
  return sql`exists (select from ${all} where ${on} and ${where})`;
}
