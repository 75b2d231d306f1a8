import type { PackageOption } from '@pos/contract/fairs/package-options';
import type { NewPackageContents, NewPackingList } from '@pos/contract/imports/fair-packages';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, formQuery, useChange } from '#web/lib/api/calls.ts';

export const packageContents = (packageOption: PackageOption, season: string) =>
  queryOptions({
    queryKey: ['packages', 'contents', packageOption, season],
    queryFn: ({ signal }) => readContents(packageOption, season, signal),
  });

/** Contents for their form: read when it opens and never refetched. */
export const contentsForForm = (packageOption: PackageOption, season: string) =>
  formQuery(['package-form', packageOption, season], ({ signal }) =>
    readContents(packageOption, season, signal),
  );

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

export const useSaveContents = () =>
  useChange(REFRESHES, (body: NewPackageContents) => api.packages.save({ body }));

/** Proposal of a fair's packing list: read when the page opens. */
export const packingProposal = (fairId: string) =>
  dataQuery(['packages', 'proposal', fairId], api.packages.proposal, { params: { id: fairId } });

export const useMakePackingList = () =>
  useChange([...REFRESHES, ['inventory'], ['fairs'], ['jobs']], (body: NewPackingList, once) =>
    api.packages.makePackingList(...once({ body })),
  );
