import type { ListKey, View } from '@pos/contract/views';
import { useQuery } from '@tanstack/react-query';
import { usePreferences } from '#web/lib/preferences.ts';
import { useSearchParams } from '#web/lib/search-state.ts';
import type { Column } from './description.ts';

/** Query key of a list's views. `ViewBar` reads them; the table only checks the cache. */
export const viewsKey = (list: ListKey | undefined) => ['views', list] as const;

/** Visible columns: those of the open view if it has its own, else those the person chose. */
export function useShownColumns<Row>(
  list: ListKey | undefined,
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const { saved } = useSearchParams();
  const { hiddenColumns } = usePreferences();
  const { data: views } = useQuery<View[]>({ queryKey: viewsKey(list), enabled: false });
  const hidden =
    views?.find(({ id }) => id === saved)?.hiddenColumns ?? (list && hiddenColumns[list]) ?? [];
  return columns.filter(({ id, stays }, at) => at === 0 || stays || !hidden.includes(id));
}
