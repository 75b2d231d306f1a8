import type { PackageOption } from '@pos/contract/fairs/package-options';
import type { NewPackageContents, NewPackingList } from '@pos/contract/imports/fair-packages';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';

export const packageContents = (packageOption: PackageOption, season: string) =>
  queryOptions({
    queryKey: ['packages', 'contents', packageOption, season],
    queryFn: ({ signal }) => readContents(packageOption, season, signal),
  });

/** Contents for their form: read when it opens and never refetched. */
export const contentsForForm = (packageOption: PackageOption, season: string) =>
  queryOptions({
    queryKey: ['package-form', packageOption, season],
    queryFn: ({ signal }) => readContents(packageOption, season, signal),
    gcTime: 0,
    staleTime: Infinity,
  });

export async function readContents(
  packageOption: PackageOption,
  season: string,
  signal?: AbortSignal,
) {
  const query = { packageOption, season };
  return (await api.packages.contents({ query }, signal && { signal })).data;
}

/** Titles to add to a package, by name or code, with their price of a season. */
export const titleChoices = (season: string) => ({
  options: (search: string) => ({
    queryKey: ['packages', 'titles', season, search],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { data } = await api.packages.titleOptions({ query: { season, search } }, { signal });
      return {
        data: data.map((title) => ({ ...title, value: title.titleId, label: title.title })),
      };
    },
  }),
});

/** Finds the titles of pasted codes. */
export async function findTitles(season: string, codes: string[]) {
  return (await api.packages.findTitles({ body: { season, codes } })).data;
}

const REFRESHES = [['packages'], ['activity']];

export function useSaveContents() {
  return useMutation({
    mutationFn: async (body: NewPackageContents) => (await api.packages.save({ body })).data,
    meta: { refreshes: REFRESHES },
  });
}

/** Proposal of a fair's packing list: read when the page opens. */
export const packingProposal = (fairId: string) =>
  queryOptions({
    queryKey: ['packages', 'proposal', fairId],
    queryFn: async ({ signal }) =>
      (await api.packages.proposal({ params: { id: fairId } }, { signal })).data,
  });

export function useMakePackingList() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewPackingList) =>
      (await api.packages.makePackingList({ body }, { idempotencyKey: toKey(body) })).data,
    meta: { refreshes: [...REFRESHES, ['inventory'], ['fairs'], ['jobs']] },
  });
}
