import { z } from 'zod';
import { CartonStatus } from './cartons.ts';
import { CashLines, floatCents } from './cash-lines.ts';
import { defineApi } from './endpoint.ts';
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
import { CustomerType, ExemptReason } from './orders.ts';
import { PAYMENT_METHODS, PaymentMethod, type PaymentMethodName } from './payments.ts';
import { read } from './permissions.ts';
import { dataOf, Day, Id, Instant, QueryBoolean, withoutNulls } from './values.ts';

/** The reports, with the question each answers (specification 3, screens.md). */
export const REPORTS = {
  SALES_SUMMARY: { title: 'Sales summary', question: 'How much did we sell?' },
  ITEM_SALES: { title: 'Item sales', question: 'Which titles sold?' },
  DAILY_SALES: { title: 'Daily sales', question: 'What came in each day?' },
  SHIP_TO_SCHOOL: { title: 'Ship to school', question: 'What do we still owe pupils?' },
  LAST_COPY: { title: 'Last copy', question: 'What is about to run out?' },
  SALES_ORDER_PER_ITEM: { title: 'Sales order per item', question: 'Who bought what?' },
  FAIR_RETURN_REPORT: { title: 'Fair return report', question: 'What goes back?' },
} as const;
export type ReportType = keyof typeof REPORTS;
export const ReportType = z.enum(
  [
    'SALES_SUMMARY',
    'ITEM_SALES',
    'DAILY_SALES',
    'SHIP_TO_SCHOOL',
    'LAST_COPY',
    'SALES_ORDER_PER_ITEM',
    'FAIR_RETURN_REPORT',
  ],
  'Please select a report type.',
);

/** Given as the school: the fairs of all schools together. Only SALES_SUMMARY is made of them. */
export const ALL_SCHOOLS = '*';
/** A summary of more fairs than this is not answered as JSON: it is made as a file. */
export const MAX_SHOWN_FAIRS = 500;

/** The longest range of a report, in days (domain 9.1). */
export const MAX_REPORT_DAYS = 366;
const daysBetween = (from: string, to: string) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

const requiredDay = (message: string) => z.string(message).min(1, message).pipe(Day);

/**
 * What a report is asked with; days are the fair's own days, both ends included (specification 5, domain 9.1).
 * Identifiers are compared without case. `method` narrows the report to the orders that were paid, wholly or in part, by that method:
 * its figures are those of the whole orders, so that tenders and uncollected still add up to the total. What concerns the fair's drawers
 * and its settlement is then null, and the memos stay the school's. Reports of stock are never narrowed: their `method` is null.
 * SALES_SUMMARY takes `*` for the school: one row a fair of any school, and the memos of all.
 * `status` narrows SHIP_TO_SCHOOL to the lines that stand there, `byDevice` adds to DAILY_SALES what each register did each day; other reports take no notice of them.
 */
export const ReportQuery = z
  .strictObject({
    reportType: ReportType,
    schoolIdentifier: z
      .string('School identifier is required.')
      .trim()
      .min(1, 'School identifier is required.')
      .max(40, 'Use at most 40 characters.'),
    startDate: requiredDay('Start date is required.'),
    endDate: requiredDay('End date is required.'),
    fairIdentifier: z.string().trim().min(1).max(40).optional(),
    method: z
      .union([
        PaymentMethod,
        z.enum(['1', '2', '3', '4', '5', '6']).transform((value) => Number(value) as PaymentMethod),
      ])
      .optional(),
    status: ShippingStatus.optional(),
    byDevice: QueryBoolean.optional(),
    format: z.enum(['json', 'xlsx', 'csv', 'pdf'], 'Choose json, xlsx, csv or pdf.').optional(),
  })
  .refine(({ startDate, endDate }) => endDate >= startDate, {
    path: ['endDate'],
    message: 'End date should not be before start date.',
  })
  .refine(
    ({ schoolIdentifier, reportType }) =>
      schoolIdentifier !== ALL_SCHOOLS || reportType === 'SALES_SUMMARY',
    {
      path: ['schoolIdentifier'],
      message: 'Only the sales summary is made of all schools. Choose a school.',
    },
  )
  .refine(
    ({ schoolIdentifier, fairIdentifier }) =>
      schoolIdentifier !== ALL_SCHOOLS || fairIdentifier === undefined,
    { path: ['fairIdentifier'], message: 'Choose the school of the fair, or all fairs.' },
  )
  .refine(({ startDate, endDate }) => daysBetween(startDate, endDate) < MAX_REPORT_DAYS, {
    path: ['endDate'],
    message: `Choose at most ${MAX_REPORT_DAYS} days.`,
  });
export type ReportQuery = z.output<typeof ReportQuery>;

/** A report of more lines than this is not answered as JSON: it is made as a file. */
export const MAX_SHOWN_LINES = 10_000;

/** A report that is made as a file by a job: the question as it is asked for the screen, and the format. */
export const NewReportFile = ReportQuery.safeExtend({
  format: z.enum(['xlsx', 'csv', 'pdf'], 'Choose xlsx, csv or pdf.'),
});
export type NewReportFile = z.output<typeof NewReportFile>;
/** The `result` of such a job. `lines` is null until the file is there. */
export const ReportFileResult = z.strictObject({
  question: NewReportFile,
  lines: z.int().nullable(),
});
export type ReportFileResult = z.infer<typeof ReportFileResult>;

const cents = z.int();
const count = z.int();

/** Sales, refunds and net of one tender, in cents. `count` counts payments. */
export const TenderFigures = z.strictObject({
  count,
  salesCents: cents,
  refundsCents: cents,
  netCents: cents,
  underReviewCents: cents,
});
export type TenderFigures = z.infer<typeof TenderFigures>;
const methodNames = Object.values(PAYMENT_METHODS) as [PaymentMethodName, ...PaymentMethodName[]];
/** One entry a tender, under the tender's name. */
export const Tenders = z.record(z.enum(methodNames), TenderFigures);

/** Why a sale was tax-exempt; `not_given` where the register sent no reason. */
const ExemptKey = z.enum([...ExemptReason.options, 'not_given']);
export type ExemptKey = z.infer<typeof ExemptKey>;

/**
 * The figures of SALES_SUMMARY, of one fair or of all (domain 9.2). Amounts in cents; `taxRatesPpm` lists the rates used.
 * Taxable, exempt and non-taxable net are after refunds and add up to net; ship-to-school units and net are after refunds too.
 */
export const SalesSummaryFigures = z.strictObject({
  grossCents: cents,
  discountCents: cents,
  refundNetCents: cents,
  netCents: cents,
  taxableNetCents: cents,
  exemptNetCents: cents,
  exemptNetByReason: z.record(ExemptKey, cents),
  nonTaxableNetCents: cents,
  shipToSchoolNetCents: cents,
  taxCollectedCents: cents,
  taxRefundedCents: cents,
  netTaxCents: cents,
  taxRatesPpm: z.array(z.int()),
  totalCents: cents,
  uncollectedCents: cents,
  totalCollectedCents: cents,
  tenders: Tenders,
  /** total − (tenders + uncollected); 0 unless something is wrong. */
  tenderDifferenceCents: cents,
  orders: count,
  unitsSold: count,
  unitsRefunded: count,
  shipToSchoolUnits: count,
  averageOrderCents: cents,
  ordersByCustomerType: z.record(CustomerType, count),
});
export type SalesSummaryFigures = z.infer<typeof SalesSummaryFigures>;

/** Memo blocks of the school's students and of the school, whatever fair or method is asked for; not sales. Opening + funded − spent + refunded − paid out ± adjusted = outstanding. */
export const EWalletMemo = z.strictObject({
  openingCents: cents,
  fundedCents: cents,
  spentCents: cents,
  refundedCents: cents,
  paidOutCents: cents,
  adjustedCents: cents,
  outstandingCents: cents,
});
export type EWalletMemo = z.infer<typeof EWalletMemo>;
/** Opening + earned − spent + refunded − reversed ± adjusted = closing. */
export const AveDollarMemo = z.strictObject({
  openingCents: cents,
  earnedCents: cents,
  spentCents: cents,
  refundedCents: cents,
  reversedCents: cents,
  adjustedCents: cents,
  closingCents: cents,
});
export type AveDollarMemo = z.infer<typeof AveDollarMemo>;
/** How a school takes its profit, chosen at close-out (domain 1.6, 8.7). */
export const ProfitOption = z.enum(['cash', 'ave_dollar'], 'Choose cash or AveDollars.');
export type ProfitOption = z.infer<typeof ProfitOption>;
/**
 * What school and company owe each other (domain 8.7, 8.8). `profitOption` is null until a close-out chooses: the profit shown is then what
 * the cash option would give. `mixed`: the sum of fairs that chose differently; `profitRatePpm` then says nothing.
 */
export const Settlement = z.strictObject({
  heldBySchoolCents: cents,
  topUpsHeldCents: cents,
  companyReceivedCents: cents,
  schoolCreditCents: cents,
  eligibleNetCents: cents,
  profitOption: z.enum([...ProfitOption.options, 'mixed']).nullable(),
  profitRatePpm: z.int(),
  profitCents: cents,
  dueFromSchoolCents: cents,
});
export type Settlement = z.infer<typeof Settlement>;
/**
 * Expected money in the drawers (domain 9.4) beside what was counted: at the close-out, or until then the evening counts.
 * Counted and variance are null, not 0, while a day of the range that has money is not counted.
 */
export const CashControl = z.strictObject({
  expectedCashCents: cents,
  countedCashCents: cents.nullable(),
  cashVarianceCents: cents.nullable(),
  expectedChecksCents: cents,
  countedChecksCents: cents.nullable(),
  checkVarianceCents: cents.nullable(),
  overpaidCents: cents,
  /** Number of checks; null in a close-out that was made before checks were compared by number. */
  expectedCheckCount: count.nullable(),
  countedCheckCount: count.nullable(),
  checkCountVariance: z.int().nullable(),
  cashLines: CashLines.nullable(),
  ...floatCents,
});
export type CashControl = z.infer<typeof CashControl>;

/** Null when the report is narrowed to a method: drawers and settlement are the whole fair's. */
const ofWholeFairs = { settlement: Settlement.nullable(), cashControl: CashControl.nullable() };
/** One fair; the totals are the sums of the fairs' rows. Of all schools each says which is its own. */
export const SalesSummaryRow = SalesSummaryFigures.extend({
  schoolName: z.string().optional(),
  fairIdentifier: z.string(),
  fairName: z.string(),
  ...ofWholeFairs,
});
export type SalesSummaryRow = z.infer<typeof SalesSummaryRow>;
export const SalesSummaryTotals = SalesSummaryFigures.extend({
  eWallet: EWalletMemo,
  aveDollar: AveDollarMemo,
  ...ofWholeFairs,
});
export type SalesSummaryTotals = z.infer<typeof SalesSummaryTotals>;

/**
 * One day of one fair. The six tenders (net of refunds) and uncollected add up to total (domain 9.4). `units` are units sold.
 * Expected cash and checks are null when the report is narrowed to a method; counted and variance until the money is counted.
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
 * What one register did at a fair on one day (domain 9.4): its cashiers, its first and last sale, orders, net sales after the refunds that it made,
 * and the cash that should be in its drawer, null when the report is narrowed to a method. `deviceId` is null for what the office refunded or paid out.
 * The rows of a day add up to the day's orders, net sales and expected cash deposit.
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

/**
 * One title at one price, or all items of a category without a number ("No barcode: …", price null). Rows come by category,
 * then by net quantity (most first), then by title. `sellThrough` and `netSharePercent` are percentages, null where nothing is to divide by.
 * A title that was sold at several prices has `sent`, `onHand` and `sellThrough` on its first row only, so that columns add up.
 */
export const ItemSalesRow = z.strictObject({
  sku: z.string().nullable(),
  title: z.string(),
  category: z.string(),
  unitPriceCents: cents.nullable(),
  quantitySold: count,
  quantityRefunded: count,
  netQuantity: count,
  grossCents: cents,
  discountCents: cents,
  refundNetCents: cents,
  netCents: cents,
  taxCents: cents,
  totalCents: cents,
  netSharePercent: z.number().nullable(),
  sent: count.nullable(),
  onHand: count.nullable(),
  sellThrough: z.number().nullable(),
});
export type ItemSalesRow = z.infer<typeof ItemSalesRow>;
export const ItemSalesTotals = ItemSalesRow.omit({
  sku: true,
  title: true,
  category: true,
  unitPriceCents: true,
  netSharePercent: true,
  sellThrough: true,
}).extend({ sent: count, onHand: count });
export type ItemSalesTotals = z.infer<typeof ItemSalesTotals>;
export const ItemSalesSubtotal = ItemSalesTotals.extend({ category: z.string() });
export type ItemSalesSubtotal = z.infer<typeof ItemSalesSubtotal>;

const ofOneFair = { fairIdentifier: z.string(), fairName: z.string() };

/**
 * One title of a fair that has run out or is about to, as it stood at the end of the range (domain 9.6). Units; on hand = sent − missing + adjusted
 * − sold, before returns are booked and never shown below 0; `sold` is in person, less what was restocked. `reachedAt` is the sale that brought it
 * to the threshold, null where none did. `suggestedRestock` is null unless the fair is live; warehouse figures are as they are now.
 */
export const LastCopyRow = z.strictObject({
  ...ofOneFair,
  sku: z.string(),
  title: z.string(),
  category: z.string(),
  priceCents: cents,
  sent: count,
  missing: count,
  adjusted: count,
  sold: count,
  onHand: count,
  state: z.enum(['sold_out', 'last_copy']),
  reachedAt: Instant.nullable(),
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  cashierName: z.string().nullable(),
  daysOnSale: count.nullable(),
  shipToSchoolUnitsAfter: count,
  warehouseAvailable: z.int(),
  suggestedRestock: count.nullable(),
});
export type LastCopyRow = z.infer<typeof LastCopyRow>;
export const LastCopyTotals = z.strictObject({
  titles: count,
  soldOutTitles: count,
  lastCopyTitles: count,
  sold: z.int(),
  shipToSchoolUnitsAfter: count,
  suggestedRestock: count,
});
export type LastCopyTotals = z.infer<typeof LastCopyTotals>;

/** Units of one title of a fair as they go back (domain 9.8). What was not counted yet is null, not 0; variance = counted − expected. */
export const FairReturnRow = z.strictObject({
  ...ofOneFair,
  sku: z.string(),
  title: z.string(),
  priceCents: cents,
  sent: count,
  missing: count,
  adjusted: z.int(),
  soldInPerson: count,
  restocked: count,
  expectedReturn: z.int(),
  oversold: count,
  counted: count.nullable(),
  damaged: count.nullable(),
  variance: z.int().nullable(),
  varianceValueCents: cents.nullable(),
});
export type FairReturnRow = z.infer<typeof FairReturnRow>;

/**
 * Units and their retail value. Counted, damaged and variance are of the titles that were counted, null where none was. `shrinkagePercent` =
 * −variance / (sent − missing). Ship-to-school units never were at the fair: they stand here as a memo, net of refunds.
 */
export const FairReturnTotals = FairReturnRow.omit({
  fairIdentifier: true,
  fairName: true,
  sku: true,
  title: true,
  priceCents: true,
}).extend({
  titles: count,
  countedTitles: count,
  notCountedTitles: count,
  sentValueCents: cents,
  soldValueCents: cents,
  expectedValueCents: cents,
  countedValueCents: cents.nullable(),
  shrinkagePercent: z.number().nullable(),
  shipToSchoolUnits: count,
});
export type FairReturnTotals = z.infer<typeof FairReturnTotals>;

/** One carton of a fair with its scans (domain 9.8, table B). Units are as packed. */
export const FairReturnCarton = z.strictObject({
  ...ofOneFair,
  code: z.string(),
  label: z.string(),
  unitsSent: count,
  deliveredAt: Instant.nullable(),
  deliveredBy: z.string().nullable(),
  returnedAt: Instant.nullable(),
  returnedBy: z.string().nullable(),
  status: CartonStatus,
});
export type FairReturnCarton = z.infer<typeof FairReturnCarton>;

const head = {
  /** `*` with the name "All schools" where it is of all. */
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
  /** The method that the report is narrowed to, or null. */
  method: PaymentMethod.nullable(),
  /** final only when every fair listed is closed out; `closeOutNumber` is then the number of its snapshot (v1, v2, …). */
  state: z.enum(['provisional', 'final']),
  generatedAt: Instant,
  generatedBy: z.string(),
  companyName: z.string(),
  /** What the figures leave out, as counts. */
  excluded: z.strictObject({
    openOrders: count,
    pendingPayments: count,
    failedPayments: count,
    heldOrders: count,
  }),
  /** How many registers have worked at the fairs listed. */
  registers: count,
  /** Those of them that still hold unsent orders, while a fair listed is open. */
  unsentDevices: z.array(
    z.strictObject({ deviceId: z.string(), unsentOrders: count, lastSyncAt: Instant.nullable() }),
  ),
  /** Registers that hold none that is known, but have handed in nothing since before the last day of the range that a fair listed, still open, has reached. */
  silentDevices: z.array(z.strictObject({ deviceId: z.string(), lastSyncAt: Instant.nullable() })),
  /** orders = lines = payments = report to the cent, or by how much they differ and in which orders (at most 100 are named). */
  tieOut: z.strictObject({
    ok: z.boolean(),
    differenceCents: cents,
    orderNumbers: z.array(z.string()),
  }),
};
export const ReportHead = z.strictObject(head);
/** What every report carries beside its type, rows and totals. */
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
  /** Null unless `byDevice` asks for them. */ devices: z.array(DailyDeviceRow).nullable(),
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
  /** On hand at or below this many units is a last copy. */ threshold: count,
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
/** `showsStudents` is false without the right to read Students: names, grades and teachers are then null. */
const ofStudents = { showsStudents: z.boolean() };
export const ShipToSchoolReport = z.strictObject({
  reportType: z.literal('SHIP_TO_SCHOOL'),
  ...head,
  ...ofStudents,
  /** The status that the report is narrowed to, or null. */ status: ShippingStatus.nullable(),
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
      'JSON by default; `format=xlsx` answers the same figures as a spreadsheet, `format=csv` the rows and totals of its first sheet (with `byDevice` those of each register below, after an empty line), `format=pdf` all of it on Letter paper. As JSON 409 REPORT_TOO_LONG above 10,000 order lines, or 500 fairs of all schools. Names, grades and teachers are empty without the right to read Students.',
    query: ReportQuery,
    response: dataOf(Report),
  },
  make: {
    method: 'POST',
    path: '/v1/reports',
    access: read('Reports'),
    summary: 'Have a report made as a file in the background',
    idempotent: true,
    description:
      'For reports that GET refuses with 409 REPORT_TOO_LONG, and for any other. GET jobs/:id says how far it is, GET jobs/:id/file gives it, for 7 days. An unknown school or fair is refused on its field.',
    body: withoutNulls(NewReportFile),
    response: dataOf(z.strictObject({ jobId: Id })),
  },
});
