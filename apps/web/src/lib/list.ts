import type { QueryKey } from '@tanstack/react-query';

/** One page of a list, as every list call answers it. */
export type ListAnswer<Row> = {
  data: { results: Row[]; page: number; limit: number; totalPages: number; totalResults: number; totalCapped?: true | undefined };
};

/**
 * A list call as a query, for DataTable and for useQuery:
 * `(query) => ({ queryKey: ['devices', 'list', query], queryFn: ({ signal }) => api.devices.list({ query }, { signal }) })`.
 */
export type ListQuery<Row, Answer extends ListAnswer<Row> = ListAnswer<Row>> = {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer & ListAnswer<Row>>;
};
