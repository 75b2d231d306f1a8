import { z } from 'zod';
import { defineApi } from '../../endpoint.ts';
import { MAX_UNITS } from '../../limits.ts';
import { byDuty, readOrDuty } from '../../permissions.ts';
import { dataSchema, Day, Id, Instant, optional, text, whenObject } from '../../values.ts';
import { CartonStatus, MAX_SCANNED_LENGTH } from '../cartons.ts';
import { ScannedTitle } from './receipts.ts';

/**
 * State of the put-away of a fair's return (domain 13.5): `waiting` is not begun, `open` has scans,
 * `booked` has become the return count.
 */
export const PutAwayState = z.enum(['waiting', 'open', 'booked']);
export type PutAwayState = z.infer<typeof PutAwayState>;

/** Condition of a unit that came back; `not_ours` belongs to the school. */
export const PutAwayKind = z.enum(['good', 'damaged', 'not_ours']);
export type PutAwayKind = z.infer<typeof PutAwayKind>;

/** Number of the put-away of a fair: `P-LIN-26-01`. */
export const putAwayNumber = (fairIdentifier: string): string => `P-${fairIdentifier}`;

/**
 * Return of a fair, in units. `expectedQty`: on hand at the fair, at a closed-out one before it was
 * put away. `goodQty`, `damagedQty` and `notOursQty` were scanned so far.
 */
export const FairReturn = z.strictObject({
  fairId: Id,
  number: z.string(),
  fairName: z.string(),
  schoolName: z.string(),
  endDate: Day,
  timeZone: z.string(),
  isClosedOut: z.boolean(),
  state: PutAwayState,
  expectedQty: z.int(),
  goodQty: z.int(),
  damagedQty: z.int(),
  notOursQty: z.int(),
  openedBy: z.string().nullable(),
  openedAt: Instant.nullable(),
  bookedBy: z.string().nullable(),
  bookedAt: Instant.nullable(),
});
export type FairReturn = z.infer<typeof FairReturn>;

/**
 * A title that was scanned or counted as 0, in units. `countedQty` and `countedDamagedQty` are its
 * return count now, null and 0 if it is not counted; booking replaces it.
 */
export const ReturnLine = z.strictObject({
  titleId: Id,
  sku: z.string(),
  title: z.string(),
  goodQty: z.int(),
  damagedQty: z.int(),
  expectedQty: z.int(),
  countedQty: z.int().nullable(),
  countedDamagedQty: z.int(),
});
export type ReturnLine = z.infer<typeof ReturnLine>;

/** Units that are not the company's, by code or title, noted for the school. */
export const NotOurs = z.strictObject({
  code: z.string(),
  titleId: Id.nullable(),
  title: z.string().nullable(),
  note: z.string(),
  qty: z.int(),
});
export type NotOurs = z.infer<typeof NotOurs>;

/** A carton of the fair, with the units put away from it. */
export const ReturnCarton = z.strictObject({
  id: Id,
  code: z.string(),
  label: z.string(),
  status: CartonStatus,
  qty: z.int(),
});
export type ReturnCarton = z.infer<typeof ReturnCarton>;

/** Return of a fair with what was scanned. `notScanned`: titles on hand that have no scan or count. */
export const FairReturnDetails = FairReturn.extend({
  lines: z.array(ReturnLine),
  notOurs: z.array(NotOurs),
  cartons: z.array(ReturnCarton),
  notScannedTitles: z.int(),
  notScannedQty: z.int(),
});
export type FairReturnDetails = z.infer<typeof FairReturnDetails>;

const wholeNumber = 'Quantity must be a whole number other than 0.';
/**
 * Units that came back: of the title with this code (ISBN, SKU or UPC) or of `titleId`. The code of a
 * carton of the fair scans it back instead. A quantity below 0 takes units off again. `scanId` is
 * the client's; a scan sent twice counts once. `note` describes what is not ours.
 */
export const PutAwayScan = z
  .strictObject({
    scanId: Id,
    code: optional(text(1, MAX_SCANNED_LENGTH, 'Scan or type a code.')),
    titleId: optional(Id),
    cartonId: optional(Id),
    kind: PutAwayKind,
    quantity: optional(
      z
        .int(wholeNumber)
        .min(-MAX_UNITS, 'Enter at most 9,999,999.')
        .max(MAX_UNITS, 'Enter at most 9,999,999.')
        .refine((units) => units !== 0, wholeNumber),
    ),
    note: optional(text(0, 200, 'Use at most 200 characters.')),
  })
  .refine(({ code, titleId }) => code !== undefined || titleId !== undefined, {
    path: ['code'],
    message: 'Send the code or the title.',
    when: whenObject,
  })
  .refine(({ code, titleId }) => code === undefined || titleId === undefined, {
    path: ['titleId'],
    message: 'Send the code or the title, not both.',
    when: whenObject,
  });
export type PutAwayScan = z.infer<typeof PutAwayScan>;

/**
 * Result of a scan. `counted`: the title as it is now. `not_ours`: noted. `carton`: scanned back, its
 * titles follow. `choose`: several titles have the code. `unknown`: no title or carton has it, or
 * the fair never had the title (`title`); nothing was counted. `other_fair`: it is a carton of that
 * fair; nothing was counted.
 */
export const PutAwayAnswer = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('counted'), line: ReturnLine }),
  z.strictObject({ outcome: z.literal('not_ours'), notOurs: NotOurs }),
  z.strictObject({ outcome: z.literal('carton'), carton: ReturnCarton }),
  z.strictObject({ outcome: z.literal('choose'), titles: z.array(ScannedTitle) }),
  z.strictObject({
    outcome: z.literal('unknown'),
    code: z.string(),
    title: z.string().nullable(),
  }),
  z.strictObject({ outcome: z.literal('other_fair'), code: z.string(), fairName: z.string() }),
]);
export type PutAwayAnswer = z.infer<typeof PutAwayAnswer>;

/** `restIsZero`: titles on hand that have no scan and no count are counted as 0. */
export const PutAwayBooking = z.strictObject({ restIsZero: optional(z.boolean()) });
export type PutAwayBooking = z.infer<typeof PutAwayBooking>;

export const putAwayApi = defineApi({
  list: {
    call: 'GET /v1/warehouse/returns',
    place: 'seen',
    access: readOrDuty('All Inventory', 'work_warehouse'),
    summary: 'List returns of fairs: those that wait, those begun, and the last ones put away',
    description:
      'Waiting and begun ones oldest first, at most 200; then the 50 that were booked last.',
    response: dataSchema(z.array(FairReturn)),
  },
  getById: {
    call: 'GET /v1/warehouse/returns/:id',
    place: 'seen',
    access: readOrDuty('All Inventory', 'work_warehouse'),
    summary: "Get a fair's return with everything scanned; the ID is the fair's",
    response: dataSchema(FairReturnDetails),
  },
  scan: {
    call: 'POST /v1/warehouse/returns/:id/scan',
    place: 'named',
    access: byDuty('work_warehouse'),
    summary: "Put units of a fair's return away",
    description:
      'Stored at once, and no stock moves before the return is booked. 409 INVALID_TRANSITION once it is booked.',
    body: PutAwayScan,
    response: dataSchema(PutAwayAnswer),
  },
  book: {
    call: 'POST /v1/warehouse/returns/:id/book',
    place: 'named',
    access: byDuty('work_warehouse'),
    summary: "Make what was scanned the fair's return count",
    description:
      'The close-out moves the stock; at a closed-out fair it moves at once, and titles that the close-out counted stay as they are.',
    body: PutAwayBooking,
    response: dataSchema(FairReturnDetails),
  },
  reopen: {
    call: 'POST /v1/warehouse/returns/:id/reopen',
    place: 'named',
    access: byDuty('work_warehouse'),
    summary: 'Go on with a booked return',
    description: 'The counts stay until it is booked again.',
    response: dataSchema(FairReturnDetails),
  },
});
