import {
  choice,
  code,
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
  takenOff,
  text,
  title,
  totaled,
  toTotalsShape,
  unlisted,
  unlistedTotal,
  yesNo,
} from './columns.ts';
import { defineReport } from './description.ts';

/** SALES_ORDER_PER_ITEM (domain 9.7): the order lines behind ITEM_SALES, by title. */

/**
 * One order line sold in the range, or one refund of a line in the range (negative quantity, net,
 * tax and total). As in ITEM_SALES, net = gross - discount - refunds, so a refund has no gross.
 */
export const salesOrderRow = {
  kind: choice(
    'Kind',
    'Sale: a line as it was sold. Refund: returned units of a line, on the day of the refund, with negative quantity and amounts.',
    { sale: { label: 'Sale', meaning: 'ok' }, refund: { label: 'Refund', meaning: 'off' } },
    { width: 10 },
  ),
  sku: nullable(isbn('SKU/ISBN', 'The number of the title; items without a barcode have none.')),
  title: title('Title', 'The title or item sold.'),
  category: unlisted('text'),
  orderId: unlisted('id'),
  orderNumber: order('Order', 'The order of the line.', { width: 24 }),
  at: datetime('Date-time', 'When it was sold or refunded, by the clock of the fair.'),
  date: unlisted('date'),
  fairIdentifier: unlisted('text'),
  schoolName: schoolOfRow('The school of the fair.'),
  fairName: fair('Fair', 'The fair that sold it.', { width: 30 }),
  deviceId: code('Device', 'The register that sold it.', { width: 14 }),
  cashierName: text('Cashier', 'The cashier.', { width: 20 }),
  customerName: nullable(
    text(
      'Customer/student',
      'The customer by name, or by kind. Requires the right to read Students.',
      {
        width: 28,
        ofStudents: true,
      },
    ),
  ),
  quantity: totaled(number('Qty', 'Units; refunded ones are negative.'), 'netQuantity'),
  unitPriceCents: price('Unit price', 'The price of one unit.'),
  grossCents: money('Gross', 'Unit price times units sold; a refund has none.'),
  discountCents: takenOff(money('Discount', 'Discounts given at the register.')),
  refundNetCents: takenOff(money('Refunds', 'Refunded amount, without tax.')),
  netCents: money('Net', 'Gross less discount and refunds.', { strong: true }),
  taxCents: money('Tax', 'Tax less tax refunded.'),
  totalCents: money('Total', 'Net plus tax.', { strong: true }),
  refundedSoFar: number(
    'Refunded so far',
    'Units of the line refunded to date, also after the range.',
  ),
  methods: methods('Method(s)', 'The payment methods of the order.', { width: 18 }),
  fulfilment: choice(
    'Fulfillment',
    'Taken at the fair, or shipped to the school.',
    {
      in_person: { label: 'In person', meaning: 'ok' },
      ship_to_school: { label: 'Ship to school', meaning: 'info' },
    },
    { width: 16 },
  ),
  taxExempt: yesNo('Exempt', 'Y if the whole order was tax-exempt.', { width: 8 }),
  lastCopy: yesNo('Last copy', 'Y if this sale brought the title to its last copies.', {
    width: 10,
  }),
};
/** Totals, equal to those of ITEM_SALES. */
const totals = {
  rows: unlistedTotal('integer'),
  quantitySold: unlistedTotal('integer'),
  quantityRefunded: unlistedTotal('integer'),
  netQuantity: unlistedTotal('integer'),
  ...toTotalsShape(salesOrderRow),
};
/** Subtotal of one title over all prices. `rows` is the number of its rows, which stand together. */
const subtotal = {
  ...totals,
  sku: nullable(unlisted('text')),
  title: unlisted('text'),
  category: unlisted('text'),
};

export const salesOrders = defineReport({
  title: 'Sales order per item',
  question: 'Who bought what?',
  tiesOut: true,
  body: {
    // False without the right to read Students: customers are then null.
    showsStudents: unlisted('yesNo'),
    rows: list(salesOrderRow),
    subtotals: list(subtotal),
    totals: nested(totals),
  },
  tables: [
    {
      name: 'Sales order per item',
      rows: 'rows',
      totals: 'totals',
      columns: ranked(salesOrderRow, {
        kind: 6,
        taxCents: 5,
        methods: 5,
        unitPriceCents: 4,
        refundNetCents: 4,
        deviceId: 3,
        grossCents: 3,
        discountCents: 3,
        fulfilment: 3,
        cashierName: 2,
        refundedSoFar: 2,
        taxExempt: 1,
        lastCopy: 1,
      }),
      groupedBy: ['title', 'sku'],
      keys: 3,
    },
  ],
});

export type SalesOrderRow = ToJson<typeof salesOrderRow>;
export type SalesOrderTotals = ToJson<typeof totals>;
export type SalesOrderSubtotal = ToJson<typeof subtotal>;
