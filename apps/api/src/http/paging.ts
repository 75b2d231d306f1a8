import type { RawBuilder } from 'kysely';
import { invalid } from './failure.ts';

/** Where a list ends that cannot cheaply be counted or read further (api.md, "Conventions"). */
export const LAST_ROW = 10_000;

/** How many rows a list has: all of them, or LAST_ROW where there are more than that and counting on would cost too much. */
export type Total = { total: number; isCapped: boolean };

/** The total of a list that was counted to one row beyond LAST_ROW at most. */
export function cappedTotal(counted: number): Total {
  return { total: Math.min(counted, LAST_ROW), isCapped: counted > LAST_ROW };
}

/** One page of a list as the contract's `listOf` has it. */
export function pageOf<Row>(
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

/** Whether a list is asked for without any filter. */
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
 * A page whose rows each tell as `listTotal` how many rows the list has, so that one statement answers both. Behind the last row there is
 * none to tell it: `countAll` is asked then.
 */
export async function pageWithTotal<Row extends { listTotal: number }>(
  rows: Promise<Row[]>,
  countAll: () => Promise<number>,
): Promise<{ results: Omit<Row, 'listTotal'>[]; total: number }> {
  const found = await rows;
  if (!found[0]) return { results: [], total: await countAll() };
  return { results: withoutColumns(found, ['listTotal']), total: found[0].listTotal };
}

/** Rows of one statement, all alike, without these columns; copies by spread cost eight times as much. */
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

/** The column and direction of a sort such as `-name`. */
export function sortOf<Field extends string>(
  sort: Field | `-${Field}`,
): { field: Field; direction: 'asc' | 'desc' } {
  return sort.startsWith('-')
    ? { field: sort.slice(1) as Field, direction: 'desc' }
    : { field: sort as Field, direction: 'asc' };
}

/** Rows in the order of a list: by what the sort names, and by their id where that is equal. */
export function inOrder<
  Rows extends { orderBy(expression: never, direction: 'asc' | 'desc'): unknown },
>(rows: Rows, by: RawBuilder<unknown>, id: string, direction: 'asc' | 'desc'): Rows {
  const orderBy = rows.orderBy as unknown as (
    expression: RawBuilder<unknown> | string,
    direction: 'asc' | 'desc',
  ) => Rows;
  return orderBy.call(orderBy.call(rows, by, direction), id, direction);
}

/** Rows in the order that their ids stand in. */
export function inOrderOf<Row extends { id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** A search text as a LIKE pattern that finds it anywhere, with the wildcards in it taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Filters whose text is the pattern that finds it. */
export function withPattern<Filters extends { search?: string | undefined }>(
  filters: Filters,
): Filters {
  return { ...filters, search: filters.search && containing(filters.search) };
}

type DeepQuery = {
  page: number;
  limit: number;
  sort: string;
  fairId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  voided?: 'exclude' | 'include' | undefined;
  dayOf?: 'sale' | 'refund' | 'either' | undefined;
};

/** Pages that begin beyond row 10,000 are answered newest first alone, plain or by fair or date range (api.md, "Conventions"). */
export function refuseDeepPage<Query extends DeepQuery>(
  {
    page,
    limit,
    sort,
    fairId: _fairId,
    from: _from,
    to: _to,
    voided,
    dayOf = 'sale',
    ...filters
  }: Query,
  newestFirst: Query['sort'],
): void {
  if ((page - 1) * limit < LAST_ROW) return;
  if (
    sort === newestFirst &&
    voided !== 'include' &&
    dayOf === 'sale' &&
    Object.values(filters).every((value) => value === undefined)
  )
    return;
  throw invalid({
    page: 'Beyond 10,000 rows the list is shown newest first. Narrow it by fair or dates, or search.',
  });
}
