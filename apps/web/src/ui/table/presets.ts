import { addDays } from '#web/lib/time.ts';

/** The days that are asked for most, for a filter by days; `day` is today. */
export function recentDays(day: string): { label: string; from: string; to: string }[] {
  const yesterday = addDays(day, -1);
  return [
    { label: 'Today', from: day, to: day },
    { label: 'Yesterday', from: yesterday, to: yesterday },
    { label: 'Last 7 days', from: addDays(day, -6), to: day },
  ];
}

/** Which of the presets the list shows: of the filters that presets set it has exactly those of this one. The first where none fits. */
export function currentView(views: readonly { query: object }[], shown: object): number {
  const valueOf = (query: object, key: string): string =>
    String((query as Record<string, unknown>)[key] ?? '');
  const keys = views.flatMap(({ query }) => Object.keys(query));
  return Math.max(
    views.findLastIndex(({ query }) =>
      keys.every((key) => valueOf(query, key) === valueOf(shown, key)),
    ),
    0,
  );
}
