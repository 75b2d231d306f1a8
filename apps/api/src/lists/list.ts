import type { WholeList } from '@pos/contract/values';
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import { toSort } from './paging.ts';
import type { WrittenColumn, WrittenValue } from '#api/spreadsheets/writing/written.ts';

/** Paging and search, which every list has (api.md, "Conventions"). */
export type ListQuery = { page: number; limit: number; sort: string; search?: string | undefined };

/** Field that a list can be sorted by: `name` of `-name`. */
export type SortField<Query extends { sort: string }> = Query['sort'] extends infer Sort
  ? Sort extends `-${string}`
    ? never
    : Sort & string
  : never;

type FilterName<Query> = Exclude<keyof WholeList<Query>, 'sort' | 'search' | 'ids'>;

/**
 * Condition of each filter of a list for the value that is asked for; undefined if that value leaves
 * out no row. A filter that the contract has and a list lacks is a type error.
 */
export type Filters<Query> = {
  [Name in FilterName<Query> & string]-?: (
    value: NonNullable<WholeList<Query>[Name & keyof WholeList<Query>]>,
    query: WholeList<Query>,
  ) => RawBuilder<unknown> | undefined;
};

/** Column of an exported list, with its value for a row. */
export type ExportedColumn<Row> = WrittenColumn & { value: (row: Row) => WrittenValue };

/** Exported columns of a list, and the name of the sheet and the file. */
export type ExportedList<Row> = { name: string; columns: readonly ExportedColumn<Row>[] };

/** A list to export: row count, rows in the list's order, and the cells of each row. */
export type ListToExport = {
  name: string;
  columns: readonly WrittenColumn[];
  total: number;
  rows: AsyncIterable<unknown>;
  cells(row: unknown): WrittenValue[];
};

/** Joins conditions with `and`. */
export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** Joins conditions with `or`. */
export function anyOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

/** SQL condition: a column has one of the values. */
export function isIn(column: RawBuilder<unknown>, values: readonly unknown[]): RawBuilder<SqlBool> {
  return values.length === 0 ? sql`false` : sql`${column} in (${sql.join(values)})`;
}

/** Returns the conditions of the filters that a query gives. */
export function toConditions<Query>(
  filters: Filters<Query>,
  query: WholeList<Query>,
): RawBuilder<unknown>[] {
  return Object.entries(filters).flatMap(([name, condition]) => {
    const value = query[name as keyof typeof query];
    if (value === undefined) return [];
    return (
      (condition as (value: unknown, query: unknown) => RawBuilder<unknown> | undefined)(
        value,
        query,
      ) ?? []
    );
  });
}

/** Builds the export of a list from its description, its number of rows, and its rows. */
export function toExport<Row>(
  { name, columns }: ExportedList<Row>,
  total: number,
  rows: AsyncIterable<Row>,
): ListToExport {
  return {
    name,
    columns: columns.map(({ value: _value, ...column }) => column),
    total,
    rows,
    cells: (row) => columns.map(({ value }) => value(row as Row)),
  };
}

/** A list's query in the contract. */
export type QueryOf<Query> = { shape: object; _zod: { output: Query } };

/** Description of a list: everything that its screen and its export show, in one place. */
export type ListDescription<Query extends ListQuery, Tables, Name extends keyof Tables, Row> = {
  /** Rows with all columns, of the tables that they come from. */
  rows: (db: Db) => SelectQueryBuilder<Tables, Name, Row>;
  /** Column of the ID, which gives equal rows an order. */
  id: string;
  sorts: Record<SortField<Query>, RawBuilder<unknown> | readonly RawBuilder<unknown>[]>;
  filters: Filters<Query>;
  /** Conditions of which a row that a text finds meets at least one. */
  search?: (text: string, query: WholeList<Query>) => readonly RawBuilder<unknown>[];
  exported?: ExportedList<Row>;
};

/** Describes a list that is read as it is asked for. Lists that are read all the time: hot-list.ts. */
export function defineList<Query extends ListQuery, Tables, Name extends keyof Tables, Row>(
  _query: QueryOf<Query>,
  { rows, id, sorts, filters, search, exported }: ListDescription<Query, Tables, Name, Row>,
) {
  type Whole = WholeList<Query>;
  const matching = (db: Db, query: Whole) =>
    rows(db).where(
      allOf([
        ...toConditions<Query>(filters, query),
        ...(query.ids ? [sql`${sql.ref(id)} = any(${query.ids}::uuid[])`] : []),
        ...(query.search && search ? [anyOf(search(query.search, query))] : []),
      ]),
    );
  const ordered = (db: Db, query: Whole) => {
    const { field, direction } = toSort(query.sort);
    const by = [sorts[field as SortField<Query>], sql.ref(id)].flat() as RawBuilder<unknown>[];
    return by.reduce(
      (sorted, column) =>
        sorted.orderBy(column, (order) =>
          direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast(),
        ),
      matching(db, query),
    );
  };
  const count = async (db: Db, query: Whole): Promise<number> => {
    const ids = matching(db, query).clearSelect().select(sql.ref(id).as('id'));
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from (${ids}) matching`.execute(db);
    return counted[0]!.total;
  };
  return {
    /** Returns one page and the number of matching rows. */
    find: async (db: Db, query: Query): Promise<{ results: Row[]; total: number }> => {
      const [results, total] = await Promise.all([
        ordered(db, query)
          .limit(query.limit)
          .offset((query.page - 1) * query.limit)
          .execute(),
        count(db, query),
      ]);
      return { results: results as Row[], total };
    },
    count,
    /** All matching rows in the order of the list, to be streamed. */
    ordered,
    /** Returns all matching rows as an exported sheet. */
    toExport: async (snapshot: Db, query: Whole): Promise<ListToExport> =>
      toExport(
        exported!,
        await count(snapshot, query),
        streamRows(snapshot, ordered(snapshot, query)) as AsyncIterable<Row>,
      ),
  };
}
