import { createHash } from 'node:crypto';
import type { School } from '@pos/contract/fairs/schools';
import { inTransaction, type Db } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { lockSchool, noteSchoolChange, readSchool } from '#api/fairs/schools/schools.service.ts';
import { readArtwork } from '#api/artwork/artwork.service.ts';
import { missing } from '#api/http/failure.ts';
import type { UploadedFile } from '#api/http/feature.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { deleteCertificateRow, storeCertificateRow } from './certificates.queries.ts';

/** Maximum length of a stored file name. */
const MAX_NAME = 200;

/**
 * Stores the scanned certificate of a school, rewritten as a PDF without scripts and attachments,
 * in place of an earlier one. Whether a sale is exempt depends on its number and last day only.
 */
export async function uploadCertificate(
  db: Db,
  actor: Actor & { id: string },
  schoolId: string,
  file: UploadedFile,
): Promise<School> {
  await readSchool(db, schoolId);
  const { pdf } = await readArtwork(file);
  const fileName = file.name.slice(0, MAX_NAME);
  return inTransaction(db, async (tx) => {
    const before = await lockSchool(tx, schoolId);
    await storeCertificateRow(tx, {
      schoolId,
      fileName,
      pdf: Buffer.from(pdf),
      sha256: createHash('sha256').update(pdf).digest(),
      uploadedBy: actor.id,
    });
    await recordActivity(tx, actor, {
      action: 'school.certificate_uploaded',
      entity: 'school',
      entityId: schoolId,
      changes: { certificate: { from: before.certificate?.fileName ?? null, to: fileName } },
    });
    return noteSchoolChange(tx, before);
  });
}

/** Removes the scanned certificate of a school. */
export function removeCertificate(db: Db, actor: Actor, schoolId: string): Promise<School> {
  return inTransaction(db, async (tx) => {
    const before = await lockSchool(tx, schoolId);
    if (!(await deleteCertificateRow(tx, schoolId))) throw missing('certificate');
    await recordActivity(tx, actor, {
      action: 'school.certificate_removed',
      entity: 'school',
      entityId: schoolId,
      changes: { certificate: { from: before.certificate?.fileName ?? null, to: null } },
    });
    return noteSchoolChange(tx, before);
  });
}
