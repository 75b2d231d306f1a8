import { z } from 'zod';
import { MAX_PRICE_CENTS, MAX_UNITS } from '../limits.ts';
import { Id, Instant, optional, paragraph } from '../values.ts';

/**
 * Reasons for a manual change of a fair's stock (domain 3.8). A transfer to another fair is a
 * separate operation.
 */
export const AdjustmentReason = z.enum(
  ['received', 'correction', 'count', 'damaged', 'missing', 'theft', 'kept_by_school', 'other'],
  'Choose a reason.',
);
export type AdjustmentReason = z.infer<typeof AdjustmentReason>;

/** The message for a change that would take more units than there are (specification 5). */
export const LESS_THAN_ZERO = 'Updated Quantity should not make the Total New Qty less than 0.';

const wholeNumber = 'Updated Quantity must be a whole number greater than 0.';
const UpdatedQuantity = z
  .int(wholeNumber)
  .min(1, wholeNumber)
  .max(MAX_UNITS, 'Enter at most 9,999,999.');
/** On-hand units as shown to the person; below 0 if oversold. */
const notSeen = 'Send the quantity that was seen.';
const MAX_SEEN = 1_000_000_000_000;
const SeenQuantity = z.int(notSeen).min(-MAX_SEEN, notSeen).max(MAX_SEEN, notSeen);
const Note = optional(paragraph(500));

type AnyAdjustment = {
  operation?: unknown;
  updatedQuantity?: unknown;
  seenQuantity?: unknown;
  reason?: unknown;
  note?: unknown;
};
const given = ({ value }: { value: unknown }): AnyAdjustment =>
  typeof value === 'object' && value !== null ? value : {};

/** Checked as soon as both fields are numbers, even if other fields are still invalid. */
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

/** Adds units to a fair line or removes them, relative to the quantity that the person saw. */
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

/** Moves units of a title to another fair. */
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
/** Units of a title that came back after the fair, and how many of them are damaged. */
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

/** One change of one fair line by fair-inventory-update. */
export const FairInventoryUpdate = z.discriminatedUnion(
  'operation',
  [StockAdjustment, StockTransfer, ReturnCount],
  'Choose add, remove, transfer or count_return.',
);
export type FairInventoryUpdate = z.infer<typeof FairInventoryUpdate>;

const price = 'Price is not a valid amount.';
const priceNotSeen = 'Send the price that was seen.';
/**
 * New price of a title at a fair, and the price that the person saw, in cents. A price of 0 can be
 * seen, because a catalog may have it.
 */
export const PriceChange = z.strictObject({
  priceCents: z.int(price).min(1, price).max(MAX_PRICE_CENTS, 'Enter at most $999.99.'),
  seenPriceCents: z.int(priceNotSeen).min(0, priceNotSeen).max(MAX_PRICE_CENTS, priceNotSeen),
});
export type PriceChange = z.infer<typeof PriceChange>;

/** Movements that change the quantities of a fair line (domain 3.10). */
export const LineMovementKind = z.enum([
  'sent',
  'missing',
  'adjusted',
  'sale',
  'restock',
  'returned',
  'returned_damaged',
  'lost',
]);
export type LineMovementKind = z.infer<typeof LineMovementKind>;

/**
 * One movement of a title at a fair: `delta` units, below 0 if they left the fair. `reason` and
 * `note` are those of an adjustment, `orderNumber` that of a sale or a refund.
 */
export const LineMovement = z.strictObject({
  id: Id,
  at: Instant,
  kind: LineMovementKind,
  delta: z.int(),
  reason: z.enum([...AdjustmentReason.options, 'transfer_in', 'transfer_out']).nullable(),
  note: z.string(),
  actor: z.string(),
  orderNumber: z.string().nullable(),
});
export type LineMovement = z.infer<typeof LineMovement>;
