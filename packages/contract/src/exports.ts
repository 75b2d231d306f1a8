import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { OrdersQuery } from './orders.ts';
import { PaymentsQuery } from './payments.ts';
import { signedIn, type Module } from './permissions.ts';
import { dataOf, Id } from './values.ts';

/** The lists that are exported, and the module whose read right opens each. */
export const EXPORT_MODULES = { orders: 'Orders', payments: 'Payments' } as const satisfies Record<string, Module>;
export const ExportFormat = z.enum(['xlsx', 'csv'], 'Choose xlsx or csv.');
export type ExportFormat = z.infer<typeof ExportFormat>;

const everyPage = { page: true, limit: true } as const;

/** A list with its filters and its sort, as the list itself takes them, without a page: all rows that match are exported. */
export const NewExport = z.discriminatedUnion(
  'list',
  [
    z.strictObject({ list: z.literal('orders'), query: OrdersQuery.omit(everyPage), format: ExportFormat }),
    z.strictObject({ list: z.literal('payments'), query: PaymentsQuery.omit(everyPage), format: ExportFormat }),
  ],
  'This list cannot be exported.',
);
export type NewExport = z.output<typeof NewExport>;

export const exportsApi = defineApi({
  add: {
    method: 'POST', path: '/v1/exports', access: signedIn, summary: 'Export all rows of a filtered list as a spreadsheet', idempotent: true,
    description: "Needs the right to read the list's module. The file is made by a job: GET jobs/:id says when, GET jobs/:id/file gives it, for 7 days. Columns about students are empty without the right to read Students.",
    body: NewExport, response: dataOf(z.strictObject({ jobId: Id })),
  },
});
