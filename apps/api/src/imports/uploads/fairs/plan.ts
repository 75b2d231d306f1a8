import {
  eventKey,
  toPlannedFair,
  isSame,
  judgeSchool,
  listNewSchools,
  refuseDuplicates,
  type FairPlan,
  type NewSchool,
  type PlannedFair,
  type PlannedFairRow,
  type FairRow,
} from './judge.ts';
import type { FairState, KnownFair, KnownSchool } from './state.queries.ts';
import { Busy, warnOfDates } from './warnings.ts';
import { messageAt, refuse } from '../row-messages.ts';
import { forEach, type Steps } from '../time-slices.ts';

/** Decides what each row of a file of fairs does (domain 10.2), given what the database knows. */
export function* planFairs(rows: readonly FairRow[], state: FairState): Steps<FairPlan> {
  const planner = new FairPlanner(rows, state);
  yield* forEach(rows, (row) => planner.add(row));
  return planner.plan;
}

type Facts = { fair: PlannedFair; school: KnownSchool | undefined };

class FairPlanner {
  readonly plan: FairPlan = { rows: [], newSchools: [] };
  readonly #state: FairState;
  readonly #newSchools: Map<string, NewSchool>;
  readonly #known: Map<string, KnownFair>;
  readonly #knownEvents: Map<string, KnownFair[]>;
  readonly #busy: Busy;
  /** Numbers of earlier rows by identifier, and by school, name and days. */
  readonly #identifiers = new Map<string, number>();
  readonly #events = new Map<string, number>();

  constructor(rows: readonly FairRow[], state: FairState) {
    this.#state = state;
    this.#newSchools = listNewSchools(rows, state);
    this.#known = new Map(state.fairs.map((fair) => [fair.identifier.toLowerCase(), fair]));
    this.#knownEvents = Map.groupBy(state.fairs, eventKey);
    this.#busy = new Busy(state);
  }

  add(read: FairRow): void {
    const row: PlannedFairRow = { ...read, outcome: 'create', notes: [] };
    this.plan.rows.push(row);
    const school = this.#judgedSchool(row);
    const admin = this.#judgedAdmin(row);
    refuseDuplicates(row, this.#identifiers, this.#events);
    const fair = row.errors.length === 0 && admin ? toPlannedFair(row, admin.id) : undefined;
    if (!fair) return void (row.outcome = 'reject');
    const same = this.#compare(row, { fair, school });
    if (same !== 'new') return void (row.outcome = same);
    row.fair = fair;
    this.#warn(row, { fair, school }, admin?.name ?? '');
  }

  /** Says what is new or unusual about a fair that is going to be added. */
  #warn(row: PlannedFairRow, { fair, school }: Facts, adminName: string): void {
    const identifier = fair.input.schoolIdentifier.toLowerCase();
    const added = school ? undefined : this.#newSchools.get(identifier);
    if (added) this.#addSchool(row, added);
    const zone = fair.own.timeZone ?? school?.timeZone ?? added?.timeZone;
    const { defaultTimeZone, now } = this.#state;
    warnOfDates(row, fair.input, { zone: zone ?? defaultTimeZone, now });
    this.#busy.warn(row, fair, school?.id ?? identifier, adminName);
  }

  #judgedSchool(row: PlannedFairRow): KnownSchool | undefined {
    if (row.school === undefined) return undefined;
    const key = row.school.toLowerCase();
    const school = this.#state.schools.get(key);
    judgeSchool(row, school, this.#newSchools.get(key));
    return school;
  }

  #judgedAdmin(row: PlannedFairRow): { id: string; name: string } | undefined {
    if (row.adminEmail === undefined) return undefined;
    const admin = this.#state.admins.get(row.adminEmail.toLowerCase());
    if (!admin)
      refuse(
        row,
        'Admin Email',
        'ADMIN_NOT_FOUND',
        `Admin "${row.adminEmail}" not found or inactive.`,
      );
    return admin;
  }

  /** Compares a row with the known fairs. Without an identifier, it is known where everything else agrees. */
  #compare(row: PlannedFairRow, { fair, school }: Facts): 'new' | 'unchanged' | 'reject' {
    const known = row.identifier ? this.#known.get(row.identifier.toLowerCase()) : undefined;
    if (known) {
      if (isSame(known, fair, school)) return 'unchanged';
      refuse(row, 'Fair Identifier', 'FAIR_EXISTS', `Fair "${row.identifier}" already exists.`);
      return 'reject';
    }
    if (row.identifier !== null) return 'new';
    const key = eventKey({ ...fair.input, schoolId: school?.id ?? '' });
    const isKnown = this.#knownEvents.get(key)?.some((one) => isSame(one, fair, school));
    return isKnown ? 'unchanged' : 'new';
  }

  #addSchool(row: PlannedFairRow, school: NewSchool): void {
    const message = `New school: ${school.name}`;
    row.notes.push(messageAt(row, 'School Identifier', { code: 'NEW_SCHOOL', message }));
    if (!this.plan.newSchools.includes(school)) this.plan.newSchools.push(school);
  }
}
