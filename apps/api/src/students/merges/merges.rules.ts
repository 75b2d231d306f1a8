/** A record as a merge sees it. `label` and `mergedInto` are the words of refusals. */
export type MergedRecord = {
  id: string;
  label: string;
  inSource: boolean;
  /** Label of the record that this one was merged into. */
  mergedInto: string | undefined;
};

/**
 * Returns why one record cannot be merged into another of its kind, whatever they hold; undefined if
 * it can. A record that the source system delivers must be the one that stays.
 */
export function refusalOfPair(
  kind: 'school' | 'student',
  kept: MergedRecord,
  merged: MergedRecord,
): string | undefined {
  if (kept.id === merged.id) return `Choose another ${kind} than the one that stays.`;
  for (const { label, mergedInto } of [kept, merged])
    if (mergedInto !== undefined) return `${label} was merged into ${mergedInto}.`;
  if (!merged.inSource) return undefined;
  return kept.inSource
    ? `The source system delivers both ${kind}s. Merge them there.`
    : `${merged.label} comes from the source system. Open it, and merge ${kept.label} into it.`;
}
