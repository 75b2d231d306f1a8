import {
  choice,
  code,
  count,
  datetime,
  fair,
  isbn,
  type ToJson,
  list,
  money,
  nested,
  nullable,
  number,
  price,
  ranked,
  schoolOfRow,
  takenOff,
  text,
  title,
  toTotalsShape,
  unlisted,
  unlistedTotal,
} from './columns.ts';
import { defineReport } from './description.ts';

/** FAIR_RETURN_REPORT (domain 9.8): the expected and counted return by title, and the cartons. */

const keys = {
  sku: isbn('SKU/ISBN', 'The number of the title.'),
  title: title('Title', 'The title and its number.'),
  schoolName: schoolOfRow('The school of the fair.'),
  fairName: fair('Fair', 'The fair that has the title.', { width: 30 }),
};
/** Units of one title. Titles that are not counted yet have null, not 0. */
const row = {
  fairIdentifier: unlisted('text'),
  ...keys,
  priceCents: price('Price', "The fair's price."),
  sent: count('Sent', 'Units sent to the fair.'),
  missing: takenOff(
    count('Missing at delivery', 'Units in cartons that were missing at delivery.'),
  ),
  adjusted: count('Adjustments', 'Units added less units removed by hand.'),
  soldInPerson: takenOff(count('Sold in person', 'Units sold in person.')),
  restocked: count('Restocked', 'Units that came back to the shelf with a refund.'),
  expectedReturn: count(
    'Expected return',
    'Sent, less missing, adjusted, less sold, plus restocked: on hand before the returns are booked. Below 0, more was sold than was in stock.',
    { strong: true },
  ),
  oversold: unlistedTotal('integer'),
  counted: nullable(
    count(
      'Counted return',
      'Units that came back, damaged ones too; empty until they are counted.',
      { strong: true },
    ),
  ),
  damaged: nullable(
    count('of which damaged', 'Units of the counted ones that cannot be sold again.'),
  ),
  variance: nullable(count('Variance', 'Counted less expected.', { strong: true })),
  varianceValueCents: nullable(money('Variance value', 'Variance times price.')),
};
/**
 * Totals in units and retail value. Counted, damaged and variance cover the counted titles and are
 * null if there are none. Shrinkage = -variance / (sent - missing). Ship-to-school units were never
 * at the fair; they are a memo, net of refunds.
 */
const totals = {
  ...toTotalsShape(row),
  titles: unlisted('integer'),
  countedTitles: unlisted('integer'),
  notCountedTitles: unlisted('integer'),
  sentValueCents: unlisted('money'),
  soldValueCents: unlisted('money'),
  expectedValueCents: unlisted('money'),
  countedValueCents: nullable(unlisted('money')),
  shrinkagePercent: nullable(unlisted('percent')),
  shipToSchoolUnits: unlisted('integer'),
};
/** One carton with its scans. Units are as packed. */
const carton = {
  fairIdentifier: unlisted('text'),
  code: code('Carton', 'The code on the carton.', { width: 20 }),
  label: text('Label', 'The label of the carton.', { width: 24 }),
  schoolName: keys.schoolName,
  fairName: keys.fairName,
  unitsSent: number('Units sent', 'Units packed in it.'),
  deliveredAt: nullable(
    datetime('Delivered at', 'When it was scanned at the school, and by whom.'),
  ),
  deliveredBy: nullable(
    text('Delivered by', 'When it was scanned at the school, and by whom.', { width: 22 }),
  ),
  returnedAt: nullable(datetime('Returned at', 'When it was scanned back, and by whom.')),
  returnedBy: nullable(
    text('Returned by', 'When it was scanned back, and by whom.', { width: 22 }),
  ),
  status: choice(
    'Status',
    'The status of the carton.',
    {
      packed: { label: 'Packed', meaning: 'waiting' },
      delivered: { label: 'Delivered', meaning: 'ok' },
      missing_at_delivery: { label: 'Missing at delivery', meaning: 'bad' },
      returned: { label: 'Returned', meaning: 'ok' },
      missing_at_return: { label: 'Missing at return', meaning: 'bad' },
    },
    { width: 20 },
  ),
};

export const fairReturn = defineReport({
  title: 'Fair return report',
  question: 'What goes back?',
  isOfStock: true,
  nothing: {
    title: 'Nothing to return',
    why: 'No packing list is loaded for these fairs.',
  },
  body: { rows: list(row), cartons: list(carton), totals: nested(totals) },
  tables: [
    {
      name: 'Fair return report',
      rows: 'rows',
      totals: 'totals',
      columns: ranked(row, {
        sent: 6,
        soldInPerson: 6,
        varianceValueCents: 6,
        missing: 5,
        adjusted: 5,
        damaged: 5,
        priceCents: 4,
        restocked: 4,
      }),
      keys: 2,
    },
    {
      name: 'Cartons',
      rows: 'cartons',
      columns: ranked(carton, { deliveredAt: 6, returnedAt: 6, deliveredBy: 4, returnedBy: 4 }),
    },
  ],
});

export type FairReturnRow = ToJson<typeof row>;
export type FairReturnTotals = ToJson<typeof totals>;
export type FairReturnCarton = ToJson<typeof carton>;
