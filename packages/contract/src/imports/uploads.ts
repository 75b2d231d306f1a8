import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { byDuty, edit, editAndRead, type Access, type Place } from '../permissions.ts';
import { NOT_TEXT, notPlainText } from '../plain-text.ts';
import { Season } from '../fairs/seasons.ts';
import { dataSchema, Done, Id, Instant } from '../values.ts';

/** Maximum size of a spreadsheet, in bytes (specification 9). */
export const MAX_UPLOAD_BYTES = 5_242_880;
const ONLY_XLSX = 'Only Xlsx file is allowed.';

/** Refuses a file by its name; of a text file it says how to save it as a workbook. */
export const onlyXlsx = (fileName: string): string =>
  /\.(?:csv|tsv|txt)$/i.test(fileName)
    ? `${ONLY_XLSX} Open the file in Excel and choose File › Save As › Excel Workbook (.xlsx), or in Google Sheets File › Download › Microsoft Excel (.xlsx).`
    : ONLY_XLSX;

export const FILE_TOO_LARGE = 'File exceed the maximum size of 5 MB.';

/** Kinds of spreadsheets. */
export const UploadKind = z.enum(
  ['fairs', 'schools', 'students', 'titles', 'prices', 'inventory', 'return-count', 'receipt'],
  'Choose the content of the file.',
);
export type UploadKind = z.infer<typeof UploadKind>;

/** Maximum number of rows imported within the call; more rows run as a job. */
export const ROWS_IN_A_CALL = 1_000;

/**
 * Reason code for the headers found in a file that lacks columns, as input for `mapping`; `column`
 * is the column that the header was matched to, `sample` the first value below it.
 */
export const HEADER_FOUND = 'HEADER_FOUND';

const JsonText = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .transform((value, context) => {
      try {
        const parsed = JSON.parse(value) as unknown;
        for (const path of notPlainText(parsed))
          context.addIssue({ code: 'custom', path, message: NOT_TEXT });
        return parsed;
      } catch {
        context.addIssue({ code: 'custom', message: 'This is not valid JSON.' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/**
 * Fields besides the file. `mode` check writes nothing; commit imports all rows or none, unless
 * `onlyValidRows`.
 */
export const UploadFields = z
  .strictObject({
    kind: UploadKind,
    fairId: Id.optional(),
    /** School whose students are uploaded; required for them. */
    schoolId: Id.optional(),
    /** Receipt of the warehouse that the rows go to; required for them. */
    receiptId: Id.optional(),
    /** Content of a receipt's sheet: what the supplier lists, or units that are here. */
    listed: z.enum(['expected', 'received'], 'Choose expected or received.').optional(),
    mode: z.enum(['check', 'commit'], 'Choose check or commit.'),
    onlyValidRows: z.enum(['true', 'false']).optional(),
    /**
     * Our column (its header in the template) for each header in the file; null ignores the column.
     * For headers that are not recognized.
     */
    mapping: JsonText(z.record(z.string(), z.string().nullable())).optional(),
    /** Cells corrected on the screen; `row` is Excel's row number, `column` is our column. */
    fixes: JsonText(
      z
        .array(
          z.strictObject({
            row: z.int().min(1).max(1_048_576),
            column: z.string(),
            value: z.string(),
          }),
        )
        .max(10_000),
    ).optional(),
  })
  .refine(({ kind, schoolId }) => schoolId === undefined || kind === 'students', {
    path: ['schoolId'],
    message: 'Choose a school only for a list of students.',
  })
  .refine(({ kind, receiptId }) => receiptId === undefined || kind === 'receipt', {
    path: ['receiptId'],
    message: 'Choose a receipt only for its sheet.',
  });
export type UploadFields = z.output<typeof UploadFields>;

/**
 * A message about one cell; `row` is Excel's row number, 0 for the whole file; `column` is our
 * column; `suggestion` would be a valid value.
 */
export const RowMessage = z.strictObject({
  row: z.int(),
  column: z.string(),
  value: z.string(),
  code: z.string(),
  message: z.string(),
  suggestion: z.string().optional(),
});
export type RowMessage = z.infer<typeof RowMessage>;

/**
 * Row counts of a check or commit: total = created + updated + skipped; skipped = unchanged +
 * rejected. A check counts what a commit would do. A commit that imports nothing because of errors
 * counts its valid rows as unchanged.
 */
export const UploadCounts = z.object({
  mode: z.enum(['check', 'commit']),
  total: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  /** Number of distinct titles in created and updated rows; a title in two cartons counts once. */
  titles: z.int(),
  /** Units and cartons of the valid rows; for a return count, the units counted. */
  units: z.int(),
  cartons: z.int(),
  /** Number of schools that the rows add. */
  schools: z.int(),
});

/**
 * Result of a check or a commit. A commit of more than `ROWS_IN_A_CALL` rows is `queued`; its job
 * has the counts once it has ended.
 */
export const UploadResult = z.strictObject({
  ...UploadCounts.shape,
  state: z.enum(['done', 'queued']),
  warnings: z.array(RowMessage),
  errors: z.array(RowMessage),
  /** Messages that are neither errors nor warnings, such as a school that the row adds. */
  notes: z.array(RowMessage),
  /** Headers of the file, the column each was matched to (null: ignored), and a value below it. */
  columns: z.array(
    z.strictObject({
      header: z.string(),
      column: z.string().nullable(),
      sample: z.string().optional(),
    }),
  ),
  /** At most 200 rows with their values by our columns for the screen, rows with messages first. */
  preview: z.array(
    z.strictObject({
      row: z.int(),
      values: z.record(z.string(), z.string()),
      outcome: z.enum(['create', 'update', 'unchanged', 'reject']),
      /** Title of the catalog that the row means; absent if it means none. */
      found: z.string().optional(),
    }),
  ),
  /**
   * Job of a commit that is queued or wrote data: jobs/:id has its progress, jobs/:id/undo undoes
   * it.
   */
  jobId: Id.optional(),
  /**
   * Job whose file (jobs/:id/file) has the rejected rows with an Error column, ready to correct and
   * upload again.
   */
  errorFileId: Id.optional(),
});
export type UploadResult = z.infer<typeof UploadResult>;

/** `result` of an import job: what is imported, and the counts once the job has ended. */
export const UploadJobResult = z.object({
  upload: UploadKind,
  fairId: Id.nullable(),
  schoolId: Id.optional(),
  receiptId: Id.optional(),
  fileName: z.string(),
  ...UploadCounts.extend({ warnings: z.int() }).partial().shape,
  mode: UploadCounts.shape.mode,
  /** True if the import can be undone, as far as nothing depends on it. */
  undoable: z.boolean().optional(),
  undoneAt: Instant.optional(),
});
export type UploadJobResult = z.infer<typeof UploadJobResult>;

/**
 * Access to the uploads of a kind: those of children's records need the right to read them too, the
 * sheet of a receipt only the duty.
 */
export function uploadAccess(kind: UploadKind): Access & { place: Place } {
  if (kind === 'receipt') return { ...byDuty('work_warehouse'), place: 'everywhere' };
  if (kind === 'students') return { ...editAndRead('Fairs', 'Students'), place: 'named' };
  const isOfFair = kind === 'inventory' || kind === 'return-count';
  return { ...edit('Fairs'), place: isOfFair ? 'named' : 'everywhere' };
}

export const uploadsApi = defineApi({
  bulkUpload: {
    call: 'POST /v1/fairs/bulk-upload',
    place: 'named',
    access: byDuty('work_warehouse'),
    summary: 'Check or import a spreadsheet',
    upload: true,
    heavy: 'upload',
    description: `Multipart: the fields and one part named file (.xlsx, at most 5 MB). A check writes nothing. A file without the required columns is refused on the field file; its headers are in the reasons with the code ${HEADER_FOUND}. The kind receipt needs edit Fairs or the duty work_warehouse, all others edit Fairs; students also needs the right to read Students.`,
    body: UploadFields,
    response: dataSchema(UploadResult),
  },
  template: {
    call: 'GET /v1/fairs/bulk-upload/template',
    place: 'seen',
    access: byDuty('work_warehouse'),
    summary: 'Download an empty file with the right headers',
    file: true,
    query: z.strictObject({ kind: UploadKind }),
    response: dataSchema(z.null()),
  },
  priceList: {
    call: 'GET /v1/fairs/bulk-upload/prices',
    place: 'seen',
    access: edit('Fairs'),
    summary: 'Download the prices of a season, to be changed and uploaded',
    description: 'A row for each active title; titles without a price in the season have none.',
    file: true,
    query: z.strictObject({ season: Season }),
    response: dataSchema(z.null()),
  },
  undo: {
    call: 'POST /v1/jobs/:id/undo',
    place: 'none',
    access: byDuty('work_warehouse'),
    summary: 'Undo one of your own uploads',
    description:
      'Answers 409 IN_USE with its reasons once something depends on what was imported: a sale, a scan, an adjustment, a later import. Titles that the import added to the catalog stay there.',
    response: Done,
  },
});
