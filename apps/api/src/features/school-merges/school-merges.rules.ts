import type { School } from '@pos/contract/schools';
import { plainPlural } from '@pos/contract/values/counts';

/** Returns why a school cannot be merged into another; undefined if it can (domain 3.4). */
export function refusalOfMerge(
  school: School,
  merged: School,
  shared: { count: number; numbers: readonly string[] },
): string | undefined {
  if (school.id === merged.id) return 'Choose another school than the one that stays.';
  if (school.mergedInto) return `${school.name} was merged into ${school.mergedInto.name}.`;
  if (merged.mergedInto) return `${merged.name} was merged into ${merged.mergedInto.name}.`;
  if (merged.inSource)
    return school.inSource
      ? 'The source system delivers both schools. Merge them there.'
      : `${merged.name} comes from the source system. Open it, and merge ${school.name} into it.`;
  if (shared.count > 0)
    return `Both schools have ${plainPlural(shared.count, 'student')} of the same number (${shared.numbers.join(', ')}${shared.count > shared.numbers.length ? ', …' : ''}). Merge or renumber these students first.`;
  return undefined;
}
