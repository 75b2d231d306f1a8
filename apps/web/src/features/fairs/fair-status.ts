import type { CloseOutState, Fair, FairPhase } from '@pos/contract/fairs';
import { PACKAGE_OPTIONS, type PackageOption } from '@pos/contract/fair-packages';
import { today } from '@pos/contract/values/clock';
import { addDays, daysBetween } from '@pos/contract/values/days';
import { HERE } from '#web/lib/time.ts';
import type { Choice } from '#web/ui/fields/choice-fields.tsx';
import type { StatusText } from '#web/ui/status-pill.tsx';

export const PHASE_LABELS: Record<FairPhase, string> = {
  upcoming: 'Upcoming',
  live: 'Live',
  ended: 'Ended',
};

const CLOSE_OUT: Record<CloseOutState | 'reverted', StatusText> = {
  open: { label: 'Open', meaning: 'off' },
  finished: { label: 'Finished', meaning: 'ok' },
  reverted: { label: 'Reverted', meaning: 'undone' },
};

/** State of a fair's close-out; reverted means open again after an earlier one. */
export function closeOutStatus({
  closeOutState,
  closeOutReverted,
}: Pick<Fair, 'closeOutState' | 'closeOutReverted'>): StatusText {
  return CLOSE_OUT[closeOutReverted ? 'reverted' : closeOutState];
}

/** The twelve packages, by number. */
export const PACKAGE_CHOICES: readonly Choice<PackageOption>[] = Object.entries(
  PACKAGE_OPTIONS,
).map(([value, label]) => ({ value: Number(value) as PackageOption, label }));

type Dates = Pick<Fair, 'phase' | 'startDate' | 'endDate' | 'timeZone'>;

/** `day 2 of 5` of a live fair, in the fair's own zone. */
export function dayOfFair(
  { startDate, endDate, timeZone }: Dates,
  day: string = today(timeZone),
): string {
  return `day ${daysBetween(startDate, day) + 1} of ${daysBetween(startDate, endDate) + 1}`;
}

/** Phase of a fair by date: `Live, day 2 of 5`, `Starts in 3 days`, `Ended`. */
export function phaseStatus(fair: Dates, day: string = today(fair.timeZone)): StatusText {
  switch (fair.phase) {
    case 'live':
      return { label: `Live, ${dayOfFair(fair, day)}`, meaning: 'info' };
    case 'upcoming': {
      const days = daysBetween(day, fair.startDate);
      return { label: days <= 1 ? 'Starts tomorrow' : `Starts in ${days} days`, meaning: 'off' };
    }
    case 'ended':
      return { label: 'Ended', meaning: 'off' };
  }
}

/** State of a fair in the calendar, as a color and a word. */
export function calendarStatus({
  phase,
  status,
  closeOutState,
}: Pick<Fair, 'phase' | 'status' | 'closeOutState'>): StatusText & {
  look: 'live' | 'due' | 'done' | 'inactive' | 'planned';
} {
  if (status === 'inactive') return { label: 'Inactive', meaning: 'off', look: 'inactive' };
  if (closeOutState === 'finished') return { label: 'Finished', meaning: 'ok', look: 'done' };
  if (phase === 'live') return { label: 'Live', meaning: 'info', look: 'live' };
  return phase === 'ended'
    ? { label: 'Needs close-out', meaning: 'warn', look: 'due' }
    : { label: 'Upcoming', meaning: 'off', look: 'planned' };
}

/** Range for date presets, from this browser's day. */
export function nextDays(days: number): { from: string; to: string } {
  const from = today(HERE);
  return { from, to: addDays(from, days) };
}
