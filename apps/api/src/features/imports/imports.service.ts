import { HEADER_FOUND, type UploadFields, type UploadResult } from '@pos/contract/imports';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { Failure } from '#api/http/failure.ts';
import type { UploadedFile } from '#api/http/feature.ts';
import type { Actor, SignedInAdmin } from '#api/http/identity.ts';
import { recordFinishedJob } from '#api/jobs/job-queue.ts';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import type { Sheet } from '#api/spreadsheets/sheet.ts';
import { SpreadsheetError } from '#api/spreadsheets/spreadsheet-error.ts';
import type { Table } from '#api/spreadsheets/table.ts';
import { insertUploadRow } from './imports.queries.ts';
import { UPLOAD_KINDS, type JudgedUpload } from './upload-kinds.ts';
import { errorFile, tableMessage, uploadResult } from './upload-result.ts';
import { readUpload } from './upload-table.ts';

type Upload = { id: string; fields: UploadFields; file: UploadedFile; admin: SignedInAdmin; actor: Actor };

/**
 * Checks or imports a spreadsheet (domain 10.1). A commit imports all rows or, with `onlyValidRows`, those without
 * errors, in one transaction; a check writes nothing but the log of uploads and the file with the errors.
 */
export async function uploadSpreadsheet(db: Db, request: Omit<Upload, 'id'>): Promise<UploadResult> {
  const upload = { id: uuidv7(), ...request };
  try {
    const { table, sheet } = await readFile(upload);
    const judge = await UPLOAD_KINDS[upload.fields.kind].read(table.rows);
    return await onceMoreAfterRace(() => inTransaction(db, async (tx) => importRows(tx, upload, table, sheet, await judgeIn(tx, upload, judge))));
  } catch (error) {
    if (error instanceof Failure) await inTransaction(db, (tx) => logUpload(tx, upload, null, { refused: error.code, message: error.message }));
    throw error;
  }
}

async function readFile({ fields, file }: Upload): Promise<{ table: Table<string>; sheet: Sheet }> {
  try {
    return readUpload(await readSheet(file.bytes), UPLOAD_KINDS[fields.kind].columns(fields), fields);
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error;
    if (error.refusal !== 'VALIDATION_FAILED') throw new Failure(error.refusal, error.sentence);
    const headers = error.headers.map((text) => ({ code: HEADER_FOUND, text }));
    throw new Failure('VALIDATION_FAILED', 'Please correct the highlighted fields.', { fields: { file: error.sentence }, ...(headers.length > 0 && { reasons: headers }) });
  }
}

async function judgeIn(tx: Tx, { fields }: Upload, judge: (tx: Tx, fields: UploadFields) => Promise<JudgedUpload>): Promise<JudgedUpload> {
  // A second import of a large file waits for the first instead of being turned away.
  if (fields.mode === 'commit') await sql`select set_config('lock_timeout', '30s', true), set_config('statement_timeout', '60s', true)`.execute(tx);
  return judge(tx, fields);
}

async function importRows(tx: Tx, upload: Upload, table: Table<string>, sheet: Sheet, judged: JudgedUpload): Promise<UploadResult> {
  const { fields, file, admin, actor } = upload;
  const errors = judged.rows.flatMap((row) => row.errors);
  const allowed = errors.length === 0 || fields.onlyValidRows === 'true';
  const result = uploadResult(fields.mode, judged.rows, {
    headers: table.header.headers,
    warnings: [...table.warnings.map(tableMessage), ...judged.warnings],
    titles: judged.titles, units: judged.units, cartons: judged.cartons,
    written: fields.mode === 'check' || allowed,
  });
  const rejects = errors.length === 0 ? undefined : await errorFile(file.name, sheet, table.header.number, errors);
  if (fields.mode === 'commit' && allowed) await judged.apply(tx, { id: upload.id, fileName: file.name }, actor);
  const { total, created, updated, unchanged, rejected, warnings } = result;
  const counts = { total, created, updated, unchanged, rejected, warnings: warnings.length };
  await logUpload(tx, upload, judged.fairId, counts);
  if (!rejects) return result;
  const errorFileId = await recordFinishedJob(tx, { kind: 'import', ownerId: admin.id, result: counts, errors: [], file: rejects });
  return { ...result, errorFileId };
}

function logUpload(tx: Tx, { id, fields, file, admin }: Upload, fairId: string | null, result: Record<string, unknown>): Promise<void> {
  return insertUploadRow(tx, { id, kind: fields.kind, mode: fields.mode, adminId: admin.id, fairId, file, result });
}

const MAX_TRIES = 4;

/** Another import may add the same new title or carton at another fair between our look and our write: then it is judged anew. */
async function onceMoreAfterRace<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const raced = isDuplicate(error, 'titles_sku_key') || isDuplicate(error, 'cartons_code_key');
      if (!raced || tries >= MAX_TRIES) throw error;
    }
  }
}
