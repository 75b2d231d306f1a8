import type { School } from '@pos/contract/schools';
import { plainPlural } from '@pos/contract/values/counts';
import { refusalOfPair, type MergedRecord } from './merges.rules.ts';

/** Returns why a school cannot be merged into another; undefined if it can (domain 3.4). */
export function refusalOfSchools(
  school: School,
  merged: School,
  shared: { count: number; numbers: readonly string[] },
): string | undefined {
  const refusal = refusalOfPair('school', recordOf(school), recordOf(merged));
  if (refusal || shared.count === 0) return refusal;
  return `Both schools have ${plainPlural(shared.count, 'student')} of the same number (${shared.numbers.join(', ')}${shared.count > shared.numbers.length ? ', …' : ''}). Renumber these students at one of the schools first.`;
}

function recordOf({ id, name, inSource, mergedInto }: School): MergedRecord {
  return { id, label: name, inSource, mergedInto: mergedInto?.name };
}
