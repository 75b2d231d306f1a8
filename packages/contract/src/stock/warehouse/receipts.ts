import { z } from 'zod';
import { defineApi } from '../../endpoint.ts';
import { MAX_PRICE_CENTS, MAX_UNITS } from '../../limits.ts';
import { oneOf, PROMOTED, severalOf, yesOrNo } from '../../list-filters.ts';
import { byDuty, readOrDuty } from '../../permissions.ts';
import {
  dataSchema,
  Day,
  Id,
  Instant,
  listQuery,
  listSchema,
  optional,
  RecordStatus,
  text,
  whenObject,
} from '../../values.ts';
import { DocumentHead, DocumentState } from './documents.ts';

/** States of a receipt (domain 13.2). */
export const ReceiptState = DocumentState.extract(['open', 'booked', 'reversed', 'discarded']);
export type ReceiptState = z.infer<typeof ReceiptState>;
export const RECEIPT_STATE = {
  open: { label: 'Open', meaning: 'waiting' },
  booked: { label: 'Booked', meaning: 'ok' },
  reversed: { label: 'Reversed', meaning: 'undone' },
  discarded: { label: 'Discarded', meaning: 'off' },
} as const satisfies Record<ReceiptState, object>;

/**
 * State of the units that a booked receipt lacks: still to come, received by a later receipt, or
 * never to come.
 */
export const ReceiptRest = z.enum(['to_come', 'continued', 'closed']);
export type ReceiptRest = z.infer<typeof ReceiptRest>;

const other = z.strictObject({ id: Id, number: z.string() }).nullable();
/**
 * A receipt with the sums of its lines, in units. `shortQty` + received = expected, line by line;
 * `overQty` were received beyond what was listed, or not listed at all. `costCents` is the cost of
 * the received units, null without the duty to see costs; it is without `withoutCostQty` units, whose
 * cost nobody entered. `rest` is null if nothing is short.
 */
export const Receipt = DocumentHead.omit({ fairId: true }).extend({
  state: ReceiptState,
  isOpening: z.boolean(),
  supplier: z.string(),
  reference: z.string(),
  receivedOn: Day,
  titles: z.int(),
  expectedQty: z.int(),
  goodQty: z.int(),
  damagedQty: z.int(),
  shortQty: z.int(),
  overQty: z.int(),
  costCents: z.int().nullable(),
  withoutCostQty: z.int(),
  rest: ReceiptRest.nullable(),
  restClosedBy: z.string().nullable(),
  restClosedAt: Instant.nullable(),
  reversedBy: z.string().nullable(),
  reversedAt: Instant.nullable(),
  continues: other,
  continuedBy: other,
});
export type Receipt = z.infer<typeof Receipt>;

export const ReceiptsQuery = listQuery(
  ['number', 'supplier', 'receivedOn', 'titles', 'goodQty', 'shortQty', 'openedBy', 'state'],
  '-number',
  {
    state: severalOf('State', ReceiptState, RECEIPT_STATE, PROMOTED),
    /** true: only receipts with units still to come. */
    toCome: yesOrNo('Still to come', 'Yes', 'No', PROMOTED),
  },
);
export type ReceiptsQuery = z.output<typeof ReceiptsQuery>;

const facts = {
  supplier: optional(text(0, 120, 'Use at most 120 characters.')),
  reference: optional(text(0, 60, 'Use at most 60 characters.')),
  receivedOn: z.string('Enter the date.').min(1, 'Enter the date.').pipe(Day),
};
/**
 * Request to open a receipt: a delivery, the opening stock, or what was still to come on the earlier
 * receipt `continuesId`.
 */
export const NewReceipt = z.strictObject({
  ...facts,
  isOpening: optional(z.boolean()),
  continuesId: optional(Id),
});
export type NewReceipt = z.infer<typeof NewReceipt>;
/** Supplier, reference and date of an open receipt. */
export const ReceiptFacts = z.strictObject(facts);
export type ReceiptFacts = z.infer<typeof ReceiptFacts>;

/**
 * One title of a receipt, in units. `expectedQty` is null if the supplier did not list it.
 * `promisedQty` units of the title are sold to `promisedTo` children and wait for shipment to their
 * schools. `costCents` is the cost of one unit, null without the duty to see costs.
 */
export const ReceiptLine = z.strictObject({
  titleId: Id,
  sku: z.string(),
  isbn13: z.string().nullable(),
  title: z.string(),
  author: z.string(),
  pictureId: Id.nullable(),
  status: RecordStatus,
  expectedQty: z.int().nullable(),
  goodQty: z.int(),
  damagedQty: z.int(),
  costCents: z.int().nullable(),
  warehouseQty: z.int(),
  promisedQty: z.int(),
  promisedTo: z.int(),
  changedAt: Instant,
});
export type ReceiptLine = z.infer<typeof ReceiptLine>;

/** Lines that differ from what was listed, or that need a look. */
export const LineDifference = z.enum(
  ['short', 'over', 'unexpected', 'damaged', 'promised'],
  'Choose a difference.',
);
export type LineDifference = z.infer<typeof LineDifference>;
const LINE_DIFFERENCES = {
  short: 'Short',
  over: 'Over',
  unexpected: 'Not listed',
  damaged: 'Damaged',
  promised: 'Promised to schools',
} as const satisfies Record<LineDifference, string>;
export const ReceiptLinesQuery = listQuery(
  ['changedAt', 'title', 'sku', 'expectedQty', 'goodQty', 'damagedQty'],
  '-changedAt',
  {
    receiptId: z.uuid('Choose a receipt.'),
    difference: oneOf('Difference', LineDifference.optional(), LINE_DIFFERENCES, PROMOTED),
  },
);
export type ReceiptLinesQuery = z.output<typeof ReceiptLinesQuery>;

const wholeNumber = 'Quantity must be a whole number greater than 0.';
const Quantity = z.int(wholeNumber).min(1, wholeNumber).max(MAX_UNITS, 'Enter at most 9,999,999.');

/**
 * Units that arrived: of the title with this code (ISBN, SKU or UPC, with or without the digits of a
 * price), or of `titleId`. `scanId` is the client's; the same scan sent twice counts once.
 */
export const ReceiptScan = z
  .strictObject({
    scanId: Id,
    code: optional(text(1, 100, 'Scan or type a code.')),
    titleId: optional(Id),
    quantity: optional(Quantity),
    damaged: optional(z.boolean()),
  })
  .refine(({ code, titleId }) => code === undefined || titleId === undefined, {
    path: ['code'],
    message: 'Send the code or the title, not both.',
    when: whenObject,
  })
  .refine(({ code, titleId }) => code !== undefined || titleId !== undefined, {
    path: ['titleId'],
    message: 'Send the code or the title.',
    when: whenObject,
  });
export type ReceiptScan = z.infer<typeof ReceiptScan>;

const NOT_SEEN = 'Send the quantity that was seen.';
const orMore = (name: string) => {
  const message = `${name} must be a whole number, 0 or more.`;
  return z.int(message).min(0, message).max(MAX_UNITS, 'Enter at most 9,999,999.');
};
const Seen = z.int(NOT_SEEN).min(0, NOT_SEEN).max(MAX_UNITS, NOT_SEEN);
const COST = 'Cost is not a valid amount.';
/**
 * Corrected quantities of a line, with the quantities that the person saw: the difference is applied
 * to what is there now, so that a scan in between is not lost. `costCents` is the cost of one unit;
 * null takes it away.
 */
export const ReceiptLineChange = z.strictObject({
  scanId: Id,
  titleId: z.uuid('Choose a title.'),
  goodQty: orMore('Good'),
  damagedQty: orMore('Damaged'),
  seenGoodQty: Seen,
  seenDamagedQty: Seen,
  costCents: z
    .int(COST)
    .min(0, COST)
    .max(MAX_PRICE_CENTS, 'Enter at most $999.99.')
    .nullable()
    .optional(),
});
export type ReceiptLineChange = z.infer<typeof ReceiptLineChange>;

/** Request to reverse a booked receipt. */
export const ReceiptReversal = z.strictObject({
  reason: text(1, 500, 'Write why it is reversed.'),
});

/** A title that a code finds. */
export const ScannedTitle = z.strictObject({
  titleId: Id,
  sku: z.string(),
  title: z.string(),
  status: RecordStatus,
});
export type ScannedTitle = z.infer<typeof ScannedTitle>;
/**
 * Result of a scan. `counted`: the line as it is now. `choose`: several titles have the code and
 * nothing was counted. `unknown`: no title has it.
 */
export const ReceiptScanAnswer = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('counted'), line: ReceiptLine }),
  z.strictObject({ outcome: z.literal('choose'), titles: z.array(ScannedTitle) }),
  z.strictObject({ outcome: z.literal('unknown'), code: z.string() }),
]);
export type ReceiptScanAnswer = z.infer<typeof ReceiptScanAnswer>;

export const receiptsApi = defineApi({
  list: {
    call: 'GET /v1/warehouse/receipts',
    place: 'seen',
    access: readOrDuty('All Inventory', 'work_warehouse'),
    summary: 'List receipts of deliveries to the warehouse',
    query: ReceiptsQuery,
    response: listSchema(Receipt),
  },
  open: {
    call: 'POST /v1/warehouse/receipts',
    place: 'everywhere',
    access: byDuty('work_warehouse'),
    summary: 'Open a receipt',
    description:
      'It gets the next number. With `continuesId` it expects what is still to come on a booked receipt.',
    idempotent: true,
    body: NewReceipt,
    response: dataSchema(Receipt),
  },
  getById: {
    call: 'GET /v1/warehouse/receipts/:id',
    place: 'seen',
    access: readOrDuty('All Inventory', 'work_warehouse'),
    summary: 'Get a receipt with its sums',
    response: dataSchema(Receipt),
  },
  update: {
    call: 'PATCH /v1/warehouse/receipts/:id',
    place: 'everywhere',
    access: byDuty('work_warehouse'),
    summary: 'Change supplier, reference and date of an open receipt',
    body: ReceiptFacts,
    response: dataSchema(Receipt),
  },
  lines: {
    call: 'GET /v1/warehouse/receipt-lines',
    place: 'seen',
    access: readOrDuty('All Inventory', 'work_warehouse'),
    summary: 'List the titles of a receipt',
    query: ReceiptLinesQuery,
    response: listSchema(ReceiptLine),
  },
  scan: {
    call: 'POST /v1/warehouse/receipts/:id/scan',
    place: 'everywhere',
    access: byDuty('work_warehouse'),
    summary: 'Add units of a title to an open receipt',
    description:
      'Stored at once. If several titles have the code, they are returned and nothing is counted.',
    body: ReceiptScan,
    response: dataSchema(ReceiptScanAnswer),
  },
  changeLine: {
    call: 'POST /v1/warehouse/receipts/:id/change-line',
    place: 'everywhere',
    access: byDuty('work_warehouse'),
    summary: 'Correct the quantities of a title of an open receipt, or its cost',
    description:
      'Sends the quantities that were seen; the difference is applied to what is there now. 409 STALE_QUANTITY where that would be below 0. Costs need the duty see_costs.',
    body: ReceiptLineChange,
    response: dataSchema(ReceiptLine),
  },
  receiveListed: {
    call: 'POST /v1/warehouse/receipts/:id/receive-listed',
    place: 'everywhere',
    access: byDuty('work_warehouse'),
    summary: 'Receive everything that is listed and short as good',
    response: dataSchema(Receipt),
  },
  book: {
    call: 'POST /v1/warehouse/receipts/:id/book',
    place: 'everywhere',
    access: byDuty('work_warehouse'),
    summary: 'Book an open receipt: its units are in the warehouse',
    description:
      'All lines in one transaction. 409 INVALID_TRANSITION if somebody else booked it, with who and when, or if it has no units.',
    response: dataSchema(Receipt),
  },
  reverse: {
    call: 'POST /v1/warehouse/receipts/:id/reverse',
    place: 'everywhere',
    access: byDuty('work_warehouse'),
    summary: 'Reverse a booked receipt while its units are in the warehouse',
    description: '409 STOCK_INSUFFICIENT names the fairs that have the units.',
    body: ReceiptReversal,
    response: dataSchema(Receipt),
  },
  closeRest: {
    call: 'POST /v1/warehouse/receipts/:id/close-rest',
    place: 'everywhere',
    access: byDuty('work_warehouse'),
    summary: 'Say that nothing more is to come on a booked receipt',
    response: dataSchema(Receipt),
  },
  discard: {
    call: 'POST /v1/warehouse/receipts/:id/discard',
    place: 'everywhere',
    access: byDuty('work_warehouse'),
    summary: 'Discard an open receipt',
    description:
      'It keeps its number and changes no stock. 409 INVALID_TRANSITION once it is closed.',
    response: dataSchema(Receipt),
  },
});
