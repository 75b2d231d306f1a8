import type { ListKey, NewView, View, ViewChanges } from '@pos/contract/staff/views';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/calls.ts';
import { afterRows } from '#web/lib/lists/list.ts';
import { parseSearch } from '#web/lib/lists/search-params.ts';
import { viewsKey } from '../columns/shown-columns.ts';

/** Views of a list: the user's own, then those of the team. */
export const viewsQuery = (list: ListKey) =>
  queryOptions({
    queryKey: viewsKey(list),
    queryFn: async ({ signal }) => {
      // Needed at once if a view is open, because it decides which columns are visible.
      if (!('saved' in parseSearch(location.search))) await afterRows();
      return (await api.views.list({ query: { list } }, { signal })).data;
    },
  });

export async function readView(id: string): Promise<View> {
  return (await api.views.getById({ params: { id } })).data;
}

/** Body for saving an existing view. */
export const toViewChanges = ({
  name,
  query,
  hiddenColumns,
  columnOrder,
  isTeam,
  version,
}: View): ViewChanges => ({
  name,
  query,
  hiddenColumns,
  columnOrder,
  isTeam,
  version,
});

export const useAddView = (list: ListKey) =>
  useChange([viewsKey(list)], (body: NewView) => api.views.add({ body }));

export const useUpdateView = ({ id, list }: View) =>
  useChange([viewsKey(list)], (body: ViewChanges) => api.views.update({ params: { id }, body }));

export const useDeleteView = ({ id, list }: View) =>
  useChange([viewsKey(list)], () => api.views.delete({ params: { id } }));
