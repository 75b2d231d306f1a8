import {
  HEADER_FOUND,
  onlyXlsx,
  ROWS_IN_A_CALL,
  UploadFields,
  type UploadResult,
} from '@pos/contract/imports/uploads';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { MAX_RACE_TRIES, retry } from '@pos/basics/retry';
import { limitStatements } from '#api/db/snapshot.ts';
import { Failure } from '#api/http/failure.ts';
import type { UploadedFile } from '#api/http/feature.ts';
import type { Actor, SignedInAdmin } from '#api/http/access/identity.ts';
import { enqueueJob, recordFinishedJob, type JobFile } from '#api/jobs/job-queue.ts';
import { JobFailure, type JobTask, type RunningJob } from '#api/jobs/run-jobs.ts';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import type { Sheet } from '#api/spreadsheets/sheet.ts';
import { SpreadsheetError } from '#api/spreadsheets/spreadsheet-error.ts';
import { sampleBelow, type Table } from '#api/spreadsheets/table.ts';
import { findJobInput, insertUploadRow } from './uploads.queries.ts';
import type { JudgedUpload } from './upload.ts';
import { UPLOAD_KINDS } from './kinds.ts';
import {
  toUploadCounts,
  errorFile,
  queuedResult,
  tableMessage,
  uploadResult,
} from './upload-result.ts';
import { columnRules } from './template.ts';
import { readUpload } from './upload-table.ts';

/** Unique keys that another import at another fair may have used between the check and the write. */
const RACES = ['titles_sku_key', 'cartons_code_key', 'fairs_identifier_key'];

/** An upload being processed. `id` is also the ID of its job, if it leaves one. */
type Upload = {
  id: string;
  fields: UploadFields;
  file: UploadedFile;
  adminId: string;
  actor: Actor;
  job?: RunningJob;
};

/**
 * Checks or imports a spreadsheet (domain 10.1). A commit imports all rows or, with
 * `onlyValidRows`, those without errors, in one transaction. A check writes only the upload log and
 * the file with errors. A commit of more than ROWS_IN_A_CALL rows is queued as a job.
 */
export async function uploadSpreadsheet(
  db: Db,
  {
    fields,
    file,
    admin,
    actor,
  }: { fields: UploadFields; file: UploadedFile; admin: SignedInAdmin; actor: Actor },
): Promise<UploadResult> {
  const upload: Upload = { id: uuidv7(), fields, file, adminId: admin.id, actor };
  return keepingLog(db, upload, async () => {
    const read = await readFile(upload);
    if (fields.mode === 'commit' && read.table.rows.length > ROWS_IN_A_CALL)
      return queueUpload(db, upload, read.table);
    return judgeAndWrite(db, upload, read);
  });
}

/**
 * Job of a large commit. It ends in the transaction that imports the rows: a process that dies
 * midway leaves nothing behind, and the next one starts over.
 */
export function uploadTask(db: Db): JobTask {
  return async (job) => {
    const bytes = await findJobInput(db, job.id);
    if (!bytes) throw new JobFailure('The file is no longer available. Upload it again.');
    const actor: Actor = {
      type: 'admin',
      id: job.ownerId,
      name: String(job.params['actorName']),
      ip: null,
      requestId: null,
    };
    const upload: Upload = {
      id: job.id,
      fields: UploadFields.parse(job.params['fields']),
      file: { name: String(job.params['fileName']), bytes },
      adminId: job.ownerId,
      actor,
      job,
    };
    try {
      await keepingLog(db, upload, async () => judgeAndWrite(db, upload, await readFile(upload)));
    } catch (error) {
      if (error instanceof Failure) throw new JobFailure(error.message);
      throw error;
    }
    return undefined;
  };
}

async function queueUpload(
  db: Db,
  { fields, file, adminId, actor }: Upload,
  table: Table<string>,
): Promise<UploadResult> {
  const { mapping, fixes, ...plain } = fields;
  // Stored as sent, so that the job parses them with the same schema.
  const sent = {
    ...plain,
    ...(mapping && { mapping: JSON.stringify(mapping) }),
    ...(fixes && { fixes: JSON.stringify(fixes) }),
  };
  const jobId = await inTransaction(db, (tx) =>
    enqueueJob(tx, {
      kind: 'import',
      ownerId: adminId,
      input: file.bytes,
      params: { fields: sent, fileName: file.name, actorName: actor.name },
      result: {
        upload: fields.kind,
        fairId: fields.fairId ?? null,
        ...(fields.schoolId && { schoolId: fields.schoolId }),
        ...(fields.receiptId && { receiptId: fields.receiptId }),
        fileName: file.name,
        mode: 'commit',
      },
    }),
  );
  return { ...queuedResult(table), jobId };
}

async function keepingLog<Result>(
  db: Db,
  upload: Upload,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure)
      await inTransaction(db, (tx) =>
        insertUploadRow(tx, {
          ...upload,
          fairId: null,
          result: { refused: error.code, message: error.message },
          made: null,
        }),
      );
    throw error;
  }
}

type ReadFile = { table: Table<string>; sheet: Sheet };

/**
 * Reads the file. Refuses any name other than *.xlsx, whatever the content (specification, "Upload
 * limit").
 */
async function readFile({ fields, file }: Upload): Promise<ReadFile> {
  if (!/\.xlsx$/i.test(file.name)) throw new Failure('UNSUPPORTED_FILE', onlyXlsx(file.name));
  try {
    return readUpload(await readSheet(file.bytes), columnRules(fields), fields);
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error;
    if (error.refusal !== 'VALIDATION_FAILED') throw new Failure(error.refusal, error.sentence);
    const headers = error.headers.map(({ text, column, sample }) => ({
      code: HEADER_FOUND,
      text,
      sample,
      ...(column !== null && { column }),
    }));
    throw new Failure('VALIDATION_FAILED', 'Please correct the highlighted fields.', {
      fields: { file: error.sentence },
      ...(headers.length > 0 && { reasons: headers }),
    });
  }
}

async function judgeAndWrite(db: Db, upload: Upload, read: ReadFile): Promise<UploadResult> {
  await upload.job?.progress(20);
  const judge = await UPLOAD_KINDS[upload.fields.kind].read(read.table);
  await upload.job?.progress(40);
  return retry(
    () =>
      inTransaction(db, async (tx) => {
        const judged = await judgeIn(tx, upload, judge);
        await upload.job?.progress(60);
        return importRows(tx, upload, read, judged);
      }),
    { when: (error) => isDuplicate(error, ...RACES), maxTries: MAX_RACE_TRIES },
  );
}

async function judgeIn(
  tx: Tx,
  { fields, job }: Upload,
  judge: (tx: Tx, fields: UploadFields) => Promise<JudgedUpload>,
): Promise<JudgedUpload> {
  // A second import of a large file waits for the first instead of failing.
  if (fields.mode === 'commit') await limitStatements(tx, job ? 300_000 : 60_000, 30_000);
  return judge(tx, fields);
}

async function importRows(
  tx: Tx,
  upload: Upload,
  { table, sheet }: ReadFile,
  judged: JudgedUpload,
): Promise<UploadResult> {
  const { id, fields, file, actor } = upload;
  const errors = judged.rows.flatMap((row) => row.errors);
  const allowed = errors.length === 0 || fields.onlyValidRows === 'true';
  const result = uploadResult(fields.mode, judged, {
    headers: table.header.headers.map((header) => ({
      ...header,
      sample: sampleBelow(sheet, table.header.number, header.index),
    })),
    tableWarnings: table.warnings.map(tableMessage),
    written: fields.mode === 'check' || allowed,
  });
  const rejects =
    errors.length === 0
      ? undefined
      : await errorFile(file.name, sheet, table.header.number, errors);
  const made =
    fields.mode === 'commit' && allowed && result.created + result.updated > 0
      ? await judged.apply(tx, { id, fileName: file.name }, actor)
      : null;
  await logUpload(tx, upload, result, {
    fairId: judged.fairId ?? null,
    made,
    ...(rejects && { rejects }),
  });
  return { ...result, ...(made && { jobId: id }), ...(rejects && { errorFileId: id }) };
}

/**
 * Logs an upload. Ends its job or, if it wrote or rejected rows, leaves one for its owner, with
 * counts, rejected rows, and the option to undo.
 */
export async function logUpload(
  tx: Tx,
  { id, fields, file, adminId, job }: Omit<Upload, 'actor'>,
  result: UploadResult,
  { fairId, made, rejects }: { fairId: string | null; made: object | null; rejects?: JobFile },
): Promise<void> {
  const counts = toUploadCounts(result);
  await insertUploadRow(tx, { id, fields, adminId, fairId, file, result: counts, made });
  const isPartial = fields.mode === 'commit' && result.rejected > 0;
  const outcome = {
    status: isPartial ? ('partial' as const) : ('succeeded' as const),
    result: {
      upload: fields.kind,
      fairId,
      ...(fields.schoolId && { schoolId: fields.schoolId }),
      ...(fields.receiptId && { receiptId: fields.receiptId }),
      fileName: file.name,
      ...counts,
      undoable: made !== null,
    },
    errors: [],
  };
  if (job) await job.finish(tx, { ...outcome, ...(rejects && { file: rejects }) });
  else if (made || rejects)
    await recordFinishedJob(tx, {
      id,
      kind: 'import',
      ownerId: adminId,
      ...outcome,
      file: rejects,
    });
}
