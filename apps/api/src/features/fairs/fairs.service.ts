import type { Fair, FairDetails } from '@pos/contract/fairs';
import type { FairChanges, NewFair } from '@pos/contract/fair-changes';
import { ppmOfPercent } from '@pos/contract/rates';
import type { School } from '@pos/contract/schools';
import type { RecordStatus } from '@pos/contract/values';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { changedFields, recordActivity } from '#api/features/activity/activity.service.ts';
import { requireActiveAdmin } from '#api/features/admins/admins.service.ts';
import { requireSchool } from '#api/features/schools/schools.service.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/identity.ts';
import { refuseStale } from '#api/http/stale.ts';
import { findClashes } from './clashes.queries.ts';
import {
  findFairDevices,
  findFairSurroundings,
  findFairTotals,
  findOfferedTemplates,
  findSalesByDay,
} from './fair-details.queries.ts';
import {
  countDevices,
  findFair,
  insertFairRow,
  insertTaxRateRow,
  nextFairIdentifier,
  replaceFairDeviceRows,
  updateFairRow,
  type FairFields,
} from './fairs.queries.ts';
import { changeWarnings, lockedFields, readiness } from './fairs.rules.ts';

/** Plans a fair, active at once; its zone is the school's. */
export async function addFair(tx: Tx, actor: Actor, input: NewFair): Promise<FairDetails> {
  const id = await insertFair(tx, actor, input).catch((error: unknown) => {
    if (isDuplicate(error, 'fairs_identifier_key'))
      throw invalid({ identifier: `Fair "${input.identifier}" already exists.` });
    throw error;
  });
  return readFair(tx, id);
}

/** Plans a fair by the rules of the form and gives its id; a file may also say status and zone (domain 10.2). A taken identifier breaks `fairs_identifier_key`. */
export async function insertFair(
  tx: Tx,
  actor: Actor,
  input: NewFair,
  own: { status?: RecordStatus; timeZone?: string } = {},
): Promise<string> {
  const school = await requireSchool(tx, input.schoolIdentifier);
  await requireActiveAdmin(tx, input.adminId, 'adminId', 'Please select a Admin.');
  await requireDevices(tx, input.deviceIds);
  // Two fairs of one school that are added at once must not be given the same number.
  await tx.selectFrom('schools').select('id').where('id', '=', school.id).forUpdate().execute();
  const id = uuidv7();
  const identifier =
    input.identifier ?? (await nextFairIdentifier(tx, school.identifier, input.startDate));
  const fields = { ...fieldsOf(input, school), ...own };
  await insertFairRow(tx, {
    ...fields,
    id,
    identifier,
    createdBy: actor.type === 'admin' ? actor.id : null,
  });
  await insertTaxRateRow(tx, id, fields.taxRatePpm);
  await replaceFairDeviceRows(tx, id, input.deviceIds ?? []);
  await recordActivity(tx, actor, 'fair.added', 'fair', id);
  return id;
}

/**
 * Changes a fair within its locks (domain 3.5). Devices that are not sent stay as they are. Of a fair that is closed out nothing changes but whether its
 * page is shown, which is no part of what was settled.
 */
export function updateFair(
  db: Db,
  actor: Actor,
  id: string,
  { version, confirm, ...changes }: FairChanges,
): Promise<FairDetails> {
  return inTransaction(db, async (tx) => {
    await tx.selectFrom('fairs').select('id').where('id', '=', id).forUpdate().execute();
    const before = await requireFair(tx, id);
    await refuseStale(tx, 'fair', id, before, version);
    const isFinished = before.closeOutState === 'finished';
    if (isFinished && (changes.published === undefined || changes.deviceIds)) throw fairFinished();
    const locked = lockedFields(before, changes);
    if (Object.keys(locked).length > 0) throw invalid(locked);
    const school = await requireSchool(tx, changes.schoolIdentifier);
    if (changes.adminId !== before.adminId)
      await requireActiveAdmin(tx, changes.adminId, 'adminId', 'Please select a Admin.');
    await requireDevices(tx, changes.deviceIds);
    const fields = fieldsOf(changes, school, before);
    const changed = changedFields<Partial<FairFields>>(
      { ...before, taxRatePpm: before.salesTaxRatePpm },
      fields,
    );
    if (isFinished && !onlyPage(changed)) throw fairFinished();
    const warnings = changeWarnings(before, fields.taxRatePpm);
    if (warnings.length > 0 && !confirm)
      throw new Failure('CONFIRMATION_NEEDED', 'Please confirm these changes.', { warnings });
    await updateFairRow(tx, id, version + 1, fields);
    await insertTaxRateRow(tx, id, fields.taxRatePpm);
    if (changes.deviceIds) await replaceFairDeviceRows(tx, id, changes.deviceIds);
    await recordActivity(
      tx,
      actor,
      onlyPage(changed)
        ? fields.published
          ? 'fair.page-published'
          : 'fair.page-taken-back'
        : 'fair.updated',
      'fair',
      id,
      changed,
    );
    return readFair(tx, id);
  });
}

const onlyPage = (changed: object) => Object.keys(changed).join() === 'published';

/**
 * Holds a fair for the rest of the transaction and refuses one that is closed out (409 FAIR_FINISHED). With `key share` it cannot be
 * finished, reverted or reset meanwhile while sales go on; with `update` they wait too. Comes before every other lock (trust.md rule 7).
 */
export async function requireOpenFair(
  tx: Tx,
  fairId: string,
  strength: 'key share' | 'update' = 'key share',
): Promise<void> {
  const fair = tx.selectFrom('fairs').select('closeOutState').where('id', '=', fairId);
  const row = await (
    strength === 'update' ? fair.forUpdate() : fair.forKeyShare()
  ).executeTakeFirst();
  if (!row) throw missing('fair');
  if (row.closeOutState === 'finished') throw fairFinished();
}

const fairFinished = () =>
  new Failure('FAIR_FINISHED', 'This fair is closed out. Revert the close-out to change it.');

/** A fair with all that its page shows; refuses one that does not exist. */
export async function readFair(db: Db, id: string): Promise<FairDetails> {
  const fair = await requireFair(db, id);
  const [surroundings, totals, devices, templates, salesByDay, clashes] = await Promise.all([
    findFairSurroundings(db, id),
    findFairTotals(db, id),
    findFairDevices(db, id),
    findOfferedTemplates(db, id),
    findSalesByDay(db, id),
    findClashes(db, [id]),
  ]);
  return {
    ...fair,
    ...surroundings,
    warnings: clashes.get(id) ?? [],
    totals,
    devices,
    salesByDay,
    readiness: readiness(fair, totals, devices, templates),
  };
}

/** A fair by its id; refuses one that does not exist. */
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
    throw invalid({ deviceIds: 'Choose devices that exist, each once.' });
}

/** The row of a form; what the form leaves out stays as it was, or is blank on a new fair. */
function fieldsOf(
  input: Omit<NewFair, 'identifier'> & Pick<FairChanges, 'published'>,
  school: School,
  before?: Fair,
): FairFields {
  const { name, address, startDate, endDate, adminId, packageOption } = input;
  return {
    name,
    address,
    startDate,
    endDate,
    adminId,
    packageOption,
    schoolId: school.id,
    timeZone: before?.schoolId === school.id ? before.timeZone : school.timeZone,
    taxRatePpm: ppmOfPercent(input.salesTaxRate),
    hours: input.hours ?? before?.hours ?? '',
    publicMessage: input.publicMessage ?? before?.publicMessage ?? '',
    published: input.published ?? before?.published ?? false,
  };
}
