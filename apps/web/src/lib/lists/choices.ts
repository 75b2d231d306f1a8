import type { GoneState } from '@pos/contract/values';
import type { QueryKey } from '@tanstack/react-query';

/** Entry of an options call; `state` says why a record can no longer be chosen. */
type Entry = { value: string; label: string; state?: GoneState | null };
type OptionsCall<Option extends Entry> = (
  call: { query: { search?: string; id?: string } },
  options: { signal: AbortSignal },
) => Promise<{ data: Option[] }>;
type Query<Data> = {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
};

/** Label of a value that the server does not return: deleted, or not visible to the caller. */
export const UNKNOWN_RECORD = 'No longer available';

/** Label of an entry: "Kim Reyes", "Kim Reyes (inactive)". */
export function labelOfEntry(entry: Entry | undefined): string {
  if (!entry) return UNKNOWN_RECORD;
  return entry.state ? `${entry.label} (${entry.state})` : entry.label;
}

/**
 * Options call in the form that selects and filters take: `options` searches entries, `getLabel`
 * names an entry by ID, such as one from the address. The privacy blur hides names of people.
 */
export function makeChoices<Option extends Entry>(
  feature: string,
  call: OptionsCall<Option>,
  arePeople = false,
) {
  return {
    arePeople,
    options: (search: string): Query<{ data: Option[] }> => ({
      queryKey: [feature, 'options', search],
      queryFn: ({ signal }) => call({ query: { search } }, { signal }),
    }),
    getLabel: (id: string): Query<string> => ({
      queryKey: [feature, 'label', id],
      queryFn: async ({ signal }) =>
        labelOfEntry((await call({ query: { id } }, { signal })).data[0]),
    }),
  };
}

/** The same for names, which have no record: the value is its own label. */
export function makeNames<Name extends Entry>(
  feature: string,
  call: OptionsCall<Name>,
  arePeople = false,
) {
  return {
    arePeople,
    options: (search: string): Query<{ data: Name[] }> => ({
      queryKey: [feature, 'names', search],
      queryFn: ({ signal }) => call({ query: { search } }, { signal }),
    }),
    getLabel: (name: string): Query<string> => ({
      queryKey: [feature, 'name', name],
      queryFn: () => Promise.resolve(name),
    }),
  };
}
