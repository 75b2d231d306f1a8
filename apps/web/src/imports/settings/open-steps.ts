import { FIRST_STEPS, type FirstStep, type Settings } from '@pos/contract/imports/settings';

/** First steps that are neither done nor skipped, in order. */
export function openSteps({
  firstSteps,
  skippedSteps,
}: Pick<Settings, 'firstSteps' | 'skippedSteps'>): FirstStep[] {
  return FIRST_STEPS.filter((step) => !firstSteps[step] && !skippedSteps.includes(step));
}
