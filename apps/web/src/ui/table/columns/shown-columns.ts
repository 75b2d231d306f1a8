import type { ListKey, View } from '@pos/contract/staff/views';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { usePreferences } from '#web/lib/session/preferences.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { inOrder } from './column-order.ts';
import type { Column } from '../description.ts';

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
  const open = useCachedViews(list)?.find(({ id }) => id === saved);
  const hidden = useHiddenColumns(list, columns, open);
  const order = useColumnOrder(list, open);
  return inOrder(columns, order).filter(
    ({ id, stays }, at) => at === 0 || stays || !hidden.includes(id),
  );
}

/** Views of the list if they are loaded; never loads them. */
function useCachedViews(list: ListKey | undefined): readonly View[] | undefined {
  const client = useQueryClient();
  return useSyncExternalStore(
    useCallback(
      (listener) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
      [client],
    ),
    () => client.getQueryData<View[]>(viewsKey(list)),
  );
}
