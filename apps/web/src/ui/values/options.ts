import { useQueries } from '@tanstack/react-query';
import { UNKNOWN_RECORD } from '#web/lib/lists/choices.ts';
import type { TypedQuery } from '../hooks/use-typed-answer.ts';

/** Option of a select, in the shape that options calls return. */
export type ComboOption = { value: string; label: string };
/**
 * Options call as a query: `(search) => ({ queryKey: ['schools', 'options', search], queryFn: …
 * })`.
 */
export type OptionsQuery<Option extends ComboOption = ComboOption> = (
  search: string,
) => TypedQuery<{ data: Option[] }>;
/**
 * Reads the label of one value, such as from a restored draft: its record may be inactive or
 * deleted.
 */
export type LabelQuery = (value: string) => TypedQuery<string>;

/**
 * Options of a select. Without `getLabel`, only a pick or `current` may set the value: a value
 * without a label would be saved unseen.
 */
export type Choices<Option extends ComboOption = ComboOption> = {
  options: OptionsQuery<Option>;
  getLabel?: LabelQuery;
  /** Labels are names of people, which the privacy blur hides. */
  arePeople?: boolean;
};

/** Shown instead of a label that could not be loaded. */
export const NOT_LOADED = 'Could not be loaded';

/**
 * Labels of values, in order: from `known`, otherwise read one by one. Until a label is read, or if
 * it cannot be, `stale` gives the label the page came with.
 */
export function useLabels(
  values: readonly string[],
  known: readonly ComboOption[],
  getLabel: LabelQuery | undefined,
  stale?: ComboOption,
): string[] {
  const labelIn = (options: readonly (ComboOption | undefined)[], value: string) =>
    options.find((option) => option?.value === value)?.label;
  const missing = values.filter((value) => labelIn(known, value) === undefined);
  const queries = useQueries({ queries: getLabel ? missing.map((value) => getLabel(value)) : [] });
  return values.map((value) => {
    const query = queries[missing.indexOf(value)];
    const read = query?.data === UNKNOWN_RECORD ? undefined : query?.data;
    const label = labelIn(known, value) ?? read ?? labelIn([stale], value) ?? query?.data;
    return label ?? (query?.isPending ? '…' : NOT_LOADED);
  });
}
