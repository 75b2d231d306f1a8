import { z } from 'zod';
import {
  closedSet,
  Id,
  Instant,
  listQuery,
  optional,
  paragraph,
  Version,
  whenObject,
} from '../../values.ts';
import { oneOf, PROMOTED, severalOf } from '../../list-filters.ts';
import { CATEGORIES, Category } from '../inventory.ts';
import { COUNT_REASONS, FEW_REASONS, MANY_REASONS } from './count-reasons.ts';

/** Reason of a difference that a count found. */
export const CountReason = closedSet(COUNT_REASONS);
export type CountReason = z.infer<typeof CountReason>;

/** Titles that one request names at most: codes of a list, titles of a group. */
export const MAX_COUNT_TITLES = 3_000;

const Why = <Reasons extends readonly [string, ...string[]]>(reasons: Reasons) =>
  z
    .strictObject({
      reason: z.enum(reasons, 'Choose a reason.'),
      note: optional(paragraph(500)),
    })
    .refine(({ reason, note = '' }) => reason !== 'other' || note.trim() !== '', {
      path: ['note'],
      message: 'Write a note that says why.',
      when: ({ value }) =>
        typeof value === 'object' &&
        value !== null &&
        'reason' in value &&
        value.reason === 'other',
    });
const Few = Why(FEW_REASONS);
const Many = Why(MANY_REASONS);

/**
 * Reasons of the differences: of all titles with too few and with too many units, and of chosen
 * titles, which come first. A side needs its reason only if a title is left for it.
 */
export const CountBooking = z.strictObject({
  version: Version,
  few: optional(Few),
  many: optional(Many),
  chosen: optional(
    z
      .array(
        z
          .strictObject({
            titleIds: z.array(Id).min(1, 'Choose at least one title.').max(MAX_COUNT_TITLES),
            few: optional(Few),
            many: optional(Many),
          })
          .refine(({ few, many }) => few !== undefined || many !== undefined, {
            path: ['few'],
            message: 'Choose a reason.',
            when: whenObject,
          }),
      )
      .max(50, 'Use at most 50 groups.'),
  ),
});
export type CountBooking = z.infer<typeof CountBooking>;

/** One booked difference. `value` is at retail when it was booked, in cents. */
export const StockDifference = z.strictObject({
  id: Id,
  countId: Id,
  number: z.string(),
  bookedAt: Instant,
  bookedBy: z.string(),
  countedBy: z.string(),
  titleId: Id,
  sku: z.string(),
  title: z.string(),
  author: z.string(),
  category: Category,
  pictureId: Id.nullable(),
  countedQty: z.int(),
  onRecordQty: z.int(),
  difference: z.int(),
  valueCents: z.int(),
  reason: CountReason,
  note: z.string(),
});
export type StockDifference = z.infer<typeof StockDifference>;

const SIDES = { few: 'Too few', many: 'Too many' };
export const StockDifferencesQuery = listQuery(
  ['bookedAt', 'title', 'difference', 'value'],
  '-bookedAt',
  {
    reason: severalOf('Reason', CountReason, COUNT_REASONS, PROMOTED),
    side: oneOf('Difference', z.enum(['few', 'many']).optional(), SIDES, PROMOTED),
    category: severalOf('Category', Category, CATEGORIES),
    countId: Id.optional(),
  },
);
export type StockDifferencesQuery = z.output<typeof StockDifferencesQuery>;
