import type { Fair, FairDetails } from '@pos/contract/fairs/fairs';
import { CHOOSE_ADMIN, type FairChanges, type NewFair } from '@pos/contract/fairs/fair-changes';
import type { School } from '@pos/contract/fairs/schools';
import type { RecordStatus } from '@pos/contract/values';
import { ppmOfPercent } from '@pos/contract/values/percent';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import {
  changedFields,
  type FieldChanges,
  recordActivity,
} from '#api/staff/activity/activity.service.ts';
import { refuseStudentNames } from '#api/staff/activity/student-names.service.ts';
import { requireActiveAdmin } from '#api/staff/admins/admins.service.ts';
import { lockSchool, requireSchool } from '#api/fairs/schools/schools.service.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { refuseStale } from '#api/http/stale.ts';
import { getClashWarnings } from './clashes.service.ts';
import {
  findFairDevices,
  findFairContext,
  findFairTotals,
  findOfferedTemplates,
  findSalesByDay,
} from './fair-details.queries.ts';
import { findFair } from './fairs.list.ts';
import {
  countDevices,
  findPlannedDevices,
  type FairFields,
  insertFairRow,
  insertTaxRateRow,
  lockCloseOutState,
  nextFairIdentifier,
  replaceFairDeviceRows,
  updateFairRow,
  worksAtSchool,
} from './fair-changes.queries.ts';
import { changeWarnings, lockedFields, readiness } from './fairs.rules.ts';

/** Plans an active fair in the school's time zone. */
export async function addFair(tx: Tx, actor: Actor, input: NewFair): Promise<FairDetails> {
  const id = await insertFair(tx, actor, input).catch((error: unknown) => {
    if (isDuplicate(error, 'fairs_identifier_key'))
      throw invalid({ identifier: `Fair "${input.identifier}" already exists.` });
    throw error;
  });
  return readFair(tx, id);
}

/**
 * Plans a fair by the rules of the form and returns its ID. A file may also set status and time
 * zone (domain 10.2). A taken identifier violates `fairs_identifier_key`.
 */
export async function insertFair(
  tx: Tx,
  actor: Actor,
  input: NewFair,
  own: { status?: RecordStatus; timeZone?: string } = {},
): Promise<string> {
  const school = await requireSchool(tx, input.schoolIdentifier);
  await requireActiveAdmin(tx, input.adminId, 'adminId', CHOOSE_ADMIN);
  await requireDevices(tx, input.deviceIds);
  // Two fairs added to one school at the same time must not get the same number.
  const { name, status } = await lockSchool(tx, school.id);
  if (status === 'inactive')
    throw invalid({ schoolIdentifier: `${name} is inactive. Activate the school first.` });
  const id = uuidv7();
  const identifier =
    input.identifier ?? (await nextFairIdentifier(tx, school.identifier, input.startDate));
  const fields = { ...toFields(input, school), ...own };
  const { publicMessage } = fields;
  await refuseStudentNames(tx, { entity: 'school', entityId: school.id }, { publicMessage });
  await insertFairRow(tx, {
    ...fields,
    id,
    identifier,
    createdBy: actor.type === 'admin' ? actor.id : null,
  });
  await insertTaxRateRow(tx, id, fields.taxRatePpm);
  await replaceFairDeviceRows(tx, id, input.deviceIds ?? []);
  await recordActivity(tx, actor, { action: 'fair.added', entity: 'fair', entityId: id });
  return id;
}

/** Refuses a limited admin who works at single fairs of the school only (domain 7.4). */
export async function requireWholeSchool(
  tx: Tx,
  adminId: string,
  schoolIdentifier: string,
): Promise<void> {
  const { id } = await requireSchool(tx, schoolIdentifier);
  if (!(await worksAtSchool(tx, adminId, id)))
    throw new Failure(
      'FORBIDDEN',
      'You work at single fairs of this school. Ask someone who works at the whole school.',
    );
}

/**
 * Updates a fair within its locks (domain 3.5). Devices that are not sent stay unchanged. On a
 * closed-out fair only the visibility of its page may change, which is not part of the settlement.
 */
export function updateFair(
  db: Db,
  actor: Actor,
  id: string,
  { version, confirm, ...changes }: FairChanges,
): Promise<FairDetails> {
  return inTransaction(db, async (tx) => {
    await lockRow(tx, 'fairs', id);
    const before = await requireFair(tx, id);
    await refuseStale(tx, 'fair', id, before, version);
    const isFinished = before.closeOutState === 'finished';
    if (isFinished && (changes.published === undefined || changes.deviceIds)) throw fairFinished();
    const locked = lockedFields(before, changes);
    if (Object.keys(locked).length > 0) throw invalid(locked);
    const school = await requireSchool(tx, changes.schoolIdentifier);
    if (changes.adminId !== before.adminId)
      await requireActiveAdmin(tx, changes.adminId, 'adminId', CHOOSE_ADMIN);
    await requireDevices(tx, changes.deviceIds);
    const fields = toFields(changes, school, before);
    const changed = changedFields<Partial<FairFields>>(
      { ...before, taxRatePpm: before.salesTaxRatePpm },
      fields,
    );
    if (isFinished && !onlyPage(changed)) throw fairFinished();
    const warnings = changeWarnings(before, fields.taxRatePpm);
    if (warnings.length > 0 && !confirm)
      throw new Failure('CONFIRMATION_NEEDED', 'Confirm these changes to continue.', { warnings });
    await updateFairRow(tx, id, version + 1, fields);
    await insertTaxRateRow(tx, id, fields.taxRatePpm);
    Object.assign(changed, await changeDevices(tx, id, changes.deviceIds));
    await recordActivity(tx, actor, {
      action: onlyPage(changed)
        ? fields.published
          ? 'fair.page-published'
          : 'fair.page-taken-back'
        : 'fair.updated',
      entity: 'fair',
      entityId: id,
      changes: changed,
    });
    return readFair(tx, id);
  });
}

/** Plans other devices for a fair, unless none are given; returns the change by their names. */
async function changeDevices(
  tx: Tx,
  id: string,
  deviceIds: readonly string[] | undefined,
): Promise<FieldChanges> {
  if (!deviceIds) return {};
  const before = { devices: await findPlannedDevices(tx, id) };
  await replaceFairDeviceRows(tx, id, deviceIds);
  return changedFields(before, { devices: await findPlannedDevices(tx, id) });
}

const onlyPage = (changed: object) => Object.keys(changed).join() === 'published';

/**
 * Locks a fair until the transaction ends, and refuses one that is closed out (409 FAIR_FINISHED).
 * With `key share` it cannot be closed out, reverted or reset meanwhile, but sales continue; with
 * `update` sales wait too. Taken before every other lock (trust.md rule 7).
 */
export async function requireOpenFair(
  tx: Tx,
  fairId: string,
  strength: 'key share' | 'update' = 'key share',
): Promise<void> {
  const state = await lockCloseOutState(tx, fairId, strength);
  if (!state) throw missing('fair');
  if (state === 'finished') throw fairFinished();
}

const fairFinished = () =>
  new Failure('FAIR_FINISHED', 'This fair is closed out. Revert the close-out to change it.');

/** Returns a fair with everything its page shows. Refuses one that does not exist. */
export async function readFair(db: Db, id: string): Promise<FairDetails> {
  const fair = await requireFair(db, id);
  const [context, totals, devices, templates, salesByDay, clashes] = await Promise.all([
    findFairContext(db, id),
    findFairTotals(db, id),
    findFairDevices(db, id),
    findOfferedTemplates(db, id),
    findSalesByDay(db, id),
    getClashWarnings(db, [id]),
  ]);
  return {
    ...fair,
    ...context,
    warnings: clashes.get(id) ?? [],
    totals,
    devices,
    salesByDay,
    readiness: readiness(fair, totals, devices, templates),
  };
}

/** Returns a fair by ID. Refuses one that does not exist. */
export async function requireFair(db: Db, id: string): Promise<Fair> {
  const fair = await findFair(db, id);
  if (!fair) throw missing('fair');
  return fair;
}

async function requireDevices(db: Db, deviceIds: readonly string[] = []): Promise<void> {
  const distinct = [...new Set(deviceIds)];
  if (
    distinct.length !== deviceIds.length ||
    (await countDevices(db, distinct)) !== distinct.length
  )
    throw invalid({ deviceIds: 'Choose devices that exist, each only once.' });
}

/** Columns of a form: its fields, and the rate and the school as they are stored. */
function toFields(
  {
    schoolIdentifier: _school,
    identifier: _identifier,
    deviceIds: _devices,
    salesTaxRate,
    ...columns
  }: NewFair & Pick<FairChanges, 'published'>,
  school: School,
  before?: Fair,
): FairFields {
  return {
    ...columns,
    schoolId: school.id,
    timeZone: before?.schoolId === school.id ? before.timeZone : school.timeZone,
    taxRatePpm: ppmOfPercent(salesTaxRate),
  };
}
