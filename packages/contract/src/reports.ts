import { PaymentMethodNumber } from './payment-methods.ts';
import { z } from 'zod';
import { CashLines, floatCents } from './cash-lines.ts';
import { defineApi } from './endpoint.ts';
import { ItemSalesRow, ItemSalesSubtotal, ItemSalesTotals } from './item-sales.ts';
import {
  PickListRow,
  PickListTotals,
  SalesOrderRow,
  SalesOrderSubtotal,
  SalesOrderTotals,
  ShippingStatus,
  ShipToSchoolRow,
  ShipToSchoolTotals,
} from './line-reports.ts';
import { read } from './permissions.ts';
import { NewReportFile, ReportQuery } from './report-query.ts';
import { cents, count, methodNames } from './report-values.ts';
import { SalesSummaryRow, SalesSummaryTotals } from './sales-summary.ts';
import {
  FairReturnCarton,
  FairReturnRow,
  FairReturnTotals,
  LastCopyRow,
  LastCopyTotals,
} from './stock-reports.ts';
import { dataSchema, Day, Id, Instant, withoutNulls } from './values.ts';

/**
 * One day of one fair. The six tenders (net of refunds) and uncollected add up to total (domain
 * 9.4). `units` are units sold. Expected cash and checks are null if the report is limited to a
 * method; counted and variance are null until the money is counted.
 */
export const DailySalesRow = z.strictObject({
  date: Day,
  weekday: z.string(),
  fairIdentifier: z.string(),
  fairName: z.string(),
  orders: count,
  units: count,
  grossCents: cents,
  discountCents: cents,
  refundNetCents: cents,
  netCents: cents,
  taxCents: cents,
  totalCents: cents,
  tenders: z.record(z.enum(methodNames), cents),
  uncollectedCents: cents,
  expectedCashDepositCents: cents.nullable(),
  countedCashCents: cents.nullable(),
  cashVarianceCents: cents.nullable(),
  expectedChecksCents: cents.nullable(),
  countedChecksCents: cents.nullable(),
  checkVarianceCents: cents.nullable(),
  expectedCheckCount: count.nullable(),
  countedCheckCount: count.nullable(),
  checkCountVariance: z.int().nullable(),
  cashLines: CashLines.nullable(),
  ...floatCents,
});
export type DailySalesRow = z.infer<typeof DailySalesRow>;
export const DailySalesTotals = DailySalesRow.omit({
  date: true,
  weekday: true,
  fairIdentifier: true,
  fairName: true,
});
export type DailySalesTotals = z.infer<typeof DailySalesTotals>;

/**
 * Figures of one register at a fair on one day (domain 9.4): cashiers, first and last sale, orders,
 * net sales less its refunds, and the cash expected in its drawer (null if the report is limited to
 * a method). `deviceId` is null for refunds and payouts by the office. The rows of a day add up to
 * the day's orders, net sales and expected cash deposit.
 */
export const DailyDeviceRow = z.strictObject({
  date: Day,
  fairIdentifier: z.string(),
  fairName: z.string(),
  deviceId: z.string().nullable(),
  cashierNames: z.array(z.string()),
  firstSaleAt: Instant.nullable(),
  lastSaleAt: Instant.nullable(),
  orders: count,
  netCents: cents,
  expectedCashCents: cents.nullable(),
});
export type DailyDeviceRow = z.infer<typeof DailyDeviceRow>;

const head = {
  /** `*` with the name "All schools" for a report of all schools. */
  school: z.strictObject({ identifier: z.string(), name: z.string() }),
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
    differenceCents: cents,
    orderNumbers: z.array(z.string()),
  }),
};
export const ReportHead = z.strictObject(head);
/** Data of every report besides type, rows and totals. */
export type ReportHead = z.infer<typeof ReportHead>;

export const SalesSummaryReport = z.strictObject({
  reportType: z.literal('SALES_SUMMARY'),
  ...head,
  rows: z.array(SalesSummaryRow),
  totals: SalesSummaryTotals,
});
export type SalesSummaryReport = z.infer<typeof SalesSummaryReport>;
export const DailySalesReport = z.strictObject({
  reportType: z.literal('DAILY_SALES'),
  ...head,
  rows: z.array(DailySalesRow),
  totals: DailySalesTotals,
  /** Null unless `byDevice` is set. */ devices: z.array(DailyDeviceRow).nullable(),
});
export type DailySalesReport = z.infer<typeof DailySalesReport>;
export const ItemSalesReport = z.strictObject({
  reportType: z.literal('ITEM_SALES'),
  ...head,
  rows: z.array(ItemSalesRow),
  subtotals: z.array(ItemSalesSubtotal),
  totals: ItemSalesTotals,
});
export type ItemSalesReport = z.infer<typeof ItemSalesReport>;
export const LastCopyReport = z.strictObject({
  reportType: z.literal('LAST_COPY'),
  ...head,
  /** Units on hand at or below which a title is a last copy. */ threshold: count,
  rows: z.array(LastCopyRow),
  totals: LastCopyTotals,
});
export type LastCopyReport = z.infer<typeof LastCopyReport>;
export const FairReturnReport = z.strictObject({
  reportType: z.literal('FAIR_RETURN_REPORT'),
  ...head,
  rows: z.array(FairReturnRow),
  cartons: z.array(FairReturnCarton),
  totals: FairReturnTotals,
});
export type FairReturnReport = z.infer<typeof FairReturnReport>;
/**
 * `showsStudents` is false if the caller may not read Students; names, grades and teachers are then
 * null.
 */
const ofStudents = { showsStudents: z.boolean() };
export const ShipToSchoolReport = z.strictObject({
  reportType: z.literal('SHIP_TO_SCHOOL'),
  ...head,
  ...ofStudents,
  /** Status that the report is limited to, or null. */ status: ShippingStatus.nullable(),
  rows: z.array(ShipToSchoolRow),
  totals: ShipToSchoolTotals,
  pickList: z.array(PickListRow),
  pickListTotals: PickListTotals,
});
export type ShipToSchoolReport = z.infer<typeof ShipToSchoolReport>;
export const SalesOrderReport = z.strictObject({
  reportType: z.literal('SALES_ORDER_PER_ITEM'),
  ...head,
  ...ofStudents,
  rows: z.array(SalesOrderRow),
  subtotals: z.array(SalesOrderSubtotal),
  totals: SalesOrderTotals,
});
export type SalesOrderReport = z.infer<typeof SalesOrderReport>;
export const Report = z.discriminatedUnion('reportType', [
  SalesSummaryReport,
  DailySalesReport,
  ItemSalesReport,
  ShipToSchoolReport,
  LastCopyReport,
  SalesOrderReport,
  FairReturnReport,
]);
export type Report = z.infer<typeof Report>;

export const reportsApi = defineApi({
  run: {
    method: 'GET',
    path: '/v1/reports',
    access: read('Reports'),
    summary: 'Run a report',
    file: true,
    heavy: 'report',
    description:
      'JSON by default; `format=xlsx` returns the same figures as a spreadsheet, `format=csv` the rows and totals of its first sheet (with `byDevice` those of each register below, after an empty line), `format=pdf` all of it on Letter paper. As JSON 409 REPORT_TOO_LONG above 10,000 order lines, or 500 fairs of all schools. Names, grades and teachers are empty without the right to read Students.',
    query: ReportQuery,
    response: dataSchema(Report),
  },
  make: {
    method: 'POST',
    path: '/v1/reports',
    access: read('Reports'),
    summary: 'Make a report file in the background',
    idempotent: true,
    description:
      'For reports that GET refuses with 409 REPORT_TOO_LONG, and for any other. GET jobs/:id reports its progress, GET jobs/:id/file downloads it for 7 days. An unknown school or fair is refused on its field.',
    body: withoutNulls(NewReportFile),
    response: dataSchema(z.strictObject({ jobId: Id })),
  },
});
