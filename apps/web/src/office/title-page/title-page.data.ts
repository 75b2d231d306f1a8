import type { NewSeasonPrice, NewTitle, Title, TitleChanges } from '@pos/contract/stock/titles';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';

/** One title, refetched on live events. */
export const titleDetails = (id: string) =>
  queryOptions({
    queryKey: ['inventory', 'details', id],
    queryFn: ({ signal }) => readTitle(id, signal),
  });

/**
 * One title for its form: read when it opens and never refetched, so that typed text is not
 * overwritten.
 */
export const titleForForm = (id: string) =>
  queryOptions({
    queryKey: ['title-form', id],
    queryFn: ({ signal }) => readTitle(id, signal),
    gcTime: 0,
    staleTime: Infinity,
  });

export async function readTitle(id: string, signal?: AbortSignal): Promise<Title> {
  return (await api.titles.getById({ params: { id } }, signal && { signal })).data;
}

/** Queries that a changed title makes stale: both inventories and activity. */
const REFRESHES = [['inventory'], ['activity']];

export function useAddTitle() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: (body: NewTitle) => api.titles.add({ body }, { idempotencyKey: toKey(body) }),
    meta: { refreshes: [['inventory']] },
  });
}

export function useUpdateTitle(id: string) {
  return useMutation({
    mutationFn: async (body: TitleChanges) =>
      (await api.titles.update({ params: { id }, body })).data,
    meta: { refreshes: REFRESHES },
  });
}

/** Stores the picture of a title's cover. */
export function useUploadPicture(id: string) {
  return useMutation({
    mutationFn: async (file: File) =>
      (
        await api.titles.uploadPicture({
          params: { id },
          body: {},
          file,
          fileName: file.name,
        })
      ).data,
    meta: { refreshes: REFRESHES },
  });
}

/** Removes the picture of a title; its drawn cover is shown again. */
export function useRemovePicture(id: string) {
  return useMutation({
    mutationFn: async () => (await api.titles.removePicture({ params: { id } })).data,
    meta: { refreshes: REFRESHES },
  });
}

/** Sets the price of a title in a season; null takes it away. */
export function useSetSeasonPrice(id: string) {
  return useMutation({
    mutationFn: async (body: NewSeasonPrice) =>
      (await api.titles.setSeasonPrice({ params: { id }, body })).data,
    meta: { refreshes: [...REFRESHES, ['packages']] },
  });
}
