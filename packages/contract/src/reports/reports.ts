import { PaymentMethodNumber } from '../sales/payment-methods.ts';
import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { read } from '../permissions.ts';
import { NewReportFile, ReportQuery } from './report-query.ts';
import type { ToJson } from './columns.ts';
import { REPORTS, type ReportType } from './list.ts';
import { toShape } from './schemas.ts';
import { Season } from '../fairs/seasons.ts';
import { dataSchema, Day, Id, Instant, withoutNulls } from '../values.ts';

const count = z.int();
const head = {
  /** `*` with the name "All schools" for a report of all schools. */
  school: z.strictObject({ identifier: z.string(), name: z.string() }),
  /** Limits of the fairs of all schools; null if there is none. */
  filters: z.strictObject({
    region: z.string().nullable(),
    admin: z.strictObject({ id: Id, name: z.string() }).nullable(),
    season: Season.nullable(),
  }),
  fairs: z.array(
    z.strictObject({
      identifier: z.string(),
      name: z.string(),
      startDate: Day,
      endDate: Day,
      timeZone: z.string(),
      closeOutState: z.enum(['open', 'finished']),
      closeOutNumber: z.int().nullable(),
    }),
  ),
  range: z.strictObject({ startDate: Day, endDate: Day }),
  /** Method that the report is limited to, or null. */
  method: PaymentMethodNumber.nullable(),
  /**
   * final if every fair in the report is closed out; `closeOutNumber` is then the number of its
   * snapshot (v1, v2, …).
   */
  state: z.enum(['provisional', 'final']),
  generatedAt: Instant,
  generatedBy: z.string(),
  companyName: z.string(),
  /** Numbers of items that the figures leave out. */
  excluded: z.strictObject({
    openOrders: count,
    pendingPayments: count,
    failedPayments: count,
    heldOrders: count,
  }),
  /**
   * Transactions of the one fair on other days than those of the report, in cents; null if there are
   * none, and for reports of stock and of several fairs.
   */
  outside: z
    .strictObject({
      orders: count,
      ordersCents: count,
      refunds: count,
      refundsCents: count,
      topUps: count,
      topUpsCents: count,
    })
    .nullable(),
  /** Number of registers that sold at the fairs in the report. */
  registers: count,
  /** Registers with unsent orders, while a fair in the report is open. */
  unsentDevices: z.array(
    z.strictObject({ deviceId: z.string(), unsentOrders: count, lastSyncAt: Instant.nullable() }),
  ),
  /**
   * Registers with no known unsent orders that have not synced since before the last day of the
   * range reached by an open fair in the report.
   */
  silentDevices: z.array(z.strictObject({ deviceId: z.string(), lastSyncAt: Instant.nullable() })),
  /**
   * Tie-out: orders = lines = payments = report to the cent, or the difference and its orders (at
   * most 100 are listed).
   */
  tieOut: z.strictObject({
    ok: z.boolean(),
    differenceCents: z.int(),
    orderNumbers: z.array(z.string()),
  }),
};
export const ReportHead = z.strictObject(head);
/** Data of every report besides type, rows and totals. */
export type ReportHead = z.infer<typeof ReportHead>;

/** A report of this type. */
export type ReportResult<Type extends ReportType> = ReportHead & { reportType: Type } & ToJson<
    (typeof REPORTS)[Type]['body']
  >;
export type Report = { [Type in ReportType]: ReportResult<Type> }[ReportType];
export type SalesSummaryReport = ReportResult<'SALES_SUMMARY'>;
export type DailySalesReport = ReportResult<'DAILY_SALES'>;
export type ItemSalesReport = ReportResult<'ITEM_SALES'>;
export type ShipToSchoolReport = ReportResult<'SHIP_TO_SCHOOL'>;
export type LastCopyReport = ReportResult<'LAST_COPY'>;
export type SalesOrderReport = ReportResult<'SALES_ORDER_PER_ITEM'>;
export type FairReturnReport = ReportResult<'FAIR_RETURN_REPORT'>;

function reportObject(reportType: ReportType) {
  return z.strictObject({
    reportType: z.literal(reportType),
    ...head,
    ...toShape(REPORTS[reportType].body),
  });
}

/** Returns the schema of a report's JSON. */
export function reportSchema<Type extends ReportType>(
  reportType: Type,
): z.ZodType<ReportResult<Type>> {
  return reportObject(reportType) as z.ZodType as z.ZodType<ReportResult<Type>>;
}

/** Every report, told apart by `reportType`. */
export const Report = z.discriminatedUnion(
  'reportType',
  (Object.keys(REPORTS) as ReportType[]).map(reportObject) as [ReturnType<typeof reportObject>],
) as z.ZodType as z.ZodType<Report>;

export const reportsApi = defineApi({
  run: {
    call: 'GET /v1/reports',
    place: 'seen',
    access: read('Reports'),
    names: true,
    summary: 'Run a report',
    file: true,
    heavy: 'report',
    description:
      'JSON by default; `format=xlsx` returns the same figures as a spreadsheet, `format=csv` the rows and totals of its first sheet (with `byDevice` those of each register below, after an empty line), `format=pdf` all of it on Letter paper. As JSON 409 REPORT_TOO_LONG above 10,000 lines of single orders or titles, or 500 fairs that sold in the last minutes; SALES_SUMMARY of more than 500 fairs lists them in its files only, and its `rows` are empty; a file above 20,000 lines. Names, grades and teachers are empty without the right to read Students.',
    query: ReportQuery,
    response: dataSchema(Report),
  },
  make: {
    call: 'POST /v1/reports',
    place: 'seen',
    access: read('Reports'),
    summary: 'Make a report file in the background',
    idempotent: true,
    description:
      'For reports that GET refuses with 409 REPORT_TOO_LONG, and for any other. xlsx and csv hold any number of lines; a pdf of more than 20,000 is refused with 409 REPORT_TOO_LONG. GET jobs/:id reports its progress, POST jobs/:id/cancel cancels it, GET jobs/:id/file downloads it for 7 days. An unknown school or fair is refused on its field.',
    body: withoutNulls(NewReportFile),
    response: dataSchema(z.strictObject({ jobId: Id })),
  },
});
