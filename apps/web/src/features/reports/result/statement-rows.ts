import { CustomerType } from '@pos/contract/order-states';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { formatPpm } from '@pos/contract/rates';
import { CASH_LINES } from '@pos/contract/cash-lines';
import type {
  AveDollarMemo,
  CashControl,
  EWalletMemo,
  ExemptKey,
  SalesSummaryFigures,
  Settlement,
} from '@pos/contract/sales-summary';
import type { StatementRow } from './statement.tsx';

const EXEMPT: Record<ExemptKey, string> = {
  school_purchase: 'school purchase',
  organization: 'organization',
  other: 'other reason',
  not_given: 'no reason given',
};
const CUSTOMERS: Record<CustomerType, string> = {
  student: 'To students',
  parent: 'To parents',
  teacher: 'To teachers',
  school: 'To the school',
  other: 'To others',
};

/** Rows of the sales summary's blocks (domain 9.2); deductions are negative. */
export const SALES: readonly StatementRow<SalesSummaryFigures>[] = [
  { label: 'Gross sales', value: ({ grossCents }) => grossCents },
  { label: 'Discounts', value: ({ discountCents }) => -discountCents },
  { label: 'Refunds, net of tax', value: ({ refundNetCents }) => -refundNetCents },
  { label: 'Net sales', kind: 'total', value: ({ netCents }) => netCents },
  { label: 'Taxable', kind: 'sub', value: ({ taxableNetCents }) => taxableNetCents },
  {
    label: 'Non-taxable items',
    kind: 'sub',
    value: ({ nonTaxableNetCents }) => nonTaxableNetCents,
  },
  ...(Object.keys(EXEMPT) as ExemptKey[]).map((key): StatementRow<SalesSummaryFigures> => ({
    label: `Exempt, ${EXEMPT[key]}`,
    kind: 'sub',
    optional: true,
    value: ({ exemptNetByReason }) => exemptNetByReason[key],
  })),
];

export const TAX_AND_TOTAL: readonly StatementRow<SalesSummaryFigures>[] = [
  { label: 'Tax collected', value: ({ taxCollectedCents }) => taxCollectedCents },
  { label: 'Tax refunded', value: ({ taxRefundedCents }) => -taxRefundedCents },
  { label: 'Net tax', kind: 'total', value: ({ netTaxCents }) => netTaxCents },
  { label: 'Total', kind: 'grand', value: ({ totalCents }) => totalCents },
];

/** Rows after the total, if part of it was never paid. */
export const UNCOLLECTED: readonly StatementRow<SalesSummaryFigures>[] = [
  { label: 'Total', value: ({ totalCents }) => totalCents },
  { label: 'Uncollected', value: ({ uncollectedCents }) => -uncollectedCents },
  {
    label: 'Total collected',
    kind: 'total',
    value: ({ totalCollectedCents }) => totalCollectedCents,
  },
];

export const COUNTS: readonly StatementRow<SalesSummaryFigures>[] = [
  { label: 'Orders', as: 'count', value: ({ orders }) => orders },
  ...CustomerType.options.map((type): StatementRow<SalesSummaryFigures> => ({
    label: CUSTOMERS[type],
    kind: 'sub',
    as: 'count',
    optional: true,
    value: ({ ordersByCustomerType }) => ordersByCustomerType[type],
  })),
  { label: 'Units sold', as: 'count', value: ({ unitsSold }) => unitsSold },
  { label: 'Units refunded', as: 'count', value: ({ unitsRefunded }) => unitsRefunded },
  {
    label: 'Ship-to-school units',
    as: 'count',
    value: ({ shipToSchoolUnits }) => shipToSchoolUnits,
  },
  {
    label: 'Ship-to-school net sales',
    optional: true,
    value: ({ shipToSchoolNetCents }) => shipToSchoolNetCents,
  },
];

/** Rows shown only for several fairs: with one, the key figures and the tenders table have them. */
export const PER_FAIR: readonly StatementRow<SalesSummaryFigures>[] = [
  { label: 'Tax rates used', as: 'text', value: ({ taxRatesPpm }) => ratesText(taxRatesPpm) },
  { label: 'Average order', value: ({ averageOrderCents }) => averageOrderCents },
  ...Object.values(PAYMENT_METHODS).map((name): StatementRow<SalesSummaryFigures> => ({
    label: `${name}, net`,
    value: ({ tenders }) => tenders[name].netCents,
  })),
];

/**
 * Rows of the settlement: profit by the option chosen at close-out, before that by the cash option.
 */
export function settlementRows({
  profitOption,
  profitRatePpm,
}: Settlement): StatementRow<Settlement>[] {
  // Only a profit in cash reduces the amount due.
  const isCash = profitOption === null || profitOption === 'cash';
  return [
    {
      label: 'Held by school: Cash, Check, Facts',
      value: ({ heldBySchoolCents }) => heldBySchoolCents,
    },
    {
      label: 'of which eWallet top-ups',
      kind: 'sub',
      optional: true,
      value: ({ topUpsHeldCents }) => topUpsHeldCents,
    },
    {
      label: 'Company received: Credit Card, EWallet',
      value: ({ companyReceivedCents }) => companyReceivedCents,
    },
    { label: 'School credit: AveDollar', value: ({ schoolCreditCents }) => schoolCreditCents },
    {
      label: profitLabel(profitOption, profitRatePpm),
      value: ({ profitCents }) => (isCash ? -profitCents : profitCents),
    },
    { label: 'on net sales of', kind: 'sub', value: ({ eligibleNetCents }) => eligibleNetCents },
    {
      label: 'Due from school',
      kind: 'total',
      value: ({ dueFromSchoolCents }) => dueFromSchoolCents,
    },
  ];
}

function profitLabel(option: Settlement['profitOption'], ratePpm: number): string {
  switch (option) {
    case null:
      return `Profit, cash option ${formatPpm(ratePpm)}, if chosen`;
    case 'cash':
      return `Profit, cash option ${formatPpm(ratePpm)}`;
    case 'ave_dollar':
      return `AveDollars earned, ${formatPpm(ratePpm)}`;
    case 'mixed':
      return 'Profit, each fair by its own option';
  }
}

export const EWALLET: readonly StatementRow<EWalletMemo>[] = [
  { label: 'Opening balance', optional: true, value: ({ openingCents }) => openingCents },
  { label: 'Funded in range', value: ({ fundedCents }) => fundedCents },
  { label: 'Spent', value: ({ spentCents }) => -spentCents },
  { label: 'Refunded', optional: true, value: ({ refundedCents }) => refundedCents },
  { label: 'Paid out', optional: true, value: ({ paidOutCents }) => -paidOutCents },
  { label: 'Adjusted', optional: true, value: ({ adjustedCents }) => adjustedCents },
  {
    label: 'Outstanding balance',
    kind: 'total',
    value: ({ outstandingCents }) => outstandingCents,
  },
];

export const AVE_DOLLAR: readonly StatementRow<AveDollarMemo>[] = [
  { label: 'Opening balance', value: ({ openingCents }) => openingCents },
  { label: 'Earned', value: ({ earnedCents }) => earnedCents },
  { label: 'Spent', value: ({ spentCents }) => -spentCents },
  { label: 'Refunded', optional: true, value: ({ refundedCents }) => refundedCents },
  { label: 'Reversed', optional: true, value: ({ reversedCents }) => -reversedCents },
  { label: 'Adjusted', optional: true, value: ({ adjustedCents }) => adjustedCents },
  { label: 'Closing balance', kind: 'total', value: ({ closingCents }) => closingCents },
];

export const CASH_CONTROL: readonly StatementRow<CashControl>[] = [
  ...CASH_LINES.map(({ name, label, sign }): StatementRow<CashControl> => ({
    label,
    kind: 'sub',
    optional: true,
    value: ({ cashLines }) => (cashLines ? sign * cashLines[name] : 0),
  })),
  { label: 'Expected cash', kind: 'total', value: ({ expectedCashCents }) => expectedCashCents },
  {
    label: 'Float counted in',
    kind: 'sub',
    optional: true,
    value: ({ floatInCents }) => floatInCents ?? 0,
  },
  {
    label: 'Float counted out',
    kind: 'sub',
    optional: true,
    value: ({ floatOutCents }) => floatOutCents ?? 0,
  },
  { label: 'Counted cash', value: ({ countedCashCents }) => countedCashCents },
  {
    label: 'Cash over or short',
    kind: 'total',
    value: ({ cashVarianceCents }) => cashVarianceCents,
  },
  { label: 'Expected checks', value: ({ expectedChecksCents }) => expectedChecksCents },
  { label: 'Counted checks', value: ({ countedChecksCents }) => countedChecksCents },
  {
    label: 'Checks over or short',
    kind: 'total',
    value: ({ checkVarianceCents }) => checkVarianceCents,
  },
  {
    label: 'Number of checks expected',
    as: 'count',
    value: ({ expectedCheckCount }) => expectedCheckCount,
  },
  {
    label: 'Number of checks counted',
    as: 'count',
    value: ({ countedCheckCount }) => countedCheckCount,
  },
  {
    label: "Paid beyond the orders' totals",
    optional: true,
    value: ({ overpaidCents }) => overpaidCents,
  },
];

/** `8.25%`, or several rates side by side. */
export function ratesText(ratesPpm: readonly number[]): string {
  return ratesPpm.length === 0 ? 'no tax rate' : ratesPpm.map(formatPpm).join(', ');
}
