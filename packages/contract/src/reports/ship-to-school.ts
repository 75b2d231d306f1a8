import {
  choice,
  count,
  date,
  datetime,
  fair,
  isbn,
  type ToJson,
  list,
  methods,
  money,
  nested,
  nullable,
  number,
  order,
  price,
  ranked,
  schoolOfRow,
  text,
  title,
  totaled,
  toTotalsShape,
  unlisted,
} from './columns.ts';
import { defineReport } from './description.ts';

/** SHIP_TO_SCHOOL (domain 9.5): lines to ship, and what the warehouse has to pick for them. */

/** Shipping statuses of a line, which the report can be limited to. */
export const SHIPPING_STATUS = {
  to_ship: { label: 'To ship', meaning: 'info' },
  shipped: { label: 'Shipped', meaning: 'ok' },
  delivered: { label: 'Delivered', meaning: 'ok' },
} as const;
export type ShippingStatus = keyof typeof SHIPPING_STATUS;

const sku = nullable(isbn('SKU/ISBN', 'The number of the title.'));
/**
 * One ship-to-school line that is not fully refunded. Quantity and amounts are current, net of all
 * refunds. Rows are ordered by order date. Names are null without the right to read Students.
 */
export const shipToSchoolRow = {
  orderId: unlisted('id'),
  orderNumber: order('Order', 'The order of the line.', { width: 24 }),
  date: date('Date', "The day of the sale, in the fair's own time zone."),
  customerName: nullable(
    text(
      'Student/customer',
      'The student, or another customer by name or kind. Requires the right to read Students.',
      { width: 28, ofStudents: true },
    ),
  ),
  grade: nullable(text('Grade', "The student's grade.", { width: 8, ofStudents: true })),
  teacher: nullable(text('Teacher', "The student's teacher.", { width: 20, ofStudents: true })),
  sku,
  title: title('Title', 'The title to ship.'),
  fairIdentifier: unlisted('text'),
  schoolName: schoolOfRow('The school to ship to.'),
  fairName: fair('Fair', 'The fair that sold it.', { width: 30 }),
  quantity: totaled(number('Qty', 'Units sold, less refunded ones to date.'), 'units'),
  unitPriceCents: price('Unit price', 'The price of one unit.'),
  lineNetCents: money('Line net', 'Price times quantity, less discount and refunds.'),
  taxCents: money('Tax', 'Tax of the line, less tax refunded.'),
  totalCents: money('Total', 'Line net plus tax.', { strong: true }),
  methods: methods('Method(s)', 'The payment methods of the order.', { width: 18 }),
  paid: choice(
    'Paid',
    'N if part of the order is uncollected; under review while one of its payments is.',
    {
      yes: { label: 'Y', meaning: 'ok' },
      no: { label: 'N', meaning: 'bad' },
      under_review: { label: 'Under review', meaning: 'waiting' },
    },
    { width: 14 },
  ),
  fulfilmentStatus: choice(
    'Fulfillment status',
    'To ship, shipped to the school, or delivered.',
    SHIPPING_STATUS,
    { width: 18 },
  ),
  shippedAt: nullable(
    datetime('Shipped on', 'When it left the warehouse, by the clock of the fair.'),
  ),
  // Null for an item without a number.
  warehouseAvailable: nullable(
    number('Available', 'Warehouse stock now, less promised units; below 0 it is short.'),
  ),
};
const totals = {
  orders: unlisted('integer'),
  lines: unlisted('integer'),
  units: unlisted('integer'),
  ...toTotalsShape(shipToSchoolRow),
};
/**
 * Units of one title to pick for the listed lines that are not shipped yet. Shortage = max(0,
 * quantity - on shelf).
 */
const pick = {
  sku,
  title: title('Title', 'The title to ship.', { totalText: '{titles|title}' }),
  quantity: count('Qty', 'Units of the listed lines that are still to ship.', { strong: true }),
  onShelf: nullable(
    number('On shelf', 'Units in the warehouse that are not promised to other orders.'),
  ),
  available: nullable(
    number('Available', 'Warehouse stock now, less promised units; below 0 it is short.'),
  ),
  shortage: nullable(count('Shortage', 'Units missing for them.')),
};
const pickTotals = {
  titles: unlisted('integer'),
  quantity: pick.quantity,
  shortage: unlisted('integer'),
};

export const shipToSchool = defineReport({
  title: 'Ship to school',
  question: 'What do we still owe students?',
  asks: ['status'],
  nothing: {
    title: 'Nothing to ship to school',
    why: 'No ship-to-school order in this date range has the chosen status, or all were refunded.',
  },
  body: {
    showsStudents: unlisted('yesNo'),
    /** Status that the report is limited to, or null. */
    status: nullable({ kind: 'choice', choices: SHIPPING_STATUS }),
    rows: list(shipToSchoolRow),
    totals: nested(totals),
    pickList: list(pick),
    pickListTotals: nested(pickTotals),
  },
  tables: [
    {
      name: 'Distribution list',
      rows: 'rows',
      totals: 'totals',
      columns: ranked(shipToSchoolRow, {
        date: 6,
        paid: 6,
        teacher: 5,
        warehouseAvailable: 5,
        methods: 4,
        shippedAt: 3,
        unitPriceCents: 3,
        taxCents: 2,
        lineNetCents: 2,
      }),
      totalsLabel: 'Total: {orders|order}, {lines|line}',
    },
    { name: 'Pick list', rows: 'pickList', totals: 'pickListTotals', columns: pick },
  ],
});

export type ShipToSchoolRow = ToJson<typeof shipToSchoolRow>;
export type PickListRow = ToJson<typeof pick>;
