import type { NewSchool, School } from '@pos/contract/schools';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import type { Db, Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/features/activity/activity.service.ts';
import { invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/identity.ts';
import {
  findDefaultTimeZone,
  findSchool,
  findSchoolByIdentifier,
  insertSchoolRow,
} from './schools.queries.ts';

/**
 * Adds a school that the source system does not know yet. Without a time zone it gets the default
 * from the settings.
 */
export async function addSchool(tx: Tx, actor: Actor, input: NewSchool): Promise<School> {
  const id = uuidv7();
  const {
    phone = '',
    timeZone = await findDefaultTimeZone(tx),
    enrollment = null,
    taxExempt = false,
    factsEnabled = true,
    coordinatorName = '',
    coordinatorEmail = '',
    ...required
  } = input;
  await insertSchoolRow(tx, {
    ...required,
    id,
    phone,
    timeZone,
    enrollment,
    taxExempt,
    factsEnabled,
    coordinatorName,
    coordinatorEmail,
    exemptCertificateNo: null,
    exemptValidTo: null,
  }).catch((error: unknown) => {
    if (isDuplicate(error, 'schools_identifier_key'))
      throw invalid({ identifier: 'This school identifier is already in use.' });
    throw error;
  });
  await recordActivity(tx, actor, { action: 'school.added', entity: 'school', entityId: id });
  return readSchool(tx, id);
}

async function readSchool(db: Db, id: string): Promise<School> {
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
