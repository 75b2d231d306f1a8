import type { ListKey, View } from '@pos/contract/views';
import { useQuery } from '@tanstack/react-query';
import { usePreferences } from '#web/lib/preferences.ts';
import { useSearchParams } from '#web/lib/search-state.ts';
import { inOrder } from './column-order.ts';
import type { Column } from './description.ts';

/** Query key of a list's views. `ViewBar` reads them; the table only checks the cache. */
export const viewsKey = (list: ListKey | undefined) => ['views', list] as const;

/** IDs of the columns that are hidden until the person chooses them. */
export function extraColumns(columns: readonly Column<never>[]): string[] {
  return columns.filter(({ isExtra }) => isExtra).map(({ id }) => id);
}

/** IDs of the hidden columns: the view's if it has its own columns, else the person's choice. */
export function useHiddenColumns(
  list: ListKey | undefined,
  columns: readonly Column<never>[],
  view?: View,
): readonly string[] {
  const { hiddenColumns } = usePreferences();
  return view?.hiddenColumns ?? (list && hiddenColumns[list]) ?? extraColumns(columns);
}

/** IDs of the columns in the chosen order: the view's if it has its own columns, else the person's. */
export function useColumnOrder(list: ListKey | undefined, view?: View): readonly string[] {
  const { columnOrder } = usePreferences();
  if (view?.hiddenColumns) return view.columnOrder ?? [];
  return (list && columnOrder?.[list]) ?? [];
}

/** Visible columns of the list with the open view, in the chosen order. */
export function useShownColumns<Row>(
  list: ListKey | undefined,
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const { saved } = useSearchParams();
  const { data: views } = useQuery<View[]>({ queryKey: viewsKey(list), enabled: false });
  const open = views?.find(({ id }) => id === saved);
  const hidden = useHiddenColumns(list, columns, open);
  const order = useColumnOrder(list, open);
  return inOrder(columns, order).filter(
    ({ id, stays }, at) => at === 0 || stays || !hidden.includes(id),
  );
}
