import { USUAL_FAIR_DAYS } from '@pos/contract/fairs';
import type { NewFair } from '@pos/contract/fair-changes';
import type { RowMessage } from '@pos/contract/imports';
import { percentOfPpm } from '@pos/contract/rates';
import { PublicIdentifier } from '@pos/contract/values';
import { cellText } from '#api/spreadsheets/cells/text.ts';
import { daysBetween, today } from '#api/time/days.ts';
import type { FairRow } from './fair-rows.ts';
import type { FairState, KnownFair, KnownSchool } from './fair-state.queries.ts';
import { messageAt, refuse, warn } from './row-reader.ts';
import { inSlices } from './slices.ts';
import type { Outcome } from './upload-result.ts';

export type PlannedFair = {
  input: NewFair;
  own: { status: 'active' | 'inactive'; timeZone?: string };
};
export type PlannedFairRow = FairRow & {
  outcome: Outcome;
  notes: RowMessage[];
  fair?: PlannedFair;
};
export type NewSchool = {
  identifier: string;
  name: string;
  address: string;
  timeZone: string | undefined;
};
/** What a file of fairs would do: nothing of it has happened yet. */
export type FairPlan = { rows: PlannedFairRow[]; newSchools: NewSchool[] };

/** Decides what each row of a file of fairs does (domain 10.2), given what the database knows. */
export async function planFairs(rows: readonly FairRow[], state: FairState): Promise<FairPlan> {
  const plan: FairPlan = { rows: [], newSchools: [] };
  const newSchools = newSchoolsOf(rows, state);
  const taken = new Map(state.fairs.map((fair) => [fair.identifier.toLowerCase(), fair]));
  const identifiers = new Map<string, number>();
  const events = new Map<string, number>();
  const busy = new Busy(state);
  const planned = Map.groupBy(state.fairs, eventKey);
  await inSlices(rows, (read) => {
    const row: PlannedFairRow = { ...read, outcome: 'create', notes: [] };
    plan.rows.push(row);
    const school =
      row.school === undefined ? undefined : state.schools.get(row.school.toLowerCase());
    if (row.school !== undefined)
      judgeSchool(row, school, newSchools.get(row.school.toLowerCase()));
    const admin =
      row.adminEmail === undefined ? undefined : state.admins.get(row.adminEmail.toLowerCase());
    if (row.adminEmail !== undefined && !admin)
      refuse(
        row,
        'Admin Email',
        'ADMIN_NOT_FOUND',
        `Admin "${row.adminEmail}" not found or inactive.`,
      );
    refuseDuplicates(row, identifiers, events);
    const fair = row.errors.length === 0 && admin ? fairOf(row, admin.id) : undefined;
    if (!fair) return void (row.outcome = 'reject');
    const known = row.identifier ? taken.get(row.identifier.toLowerCase()) : undefined;
    if (known && !isSame(known, fair, school)) {
      refuse(row, 'Fair Identifier', 'FAIR_EXISTS', `Fair "${row.identifier}" already exists.`);
      return void (row.outcome = 'reject');
    }
    // Without an identifier it is the same fair as before where everything else agrees.
    if (
      known !== undefined ||
      (row.identifier === null &&
        planned
          .get(eventKey({ ...fair.input, schoolId: school?.id ?? '' }))
          ?.some((one) => isSame(one, fair, school)))
    )
      return void (row.outcome = 'unchanged');
    row.fair = fair;
    const added = school ? undefined : newSchools.get(fair.input.schoolIdentifier.toLowerCase());
    if (added) {
      row.notes.push(
        messageAt(row, 'School Identifier', {
          code: 'NEW_SCHOOL',
          message: `New school: ${added.name}`,
        }),
      );
      if (!plan.newSchools.includes(added)) plan.newSchools.push(added);
    }
    warnOfDates(
      row,
      fair.input,
      fair.own.timeZone ?? school?.timeZone ?? added?.timeZone ?? state.defaultTimeZone,
    );
    busy.warn(
      row,
      fair,
      school?.id ?? fair.input.schoolIdentifier.toLowerCase(),
      admin?.name ?? '',
    );
  });
  return plan;
}

/** The schools that are not known and named by some row, by their identifier in lower case. */
function newSchoolsOf(rows: readonly FairRow[], { schools }: FairState): Map<string, NewSchool> {
  const added = new Map<string, NewSchool>();
  for (const { school, schoolName, address, timeZone } of rows) {
    if (
      school === undefined ||
      !schoolName ||
      schools.has(school.toLowerCase()) ||
      added.has(school.toLowerCase())
    )
      continue;
    added.set(school.toLowerCase(), {
      identifier: school,
      name: schoolName,
      address: address ?? '',
      timeZone: timeZone ?? undefined,
    });
  }
  return added;
}

function judgeSchool(
  row: PlannedFairRow,
  known: KnownSchool | undefined,
  added: NewSchool | undefined,
): void {
  if (known) {
    if (row.schoolName && row.schoolName.toLowerCase() !== known.name.toLowerCase())
      warn(
        row,
        'School Name',
        'OTHER_NAME',
        `School ${known.identifier} is named "${known.name}": that name is kept.`,
      );
    if (known.status === 'inactive')
      warn(row, 'School Identifier', 'SCHOOL_INACTIVE', `School ${known.identifier} is inactive.`);
    return;
  }
  if (row.schoolName === undefined) return;
  if (!added) {
    refuse(row, 'School Identifier', 'SCHOOL_NOT_FOUND', `School "${row.school}" not found.`);
    refuse(row, 'School Name', 'REQUIRED', 'School Name is required for a new school.');
  } else if (!PublicIdentifier.safeParse(row.school).success) {
    refuse(
      row,
      'School Identifier',
      'INVALID_IDENTIFIER',
      'School Identifier must be 2 to 40 letters, digits, "-" or "_", starting with a letter or digit.',
    );
  }
}

/** The same identifier twice; without one, the same school, name and days. */
function refuseDuplicates(
  row: PlannedFairRow,
  identifiers: Map<string, number>,
  events: Map<string, number>,
): void {
  const remember = (
    seen: Map<string, number>,
    key: string,
    column: 'Fair Identifier' | 'Fair Name',
  ) => {
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, row.number);
    else refuse(row, column, 'DUPLICATE', `Duplicate of row ${earlier}.`);
  };
  if (row.identifier) remember(identifiers, row.identifier.toLowerCase(), 'Fair Identifier');
  else if (
    row.identifier === null &&
    row.school !== undefined &&
    row.name !== undefined &&
    row.startDate !== undefined &&
    row.endDate !== undefined
  ) {
    remember(
      events,
      JSON.stringify([
        row.school.toLowerCase(),
        row.name.toLowerCase(),
        row.startDate,
        row.endDate,
      ]),
      'Fair Name',
    );
  }
}

function fairOf(row: FairRow, adminId: string): PlannedFair | undefined {
  const {
    school,
    identifier,
    name,
    address,
    startDate,
    endDate,
    taxRatePpm,
    packageOption,
    status,
    timeZone,
  } = row;
  if (
    school === undefined ||
    name === undefined ||
    address === undefined ||
    startDate === undefined ||
    endDate === undefined
  )
    return undefined;
  if (taxRatePpm === undefined || packageOption === undefined || status === undefined)
    return undefined;
  return {
    input: {
      schoolIdentifier: school,
      ...(identifier && { identifier }),
      name,
      address,
      startDate,
      endDate,
      salesTaxRate: percentOfPpm(taxRatePpm),
      adminId,
      packageOption,
    },
    own: { status, ...(timeZone && { timeZone }) },
  };
}

const eventKey = ({
  schoolId,
  name,
  startDate,
}: Pick<KnownFair, 'schoolId' | 'name' | 'startDate'>) =>
  JSON.stringify([schoolId, name, startDate]);

function isSame(
  known: KnownFair,
  { input, own }: PlannedFair,
  school: KnownSchool | undefined,
): boolean {
  return (
    known.schoolId === school?.id &&
    known.name === input.name &&
    known.address === input.address &&
    known.startDate === input.startDate &&
    known.endDate === input.endDate &&
    percentOfPpm(known.taxRatePpm) === input.salesTaxRate &&
    known.adminId === input.adminId &&
    known.packageOption === input.packageOption &&
    known.status === own.status &&
    (own.timeZone === undefined || known.timeZone === own.timeZone)
  );
}

/** Warns of days that are unlikely for a new fair: over by the clock of `zone`, or unusually many. */
function warnOfDates(row: PlannedFairRow, { startDate, endDate }: NewFair, zone: string): void {
  if (endDate < today(zone)) {
    const ended = cellText({ kind: 'date', day: endDate, time: null });
    warn(row, 'End Date', 'PAST_FAIR', `This fair is in the past: it ended on ${ended}.`);
  }
  const days = daysBetween(startDate, endDate) + 1;
  if (days > USUAL_FAIR_DAYS) warn(row, 'End Date', 'LONG_FAIR', `This fair is ${days} days long.`);
}

type Booking = { school: string; label: string; startDate: string; endDate: string };

/** Which days schools and admins have a fair on already, in the database or by an earlier row (domain 3.5: a warning). */
class Busy {
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
