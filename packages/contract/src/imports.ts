import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { edit } from './permissions.ts';
import { dataOf, Id } from './values.ts';

/** The largest spreadsheet, in bytes (specification 9). */
export const MAX_UPLOAD_BYTES = 5_242_880;
export const ONLY_XLSX = 'Only Xlsx file is allowed.';
export const FILE_TOO_LARGE = 'File exceed the maximum size of 5 MB.';

/** What a spreadsheet holds. */
export const UploadKind = z.enum(['inventory'], 'Choose what the file holds.');
export type UploadKind = z.infer<typeof UploadKind>;

/** The columns of an inventory file (domain 10.3), by their header in the template. */
export const INVENTORY_COLUMNS = ['Fair Identifier', 'Carton', 'ISBN/SKU', 'Title', 'Author', 'Category', 'Format', 'Price', 'Quantity', 'Taxable'] as const;
export type InventoryColumn = (typeof INVENTORY_COLUMNS)[number];
/** The columns without which an inventory file for a chosen fair is refused. */
export const REQUIRED_INVENTORY_COLUMNS = ['ISBN/SKU', 'Price', 'Quantity'] as const satisfies readonly InventoryColumn[];

/** The code of a refusal's reasons that list the headers of a file whose columns were not recognised, for `mapping`. */
export const HEADER_FOUND = 'HEADER_FOUND';

const JsonText = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .transform((value, context) => {
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'This is not valid JSON.' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** The fields beside the file. `mode` check writes nothing; commit imports all rows or none, unless `onlyValidRows`. */
export const UploadFields = z.strictObject({
  kind: UploadKind,
  fairId: Id.optional(),
  mode: z.enum(['check', 'commit'], 'Choose check or commit.'),
  onlyValidRows: z.enum(['true', 'false']).optional(),
  /** Header in the file to our column (its header in the template), null to leave a column out, where headers are not recognised. */
  mapping: JsonText(z.record(z.string(), z.string().nullable())).optional(),
  /** Cells corrected on the screen; `row` is Excel's row number, `column` ours. */
  fixes: JsonText(z.array(z.strictObject({ row: z.int(), column: z.string(), value: z.string() })).max(10_000)).optional(),
});
export type UploadFields = z.output<typeof UploadFields>;

/** What is wrong with one cell, or worth knowing; `row` is the number that Excel shows, 0 for the whole file; `column` is ours. */
export const RowMessage = z.strictObject({ row: z.int(), column: z.string(), value: z.string(), code: z.string(), message: z.string() });
export type RowMessage = z.infer<typeof RowMessage>;

/**
 * Counts of rows in a check or commit: total = created + updated + skipped; skipped = unchanged + rejected. A check counts
 * what a commit would do. A commit that imports nothing because of errors counts its good rows as unchanged.
 */
export const UploadResult = z.strictObject({
  mode: z.enum(['check', 'commit']),
  total: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  warnings: z.array(RowMessage),
  errors: z.array(RowMessage),
  /** Headers of the file as found, and which of our columns each one became (null: ignored). */
  columns: z.array(z.strictObject({ header: z.string(), column: z.string().nullable() })),
  /** The rows with their values by our columns, those with messages first, at most 200, for the screen. */
  preview: z.array(z.strictObject({ row: z.int(), values: z.record(z.string(), z.string()), outcome: z.enum(['create', 'update', 'unchanged', 'reject']) })),
  /** Different titles of the rows that are created or updated; one in two cartons counts once. */
  titles: z.int(),
  /** Units and cartons of the rows without errors. */
  units: z.int(),
  cartons: z.int(),
  /** The job whose file (jobs/:id/file) holds the rejected rows with an Error column, ready to fix and send again. */
  errorFileId: Id.optional(),
});
export type UploadResult = z.infer<typeof UploadResult>;

export const importsApi = defineApi({
  bulkUpload: {
    method: 'POST', path: '/v1/fairs/bulk-upload', access: edit('Fairs'), summary: 'Check or import a spreadsheet', upload: true,
    description: `Multipart: the fields and one part named file (.xlsx, at most 5 MB). A check writes nothing. A file without the required columns is refused on the field file; its headers stand in the reasons with the code ${HEADER_FOUND}.`,
    body: UploadFields, response: dataOf(UploadResult),
  },
  template: {
    method: 'GET', path: '/v1/fairs/bulk-upload/template', access: edit('Fairs'), summary: 'An empty file with the right headers', file: true,
    query: z.strictObject({ kind: UploadKind }), response: dataOf(z.null()),
  },
});
