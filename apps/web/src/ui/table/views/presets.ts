import { addDays } from '@pos/contract/values/days';

/** Common ranges for a filter by days; `day` is today. */
export function recentDays(day: string): { label: string; from: string; to: string }[] {
  const yesterday = addDays(day, -1);
  return [
    { label: 'Today', from: day, to: day },
    { label: 'Yesterday', from: yesterday, to: yesterday },
    { label: 'Last 7 days', from: addDays(day, -6), to: day },
  ];
}

/**
 * Index of the preset that the list shows: the one whose filters match exactly, among all filters
 * that presets set; 0 if none does.
 */
export function currentView(views: readonly { query: object }[], shown: object): number {
  const getValue = (query: object, key: string): string =>
    String((query as Record<string, unknown>)[key] ?? '');
  const keys = views.flatMap(({ query }) => Object.keys(query));
  return Math.max(
    views.findLastIndex(({ query }) =>
      keys.every((key) => getValue(query, key) === getValue(shown, key)),
    ),
    0,
  );
}
