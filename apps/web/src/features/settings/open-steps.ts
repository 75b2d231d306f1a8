import { FIRST_STEPS, type Settings } from '@pos/contract/settings';

/** True while a first step is neither done nor skipped. */
export function hasOpenSteps({
  firstSteps,
  skippedSteps,
}: Pick<Settings, 'firstSteps' | 'skippedSteps'>): boolean {
  return FIRST_STEPS.some((step) => !firstSteps[step] && !skippedSteps.includes(step));
}
