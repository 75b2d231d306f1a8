import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { afterRows, type ListQuery } from './list.ts';

/** How many rows each view of a list has, in the order of the views, read behind the rows; null while that is on its way, undefined where it could not be read. */
export function useViewCounts<Schema extends z.ZodObject, Row>(
  schema: Schema,
  list: (query: z.output<Schema>) => ListQuery<Row>,
  views: readonly object[],
): (number | null | undefined)[] {
  const queries = views.map((view) => list(schema.parse({ limit: 10, ...view })));
  const keys = queries.map(({ queryKey }) => queryKey);
  const { data, isPending } = useQuery({
    queryKey: [...(keys[0]?.slice(0, 1) ?? []), 'counts', keys],
    queryFn: async ({ signal }) => {
      await afterRows();
      return Promise.all(
        queries.map(async ({ queryFn }) => (await queryFn({ signal })).data.totalResults),
      );
    },
    placeholderData: keepPreviousData,
  });
  return views.map((_, index) => (isPending ? null : data?.[index]));
}
