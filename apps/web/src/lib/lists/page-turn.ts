import type { z } from 'zod';

/** Changes to a list's query that lead to another page. */
export type PageTurn = { page: number | undefined; cursor?: string | undefined };

/**
 * Returns the way to another page. A page beside the shown one begins at its last or first row, if
 * the list has such places, and is then found as quickly at any depth.
 */
export function turnPage(
  schema: z.ZodObject,
  shown: { page: number; results: readonly object[] } | undefined,
  to: number,
): PageTurn {
  if (!shown) return { page: to };
  const { page, results } = shown;
  const rows = results as readonly { id?: string }[];
  const [side, row] =
    to === page + 1 ? (['after', rows.at(-1)] as const) : (['before', rows[0]] as const);
  const isBeside = Math.abs(to - page) === 1 && to > 1 && row?.id !== undefined;
  return {
    page: to,
    ...(isBeside && Object.hasOwn(schema.shape, 'cursor') && { cursor: `${side}.${row.id}` }),
  };
}

/** The query of another page of the list. */
export function queryAt<Schema extends z.ZodObject>(
  schema: Schema,
  query: z.output<Schema>,
  turn: PageTurn,
): z.output<Schema> {
  const { cursor: _cursor, ...rest } = query as Record<string, unknown>;
  return schema.parse({ ...rest, ...turn });
}

/** Filters of a list's query, without its page and order. */
export function toFilters<Query extends object>(
  query: Query,
): Omit<Query, 'page' | 'limit' | 'sort' | 'cursor'> {
  const {
    page: _page,
    limit: _limit,
    sort: _sort,
    cursor: _cursor,
    ...filters
  } = query as Query & Record<'page' | 'limit' | 'sort' | 'cursor', unknown>;
  return filters;
}
