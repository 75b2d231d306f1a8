import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ListQuery } from '#web/lib/lists/list.ts';
import { queryAt, turnPage, type PageTurn } from '#web/lib/lists/page-turn.ts';
import { useSearchState } from '#web/lib/lists/search-state.ts';
import type { Neighbors } from '../buttons/step-buttons.tsx';

type NeighborsProps<Schema extends z.ZodObject, Row> = {
  /** The open record. */
  id: string;
  schema: Schema;
  list: (query: z.output<Schema>) => ListQuery<Row>;
  fixed?: Partial<z.output<Schema>>;
  /** Opens a row; `changes` to the address are those of another page of the list. */
  open: (row: Row, changes: Partial<PageTurn>) => void;
};

/**
 * Finds the previous and next record in the list that the open one stands in, across pages. Both
 * are undefined if the record is not on the list's page.
 */
export function useNeighbors<Schema extends z.ZodObject, Row extends { id: string }>({
  id,
  schema,
  list,
  fixed,
  open,
}: NeighborsProps<Schema, Row>): Neighbors {
  const { query: asked } = useSearchState(schema);
  const query = schema.parse({ ...asked, ...fixed });
  const queryClient = useQueryClient();
  const page = useQuery(list(query)).data?.data;
  const index = page?.results.findIndex((row) => row.id === id) ?? -1;
  if (!page || index < 0) return { previous: undefined, next: undefined };

  const inPage = (step: number): (() => void) | undefined => {
    const row = page.results[index + step];
    return row && (() => open(row, {}));
  };
  const onPage = (step: 1 | -1) => async (): Promise<void> => {
    const to = page.page + step;
    const turn = turnPage(schema, page, to);
    const { data } = await queryClient.fetchQuery(list(queryAt(schema, query, turn)));
    const row = data.results.at(step === 1 ? 0 : -1);
    if (row) open(row, { cursor: undefined, ...turn, page: to === 1 ? undefined : to });
  };
  return {
    previous: inPage(-1) ?? (page.page > 1 && index === 0 ? () => void onPage(-1)() : undefined),
    next: inPage(1) ?? (page.page < page.totalPages ? () => void onPage(1)() : undefined),
  };
}
