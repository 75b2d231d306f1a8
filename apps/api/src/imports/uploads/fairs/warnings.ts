import { USUAL_FAIR_DAYS, USUAL_YEARS_AHEAD } from '@pos/contract/fairs/fairs';
import type { NewFair } from '@pos/contract/fairs/fair-changes';
import { dayIn } from '@pos/contract/values/clock';
import { addYears, daysBetween, formatDay } from '@pos/contract/values/days';
import { cellText } from '#api/spreadsheets/cells/text.ts';
import type { FairState } from './state.queries.ts';
import type { PlannedFair, PlannedFairRow } from './judge.ts';
import { warn } from '../row-messages.ts';

/**
 * Warns of days that are unlikely for a new fair: over by the clock of `zone` at `now`, years ahead, or
 * unusually many.
 */
export function warnOfDates(
  row: PlannedFairRow,
  { startDate, endDate }: NewFair,
  { zone, now }: { zone: string; now: Date },
): void {
  if (endDate < dayIn(now, zone)) {
    const ended = cellText({ kind: 'date', day: endDate, time: null });
    warn(row, 'End Date', 'PAST_FAIR', `This fair is in the past: it ended on ${ended}.`);
  }
  if (startDate > addYears(dayIn(now, zone), USUAL_YEARS_AHEAD))
    warn(
      row,
      'Start Date',
      'FAR_FAIR',
      `This fair is more than ${USUAL_YEARS_AHEAD} years ahead: it starts on ${formatDay(startDate)}.`,
    );
  const days = daysBetween(startDate, endDate) + 1;
  if (days > USUAL_FAIR_DAYS) warn(row, 'End Date', 'LONG_FAIR', `This fair is ${days} days long.`);
}

type Booking = { school: string; label: string; startDate: string; endDate: string };

/**
 * Tracks the days on which schools and admins already have a fair, in the database or in an earlier
 * row (domain 3.5: a warning).
 */
export class Busy {
  readonly #schools = new Map<string, Booking[]>();
  readonly #admins = new Map<string, Booking[]>();

  constructor({ fairs }: FairState) {
    for (const { status, schoolId, identifier, startDate, endDate, adminId } of fairs)
      if (status === 'active')
        this.#add(adminId, { school: schoolId, label: `fair ${identifier}`, startDate, endDate });
  }

  warn(row: PlannedFairRow, { input, own }: PlannedFair, school: string, adminName: string): void {
    if (own.status !== 'active') return;
    const { startDate, endDate, adminId } = input;
    const overlaps = (other: Booking) => other.startDate <= endDate && other.endDate >= startDate;
    const here = this.#schools.get(school)?.find(overlaps);
    if (here)
      warn(
        row,
        'Start Date',
        'SCHOOL_BUSY',
        `These days overlap with ${here.label} of the same school.`,
      );
    const elsewhere = this.#admins
      .get(adminId)
      ?.find((other) => other.school !== school && overlaps(other));
    if (elsewhere)
      warn(
        row,
        'Admin Email',
        'ADMIN_BUSY',
        `${adminName} is at ${elsewhere.label} in these days.`,
      );
    this.#add(adminId, {
      school,
      label: row.identifier ? `fair ${row.identifier}` : `the fair of row ${row.number}`,
      startDate,
      endDate,
    });
  }

  #add(adminId: string, booking: Booking): void {
    for (const [bookings, key] of [
      [this.#schools, booking.school],
      [this.#admins, adminId],
    ] as const) {
      const known = bookings.get(key);
      if (known) known.push(booking);
      else bookings.set(key, [booking]);
    }
  }
}
