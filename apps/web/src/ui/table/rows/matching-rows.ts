import type { z } from 'zod';
import type { ListAnswer, ListQuery } from '#web/lib/lists/list.ts';

/** Maximum number of rows that can be selected at once; a bulk action makes one call for each. */
export const MAX_SELECTED = 2_000;
/** The longest page of every list call. */
const PAGE_ROWS = 50;

type Matching<Schema extends z.ZodObject, Row, Answer extends ListAnswer<Row>> = {
  schema: Schema;
  list: (query: z.output<Schema>) => ListQuery<Row, Answer>;
  query: z.output<Schema>;
  signal: AbortSignal;
  /** Called after each page with the number of rows so far. */
  onRead: (count: number) => void;
};

/**
 * Reads the rows of a list that match the query, page by page, up to `MAX_SELECTED`. Pages continue
 * beyond a capped total.
 */
export async function readMatching<Schema extends z.ZodObject, Row, Answer extends ListAnswer<Row>>(
  call: Matching<Schema, Row, Answer>,
): Promise<Row[]> {
  const { schema, list, query, signal, onRead } = call;
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    signal.throwIfAborted();
    const { data } = await list(schema.parse({ ...query, page, limit: PAGE_ROWS })).queryFn({
      signal,
    });
    rows.push(...data.results);
    onRead(Math.min(rows.length, MAX_SELECTED));
    const isLast = data.totalCapped ? data.results.length < PAGE_ROWS : page >= data.totalPages;
    if (isLast || rows.length >= MAX_SELECTED) return rows.slice(0, MAX_SELECTED);
  }
}
