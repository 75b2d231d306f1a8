import type {
  NewSchool,
  NewSchoolContact,
  School,
  SchoolChanges,
  SchoolContact,
} from '@pos/contract/fairs/schools';
import type { Reason } from '@pos/contract/errors';
import type { RecordStatus } from '@pos/contract/values';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { refuseMerged } from '#api/http/merged.ts';
import { refuseStale } from '#api/http/stale.ts';
import {
  findDefaultTimeZone,
  findSchool,
  findSchoolByIdentifier,
  findSchoolIds,
  findSchools,
  findSchoolUses,
  insertSchoolRow,
  lockSchoolRows,
  setSchoolStatusRow,
  updateSchoolRow,
} from './schools.queries.ts';
import { lockedFields, mergedReason, openReasons, stillOpen } from './schools.rules.ts';

/** Fields of a school that were left out when it was added. */
const BLANK = {
  phone: '',
  region: '',
  enrollment: null,
  taxExempt: false,
  exemptCertificateNo: '',
  exemptValidTo: null,
  factsEnabled: false,
  coordinatorName: '',
  coordinatorEmail: '',
  coordinatorPhone: '',
  profitBands: [],
  paymentTerms: '',
  notes: '',
};

/**
 * Adds a school that the source system does not know yet. Without a time zone it gets the default
 * from the settings.
 */
export async function addSchool(
  tx: Tx,
  actor: Actor,
  input: NewSchool,
  status: RecordStatus = 'active',
): Promise<School> {
  const id = uuidv7();
  const { identifier, name, address, city, state, zip, ...others } = input;
  const { timeZone, contacts = [], studentRetentionMonths, ...optional } = others;
  await insertSchoolRow(tx, {
    ...BLANK,
    ...given(optional),
    id,
    identifier,
    name,
    address,
    city,
    state,
    zip,
    timeZone: timeZone ?? (await findDefaultTimeZone(tx)),
    contacts: contacts.map(toContact),
    studentRetentionMonths: studentRetentionMonths ?? null,
    status,
  }).catch(refuseTakenIdentifier);
  await recordActivity(tx, actor, {
    action: 'school.added',
    entity: 'school',
    entityId: id,
    ...(studentRetentionMonths !== undefined && {
      changes: { studentRetentionMonths: { from: null, to: studentRetentionMonths } },
    }),
  });
  return readSchool(tx, id);
}

/**
 * Updates a school. Existing fairs keep the time zone and address that they were planned with. The
 * fields of the source system stay as it delivers them (domain 3.4).
 */
export function updateSchool(
  db: Db,
  actor: Actor,
  id: string,
  { version, contacts, ...others }: SchoolChanges,
): Promise<School> {
  return inTransaction(db, async (tx) => {
    const before = await lockSchool(tx, id);
    await refuseStale(tx, 'school', id, before, version);
    return changeSchool(tx, actor, before, { ...others, contacts });
  });
}

/** Changes the given fields of a locked school, as the form does. */
export async function changeSchool(
  tx: Tx,
  actor: Actor,
  before: School,
  { contacts, ...others }: Omit<SchoolChanges, 'version'>,
): Promise<School> {
  const changes = given({ ...others, contacts: contacts?.map(toContact) });
  const locked = lockedFields(before, changes);
  if (Object.keys(locked).length > 0) throw invalid(locked);
  const { id, version } = before;
  await updateSchoolRow(tx, id, version + 1, changes).catch(refuseTakenIdentifier);
  await recordActivity(tx, actor, {
    action: 'school.updated',
    entity: 'school',
    entityId: id,
    changes: changedFields<Partial<School>>(before, changes),
  });
  return readSchool(tx, id);
}

/** Returns the schools with one of the identifiers, in lowercase; locked if they may change. */
export async function findSchoolsToImport(
  tx: Tx,
  identifiers: readonly string[],
  isLocked: boolean,
): Promise<School[]> {
  const ids = await findSchoolIds(tx, identifiers);
  return isLocked ? lockSchools(tx, ids) : findSchools(tx, ids);
}

/** Locks several schools until the transaction ends, in one order, and returns them. */
export async function lockSchools(tx: Tx, ids: readonly string[]): Promise<School[]> {
  await lockSchoolRows(tx, ids);
  return findSchools(tx, ids);
}

/**
 * Activates or deactivates a school. An inactive one cannot be chosen for new fairs. Refuses to
 * deactivate one where something is still open.
 */
export function changeSchoolStatus(
  db: Db,
  actor: Actor,
  id: string,
  status: RecordStatus,
): Promise<School> {
  return inTransaction(db, async (tx) =>
    setSchoolStatus(tx, actor, await lockSchool(tx, id), status),
  );
}

/** Activates or deactivates a locked school, as its page does. */
export async function setSchoolStatus(
  tx: Tx,
  actor: Actor,
  before: School,
  status: RecordStatus,
): Promise<School> {
  const { id, name, version } = before;
  if (before.status === status) return before;
  if (status === 'inactive') {
    const reasons = (await findOpenReasons(tx, [id])).get(id) ?? [];
    if (reasons.length > 0) throw new Failure('IN_USE', stillOpen(name, reasons), { reasons });
  }
  await setSchoolStatusRow(tx, id, version + 1, status);
  await recordActivity(tx, actor, {
    action: status === 'active' ? 'school.activated' : 'school.deactivated',
    entity: 'school',
    entityId: id,
    changes: { status: { from: before.status, to: status } },
  });
  return readSchool(tx, id);
}

/** Returns the reasons that block the deactivation of schools, by the school's ID. */
export async function findOpenReasons(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Reason[]>> {
  const uses = ids.length === 0 ? [] : await findSchoolUses(db, ids);
  return new Map(uses.map((school) => [school.id, openReasons(school.id, school)]));
}

/** Counts a change of a school that is not part of its form, and returns the school. */
export async function noteSchoolChange(tx: Tx, { id, version }: School): Promise<School> {
  await updateSchoolRow(tx, id, version + 1, {});
  return readSchool(tx, id);
}

/** Returns a school by ID. Refuses one that does not exist. */
export async function readSchool(db: Db, id: string): Promise<School> {
  const school = await findSchool(db, id);
  if (!school) throw missing('school');
  return school;
}

/** Returns the school of a form's identifier. Refuses an unknown one on its field. */
export async function requireSchool(db: Db, identifier: string): Promise<School> {
  const school = await findSchoolByIdentifier(db, identifier);
  if (!school) throw invalid({ schoolIdentifier: `School "${identifier}" not found.` });
  return school;
}

/**
 * Locks a school until the transaction ends. Refuses one that does not exist or was merged into
 * another.
 */
export async function lockSchool(tx: Tx, id: string): Promise<School> {
  await lockRow(tx, 'schools', id);
  const school = await readSchool(tx, id);
  refuseMerged(mergedReason(school));
  return school;
}

function refuseTakenIdentifier(error: unknown): never {
  if (isDuplicate(error, 'schools_identifier_key'))
    throw invalid({ identifier: 'This school identifier is already in use.' });
  throw error;
}

function toContact({ name, role = '', email = '', phone = '' }: NewSchoolContact): SchoolContact {
  return { name, role, email, phone };
}

/** Leaves out the fields that the request left out. */
function given<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
