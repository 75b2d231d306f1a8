import type { Job } from '@pos/contract/staff/jobs';

/** "Waiting, next in line", "Waiting, 3rd in line". */
export function placeText(place: number): string {
  return place === 1 ? 'Waiting, next in line' : `Waiting, ${ordinal(place)} in line`;
}

/** State of a job that has not ended: its place in line, its progress, or that its process was interrupted. */
export function jobProgressText({
  status,
  progress,
  place,
  restartsWithinSeconds,
}: Pick<Job, 'status' | 'progress' | 'place' | 'restartsWithinSeconds'>): string {
  if (restartsWithinSeconds !== null)
    return `Interrupted; starts again within ${restartsWithinSeconds} seconds`;
  if (status !== 'queued') return `${progress}% done`;
  return place === null ? 'Waiting, about to start' : placeText(place);
}

const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const rules = new Intl.PluralRules('en-US', { type: 'ordinal' });

function ordinal(value: number): string {
  return `${value}${SUFFIXES[rules.select(value)] ?? 'th'}`;
}
