import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Table of a list that is sorted newest first by `time`, a column. */
export type ListTable = { table: string; time: string };

type RowColumns = { id: string; time: string; voidedBy?: string };

/**
 * One meaning of a search text. Two queries are built from it: `selectMatches` finds the rows in an
 * index, `toCondition` checks one row of the list.
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
    /** Rows, with an alias, for each of which the tables are read newest first. */
    each?: RawBuilder<unknown>;
  };
  /** Condition that checks one row of the list, if that is simpler. */
  check?: RawBuilder<unknown>;
  /**
   * `many`: an index has the matches newest first (of each row of `each`), and only the newest are
   * read. Default `few`: all are read.
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

/** Rows that a search may find: all, those that are not voided, or those that meet a condition. */
export type Findable = 'all' | 'standing' | RawBuilder<unknown>;

/**
 * Query that finds the matches in an index: ID and time of each row, with duplicates. With `maxRows`
 * it finds the newest rows, each once.
 */
export function selectMatches(
  list: ListTable,
  { where, through }: SearchPath,
  findable: Findable,
  maxRows?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const source = toSource(list, through, findable);
  const [id, time] = [sql.ref(source.id), sql.ref(source.time)];
  // In the order of the index; a plain `distinct` would read all matches to hash them.
  const once = maxRows && through ? sql`distinct on (${time}, ${id})` : sql``;
  const newest = maxRows ? sql`order by ${time} desc, ${id} desc limit ${maxRows}` : sql``;
  const matches = sql`
    select ${once} ${id} as id, ${time} as at
    from ${source.tables}
    where ${where} and ${source.condition} ${newest}`;
  return through?.each
    ? sql`select hit.id, hit.at from ${through.each} cross join lateral (${matches}) hit`
    : matches;
}

/** Tables and columns of the matches, and the condition of those that may be found. */
function toSource(list: ListTable, through: SearchPath['through'], findable: Findable) {
  const own = {
    id: `${list.table}.id`,
    time: `${list.table}.${list.time}`,
    voidedBy: `${list.table}.voided_by_reset_id`,
  };
  const toFindable = (columns: RowColumns) =>
    findable === 'all'
      ? sql`true`
      : findable === 'standing'
        ? isNotVoided(list, columns)
        : findable;
  if (!through) return { ...own, tables: sql.table(list.table), condition: toFindable(own) };
  const { tables, on, rowColumns } = through;
  if (rowColumns) {
    const row = sql`join ${sql.table(list.table)} on ${sql.ref(own.id)} = ${sql.ref(rowColumns.id)}`;
    return {
      ...rowColumns,
      tables: typeof findable === 'object' ? sql`${tables} ${row}` : tables,
      condition: toFindable(rowColumns),
    };
  }
  return {
    id: 'looked.id',
    time: 'looked.at',
    tables: sql`
      ${tables}
      cross join lateral (
        select ${sql.ref(own.id)} as id, ${sql.ref(own.time)} as at
        from ${sql.table(list.table)}
        where ${on} and ${toFindable(own)}
        offset 0) looked`,
    condition: sql`true`,
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
export function toCondition({ where, through, check }: SearchPath): RawBuilder<SqlBool> {
  if (check || !through) return sql`(${check ?? where})`;
  const { tables, on } = through;
  return sql`exists (select from ${tables} where ${on} and ${where})`;
}
