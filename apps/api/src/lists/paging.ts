/** Number of rows up to which any list can be counted and paged cheaply (api.md, "Conventions"). */
export const LAST_ROW = 10_000;

/** Number of matches up to which a search of orders or payments is counted (api.md, "Conventions"). */
export const MAX_SEARCH_TOTAL = 1_000;

/** Total rows of a list. `isCapped`: there are more than `total`. */
export type Total = { total: number; isCapped: boolean };

/** Caps a count that may have stopped at `max` + 1. */
export function cappedTotal(counted: number, max: number): Total {
  return { total: Math.min(counted, max), isCapped: counted > max };
}

/** Builds a page of a list in the form of the contract's `findList`. */
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

/**
 * Splits the result of one statement into a page and its total, which every row has in `listTotal`.
 * Calls `countAll` for a page after the last row, because it has no rows.
 */
export async function pageWithTotal<Row extends { listTotal: number }>(
  rows: Promise<Row[]>,
  countAll: () => Promise<number>,
): Promise<{ results: Omit<Row, 'listTotal'>[]; total: number }> {
  const found = await rows;
  if (!found[0]) return { results: [], total: await countAll() };
  return { results: withoutColumns(found, ['listTotal']), total: found[0].listTotal };
}

/** Removes columns from rows with equal columns. Copying by spread takes eight times as long. */
export function withoutColumns<Row extends object, Removed extends keyof Row>(
  rows: readonly Row[],
  removed: readonly Removed[],
): Omit<Row, Removed>[] {
  const columns = Object.keys(rows[0] ?? {}).filter(
    (column) => !removed.includes(column as Removed),
  ) as (keyof Row)[];
  return rows.map((row) => {
    const part = {} as Row;
    for (const column of columns) part[column] = row[column];
    return part;
  });
}

/** Splits a sort such as `-name` into field and direction. */
export function toSort<Field extends string>(
  sort: Field | `-${Field}`,
): { field: Field; direction: 'asc' | 'desc' } {
  return sort.startsWith('-')
    ? { field: sort.slice(1) as Field, direction: 'desc' }
    : { field: sort as Field, direction: 'asc' };
}

/** Returns the rows in the order of `ids`. IDs without a row are skipped. */
export function byIdOrder<Row extends { id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
