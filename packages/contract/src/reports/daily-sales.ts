import { cashLines, float } from './sales-summary/cash-columns.ts';
import {
  code,
  count,
  date,
  fair,
  type ToJson,
  list,
  money,
  nested,
  nullable,
  perMethod,
  price,
  ranked,
  takenOff,
  texts,
  time,
  text,
  toTotalsShape,
  totaled,
  unlisted,
  unlistedTotal,
} from './columns.ts';
import { defineReport, type ScreenTable } from './description.ts';

/** DAILY_SALES (domain 9.4): one row a day and fair, with its money expected and counted. */

const keys = {
  date: date('Date', "A day of the fair's own time zone."),
  weekday: text('Weekday', 'The weekday.', { width: 12 }),
  fairIdentifier: fair(
    'Fair',
    'The fair that sold; all fairs together in a report of all schools.',
    {
      width: 20,
    },
  ),
};
const orders = count('Orders', 'Orders sold on the day.');
const netSales = 'Gross less discounts and refunds.';
/** Null if the report is limited to a method. */
const expectedCash = nullable(
  money(
    'Expected cash deposit',
    'Cash sales and cash top-ups, as rounded, less everything paid out in cash.',
  ),
);
/** The six tenders (net of refunds) and uncollected add up to the total. */
const figures = {
  orders,
  units: count('Units', 'Units sold, refunds not taken off.'),
  grossCents: money('Gross', 'Unit price times quantity of everything sold.'),
  discountCents: takenOff(money('Discounts', 'Discounts given at the register.')),
  refundNetCents: takenOff(
    money('Refunds', 'Refunds made on the day, without tax; the sale may be older.'),
  ),
  netCents: money('Net sales', netSales, { strong: true }),
  taxCents: money('Tax', 'Tax collected less tax refunded.'),
  totalCents: money('Total', 'Net sales plus tax. The six tenders and uncollected add up to it.', {
    strong: true,
  }),
  tenders: nested(perMethod((name) => money(name, 'Paid by this method, less refunds to it.'))),
  uncollectedCents: money(
    'Uncollected',
    'Sold but never paid: a returned check, a refused charge.',
  ),
  cashRoundingCents: nullable(
    money(
      'Cash rounding',
      'Cash taken more than owed by rounding to five cents, less what refunds paid out more.',
    ),
  ),
  expectedCashDepositCents: expectedCash,
  countedCashCents: nullable(
    money('Counted cash', 'Cash as counted in the evening; empty until it is counted.'),
  ),
  cashVarianceCents: nullable(money('Cash variance', 'Counted less expected cash.')),
  expectedChecksCents: nullable(
    money('Expected checks', 'Checks taken, at face value: paper is not undone by a refund.'),
  ),
  countedChecksCents: nullable(
    money('Counted checks', 'Checks as counted in the evening; empty until they are counted.'),
  ),
  checkVarianceCents: nullable(money('Check variance', 'Counted less expected checks.')),
};
/** Expected cash line by line, and the float. */
const cash = {
  cashLines: cashLines('A part of the expected cash deposit; payouts are negative.'),
  expectedCashDepositCents: expectedCash,
  ...float,
};
const checks = {
  expectedCheckCount: nullable(unlistedTotal('integer')),
  countedCheckCount: nullable(unlistedTotal('integer')),
  checkCountVariance: nullable(unlistedTotal('integer')),
};
const row = { ...keys, fairName: unlisted('text'), ...figures, ...cash, ...checks };
export const dailySalesTotals = toTotalsShape(row);

/**
 * Figures of one register at a fair on one day. `deviceId` is null for refunds and payouts by the
 * office. The rows of a day add up to its orders, net sales and expected cash deposit.
 */
const device = {
  date: keys.date,
  fairIdentifier: keys.fairIdentifier,
  fairName: unlisted('text'),
  deviceId: nullable(
    code('Register', 'The register. Office: refunds and payouts by staff.', {
      width: 18,
      blank: 'Office',
    }),
  ),
  cashierNames: texts('Cashier', 'The cashiers at the register.', { width: 30 }),
  firstSaleAt: nullable(time('First sale', 'Its first sale of the day, by the clock of the fair.')),
  lastSaleAt: nullable(time('Last sale', 'Its last sale of the day, by the clock of the fair.')),
  orders,
  netCents: money('Net sales', 'Net sales of the register, less its refunds.', { strong: true }),
  expectedCashCents: nullable(
    totaled(
      price(
        'Expected cash',
        'Cash that should be in its drawer from this day: sales and top-ups, less change on checks and all that it paid out in cash.',
      ),
      'expectedCashDepositCents',
    ),
  ),
};

const ON_SCREEN: readonly ScreenTable[] = [
  {
    columns: [
      ...Object.keys(keys),
      'orders',
      'units',
      'grossCents',
      'discountCents',
      'refundNetCents',
      'netCents',
      'taxCents',
      'totalCents',
    ],
  },
  {
    name: 'Tenders',
    columns: [...Object.keys(keys), 'tenders', 'uncollectedCents', 'totalCents'],
  },
  {
    name: 'Cash and checks',
    columns: [
      ...Object.keys(keys),
      'cashRoundingCents',
      'expectedCashDepositCents',
      'countedCashCents',
      'cashVarianceCents',
      'expectedChecksCents',
      'countedChecksCents',
      'checkVarianceCents',
    ],
  },
];

export const dailySales = defineReport({
  title: 'Daily sales',
  question: 'What came in each day?',
  asks: ['byDevice'],
  tiesOut: true,
  activity: ['orders', 'refundNetCents', 'totalCents', 'expectedCashDepositCents'],
  // Devices are null unless they were asked for.
  body: { rows: list(row), totals: nested(dailySalesTotals), devices: nullable(list(device)) },
  tables: [
    {
      name: 'Daily sales',
      rows: 'rows',
      totals: 'totals',
      columns: ranked(
        { ...keys, ...figures },
        {
          weekday: 6,
          cashRoundingCents: 6,
          taxCents: 6,
          units: 5,
          grossCents: 5,
          refundNetCents: 5,
          discountCents: 4,
        },
      ),
      keys: 2,
      onScreen: ON_SCREEN,
    },
    { name: 'By register', rows: 'devices', totals: 'totals', columns: device, isInCsv: true },
    {
      name: 'Expected cash',
      rows: 'rows',
      totals: 'totals',
      columns: { date: keys.date, fairIdentifier: keys.fairIdentifier, ...cash },
      needs: 'cashLines',
      isInFilesOnly: true,
      isInCsv: true,
    },
  ],
});

export type DailySalesRow = ToJson<typeof row>;
export type DailySalesTotals = ToJson<typeof dailySalesTotals>;
export type DailyDeviceRow = ToJson<typeof device>;
