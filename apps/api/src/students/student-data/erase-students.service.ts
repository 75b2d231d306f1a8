import { LISTS_WITH_NAMES } from '@pos/contract/office/exports';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { limitStatements } from '#api/db/snapshot.ts';
import { recordActivities, recordActivity } from '#api/staff/activity/activity.service.ts';
import { comparable } from '#api/staff/activity/name-finder.rules.ts';
import { eraseWithDuplicates } from '#api/students/students/erasure.service.ts';
import { replaceNames, searchNames } from '#api/students/students/named-texts.queries.ts';
import { SYSTEM, type Actor } from '#api/http/access/identity.ts';
import { withdrawExports } from '#api/jobs/withdraw-files.ts';
import { erasureProof } from './erasure-proof.ts';
import {
  addNames,
  eraseSchoolCustomers,
  findNames,
  findProofFacts,
  finishErasure,
  lockErasure,
  saveErasure,
  type ErasureScan,
  type OpenErasure,
} from './erasures.queries.ts';
import { lockNextStudents } from './student-data.queries.ts';

/** Students in one transaction: few enough that no sale waits noticeably. */
const STEP = 20;
/** Progress in percent at which the phases after the students begin. */
const TEXTS_FROM = 50;
const SCAN_FROM = 70;
/** Time limit of one statement that reads or changes texts, in ms. */
const STATEMENT_TIMEOUT = 120_000;

/** Files and backups that an erasure deletes or names, besides the database. */
export type ErasureContext = {
  /** Deletes withdrawn files and saved emails with a file. */
  forgetFiles: () => Promise<void>;
  /** Days for which the product keeps its daily backups; undefined if it makes none. */
  backupDays?: number | undefined;
};

/**
 * Works on the erasures in progress, a step in each transaction. After an interruption another run
 * goes on with the step that was interrupted.
 */
export async function eraseWaitingStudents(db: Db, context: ErasureContext): Promise<void> {
  while (await inTransaction(db, (tx) => takeStep(tx, context)));
}

async function takeStep(tx: Tx, context: ErasureContext): Promise<boolean> {
  const erasure = await lockErasure(tx);
  if (!erasure) return false;
  if (erasure.phase === 'students') await eraseNext(tx, erasure);
  else {
    await limitStatements(tx, STATEMENT_TIMEOUT);
    if (erasure.phase === 'texts') await eraseTexts(tx, erasure, context);
    else await searchAndProve(tx, erasure, context);
  }
  return true;
}

/** Erases the next students; the ones that something stands in the way of are left. */
async function eraseNext(tx: Tx, erasure: OpenErasure): Promise<void> {
  const { id, schoolId, months, askedAt, lastStudent, total } = erasure;
  const next = await lockNextStudents(tx, { schoolId, months, askedAt, after: lastStudent }, STEP);
  const changed: Record<string, number>[] = [];
  const erasedIds: string[] = [];
  for (const { studentId, obstacle } of next) {
    if (obstacle) continue;
    const rows = await eraseWithDuplicates(tx, studentId);
    if (rows.length > 0) erasedIds.push(studentId);
    for (const row of rows) {
      await addNames(tx, id, row.names);
      changed.push({ students: 1, parents: row.parents, ...row.changed });
    }
  }
  if (erasedIds.length > 0)
    await recordActivities(tx, toActor(erasure), {
      action: 'student.erased',
      entity: 'student',
      entityIds: erasedIds,
    });
  const erased = erasure.erased + erasedIds.length;
  const left = erasure.left + next.length - erasedIds.length;
  if (next.length === 0) {
    if (erasure.kind === 'school') changed.push(await eraseSchoolCustomers(tx, schoolId));
    if (erased > 0)
      await withdrawExports(
        tx,
        LISTS_WITH_NAMES,
        'This file was deleted because students were erased. Export the list again.',
      );
  }
  await saveErasure(
    tx,
    erasure,
    {
      erased,
      left,
      lastStudent: next.at(-1)?.studentId ?? lastStudent,
      phase: next.length === 0 ? 'texts' : 'students',
      progress: Math.min(
        TEXTS_FROM,
        Math.trunc(((erased + left) / Math.max(1, total)) * TEXTS_FROM),
      ),
    },
    changed,
  );
}

/** Deletes files that may name a student, and replaces the names in every text that may change. */
async function eraseTexts(
  tx: Tx,
  erasure: OpenErasure,
  { forgetFiles }: ErasureContext,
): Promise<void> {
  if (erasure.erased > 0) await forgetFiles();
  const names = await findNames(tx, erasure.id);
  const changed = await replaceNames(tx, erasure.schoolId, names);
  await saveErasure(tx, erasure, { phase: 'scan', progress: SCAN_FROM }, [changed]);
}

/** Searches the texts for names that remain, and ends the erasure with its proof. */
async function searchAndProve(
  tx: Tx,
  erasure: OpenErasure,
  { backupDays }: ErasureContext,
): Promise<void> {
  const { id, schoolId } = erasure;
  const names = [...new Set((await findNames(tx, id)).map(comparable))];
  const searched = names.filter((name) => name.includes(' '));
  const scan: ErasureScan = {
    ...(await searchNames(tx, schoolId, searched)),
    names: searched.length,
    singleWords: names.length - searched.length,
  };
  const at = new Date().toISOString();
  const facts = await findProofFacts(tx, schoolId);
  const proof = await erasureProof({ ...erasure, ...facts, scan, at, backupDays });
  await finishErasure(tx, id, { scan, proof, at });
  await recordActivity(tx, toActor(erasure), {
    action: 'school.students_erased',
    entity: 'school',
    entityId: schoolId,
    changes: {
      erased: { from: null, to: erasure.erased },
      left: { from: null, to: erasure.left },
      placesFound: { from: null, to: scan.found.length },
    },
  });
}

function toActor({ askedBy, askedByName }: OpenErasure): Actor {
  return askedBy === null ? SYSTEM : { ...SYSTEM, type: 'admin', id: askedBy, name: askedByName };
}
