import { useQueries } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ListAnswer, ListQuery } from './list.ts';

/** How many rows each view of a list has, in the order of the views; nothing while that is not known. */
export function useViewCounts<Schema extends z.ZodObject, Row>(schema: Schema, list: (query: z.output<Schema>) => ListQuery<Row>, views: readonly object[]): (number | undefined)[] {
  return useQueries({
    queries: views.map((view) => ({ ...list(schema.parse({ limit: 10, ...view })), select: (answer: ListAnswer<Row>) => answer.data.totalResults })),
    combine: (results) => results.map(({ data }) => data),
  });
}
