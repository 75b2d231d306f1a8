import type { QueryKey } from '@tanstack/react-query';
import type { z } from 'zod';
import { readQuery } from './search-params.ts';

/** One page of a list, as every list call answers it. */
export type ListAnswer<Row> = {
  data: {
    results: Row[];
    page: number;
    limit: number;
    totalPages: number;
    totalResults: number;
    totalCapped?: true | undefined;
  };
};

/**
 * A list call as a query, for DataTable and for useQuery:
 * `(query) => ({ queryKey: ['devices', 'list', query], queryFn: ({ signal }) => api.devices.list({ query }, { signal }) })`.
 */
export type ListQuery<Row, Answer extends ListAnswer<Row> = ListAnswer<Row>> = {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer & ListAnswer<Row>>;
};

/** What somebody is waiting to see. */
const awaited = new Set<Promise<unknown>>();
/** Nothing is painted in a window that nobody sees. */
const UNSEEN_MS = 500;

/** The list's query as the one that a page waits for: what can wait (`afterRows`) is asked behind it. */
export function rowsFirst<Row, Answer extends ListAnswer<Row>>(
  list: ListQuery<Row, Answer>,
): ListQuery<Row, Answer> {
  const queryFn: typeof list.queryFn = (context) => {
    const answer = list.queryFn(context);
    awaited.add(answer);
    return answer.finally(() => awaited.delete(answer));
  };
  return { ...list, queryFn };
}

/** Waits until the rows that were asked for are there and painted: they take neither connections nor processors from them. */
export async function afterRows(): Promise<void> {
  do {
    await Promise.allSettled(awaited);
    await painted();
  } while (awaited.size > 0);
}

/** Waits until what is drawn now was painted: until the frame after its own has begun. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, UNSEEN_MS);
    const onPainted = (): void => {
      clearTimeout(timer);
      resolve();
    };
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(onPainted)));
  });
}

/** The list's query at an address, as its `DataTable` asks it; `fixed` is what the address does not hold. */
export function listAt<Schema extends z.ZodObject, Row, Answer extends ListAnswer<Row>>(
  schema: Schema,
  list: (query: z.output<Schema>) => ListQuery<Row, Answer>,
  params: Record<string, unknown>,
  fixed?: Partial<z.output<Schema>>,
): ListQuery<Row, Answer> {
  return rowsFirst(list(schema.parse({ ...readQuery(schema, params), ...fixed })));
}
