import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Table of a list, and its time column, by which the list is sorted newest first. */
export type ListTable = { table: string; time: string };

/**
 * One way in which a row of a list matches a search text. Two queries are built from it:
 * `selectMatches` finds the matches in an index, `toCondition` checks one row of the list.
 */
export type SearchPath = {
  /**
   * Condition on columns of the list's table, or only on those of `through`, qualified by table name
   * or alias.
   */
  where: RawBuilder<unknown>;
  /** Other tables with the searched columns. */
  through?: {
    tables: RawBuilder<unknown>;
    /**
     * Joins the tables to the list's table, whose rows are looked up for each matching row of the
     * tables: planned as a join, a pattern that is expected to match much more than it does would
     * read the whole list.
     */
    on: RawBuilder<unknown>;
    /** Columns of these tables that copy ID and time of the list's row, which then is not read. */
    rowColumns?: { id: string; time: string };
    /** Named rows that are read first. The tables are then read once for each of these rows. */
    drivenBy?: { name: string; rows: RawBuilder<unknown> };
  };
  /**
   * A path with `many` matches has an index that orders them newest first. It is read twice: for the
   * count, and for as many of the newest matches as the page needs. Default `few`: all matches are
   * read once.
   */
  matches?: 'few' | 'many';
  /** True if the path never matches a row that the path on the list's own columns matches. */
  excludesOwnMatches?: boolean;
};

/**
 * Search paths of a list by kind of text, and the right that each kind requires. `terms` are the
 * possible meanings of the text.
 */
export type SearchKinds<Terms> = Record<
  string,
  { requires?: 'Students'; paths: (terms: Terms) => SearchPath[] }
>;

/** Returns the search paths of a reader; without the right to read Students, not those about them. */
export function readablePaths<Terms>(
  search: SearchKinds<Terms>,
  terms: Terms,
  readsStudents: boolean,
): SearchPath[] {
  return Object.values(search)
    .filter(({ requires }) => !requires || readsStudents)
    .flatMap(({ paths }) => paths(terms));
}

/** Builds the end of a query of the newest matches from its ID and time columns. */
export type NewestMatches = (id: string, time: string) => RawBuilder<unknown>;

/**
 * Query that finds the matches in an index: ID and time of each row, with duplicates. Of the
 * `newest`, each row is found once, because their number is limited.
 */
export function selectMatches(
  { table, time }: ListTable,
  { where, through }: SearchPath,
  newest?: NewestMatches,
): RawBuilder<unknown> {
  const own = { id: `${table}.id`, time: `${table}.${time}` };
  const columns = !through ? own : (through.rowColumns ?? { id: 'looked.id', time: 'looked.at' });
  const tables = !through
    ? sql.table(table)
    : through.rowColumns
      ? through.tables
      : sql`
        ${through.tables}
        cross join lateral (
          select ${sql.ref(own.id)} as id, ${sql.ref(own.time)} as at
          from ${sql.table(table)}
          where ${through.on}
          offset 0) looked`;
  // In the order of the index; a plain `distinct` would read all matches to hash them.
  const once =
    newest && through ? sql`distinct on (${sql.ref(columns.time)}, ${sql.ref(columns.id)})` : sql``;
  const matches = sql`
    select ${once} ${sql.ref(columns.id)} as id, ${sql.ref(columns.time)} as at
    from ${tables}
    where ${where} ${newest?.(columns.id, columns.time) ?? sql``}`;
  return through?.drivenBy
    ? sql`
      select hit.id, hit.at
      from ${sql.table(through.drivenBy.name)}
      cross join lateral (${matches}) hit`
    : matches;
}

/** SQL condition: a row of the list's table matches. */
export function toCondition({ where, through }: SearchPath): RawBuilder<SqlBool> {
  if (!through) return sql`(${where})`;
  const { drivenBy, tables, on } = through;
  const allTables = drivenBy
    ? sql`(${drivenBy.rows}) ${sql.table(drivenBy.name)}, ${tables}`
    : tables;
  return sql`exists (select from ${allTables} where ${on} and ${where})`;
}
