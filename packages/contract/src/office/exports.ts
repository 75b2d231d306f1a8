import { z } from 'zod';
import { AdminsQuery } from '../staff/admins.ts';
import { DevicesQuery } from '../fairs/devices.ts';
import { defineApi } from '../endpoint.ts';
import { FairsQuery } from '../fairs/fairs.ts';
import { AllInventoryQuery, FairInventoryQuery } from '../stock/inventory.ts';
import { OrdersQuery } from '../sales/orders.ts';
import { HeldOrdersQuery } from '../sales/held-orders.ts';
import { PaymentsQuery } from '../sales/payments.ts';
import { read, readOrDuty, signedIn, type RightsAccess } from '../permissions.ts';
import { SchoolsQuery } from '../fairs/schools.ts';
import { StudentsQuery } from '../students/students.ts';
import { StockDifferencesQuery } from '../stock/warehouse/count-booking.ts';
import { ReceiptLinesQuery, ReceiptsQuery } from '../stock/warehouse/receipts.ts';
import { dataSchema, Id, optional, text, withoutNulls } from '../values.ts';

/** Lists that can be exported, and the access to each. */
export const EXPORT_ACCESS = {
  orders: read('Orders'),
  'held-orders': read('Orders'),
  payments: read('Payments'),
  students: read('Students'),
  'student-data': read('Students'),
  fairs: read('Fairs'),
  schools: read('Fairs'),
  'fair-inventory': read('Fair Inventory'),
  'all-inventory': read('All Inventory'),
  receipts: readOrDuty('All Inventory', 'work_warehouse'),
  'receipt-lines': readOrDuty('All Inventory', 'work_warehouse'),
  'stock-differences': readOrDuty('All Inventory', 'work_warehouse'),
  users: read('Users'),
  devices: read('Devices'),
} as const satisfies Record<string, RightsAccess>;
export type ExportList = keyof typeof EXPORT_ACCESS;
/**
 * Lists whose rows may name a student or a parent; their files are deleted when a student is erased
 * (domain 3.6).
 */
export const LISTS_WITH_NAMES = [
  'orders',
  'held-orders',
  'payments',
  'students',
  'student-data',
] as const satisfies readonly ExportList[];

export const ExportFormat = z.enum(['xlsx', 'csv'], 'Choose xlsx or csv.');
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Reason for exporting students. It is stored permanently, so it must not name anybody. */
export const ExportReason = text(3, 255, 'Enter the purpose of the list.');
/** Maximum number of rows selected by hand. */
const MAX_CHOSEN = 5_000;

const everyPage = { page: true, limit: true } as const;
const common = { format: ExportFormat, reason: optional(ExportReason) };
/** Ids of the selected rows; if left out, all rows that match. */
const ids = z
  .array(Id)
  .min(1, 'Choose at least one row.')
  .max(MAX_CHOSEN, `Choose at most ${MAX_CHOSEN} rows.`);

/** Rows of a list that match. */
const rowsIn = <List extends ExportList, Query extends z.ZodType>(list: List, query: Query) =>
  z.strictObject({ list: z.literal(list), query: withoutNulls(query), ...common });
/** Rows of a list that match, or those of them that were selected. */
const chosenIn = <List extends ExportList, Query extends z.ZodType>(list: List, query: Query) =>
  z.strictObject({
    list: z.literal(list),
    query: withoutNulls(query),
    ids: optional(ids),
    ...common,
  });

/**
 * Export of a list with the filters and sort of the list call, without paging: all rows that match.
 */
export const NewExport = z.discriminatedUnion(
  'list',
  [
    rowsIn('orders', OrdersQuery.omit({ ...everyPage, cursor: true })),
    rowsIn('held-orders', HeldOrdersQuery.omit(everyPage)),
    rowsIn('payments', PaymentsQuery.omit({ ...everyPage, cursor: true })),
    z.strictObject({
      list: z.literal('students'),
      query: withoutNulls(StudentsQuery.omit(everyPage)),
      format: ExportFormat,
      reason: ExportReason,
    }),
    /** Everything about the students of a school, in one workbook; only for a SUPER_ADMIN. */
    z.strictObject({
      list: z.literal('student-data'),
      query: z.strictObject({ schoolId: z.uuid('Choose a school.') }),
      format: z.literal('xlsx', 'Choose xlsx.'),
      reason: ExportReason,
    }),
    rowsIn('fairs', FairsQuery.omit(everyPage)),
    chosenIn('schools', SchoolsQuery.omit(everyPage)),
    chosenIn('fair-inventory', FairInventoryQuery.omit(everyPage)),
    chosenIn('all-inventory', AllInventoryQuery.omit(everyPage)),
    rowsIn('receipts', ReceiptsQuery.omit(everyPage)),
    rowsIn('receipt-lines', ReceiptLinesQuery.omit(everyPage)),
    rowsIn('stock-differences', StockDifferencesQuery.omit(everyPage)),
    chosenIn('users', AdminsQuery.omit(everyPage)),
    chosenIn('devices', DevicesQuery.omit(everyPage)),
  ],
  'This list cannot be exported.',
);
export type NewExport = z.output<typeof NewExport>;

/**
 * Result of an export job: `rows` once it is finished, `withdrawnAt` once its file was deleted
 * because a student was erased.
 */
export const ExportResult = z.object({
  list: z.string(),
  format: ExportFormat,
  rows: z.int().optional(),
  withdrawnAt: z.string().optional(),
});
export type ExportResult = z.infer<typeof ExportResult>;

export const exportsApi = defineApi({
  add: {
    call: 'POST /v1/exports',
    place: 'seen',
    access: signedIn,
    summary: 'Export all rows of a filtered list as a spreadsheet',
    idempotent: true,
    description:
      'Requires the access to the list. A job makes the file: GET jobs/:id reports its progress, GET jobs/:id/file downloads it for 7 days. Columns about students are empty without the right to read Students; net sales and costs are left out for callers who do not see them. ' +
      'Students require a `reason`, which is stored with the number of rows. `student-data` is everything about the students of a school: only for a SUPER_ADMIN. `ids` limits the export to selected rows.',
    body: NewExport,
    response: dataSchema(z.strictObject({ jobId: Id })),
  },
});
