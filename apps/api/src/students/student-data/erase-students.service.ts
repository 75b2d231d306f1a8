import { LISTS_WITH_NAMES } from '@pos/contract/office/exports';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { recordActivities, recordActivity } from '#api/staff/activity/activity.service.ts';
import { eraseWithDuplicates } from '#api/students/students/erasure.service.ts';
import type { FileStore } from '#api/files/file-store.ts';
import { SYSTEM, type Actor } from '#api/http/access/identity.ts';
import { forgetOldFiles } from '#api/jobs/stored-files.ts';
import { withdrawExports } from '#api/jobs/withdraw-files.ts';
import { forgetMailWithFiles } from '#api/mail/mailer.ts';
import { erasureProof } from './erasure-proof.ts';
import {
  addNames,
  eraseSchoolCustomers,
  findNames,
  findProofFacts,
  findWaitingErasures,
  finishErasure,
  saveErasure,
  takeErasure,
  type ErasureScan,
  type OpenErasure,
} from './erasures.queries.ts';
import { inAllOrders, NameFinder } from '#api/staff/activity/name-finder.rules.ts';
import { searchFiles } from './searched-files.ts';
import { lockNextStudents } from './student-data.queries.ts';
import {
  findSearchedTables,
  erasableTexts,
  readOtherNames,
  replaceNames,
  searchTable,
} from './texts.queries.ts';

/** Students in one transaction: few enough that no sale waits noticeably. */
const STEP = 20;
/** Progress in percent at which the phases after the students begin. */
const TEXTS_FROM = 50;
const SCAN_FROM = 70;

/** Files, mail and backups that an erasure searches or names, besides the database. */
export type ErasureContext = {
  /** Stored files of exports and reports. */
  files: FileStore;
  /** Folder of unsent mail, if there is one. */
  mailDir?: string | undefined;
  /** Days for which the product keeps its daily backups; undefined if it makes none. */
  backupDays?: number | undefined;
};

/**
 * Works on the erasures in progress, step by step. After an interruption another run goes on with
 * the next step.
 */
export async function eraseWaitingStudents(db: Db, context: ErasureContext): Promise<void> {
  for (const id of await findWaitingErasures(db)) {
    const runner = uuidv7();
    for (;;) {
      const erasure = await takeErasure(db, id, runner);
      if (!erasure) break;
      await STEPS[erasure.phase as keyof typeof STEPS](db, erasure, context);
    }
  }
}

type Step = (db: Db, erasure: OpenErasure, context: ErasureContext) => Promise<void>;

/** One step of each phase, which saves what it did. */
const STEPS: Record<'students' | 'texts' | 'scan', Step> = {
  students: (db, erasure) => inTransaction(db, (tx) => eraseNext(tx, erasure)),
  texts: eraseTexts,
  scan: scanAndProve,
};

/** Erases the next students; the ones that something stands in the way of are left. */
async function eraseNext(tx: Tx, erasure: OpenErasure): Promise<void> {
  const { id, schoolId, months, askedAt, lastStudent, total } = erasure;
  const next = await lockNextStudents(tx, { schoolId, months, askedAt, after: lastStudent }, STEP);
  const changed = new Sums();
  const erasedIds: string[] = [];
  for (const { studentId, obstacle } of next) {
    if (obstacle) continue;
    const rows = await eraseWithDuplicates(tx, studentId);
    if (rows.length > 0) erasedIds.push(studentId);
    await addNames(
      tx,
      id,
      rows.flatMap(({ names }) => names),
    );
    for (const row of rows) changed.add({ students: 1, parents: row.parents, ...row.changed });
  }
  if (erasedIds.length > 0)
    await recordActivities(tx, actorOf(erasure), {
      action: 'student.erased',
      entity: 'student',
      entityIds: erasedIds,
    });
  const erased = erasure.erased + erasedIds.length;
  const left = erasure.left + next.length - erasedIds.length;
  if (next.length === 0) {
    if (erasure.kind === 'school') changed.add(await eraseSchoolCustomers(tx, schoolId));
    if (erased > 0)
      await withdrawExports(
        tx,
        LISTS_WITH_NAMES,
        'This file was deleted because students were erased. Export the list again.',
      );
  }
  await saveErasure(
    tx,
    id,
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
    changed.of,
  );
}

/**
 * Replaces the names in every text that may change, and deletes files that may contain one. Repeating
 * it changes nothing more.
 */
async function eraseTexts(
  db: Db,
  { id, schoolId, erased }: OpenErasure,
  { files, mailDir }: ErasureContext,
): Promise<void> {
  const finder = new NameFinder(inAllOrders(await findNames(db, id)));
  const texts = erasableTexts(schoolId);
  for (const [index, kept] of texts.entries()) {
    const progress = TEXTS_FROM + Math.trunc((index / texts.length) * (SCAN_FROM - TEXTS_FROM));
    const count = await replaceNames(db, kept, finder, () => saveErasure(db, id, {}));
    await saveErasure(db, id, { progress }, count > 0 ? { [kept.table]: count } : {});
  }
  await forgetOldFiles(db, files);
  if (mailDir !== undefined && erased > 0) await forgetMailWithFiles(mailDir);
  await saveErasure(db, id, { phase: 'scan', progress: SCAN_FROM });
}

/** Searches the whole database for the names, and ends the erasure with its proof. */
async function scanAndProve(db: Db, erasure: OpenErasure, context: ErasureContext): Promise<void> {
  const { id, schoolId } = erasure;
  const scan = await scanFor(db, id, await findNames(db, id), context);
  const at = new Date().toISOString();
  const facts = await findProofFacts(db, schoolId);
  const proof = await erasureProof({
    ...erasure,
    ...facts,
    scan,
    at,
    backupDays: context.backupDays,
  });
  await inTransaction(db, async (tx) => {
    await finishErasure(tx, id, { scan, proof, at });
    await recordActivity(tx, actorOf(erasure), {
      action: 'school.students_erased',
      entity: 'school',
      entityId: schoolId,
      changes: {
        erased: { from: null, to: erasure.erased },
        left: { from: null, to: erasure.left },
        placesFound: { from: null, to: scan.found.length },
      },
    });
  });
}

async function scanFor(
  db: Db,
  id: string,
  names: readonly string[],
  { files, mailDir }: ErasureContext,
): Promise<ErasureScan> {
  const all = inAllOrders(names);
  const searched = new Set([...all].filter((name) => name.includes(' ')));
  const [given, several] = [inAnyOrder(all), inAnyOrder(searched)];
  const findAll = new NameFinder(searched);
  const others = new Set<string>();
  await readOtherNames(db, (text) => {
    for (const { name } of findAll.find(text)) others.add(wordsInOrder(name));
  });
  for (const name of searched) if (others.has(wordsInOrder(name))) searched.delete(name);
  const finder = new NameFinder(searched);
  const tables = await findSearchedTables(db);
  const scan: ErasureScan = {
    names: inAnyOrder(searched),
    commonNames: several - inAnyOrder(searched),
    singleWords: given - several,
    tables: tables.length,
    columns: tables.reduce((sum, { columns }) => sum + columns.length, 0),
    rows: 0,
    files: 0,
    found: [],
  };
  for (const [index, table] of tables.entries()) {
    const progress = SCAN_FROM + Math.trunc((index / tables.length) * (99 - SCAN_FROM));
    await saveErasure(db, id, { progress });
    const { rows, found } = await searchTable(db, table, finder, () => saveErasure(db, id, {}));
    scan.rows += rows;
    for (const [place, count] of found) scan.found.push({ place, count });
  }
  const searchedFiles = await searchFiles(files, mailDir, finder);
  scan.files = searchedFiles.files;
  for (const place of searchedFiles.found) scan.found.push({ place, count: 1 });
  return scan;
}

/** Words of a name in one order, the same for all orders of the name. */
const wordsInOrder = (name: string): string => name.split(' ').toSorted().join(' ');

/** Counts names whose words are the same in any order once. */
function inAnyOrder(names: ReadonlySet<string>): number {
  return new Set([...names].map(wordsInOrder)).size;
}

function actorOf({ askedBy, askedByName }: OpenErasure): Actor {
  return askedBy === null ? SYSTEM : { ...SYSTEM, type: 'admin', id: askedBy, name: askedByName };
}

/** Sums of changed rows by table. */
class Sums {
  readonly of: Record<string, number> = {};

  add(counts: Readonly<Record<string, number>>): void {
    for (const [table, count] of Object.entries(counts))
      if (count > 0) this.of[table] = (this.of[table] ?? 0) + count;
  }
}
