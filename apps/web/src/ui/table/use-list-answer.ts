import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { z } from 'zod';
import { rowsFirst, type ListAnswer, type ListQuery } from '#web/lib/lists/list.ts';
import { queryAt, turnPage } from '#web/lib/lists/page-turn.ts';
import { rememberList } from '#web/lib/lists/list-address.ts';
import { useSearchState } from '#web/lib/lists/search-state.ts';
import { toTotal } from '#web/lib/lists/total.ts';
import type { ListState } from './description.ts';

type ListCall<Schema extends z.ZodObject, Row, Answer extends ListAnswer<Row>> = {
  schema: Schema;
  list: (query: z.output<Schema>) => ListQuery<Row, Answer>;
  fixed?: Partial<z.output<Schema>>;
};

/**
 * Reads the page of the list that the address names. `rows` is undefined until there are any, and
 * after an error; a page beyond the end is replaced by the last one.
 */
export function useListAnswer<
  Schema extends z.ZodObject,
  Row extends object,
  Answer extends ListAnswer<Row>,
>({ schema, list, fixed }: ListCall<Schema, Row, Answer>) {
  const { query: asked, change } = useSearchState(schema);
  const query = schema.parse({ ...asked, ...fixed });
  const state: ListState = { query: asked, change: change as ListState['change'] };
  const { data: answer, ...result } = useQuery({
    ...rowsFirst(list(query)),
    placeholderData: keepPreviousData,
  });
  const { isPlaceholderData, error } = result;
  const queryClient = useQueryClient();
  const turn = (page: number) => turnPage(schema, answer?.data, page);
  const readAhead = (page: number): void =>
    void queryClient.prefetchQuery(rowsFirst(list(queryAt(schema, query, turn(page)))));

  const { pathname, searchStr } = useLocation();
  useEffect(() => rememberList(pathname, searchStr), [pathname, searchStr]);

  const data = answer?.data;
  const beyondEnd =
    data && !isPlaceholderData && data.totalPages > 0 && data.page > data.totalPages;
  const lastPage = data?.totalPages ?? 1;
  // As a dependency of the effect it would start the effect over at each navigation, without end.
  const turnBack = useEffectEvent((page: number) => state.change({ page }, { replace: true }));
  useEffect(() => {
    if (beyondEnd) turnBack(lastPage);
  }, [beyondEnd, lastPage]);

  const rows = error && isPlaceholderData ? undefined : data?.results;
  const total = data && toTotal(data);
  return {
    state,
    query,
    rows,
    error,
    /** Total of the matching rows; undefined before the first answer. */
    total,
    /** The answer, where it has rows. */
    filled: rows && total?.count ? answer : undefined,
    /** True when the answer belongs to this query, not to the one before. */
    isCurrent: data !== undefined && !isPlaceholderData,
    isFetching: result.isFetching,
    dataUpdatedAt: result.dataUpdatedAt,
    refetch: result.refetch,
    readAhead,
    turn,
  };
}
