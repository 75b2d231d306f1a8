import { MIN_SEARCH, type SearchGroup } from '@pos/contract/office/search';
import { api } from '#web/lib/api/api.ts';
import { searchText } from './search-text.ts';

/** Searches all records that the user may read, by kind; disabled while the text is too short. */
export const searchRecords = (text: string, fairId: string | undefined) => {
  const q = searchText(text);
  return {
    queryKey: ['search', q, fairId],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SearchGroup[]> =>
      q.length < MIN_SEARCH
        ? []
        : (await api.search.find({ query: { q, ...(fairId && { fairId }) } }, { signal })).data,
    staleTime: 10_000,
  };
};
