import type { QueryKey } from '@tanstack/react-query';
import type { z } from 'zod';
import { readQuery } from './search-params.ts';

/** One page of a list, in the shape that every list call returns. */
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

/** List call as a query, for DataTable and for useQuery. */
export type ListQuery<Row, Answer extends ListAnswer<Row> = ListAnswer<Row>> = {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer & ListAnswer<Row>>;
};

/** Makes the query of a list: `listQuery(['devices', 'list'], api.devices.list)`. */
export const listQuery =
  <Query, Row, Answer extends ListAnswer<Row>>(
    key: QueryKey,
    call: (
      call: { query: Query },
      options: { signal: AbortSignal },
    ) => Promise<Answer & ListAnswer<Row>>,
  ) =>
  (query: Query): ListQuery<Row, Answer> => ({
    queryKey: [...key, query],
    queryFn: ({ signal }) => call({ query }, { signal }),
  });

/** List queries that a visible page is waiting for. */
const awaited = new Set<Promise<unknown>>();
/** Maximum wait for a paint (ms): a hidden window paints nothing. */
const UNSEEN_MS = 500;

/**
 * Marks the list's query as the one the page waits for; anything using `afterRows` is asked after
 * it.
 */
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

/**
 * Waits until the requested rows are loaded and painted, so that secondary queries do not compete
 * with them for connections and CPU.
 */
export async function afterRows(): Promise<void> {
  do {
    await Promise.allSettled(awaited);
    await painted();
  } while (awaited.size > 0);
}

/** Waits until the current render is painted: until the frame after its own has begun. */
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

/**
 * The list's query at an address, as its `DataTable` asks it; `fixed` holds parameters that are not
 * in the address.
 */
export function listAt<Schema extends z.ZodObject, Row, Answer extends ListAnswer<Row>>(
  schema: Schema,
  list: (query: z.output<Schema>) => ListQuery<Row, Answer>,
  params: Record<string, unknown>,
  fixed?: Partial<z.output<Schema>>,
): ListQuery<Row, Answer> {
  return rowsFirst(list(schema.parse({ ...readQuery(schema, params), ...fixed })));
}
