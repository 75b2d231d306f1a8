import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { afterRows, type ListQuery } from './list.ts';
import { toTotal, type Total } from './total.ts';

/**
 * Total of each view of a list, in the order of the views, loaded after the rows; null while
 * loading, undefined if it failed.
 */
export function useViewCounts<Schema extends z.ZodObject, Row>(
  schema: Schema,
  list: (query: z.output<Schema>) => ListQuery<Row>,
  views: readonly object[],
): (Total | null | undefined)[] {
  const queries = views.map((view) => list(schema.parse({ limit: 10, ...view })));
  const keys = queries.map(({ queryKey }) => queryKey);
  const { data, isPending } = useQuery({
    queryKey: [...(keys[0]?.slice(0, 1) ?? []), 'counts', keys],
    queryFn: async ({ signal }) => {
      await afterRows();
      return Promise.all(
        queries.map(async ({ queryFn }) => toTotal((await queryFn({ signal })).data)),
      );
    },
    placeholderData: keepPreviousData,
  });
  return views.map((_, index) => (isPending ? null : data?.[index]));
}
