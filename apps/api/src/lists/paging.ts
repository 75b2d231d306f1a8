import type { RawBuilder } from 'kysely';

/** Last row that a list can cheaply count or page to (api.md, "Conventions"). */
export const LAST_ROW = 10_000;

/** Total rows of a list, or LAST_ROW if there are more and counting on would be too expensive. */
export type Total = { total: number; isCapped: boolean };

/** Caps a count that stopped at most one row after LAST_ROW. */
export function cappedTotal(counted: number): Total {
  return { total: Math.min(counted, LAST_ROW), isCapped: counted > LAST_ROW };
}

/** Builds a page of a list in the form of the contract's `listOf`. */
export function getPage<Row>(
  results: Row[],
  total: number | Total,
  { page, limit }: { page: number; limit: number },
) {
  const { total: totalResults, isCapped } =
    typeof total === 'number' ? { total, isCapped: false } : total;
  return {
    data: {
      results,
      page,
      limit,
      totalPages: Math.max(1, Math.ceil(totalResults / limit)),
      totalResults,
      ...(isCapped && { totalCapped: true as const }),
    },
  };
}

/** Returns true if a list is requested without any filter. */
export function isPlain({
  page: _page,
  limit: _limit,
  sort: _sort,
  ...filters
}: {
  page: number;
  limit: number;
  sort: string;
}): boolean {
  return Object.values(filters).every((value) => value === undefined);
}

/**
 * Returns a page whose rows carry the total in `listTotal`, so that one statement returns both.
 * After the last row there is none to carry it, so `countAll` is called.
 */
export async function pageWithTotal<Row extends { listTotal: number }>(
  rows: Promise<Row[]>,
  countAll: () => Promise<number>,
): Promise<{ results: Omit<Row, 'listTotal'>[]; total: number }> {
  const found = await rows;
  if (!found[0]) return { results: [], total: await countAll() };
  return { results: withoutColumns(found, ['listTotal']), total: found[0].listTotal };
}

/** Removes columns from rows of one statement. Copies by spread cost eight times as much. */
export function withoutColumns<Row extends object, Left extends keyof Row>(
  rows: readonly Row[],
  left: readonly Left[],
): Omit<Row, Left>[] {
  const columns = Object.keys(rows[0] ?? {}).filter(
    (column) => !left.includes(column as Left),
  ) as (keyof Row)[];
  return rows.map((row) => {
    const part = {} as Row;
    for (const column of columns) part[column] = row[column];
    return part;
  });
}

/** Splits a sort such as `-name` into column and direction. */
export function toSort<Field extends string>(
  sort: Field | `-${Field}`,
): { field: Field; direction: 'asc' | 'desc' } {
  return sort.startsWith('-')
    ? { field: sort.slice(1) as Field, direction: 'desc' }
    : { field: sort as Field, direction: 'asc' };
}

/** Sorts rows of a list by the requested column, then by ID. */
export function inOrder<
  Rows extends { orderBy(expression: never, direction: 'asc' | 'desc'): unknown },
>(rows: Rows, by: RawBuilder<unknown>, id: string, direction: 'asc' | 'desc'): Rows {
  const orderBy = rows.orderBy as unknown as (
    expression: RawBuilder<unknown> | string,
    direction: 'asc' | 'desc',
  ) => Rows;
  return orderBy.call(orderBy.call(rows, by, direction), id, direction);
}

/** Returns rows in the order of their IDs. */
export function byIdOrder<Row extends { id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/**
 * Converts a search text to a LIKE pattern that matches it anywhere, with its wildcards escaped.
 */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Replaces the search text of filters by its pattern. */
export function withPattern<Filters extends { search?: string | undefined }>(
  filters: Filters,
): Filters {
  return { ...filters, search: filters.search && containing(filters.search) };
}
