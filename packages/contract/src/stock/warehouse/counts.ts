import { z } from 'zod';
import { defineApi } from '../../endpoint.ts';
import { byDuty, readOrDuty } from '../../permissions.ts';
import {
  dataSchema,
  Done,
  Id,
  Instant,
  listQuery,
  listSchema,
  optional,
  paragraph,
  text,
  Version,
  whenObject,
} from '../../values.ts';
import { CATEGORIES, Category } from '../inventory.ts';
import { PROMOTED, severalOf } from '../../list-filters.ts';
import {
  CountBooking,
  CountReason,
  MAX_COUNT_TITLES,
  StockDifference,
  StockDifferencesQuery,
} from './count-booking.ts';
import {
  CountedScan,
  CountScanAnswer,
  CountTitle,
  MAX_CODE_LENGTH,
  NewCountScan,
  ScanId,
} from './count-scans.ts';

/** Titles that a count is about; `scanned`: those that somebody scans (domain 13.3). */
export const CountScope = z.enum(
  ['warehouse', 'category', 'titles', 'scanned'],
  'Choose the titles to count.',
);
export type CountScope = z.infer<typeof CountScope>;
/** Labels of the titles that a count is about. */
export const COUNT_SCOPE: Record<CountScope, string> = {
  warehouse: 'Whole warehouse',
  category: 'Category',
  titles: 'List of titles',
  scanned: 'What is scanned',
};
export const CountState = z.enum(['open', 'counted', 'booked', 'discarded']);
export type CountState = z.infer<typeof CountState>;
/** Labels of the states of a count. */
export const COUNT_STATE = {
  open: { label: 'Open', meaning: 'waiting' },
  counted: { label: 'Counted', meaning: 'info' },
  booked: { label: 'Booked', meaning: 'ok' },
  discarded: { label: 'Discarded', meaning: 'off' },
} as const satisfies Record<CountState, object>;

/**
 * Opens a count. `codes` are SKUs, ISBNs or UPCs of a count of a list; `categories` those of a
 * count by category.
 */
export const NewCount = z
  .strictObject({
    scope: CountScope,
    categories: optional(z.array(Category).max(CATEGORIES.length)),
    codes: optional(
      z
        .array(text(1, MAX_CODE_LENGTH, 'Enter a SKU, an ISBN or a UPC.'))
        .max(MAX_COUNT_TITLES, 'Enter at most 3,000 codes.'),
    ),
    note: optional(paragraph(500)),
  })
  .refine(({ scope, categories = [] }) => scope !== 'category' || categories.length > 0, {
    path: ['categories'],
    message: 'Choose at least one category.',
    when: whenObject,
  })
  .refine(({ scope, codes = [] }) => scope !== 'titles' || codes.length > 0, {
    path: ['codes'],
    message: 'Enter at least one SKU, ISBN or UPC.',
    when: whenObject,
  });
export type NewCount = z.infer<typeof NewCount>;

/** Differences of one direction: titles, units, and their value at retail in cents. */
const Sum = z.strictObject({ titles: z.int(), units: z.int(), valueCents: z.int() });

/**
 * A count as the list shows it. `countedTitles` and `countedUnits` are of the titles counted so
 * far. `few` and `many` are null while it is open or discarded: nothing about the number on record
 * is told before counting is finished. `closedAt`: booked or discarded.
 */
export const Count = z.strictObject({
  id: Id,
  number: z.string(),
  scope: CountScope,
  categories: z.array(Category),
  note: z.string(),
  state: CountState,
  openedBy: z.string(),
  openedAt: Instant,
  closedBy: z.string().nullable(),
  closedAt: Instant.nullable(),
  countedTitles: z.int(),
  countedUnits: z.int(),
  few: Sum.nullable(),
  many: Sum.nullable(),
  version: z.int(),
  updatedAt: Instant,
});
export type Count = z.infer<typeof Count>;

/**
 * A count with what is left to do. `round` is above 1 while titles are counted again. `uncounted`:
 * titles of the count (of the round) that nobody has counted, `again`: lines that must be counted
 * a second time before booking; null while it is open. `people` counted so far. `lastScan` is the
 * caller's own, which undo takes back; null if there is none in this round.
 */
export const CountDetails = Count.extend({
  round: z.int(),
  uncounted: z.int(),
  again: z.int().nullable(),
  people: z.array(z.string()),
  lastScan: CountedScan.nullable(),
});
export type CountDetails = z.infer<typeof CountDetails>;

/**
 * State of a line: `counted` while the count is open, afterward `equal`, `differs`, or `again` if
 * it must be counted a second time. `waiting`: it is to be counted in this round.
 */
export const CountLineState = z.enum(['waiting', 'counted', 'again', 'differs', 'equal']);
export type CountLineState = z.infer<typeof CountLineState>;
/** Labels of the lines of a count. */
export const LINE_STATE = {
  waiting: { label: 'To count', meaning: 'waiting' },
  counted: { label: 'Counted', meaning: 'ok' },
  again: { label: 'Count again', meaning: 'warn' },
  differs: { label: 'Differs', meaning: 'info' },
  equal: { label: 'Equal', meaning: 'ok' },
} as const satisfies Record<CountLineState, object>;

/**
 * One title of a count, in units. `onRecordQty` is what was on record at the moment of its count,
 * `difference` = counted − on record, `valueCents` at retail; all null while the count is open.
 * `firstQty`: the first count of a title counted again. `moved`: its stock moved while it was being
 * counted. `reason` and `note` are those it was booked with.
 */
export const CountLine = CountTitle.extend({
  id: Id,
  priceCents: z.int(),
  state: CountLineState,
  countedQty: z.int().nullable(),
  firstQty: z.int().nullable(),
  onRecordQty: z.int().nullable(),
  difference: z.int().nullable(),
  valueCents: z.int().nullable(),
  moved: z.boolean().nullable(),
  countedBy: z.string(),
  countedAt: Instant.nullable(),
  reason: CountReason.nullable(),
  reasonNote: z.string(),
});
export type CountLine = z.infer<typeof CountLine>;

export const CountsQuery = listQuery(['number', 'openedAt', 'closedAt', 'state'], '-number', {
  state: severalOf('State', CountState, COUNT_STATE, PROMOTED),
  scope: severalOf('Titles', CountScope, COUNT_SCOPE, PROMOTED),
});
export type CountsQuery = z.output<typeof CountsQuery>;

export const CountLinesQuery = listQuery(
  // `size` of the difference, without its sign.
  ['title', 'category', 'countedQty', 'difference', 'size', 'value', 'countedAt'],
  'title',
  {
    state: severalOf('State', CountLineState, LINE_STATE, PROMOTED),
    category: severalOf('Category', Category, CATEGORIES),
  },
);
export type CountLinesQuery = z.output<typeof CountLinesQuery>;

/** Titles that nobody has counted. `reviewed` stands for exactly these. */
export const UncountedTitles = z.strictObject({
  titles: z.array(CountTitle),
  reviewed: z.string(),
});
export type UncountedTitles = z.infer<typeof UncountedTitles>;

/** Continues a finished count, or counts titles `again`: these, or all that must be. */
export const CountReopening = z.strictObject({
  version: Version,
  again: z.boolean(),
  titleIds: optional(z.array(Id).max(MAX_COUNT_TITLES)),
});
export type CountReopening = z.infer<typeof CountReopening>;

const readers = readOrDuty('All Inventory', 'work_warehouse');
const workers = byDuty('work_warehouse');
const WhichVersion = z.strictObject({ version: Version });

export const countsApi = defineApi({
  list: {
    call: 'GET /v1/warehouse/counts',
    place: 'seen',
    access: readers,
    summary: 'List the counts of the warehouse',
    query: CountsQuery,
    response: listSchema(Count),
  },
  add: {
    call: 'POST /v1/warehouse/counts',
    place: 'everywhere',
    access: workers,
    idempotent: true,
    summary: 'Open a count of the warehouse',
    description:
      'Of the whole warehouse, of categories, of a list of titles, or of whatever is scanned. Several people may count at once. Codes that no title has are refused on `codes`.',
    body: NewCount,
    response: dataSchema(CountDetails),
  },
  getById: {
    call: 'GET /v1/warehouse/counts/:id',
    place: 'seen',
    access: readers,
    summary: 'Get a count',
    description: 'Blind: nothing about the number on record is told while it is open.',
    response: dataSchema(CountDetails),
  },
  lines: {
    call: 'GET /v1/warehouse/counts/:id/lines',
    place: 'seen',
    access: readers,
    summary: 'List the titles of a count',
    query: CountLinesQuery,
    response: listSchema(CountLine),
  },
  titles: {
    call: 'GET /v1/warehouse/counts/:id/titles',
    place: 'seen',
    access: workers,
    summary: 'Find titles to count by name, author or code, at most 50',
    query: z.strictObject({ search: z.string().trim().max(100).optional() }),
    response: dataSchema(z.array(CountTitle)),
  },
  scan: {
    call: 'POST /v1/warehouse/counts/:id/scan',
    place: 'everywhere',
    access: workers,
    summary: 'Count units of a title',
    description:
      'Stored at once, with who and when. A scan sent twice under one `scanId` counts once. A code that no title, or more than one, has counts nothing; the answer says so. 409 INVALID_TRANSITION unless the count is open.',
    body: NewCountScan,
    response: dataSchema(CountScanAnswer),
  },
  undo: {
    call: 'POST /v1/warehouse/counts/:id/undo',
    place: 'everywhere',
    access: workers,
    summary: 'Take a scan back',
    description:
      'Undoing it twice changes nothing. 409 INVALID_TRANSITION if the total of its title was typed since, or unless the count is open.',
    body: z.strictObject({ scanId: ScanId }),
    response: dataSchema(CountedScan),
  },
  uncounted: {
    call: 'GET /v1/warehouse/counts/:id/uncounted',
    place: 'seen',
    access: readers,
    summary: 'List the titles that nobody has counted',
    description:
      'Of a whole warehouse or category those with units on record; of a list or a second count all of it.',
    response: dataSchema(UncountedTitles),
  },
  confirmUncounted: {
    call: 'POST /v1/warehouse/counts/:id/uncounted',
    place: 'everywhere',
    access: workers,
    idempotent: true,
    summary: 'Count all titles that nobody has counted as 0',
    description: '409 FIGURES_MOVED if they are no longer those that were reviewed.',
    body: z.strictObject({ reviewed: text(1, 64, 'Send `reviewed` of the list.') }),
    response: dataSchema(CountDetails),
  },
  finish: {
    call: 'POST /v1/warehouse/counts/:id/finish',
    place: 'everywhere',
    access: workers,
    idempotent: true,
    summary: 'Finish counting and see the differences',
    description: '409 INVALID_TRANSITION if nothing was counted yet.',
    body: WhichVersion,
    response: dataSchema(CountDetails),
  },
  reopen: {
    call: 'POST /v1/warehouse/counts/:id/reopen',
    place: 'everywhere',
    access: workers,
    idempotent: true,
    summary: 'Count on, or count titles again',
    body: CountReopening,
    response: dataSchema(CountDetails),
  },
  book: {
    call: 'POST /v1/warehouse/counts/:id/book',
    place: 'everywhere',
    access: workers,
    idempotent: true,
    summary: 'Book the differences of a count',
    description:
      'All or nothing, once. 409 INVALID_TRANSITION names who booked it first, or the lines that must be counted again; 409 STALE_VERSION if it was counted on since; 409 STOCK_INSUFFICIENT names titles of which more units left since their count than were counted.',
    body: CountBooking,
    response: dataSchema(CountDetails),
  },
  discard: {
    call: 'POST /v1/warehouse/counts/:id/discard',
    place: 'everywhere',
    access: workers,
    idempotent: true,
    summary: 'Discard a count that is not booked',
    description: 'It keeps its number.',
    body: z.strictObject({ note: optional(paragraph(500)) }),
    response: Done,
  },
  differences: {
    call: 'GET /v1/warehouse/differences',
    place: 'seen',
    access: readers,
    summary: 'List the stock differences that counts have booked',
    query: StockDifferencesQuery,
    response: listSchema(StockDifference),
  },
});
