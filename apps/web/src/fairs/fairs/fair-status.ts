import type { Fair } from '@pos/contract/fairs/fairs';
import {
  FAIR_STATES,
  fairState,
  formatFairState,
  type FairStanding,
  type FairState,
} from '@pos/contract/fairs/fair-state';
import { PACKAGE_OPTIONS, type PackageOption } from '@pos/contract/fairs/package-options';
import type { Choice } from '#web/ui/fields/choice-fields.tsx';
import type { Meaning, StatusText } from '#web/ui/values/status-pill.tsx';

const MEANINGS: Record<FairState, Meaning> = {
  to_close_out: 'warn',
  reverted: 'undone',
  live: 'info',
  upcoming: 'off',
  closed_out: 'ok',
  inactive: 'off',
};

/** State of a fair in one word, such as `Live`. */
export function fairStatus(fair: FairStanding): StatusText {
  const state = fairState(fair);
  return { label: FAIR_STATES[state], meaning: MEANINGS[state] };
}

/** State of a fair with its days, such as `Live, day 3 of 5`, on a day in its own zone. */
export function fairStatusOn(
  fair: FairStanding & Pick<Fair, 'startDate' | 'endDate'>,
  day: string,
): StatusText {
  return { label: formatFairState(fair, day), meaning: MEANINGS[fairState(fair)] };
}

/** The twelve packages, by number. */
export const PACKAGE_CHOICES: readonly Choice<PackageOption>[] = Object.entries(
  PACKAGE_OPTIONS,
).map(([value, label]) => ({ value: Number(value) as PackageOption, label }));
