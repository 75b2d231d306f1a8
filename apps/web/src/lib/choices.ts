import type { QueryKey } from '@tanstack/react-query';

type Entry = { value: string; label: string };
type OptionsCall<Option extends Entry> = (call: { query: { search?: string; id?: string } }, options: { signal: AbortSignal }) => Promise<{ data: Option[] }>;
type Query<Data> = { queryKey: QueryKey; queryFn: (context: { signal: AbortSignal }) => Promise<Data> };

/**
 * An options call as selects and filters take it: `options` finds entries by what is typed, `labelOf` names the entry of
 * an id, as one that came with the address. `{ kind: 'record', key: 'adminId', ...adminChoices }`
 */
export function choicesOf<Option extends Entry>(feature: string, call: OptionsCall<Option>) {
  return {
    options: (search: string): Query<{ data: Option[] }> => ({
      queryKey: [feature, 'options', search],
      queryFn: ({ signal }) => call({ query: { search } }, { signal }),
    }),
    labelOf: (id: string): Query<string> => ({
      queryKey: [feature, 'label', id],
      queryFn: async ({ signal }) => (await call({ query: { id } }, { signal })).data[0]?.label ?? 'Unknown',
    }),
  };
}
