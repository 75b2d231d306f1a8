import type { NewSeasonPrice, NewTitle, Title, TitleChanges } from '@pos/contract/stock/titles';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { formQuery, useChange } from '#web/lib/api/calls.ts';

/** One title, refetched on live events. */
export const titleDetails = (id: string) =>
  queryOptions({
    queryKey: ['inventory', 'details', id],
    queryFn: ({ signal }) => readTitle(id, signal),
  });

/** One title for its form. */
export const titleForForm = (id: string) =>
  formQuery(['title-form', id], ({ signal }) => readTitle(id, signal));

export async function readTitle(id: string, signal?: AbortSignal): Promise<Title> {
  return (await api.titles.getById({ params: { id } }, signal && { signal })).data;
}

/** Queries that a changed title makes stale: both inventories and activity. */
const REFRESHES = [['inventory'], ['activity']];

export const useAddTitle = () =>
  useChange([['inventory']], (body: NewTitle, once) => api.titles.add(...once({ body })));

export const useUpdateTitle = (id: string) =>
  useChange(REFRESHES, (body: TitleChanges) => api.titles.update({ params: { id }, body }));

/** Stores the picture of a title's cover. */
export const useUploadPicture = (id: string) =>
  useChange(REFRESHES, (file: File) =>
    api.titles.uploadPicture({
      params: { id },
      body: {},
      file,
      fileName: file.name,
    }),
  );

/** Removes the picture of a title; its drawn cover is shown again. */
export const useRemovePicture = (id: string) =>
  useChange(REFRESHES, () => api.titles.removePicture({ params: { id } }));

/** Sets the price of a title in a season; null takes it away. */
export const useSetSeasonPrice = (id: string) =>
  useChange([...REFRESHES, ['packages']], (body: NewSeasonPrice) =>
    api.titles.setSeasonPrice({ params: { id }, body }),
  );
