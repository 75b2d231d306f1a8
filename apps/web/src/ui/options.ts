import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import { useDebounced } from './use-debounced.ts';

/** An entry to choose, as the options calls answer it. */
export type ComboOption = { value: string; label: string };
/** An options call as a query: `(search) => ({ queryKey: ['schools', 'options', search], queryFn: … })`. */
export type OptionsQuery<Option extends ComboOption = ComboOption> = (search: string) => {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<{ data: Option[] }>;
};

/** The options of a search as it is typed: debounced, the last answer staying until the next one is there. */
export function useOptions<Option extends ComboOption>(options: OptionsQuery<Option>, search: string, isWanted: boolean) {
  const query = options(useDebounced(search, 200));
  return useQuery({ ...query, enabled: isWanted, placeholderData: keepPreviousData });
}
