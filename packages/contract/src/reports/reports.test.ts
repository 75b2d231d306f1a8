import { describe, expect, it } from 'vitest';
import type { ReportDescription } from './description.ts';
import { REPORTS, type ReportType } from './list.ts';
import { PAYMENT_METHODS } from '../sales/payment-methods.ts';
import { SUMMARY_BLOCKS } from './sales-summary/sales-summary.ts';
import { listedColumns } from './tables.ts';

/** Columns that domain 9.3 to 9.8 name; a fair is added where a school may have several. */
const COLUMNS: Partial<Record<ReportType, readonly string[]>> = {
  ITEM_SALES: labels(
    'SKU/ISBN, Title, Category, Unit price, Qty sold, Qty refunded, Net qty, Gross, Discount',
    'Refunds, Net sales, Tax (net), Total, % of net sales, Sent, On hand, Sell-through %',
  ),
  DAILY_SALES: labels(
    'Date, Weekday, Fair, Orders, Units, Gross, Discounts, Refunds, Net sales, Tax, Total',
    'Credit Card, Check, Cash, Facts, EWallet, AveDollar, Uncollected, Cash rounding, Expected cash deposit',
    'Counted cash, Cash variance, Expected checks, Counted checks, Check variance',
  ),
  SHIP_TO_SCHOOL: labels(
    'Order, Date, Student/customer, Grade, Teacher, SKU/ISBN, Title, Fair, Qty, Unit price',
    'Line net, Tax, Total, Method(s), Paid, Fulfillment status, Shipped on, Available',
  ),
  LAST_COPY: labels(
    'SKU/ISBN, Title, Category, Fair, Price, Sent, Missing, Adjusted, Sold, Oversold, On hand, State',
    'Last copy reached at, Order, Cashier, Days on sale until then',
    'Ship-to-school units ordered after, Available, Suggested restock',
  ),
  SALES_ORDER_PER_ITEM: labels(
    'Kind, SKU/ISBN, Title, Order, Date-time, Fair, Device, Cashier, Customer/student, Qty',
    'Unit price, Gross, Discount, Refunds, Net, Tax, Total, Refunded so far, Method(s)',
    'Fulfillment, Exempt, Last copy',
  ),
  FAIR_RETURN_REPORT: labels(
    'SKU/ISBN, Title, Fair, Price, Sent, Missing at delivery, Adjustments, Sold in person',
    'Restocked, Expected return, Counted return, of which damaged, Variance, Variance value',
  ),
};

function labels(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(', '));
}

describe('descriptions of reports', () => {
  it.each(Object.entries(COLUMNS))('%s has the columns that domain 9 names', (type, expected) => {
    const { tables }: ReportDescription = REPORTS[type as ReportType];
    const ofOneSchool = listedColumns(tables[0]?.columns ?? {}).filter(
      ({ column }) => !column.ofAllSchools,
    );
    expect(ofOneSchool.map(({ column }) => column.label)).toEqual(expected);
  });

  it('only what a table takes off is shown with the opposite sign', () => {
    const described = Object.values(REPORTS).flatMap(({ tables }: ReportDescription) =>
      tables.map(({ columns }) => columns),
    );
    const columns = [...described, ...SUMMARY_BLOCKS.map(({ lines }) => lines)];
    const opposite = columns
      .flatMap((fields) => listedColumns(fields))
      .filter(({ column }) => column.sign === -1)
      .map(({ column }) => column.label);
    expect(new Set(opposite)).toEqual(
      new Set([
        'Cash sales refunded',
        'Checks refunded in cash',
        'Change given on checks',
        'Top-ups paid out in cash',
        'Discounts',
        'Discount',
        'Refunds',
        'Refunds (net of tax)',
        'Tax refunded',
        'Uncollected',
        ...Object.values(PAYMENT_METHODS).map((name) => `${name}, refunds`),
        'Units refunded',
        'Qty refunded',
        'eWallet, spent',
        'eWallet, paid out',
        'AveDollar, spent',
        'AveDollar, reversed',
        'Missing at delivery',
        'Sold in person',
        'Missing',
        'Sold',
      ]),
    );
  });

  it.each(Object.entries<ReportDescription>(REPORTS))(
    '%s explains each column, and its tables are in its JSON',
    (_, { body, tables }) => {
      for (const { rows, totals, columns, onScreen } of tables) {
        expect(Object.keys(body)).toEqual(expect.arrayContaining([rows, totals ?? rows]));
        const listed = listedColumns(columns);
        const onTheScreen = new Set(onScreen?.flatMap((part) => part.columns));
        if (onScreen)
          expect(listed.filter(({ path: [name = ''] }) => !onTheScreen.has(name))).toEqual([]);
        expect(listed.filter(({ column }) => column.meaning === '')).toEqual([]);
        expect(new Set(listed.map(({ column }) => column.label)).size).toBe(listed.length);
      }
    },
  );
});
