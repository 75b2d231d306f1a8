import {
  code,
  type Column,
  count,
  type Fields,
  type ToJson,
  labeled,
  list,
  money,
  nested,
  nullable,
  number,
  perMethod,
  perName,
  pick,
  price,
  rates,
  schoolOfRow,
  takenOff,
  text,
} from '../columns.ts';
import { defineReport, type ScreenTable } from '../description.ts';
import { COMPARISON_TABLES, comparisonLists } from './summary-comparison.ts';
import { cashControl, settlement } from './settlement.ts';

/**
 * SALES_SUMMARY (domain 9.2): the figures of each fair and of all, as blocks of lines. Amounts in
 * cents; deductions are positive in the JSON and shown with a minus (domain 9.11).
 */

const [inFiles, part, strong] = [{ zero: 'in files' }, { part: true }, { strong: true }] as const;

/** Taxable, exempt and non-taxable net are after refunds and add up to net. */
const sales = {
  grossCents: money('Gross sales', 'Unit price times quantity of everything sold.'),
  discountCents: takenOff(money('Discounts', 'Discounts given at the register.')),
  refundNetCents: takenOff(
    money('Refunds (net of tax)', 'Refunds made in the range, without tax.'),
  ),
  netCents: money('Net sales', 'Gross less discounts and refunds.', strong),
  taxableNetCents: money('Taxable net', 'Net sales with tax.', part),
  nonTaxableNetCents: money('Non-taxable items net', 'Net sales of items without tax.', part),
  exemptNetCents: money('Exempt net', 'Net sales of tax-exempt orders.', part),
  exemptNetByReason: nested(
    perName(
      [
        { name: 'school_purchase', reason: 'school purchase' },
        { name: 'organization', reason: 'organization' },
        { name: 'other', reason: 'other' },
        { name: 'not_given', reason: 'no reason given' },
      ],
      ({ reason }) =>
        money(`Exempt net, ${reason}`, 'Net sales exempt for this reason.', {
          zero: 'hidden',
          part: true,
        }),
    ),
  ),
  shipToSchoolNetCents: money('Ship-to-school net', 'Net sales shipped to the school.', {
    ...inFiles,
    ...part,
  }),
};
const tax = {
  taxCollectedCents: money('Tax collected', 'Tax of the orders sold.'),
  taxRefundedCents: takenOff(money('Tax refunded', 'Tax given back with refunds.')),
  netTaxCents: money('Net tax', 'Tax collected less tax refunded.', strong),
  taxRatesPpm: rates('Rates used', 'The tax rates of the orders.'),
};
/** Beside the tenders it adds up to the total with them; below the total it is taken off. */
const uncollected = money(
  'Uncollected',
  'Sold but never paid: a returned check, a refused charge.',
  inFiles,
);
const total = {
  totalCents: money(
    'Total',
    'Net sales plus tax. The six tenders and uncollected add up to it.',
    strong,
  ),
  uncollectedCents: takenOff(uncollected),
  totalCollectedCents: money('Total collected', 'Total less uncollected.'),
};
const paidByMethod = 'Paid by this method, less refunds to it.';
export const TENDERS_HEADING = 'Tenders';
/** Columns of the tenders, in a table with a row for each. */
export const TENDER_COLUMNS = {
  count: count('Payments', 'Number of payments.', { rank: 1 }),
  salesCents: money('Sales', 'Paid by this method.'),
  refundsCents: takenOff(money('Refunds', 'Refunded to this method.')),
  netCents: money('Net', paidByMethod, strong),
  underReviewCents: money('Under review', 'Payments whose collection is in doubt.', { rank: 1 }),
};
/** Labels a figure of a tender where each is a line of its own. */
const ofTender = <Of extends Column>(tender: string, column: Of, label = column.label) =>
  labeled(column, `${tender}, ${label?.toLowerCase()}`);
const tenders = {
  tenders: nested(
    perMethod((name) =>
      nested({
        count: ofTender(name, TENDER_COLUMNS.count),
        salesCents: ofTender(name, TENDER_COLUMNS.salesCents),
        refundsCents: ofTender(name, TENDER_COLUMNS.refundsCents),
        netCents: ofTender(name, TENDER_COLUMNS.netCents),
        underReviewCents: ofTender(name, TENDER_COLUMNS.underReviewCents, 'of which under review'),
      }),
    ),
  ),
  tenderDifferenceCents: money(
    'Difference of tenders and uncollected to the total',
    'Always 0 if the books agree.',
  ),
};
const counts = {
  orders: count('Orders', 'Orders sold.'),
  unitsSold: count('Units sold', 'Units sold, refunds not taken off.'),
  unitsRefunded: takenOff(count('Units refunded', 'Units refunded in the range.')),
  shipToSchoolUnits: count(
    'Ship-to-school units',
    'Units shipped to the school, less refunded ones.',
  ),
  averageOrderCents: price('Average order', 'Net sales divided by orders.'),
  ordersByCustomerType: nested(
    perName(
      [
        { name: 'student' },
        { name: 'parent' },
        { name: 'teacher' },
        { name: 'school' },
        { name: 'other' },
      ],
      ({ name }) =>
        count(`Orders, customer: ${name}`, 'Orders of these customers.', { ...inFiles, ...part }),
    ),
  ),
};
/**
 * eWallets of the school's students, independent of fair and method; these are not sales. Opening +
 * funded - spent + refunded - paid out + adjusted = outstanding.
 */
const eWallet = {
  openingCents: money('eWallet, opening balance', 'Balance before the range.', inFiles),
  fundedCents: money('eWallet, funded', 'Top-ups in the range.'),
  spentCents: takenOff(money('eWallet, spent', 'Paid for orders.')),
  refundedCents: money('eWallet, refunded', 'Refunds of orders.', inFiles),
  paidOutCents: takenOff(money('eWallet, paid out', 'Paid back to families.', inFiles)),
  adjustedCents: money('eWallet, adjusted', 'Adjustments of either sign.', inFiles),
  outstandingCents: money(
    'eWallet, outstanding balance',
    'Balance of the students at the end of the range.',
    strong,
  ),
};
/** Opening + earned - spent + refunded - reversed + adjusted = closing. */
const aveDollar = {
  openingCents: money('AveDollar, opening balance', 'Balance before the range.'),
  earnedCents: money('AveDollar, earned', 'Earned by close-outs.'),
  spentCents: takenOff(money('AveDollar, spent', 'Paid for orders.')),
  refundedCents: money('AveDollar, refunded', 'Refunds of orders.', inFiles),
  reversedCents: takenOff(
    money('AveDollar, reversed', 'Taken back by reverted close-outs.', inFiles),
  ),
  adjustedCents: money('AveDollar, adjusted', 'Adjustments of either sign.', inFiles),
  closingCents: money('AveDollar, closing balance', 'Balance at the end of the range.', strong),
};
const figures = { ...sales, ...tax, ...total, ...tenders, ...counts };
/** Null if the report is limited to a method: drawers and settlement apply to whole fairs. */
const ofWholeFairs = {
  settlement: nullable(nested(settlement)),
  cashControl: nullable(nested(cashControl)),
};
/** Memos of the school. */
const memos = { eWallet: nested(eWallet), aveDollar: nested(aveDollar) };
/** One fair. In a report of all schools each row names its school. */
const row = {
  schoolName: schoolOfRow('The school of the fair.'),
  fairIdentifier: code('Fair ID', 'The fair, and its code.', { width: 20 }),
  fairName: text('Fair name', 'The fair, and its code.', { width: 32 }),
  ...figures,
  ...ofWholeFairs,
};
/** The fairs of one school added up, for a report of all schools; null in one of a school. */
const school = {
  schoolName: text('School', 'The school; the highest net sales first.', { width: 32 }),
  schoolIdentifier: code('School ID', 'The public code of the school.', { width: 16, rank: 1 }),
  fairs: number('Fairs', 'Its fairs in the report.', { rank: 2 }),
  orders: counts.orders,
  unitsSold: labeled({ ...counts.unitsSold, rank: 4 }, 'Units'),
  grossCents: labeled({ ...sales.grossCents, rank: 3 }, 'Gross'),
  discountCents: { ...sales.discountCents, rank: 3 },
  refundNetCents: labeled({ ...sales.refundNetCents, rank: 3 }, 'Refunds'),
  netCents: sales.netCents,
  netTaxCents: { ...tax.netTaxCents, rank: 4 },
  totalCents: total.totalCents,
};
export const summaryTotals = { ...figures, ...memos, ...ofWholeFairs };

/** Blocks of the summary with their lines. */
export const SUMMARY_BLOCKS = [
  { name: 'sales', heading: 'Sales', lines: sales },
  { name: 'tax', heading: 'Tax', lines: tax },
  { name: 'total', heading: 'Total', lines: total },
  { name: 'tenders', heading: TENDERS_HEADING, lines: tenders },
  { name: 'counts', heading: 'Counts', lines: counts },
  {
    name: 'eWallet',
    heading: "eWallet of the school's students (memo, not sales)",
    lines: pick(memos, 'eWallet'),
  },
  {
    name: 'aveDollar',
    heading: 'AveDollars of the school (memo)',
    lines: pick(memos, 'aveDollar'),
  },
  { name: 'settlement', heading: 'Settlement', lines: pick(ofWholeFairs, 'settlement') },
  { name: 'cashControl', heading: 'Cash control', lines: pick(ofWholeFairs, 'cashControl') },
] as const satisfies readonly { name: string; heading: string; lines: Fields }[];

const ON_SCREEN: readonly ScreenTable[] = [
  {
    columns: [
      'fairName',
      'schoolName',
      'fairIdentifier',
      'orders',
      'unitsSold',
      'grossCents',
      'discountCents',
      'refundNetCents',
      'netCents',
      'netTaxCents',
      'totalCents',
    ],
  },
  {
    name: 'Tenders by fair',
    columns: ['fairName', 'fairIdentifier', 'tenders', 'uncollectedCents', 'totalCents'],
  },
  {
    name: 'Settlement and cash by fair',
    columns: ['fairName', 'fairIdentifier', 'settlement', 'cashControl'],
  },
];

export const salesSummary = defineReport({
  title: 'Sales summary',
  question: 'How much did we sell?',
  hasBlocks: true,
  tiesOut: true,
  activity: ['orders', 'refundNetCents', 'eWallet.fundedCents'],
  body: {
    rows: list(row),
    schools: nullable(list(school)),
    ...comparisonLists,
    totals: nested(summaryTotals),
  },
  tables: [
    {
      name: 'Fair by fair',
      rows: 'rows',
      totals: 'totals',
      ofAllSchools: true,
      columns: {
        ...pick(row, 'schoolName', 'fairIdentifier', 'fairName', 'orders'),
        unitsSold: labeled(counts.unitsSold, 'Units'),
        grossCents: labeled(sales.grossCents, 'Gross'),
        discountCents: sales.discountCents,
        refundNetCents: labeled(sales.refundNetCents, 'Refunds'),
        ...pick(row, 'netCents', 'netTaxCents', 'totalCents'),
        tenders: nested(perMethod((name) => nested({ netCents: money(name, paidByMethod) }))),
        uncollectedCents: uncollected,
        settlement: nested(
          pick(settlement, 'eligibleNetCents', 'profitCents', 'dueFromSchoolCents'),
        ),
        cashControl: nested(
          pick(
            cashControl,
            'expectedCashCents',
            'countedCashCents',
            'cashVarianceCents',
            'expectedChecksCents',
            'countedChecksCents',
            'checkVarianceCents',
          ),
        ),
      },
      onScreen: ON_SCREEN,
    },
    {
      name: 'School by school',
      rows: 'schools',
      totals: 'totals',
      ofAllSchools: true,
      columns: school,
    },
    ...COMPARISON_TABLES,
  ],
});

export type TenderFigures = ToJson<(typeof tenders.tenders.fields)['Cash']['fields']>;
export type SalesSummaryFigures = ToJson<typeof figures>;
export type EWalletMemo = ToJson<typeof eWallet>;
export type AveDollarMemo = ToJson<typeof aveDollar>;
export type SalesSummaryRow = ToJson<typeof row>;
export type SalesSummarySchool = ToJson<typeof school>;
export type SalesSummaryTotals = ToJson<typeof summaryTotals>;
