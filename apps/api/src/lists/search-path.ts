import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Table of a list, and its time column, by which the list is sorted newest first. */
export type ListTable = { table: string; time: string };

type RowColumns = { id: string; time: string; voidedBy?: string };

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
    /**
     * Columns of these tables that copy ID, time and the voiding reset of the list's row, which then
     * is not read.
     */
    rowColumns?: RowColumns;
    /** Named rows that are read first. The tables are then read once for each of these rows. */
    drivenBy?: { name: string; rows: RawBuilder<unknown> };
  };
  /**
   * A path with `many` matches has an index that orders them newest first, for each row of
   * `drivenBy`. Only as many of the newest are read as the count and the page need. Default `few`:
   * all matches are read once.
   */
  matches?: 'few' | 'many';
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

/**
 * Query that finds the matches in an index: ID and time of each row, with duplicates. `isStanding`
 * excludes voided rows. With `maxRows` it finds the newest rows, each once.
 */
export function selectMatches(
  list: ListTable,
  { where, through }: SearchPath,
  options: { isStanding?: boolean; maxRows?: RawBuilder<unknown> | undefined } = {},
): RawBuilder<unknown> {
  const { isStanding = false, maxRows } = options;
  const source = sourceOf(list, through, isStanding);
  const [id, time] = [sql.ref(source.id), sql.ref(source.time)];
  // In the order of the index; a plain `distinct` would read all matches to hash them.
  const once = maxRows && through ? sql`distinct on (${time}, ${id})` : sql``;
  const newest = maxRows ? sql`order by ${time} desc, ${id} desc limit ${maxRows}` : sql``;
  const matches = sql`
    select ${once} ${id} as id, ${time} as at
    from ${source.tables}
    where ${where} ${source.standing} ${newest}`;
  return through?.drivenBy
    ? sql`
      select hit.id, hit.at
      from ${sql.table(through.drivenBy.name)}
      cross join lateral (${matches}) hit`
    : matches;
}

/** Tables and columns of the matches, and the condition of those that are not voided. */
function sourceOf(list: ListTable, through: SearchPath['through'], isStanding: boolean) {
  const own = {
    id: `${list.table}.id`,
    time: `${list.table}.${list.time}`,
    voidedBy: `${list.table}.voided_by_reset_id`,
  };
  const standing = (columns: RowColumns) =>
    isStanding ? sql`and ${isNotVoided(list, columns)}` : sql``;
  if (!through) return { ...own, tables: sql.table(list.table), standing: standing(own) };
  const { tables, on, rowColumns } = through;
  if (rowColumns) return { ...rowColumns, tables, standing: standing(rowColumns) };
  return {
    id: 'looked.id',
    time: 'looked.at',
    tables: sql`
      ${tables}
      cross join lateral (
        select ${sql.ref(own.id)} as id, ${sql.ref(own.time)} as at
        from ${sql.table(list.table)}
        where ${on} ${standing(own)}
        offset 0) looked`,
    standing: sql``,
  };
}

/**
 * SQL condition: a row is not voided. Without a column for it, rows are looked up one at a time
 * (`offset 0`), because a join could read all voided rows of the database.
 */
function isNotVoided({ table }: ListTable, { id, voidedBy }: RowColumns): RawBuilder<unknown> {
  if (voidedBy) return sql`${sql.ref(voidedBy)} is null`;
  return sql`
    not exists (
      select
      from ${sql.table(table)} voided
      where voided.id = ${sql.ref(id)} and voided.voided_by_reset_id is not null
      offset 0)`;
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
