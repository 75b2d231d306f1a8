import { z } from 'zod';
import { pluralize } from '../values/counts.ts';
import { daysBetween } from '../values/days.ts';
import type { Day, RecordStatus } from '../values.ts';
import { closedSet } from '../values.ts';

/** Phase of a fair by date in its own time zone (domain 4.3). */
export const FairPhase = z.enum(['upcoming', 'live', 'ended']);
export type FairPhase = z.infer<typeof FairPhase>;
export const CloseOutState = z.enum(['open', 'finished']);
export type CloseOutState = z.infer<typeof CloseOutState>;

/**
 * States of a fair with their labels, in the order of the fairs list: fairs that wait for their
 * close-out first. `reverted` has ended and is open again after a close-out.
 */
export const FAIR_STATES = {
  to_close_out: 'Needs close-out',
  reverted: 'Reverted',
  live: 'Live',
  upcoming: 'Upcoming',
  closed_out: 'Closed out',
  inactive: 'Inactive',
} as const;
export type FairState = keyof typeof FAIR_STATES;
export const FairState = closedSet(FAIR_STATES);

/** States of a fair that has ended and has to be closed out. */
export const DUE_STATES = ['to_close_out', 'reverted'] as const satisfies readonly FairState[];

/** Fields of a fair that decide its state. */
export type FairStanding = {
  phase: FairPhase;
  status: RecordStatus;
  closeOutState: CloseOutState;
  /** True for a fair that is open again after its close-out was reverted. */
  closeOutReverted: boolean;
};

/** Returns the state of a fair: its phase by date, unless it is closed out or inactive. */
export function fairState({
  phase,
  status,
  closeOutState,
  closeOutReverted,
}: FairStanding): FairState {
  if (closeOutState === 'finished') return 'closed_out';
  if (status === 'inactive') return 'inactive';
  if (phase !== 'ended') return phase;
  return closeOutReverted ? 'reverted' : 'to_close_out';
}

/** True if a fair has ended and has to be closed out. */
export function isDue(fair: FairStanding): boolean {
  return DUE_STATES.some((state) => state === fairState(fair));
}

type Dates = { startDate: Day; endDate: Day };

/** Returns the day of a live fair and its number of days: 3 and 5 on the third of five. */
export function fairDay({ startDate, endDate }: Dates, today: string): { day: number; of: number } {
  return {
    day: daysBetween(startDate, today) + 1,
    of: daysBetween(startDate, endDate) + 1,
  };
}

/**
 * Formats the state of a fair on a day in its own zone: `Upcoming in 8 days`, `Live, day 3 of 5`,
 * `Live, close-out reverted`, `Needs close-out, 16 days` since the end, `Reverted, close out again`.
 */
export function formatFairState(fair: FairStanding & Dates, today: string): string {
  const state = fairState(fair);
  switch (state) {
    case 'live': {
      const { day, of } = fairDay(fair, today);
      return fair.closeOutReverted ? 'Live, close-out reverted' : `Live, day ${day} of ${of}`;
    }
    case 'upcoming': {
      const days = daysBetween(today, fair.startDate);
      return days <= 1 ? 'Upcoming tomorrow' : `Upcoming in ${days} days`;
    }
    case 'to_close_out':
      return `Needs close-out, ${pluralize(daysBetween(fair.endDate, today), 'day', 'days')}`;
    case 'reverted':
      return 'Reverted, close out again';
    default:
      return FAIR_STATES[state];
  }
}
