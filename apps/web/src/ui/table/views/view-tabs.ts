import type { z } from 'zod';
import type { ListQuery } from '#web/lib/lists/list.ts';
import { useViewCounts } from '#web/lib/lists/view-counts.ts';
import type { Tab } from '../../layout/page-head.tsx';
import { currentView } from './presets.ts';

/** Preset of a list: filters in the address. */
type View = { label: string; query: object; waits?: true };

/**
 * Returns the tabs of a list's presets with their counts. `scope` are filters that all of them have;
 * `shown` is the list's query.
 */
export function useViewTabs<Schema extends z.ZodObject, Row, Preset extends View>(
  schema: Schema,
  list: (query: z.output<Schema>) => ListQuery<Row>,
  views: readonly Preset[],
  { shown, scope, linkTo }: Place<Preset>,
): Tab[] {
  const counts = useViewCounts(
    schema,
    list,
    views.map(({ query }) => ({ ...query, ...scope })),
  );
  const current = currentView(views, shown);
  return views.map(({ label, query, waits }, index) => ({
    label,
    to: linkTo(query),
    count: counts[index],
    waits,
    current: index === current,
  }));
}

type Place<Preset extends View> = {
  shown: object;
  scope?: object;
  linkTo: (query: Preset['query']) => string;
};
