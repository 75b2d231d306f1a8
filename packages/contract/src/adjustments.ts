import { z } from 'zod';
import { MAX_INTEGER, MAX_UNITS } from './limits.ts';
import { optional, paragraph } from './values.ts';

/** Why people change a fair's stock by hand (domain 3.8). A transfer to another fair is an operation of its own. */
export const AdjustmentReason = z.enum(
  ['received', 'correction', 'count', 'damaged', 'missing', 'theft', 'kept_by_school', 'other'],
  'Choose a reason.',
);
export type AdjustmentReason = z.infer<typeof AdjustmentReason>;

/** What the specification (section 5) says of a change that would take more than there is. */
export const LESS_THAN_ZERO = 'Updated Quantity should not make the Total New Qty less than 0.';

const wholeNumber = 'Updated Quantity must be a whole number greater than 0.';
const UpdatedQuantity = z
  .int(wholeNumber)
  .min(1, wholeNumber)
  .max(MAX_UNITS, 'Enter at most 9,999,999.');
/** The on hand that the person saw, below 0 where it was oversold. */
const seenQuantity = 'Send the quantity that was seen.';
const SeenQuantity = z
  .int(seenQuantity)
  .min(-MAX_INTEGER, seenQuantity)
  .max(MAX_INTEGER, seenQuantity);
const Note = optional(paragraph(500));

type Given = {
  operation?: unknown;
  updatedQuantity?: unknown;
  seenQuantity?: unknown;
  reason?: unknown;
  note?: unknown;
};
const given = ({ value }: { value: unknown }): Given =>
  typeof value === 'object' && value !== null ? value : {};

/** Judged as soon as both numbers are numbers, whatever else is still wrong. */
const notBelowZero = {
  path: ['updatedQuantity'],
  message: LESS_THAN_ZERO,
  when: (payload: { value: unknown }) =>
    Number.isInteger(given(payload).updatedQuantity) &&
    Number.isInteger(given(payload).seenQuantity),
};
const withNote = {
  path: ['note'],
  message: 'Write a note that says why.',
  when: (payload: { value: unknown }) => given(payload).reason === 'other',
};

/** Adds units to a fair's line or takes them off it, as a difference to what the person saw. */
export const StockAdjustment = z
  .strictObject({
    operation: z.enum(['add', 'remove']),
    updatedQuantity: UpdatedQuantity,
    seenQuantity: SeenQuantity,
    reason: AdjustmentReason,
    note: Note,
  })
  .refine(
    ({ operation, updatedQuantity, seenQuantity }) =>
      operation === 'add' || seenQuantity >= updatedQuantity,
    notBelowZero,
  )
  .refine(({ note }) => typeof note === 'string' && note.trim() !== '', withNote);
export type StockAdjustment = z.infer<typeof StockAdjustment>;

/** Gives units of a title to another fair. */
export const StockTransfer = z
  .strictObject({
    operation: z.literal('transfer'),
    toFairId: z.uuid('Choose a fair.'),
    updatedQuantity: UpdatedQuantity,
    seenQuantity: SeenQuantity,
    note: Note,
  })
  .refine(({ updatedQuantity, seenQuantity }) => seenQuantity >= updatedQuantity, notBelowZero);
export type StockTransfer = z.infer<typeof StockTransfer>;

const counted = 'Counted must be a whole number, 0 or more.';
const damaged = 'Damaged must be a whole number, 0 or more.';
/** What came back of a title after the fair, and how many of these are damaged. */
export const ReturnCount = z
  .strictObject({
    operation: z.literal('count_return'),
    countedQty: z.int(counted).min(0, counted).max(MAX_UNITS, 'Enter at most 9,999,999.'),
    damagedQty: optional(z.int(damaged).min(0, damaged).max(MAX_UNITS, 'Enter at most 9,999,999.')),
  })
  .refine(({ countedQty, damagedQty = 0 }) => damagedQty <= countedQty, {
    path: ['damagedQty'],
    message: 'Damaged cannot be more than Counted.',
  });
export type ReturnCount = z.infer<typeof ReturnCount>;

/** What fair-inventory-update does to one line. */
export const FairInventoryUpdate = z.discriminatedUnion(
  'operation',
  [StockAdjustment, StockTransfer, ReturnCount],
  'Choose add, remove, transfer or count_return.',
);
export type FairInventoryUpdate = z.infer<typeof FairInventoryUpdate>;
