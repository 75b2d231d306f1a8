import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { PAYMENT_METHODS, PaymentMethod, type PaymentMethodName } from './payments.ts';
import { read } from './permissions.ts';
import { dataOf, Day, Instant } from './values.ts';

/** The reports that are served, with the question each answers (specification 3, screens.md). */
export const REPORTS = {
  SALES_SUMMARY: { title: 'Sales summary', question: 'How much did we sell?' },
  ITEM_SALES: { title: 'Item sales', question: 'Which titles sold?' },
  DAILY_SALES: { title: 'Daily sales', question: 'What came in each day?' },
} as const;
export type ReportType = keyof typeof REPORTS;
export const ReportType = z.enum(['SALES_SUMMARY', 'ITEM_SALES', 'DAILY_SALES'], 'Please select a report type.');

/** The longest range of a report, in days (domain 9.1). */
export const MAX_REPORT_DAYS = 366;
const daysBetween = (from: string, to: string) => (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

const requiredDay = (message: string) => z.string(message).min(1, message).pipe(Day);

/** What a report is asked with; days are the fair's own days, both ends included (specification 5, domain 9.1). */
export const ReportQuery = z
  .strictObject({
    reportType: ReportType,
    schoolIdentifier: z.string('School identifier is required.').trim().min(1, 'School identifier is required.'),
    startDate: requiredDay('Start date is required.'),
    endDate: requiredDay('End date is required.'),
    fairIdentifier: z.string().trim().min(1).optional(),
    method: z.union([PaymentMethod, z.enum(['1', '2', '3', '4', '5', '6']).transform((value) => Number(value) as PaymentMethod)]).optional(),
    format: z.enum(['json', 'xlsx'], 'Choose json or xlsx.').optional(),
  })
  .refine(({ startDate, endDate }) => endDate >= startDate, { path: ['endDate'], message: 'End date should not be before start date.' })
  .refine(({ startDate, endDate }) => daysBetween(startDate, endDate) < MAX_REPORT_DAYS, { path: ['endDate'], message: `Choose at most ${MAX_REPORT_DAYS} days.` });
export type ReportQuery = z.output<typeof ReportQuery>;

const cents = z.int();
const count = z.int();

/** Sales, refunds and net of one tender, in cents. `count` counts payments. */
export const TenderFigures = z.strictObject({ count, salesCents: cents, refundsCents: cents, netCents: cents, underReviewCents: cents });
export type TenderFigures = z.infer<typeof TenderFigures>;
const methodNames = Object.values(PAYMENT_METHODS) as [PaymentMethodName, ...PaymentMethodName[]];
/** One entry a tender, under the tender's name. */
export const Tenders = z.record(z.enum(methodNames), TenderFigures);

/** The figures of SALES_SUMMARY, of one fair or of all (domain 9.2). Amounts in cents; `taxRatesPpm` lists the rates used. */
export const SalesSummaryFigures = z.strictObject({
  grossCents: cents, discountCents: cents, refundNetCents: cents, netCents: cents,
  taxableNetCents: cents, exemptNetCents: cents, exemptNetByReason: z.record(z.string(), cents), nonTaxableNetCents: cents, shipToSchoolNetCents: cents,
  taxCollectedCents: cents, taxRefundedCents: cents, netTaxCents: cents, taxRatesPpm: z.array(z.int()),
  totalCents: cents, uncollectedCents: cents, totalCollectedCents: cents,
  tenders: Tenders,
  /** total − (tenders + uncollected); 0 unless something is wrong. */
  tenderDifferenceCents: cents,
  orders: count, unitsSold: count, unitsRefunded: count, shipToSchoolUnits: count, averageOrderCents: cents,
  ordersByCustomerType: z.record(z.string(), count),
});
export type SalesSummaryFigures = z.infer<typeof SalesSummaryFigures>;

/** Memo blocks, not sales. Opening + funded − spent + refunded − paid out ± adjusted = outstanding. */
export const EWalletMemo = z.strictObject({ openingCents: cents, fundedCents: cents, spentCents: cents, refundedCents: cents, paidOutCents: cents, adjustedCents: cents, outstandingCents: cents });
export const AveDollarMemo = z.strictObject({ openingCents: cents, earnedCents: cents, spentCents: cents, refundedCents: cents, reversedCents: cents, adjustedCents: cents, closingCents: cents });
/** What school and company owe each other by domain 8.8; profit by the cash option unless the close-out chose. */
export const Settlement = z.strictObject({
  heldBySchoolCents: cents, topUpsHeldCents: cents, companyReceivedCents: cents, schoolCreditCents: cents, eligibleNetCents: cents,
  profitOption: z.enum(['cash', 'ave_dollar']).nullable(), profitRatePpm: z.int(), profitCents: cents, dueFromSchoolCents: cents,
});
/** Expected money in the drawers; counted and variance come with close-out, null until then. */
export const CashControl = z.strictObject({
  expectedCashCents: cents, countedCashCents: cents.nullable(), cashVarianceCents: cents.nullable(),
  expectedChecksCents: cents, countedChecksCents: cents.nullable(), checkVarianceCents: cents.nullable(), overpaidCents: cents,
});

export const SalesSummaryRow = SalesSummaryFigures.extend({ fairIdentifier: z.string(), fairName: z.string() });
export const SalesSummaryTotals = SalesSummaryFigures.extend({ eWallet: EWalletMemo, aveDollar: AveDollarMemo, settlement: Settlement, cashControl: CashControl });
export type SalesSummaryTotals = z.infer<typeof SalesSummaryTotals>;

/** One day of one fair. The six tenders and uncollected add up to total (domain 9.4). `units` are units sold. */
export const DailySalesRow = z.strictObject({
  date: Day, weekday: z.string(), fairIdentifier: z.string(), fairName: z.string(),
  orders: count, units: count, grossCents: cents, discountCents: cents, refundNetCents: cents, netCents: cents, taxCents: cents, totalCents: cents,
  tenders: z.record(z.enum(methodNames), cents), uncollectedCents: cents,
  expectedCashDepositCents: cents, countedCashCents: cents.nullable(), cashVarianceCents: cents.nullable(),
  expectedChecksCents: cents, countedChecksCents: cents.nullable(), checkVarianceCents: cents.nullable(),
});
export type DailySalesRow = z.infer<typeof DailySalesRow>;
export const DailySalesTotals = DailySalesRow.omit({ date: true, weekday: true, fairIdentifier: true, fairName: true });

/** One title at one price, or all items of a category without a number. `sellThrough` is a percentage, null where nothing was there. */
export const ItemSalesRow = z.strictObject({
  sku: z.string().nullable(), title: z.string(), category: z.string(), unitPriceCents: cents.nullable(),
  quantitySold: count, quantityRefunded: count, netQuantity: count,
  grossCents: cents, discountCents: cents, refundNetCents: cents, netCents: cents, taxCents: cents, totalCents: cents,
  netSharePercent: z.number(), sent: count.nullable(), onHand: count.nullable(), sellThrough: z.number().nullable(),
});
export type ItemSalesRow = z.infer<typeof ItemSalesRow>;
export const ItemSalesTotals = ItemSalesRow.omit({ sku: true, title: true, category: true, unitPriceCents: true, netSharePercent: true, sellThrough: true });
export const ItemSalesSubtotal = ItemSalesTotals.extend({ category: z.string() });

const head = {
  school: z.strictObject({ identifier: z.string(), name: z.string() }),
  fairs: z.array(z.strictObject({ identifier: z.string(), name: z.string(), startDate: Day, endDate: Day, timeZone: z.string(), closeOutState: z.enum(['open', 'finished']) })),
  range: z.strictObject({ startDate: Day, endDate: Day }),
  /** final only when every fair listed is closed out. */
  state: z.enum(['provisional', 'final']),
  generatedAt: Instant,
  generatedBy: z.string(),
  companyName: z.string(),
  /** What the figures leave out, as counts. */
  excluded: z.strictObject({ openOrders: count, pendingPayments: count, failedPayments: count, heldOrders: count }),
  /** Registers that still hold unsent orders of the fairs listed. */
  unsentDevices: z.array(z.strictObject({ deviceId: z.string(), unsentOrders: count, lastSyncAt: Instant.nullable() })),
  /** orders = payments = report, or by how much they differ and in which orders. */
  tieOut: z.strictObject({ ok: z.boolean(), differenceCents: cents, orderNumbers: z.array(z.string()) }),
};

export const SalesSummaryReport = z.strictObject({ reportType: z.literal('SALES_SUMMARY'), ...head, rows: z.array(SalesSummaryRow), totals: SalesSummaryTotals });
export type SalesSummaryReport = z.infer<typeof SalesSummaryReport>;
export const DailySalesReport = z.strictObject({ reportType: z.literal('DAILY_SALES'), ...head, rows: z.array(DailySalesRow), totals: DailySalesTotals });
export type DailySalesReport = z.infer<typeof DailySalesReport>;
export const ItemSalesReport = z.strictObject({ reportType: z.literal('ITEM_SALES'), ...head, rows: z.array(ItemSalesRow), subtotals: z.array(ItemSalesSubtotal), totals: ItemSalesTotals });
export type ItemSalesReport = z.infer<typeof ItemSalesReport>;
export const Report = z.discriminatedUnion('reportType', [SalesSummaryReport, DailySalesReport, ItemSalesReport]);
export type Report = z.infer<typeof Report>;

export const reportsApi = defineApi({
  run: {
    method: 'GET', path: '/v1/reports', access: read('Reports'), summary: 'Run a report', file: true,
    description: 'JSON by default; `format=xlsx` answers the same figures as a spreadsheet.',
    query: ReportQuery, response: dataOf(Report),
  },
});
