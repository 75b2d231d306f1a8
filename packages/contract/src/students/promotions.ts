import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { GRADES } from '../fairs/grades.ts';
import { editAndRead } from '../permissions.ts';
import { LeftoverPolicy } from '../fairs/leftover-policy.ts';
import { dataSchema, Id, Instant } from '../values.ts';

/** Last grade of a school; its students graduate. */
export const LastGrade = z.enum(GRADES, 'Choose the last grade of the school.');
export type LastGrade = z.infer<typeof LastGrade>;

/**
 * Grades of a school's active students before and after a promotion: `to` is null for graduates and
 * the same grade for those who stay. Students whose grade the source system owns, or that is `unknown`,
 * are `kept`.
 */
export const PromotionPreview = z.strictObject({
  lastGrade: LastGrade,
  steps: z.array(
    z.strictObject({ grade: z.string(), to: z.string().nullable(), students: z.int() }),
  ),
  promoted: z.int(),
  graduated: z.int(),
  kept: z.int(),
  /** Grades, blank or in the staff's own words, that no promotion knows, with their students. */
  unknown: z.array(z.strictObject({ grade: z.string(), students: z.int() })),
  /** Money in the eWallets of the graduates, in cents. */
  graduateBalanceCents: z.int(),
  leftoverPolicy: LeftoverPolicy,
  /** Changes with the students, their grades, the last grade and the latest promotion. */
  reviewed: z.string(),
  /** The school's latest promotion that was not undone. */
  last: z
    .strictObject({
      id: Id,
      at: Instant,
      by: z.string(),
      promoted: z.int(),
      graduated: z.int(),
    })
    .nullable(),
});
export type PromotionPreview = z.infer<typeof PromotionPreview>;

const MISSING = 'Read the preview, and send its reviewed value.';

/** Promotion of a school's students at year end, as the preview with this `reviewed` value showed. */
export const NewPromotion = z.strictObject({
  lastGrade: LastGrade,
  graduates: z.enum(['deactivate', 'keep'], 'Choose what happens to the graduates.'),
  reviewed: z
    .string(MISSING)
    .min(1, MISSING)
    .max(64, 'This is not the reviewed value of a preview.'),
});
export type NewPromotion = z.infer<typeof NewPromotion>;

const Promoted = z.strictObject({ id: Id, promoted: z.int(), graduated: z.int() });
export type Promoted = z.infer<typeof Promoted>;
const Demoted = z.strictObject({ restored: z.int(), changedSince: z.int() });
export type Demoted = z.infer<typeof Demoted>;

const access = editAndRead('Fairs', 'Students');

export const promotionsApi = defineApi({
  preview: {
    call: 'GET /v1/students/promotion/:id',
    place: 'seen',
    access,
    summary: 'Count the students of a school by their grade before and after a promotion',
    description:
      '`:id` is the school. Without `lastGrade` it is the highest grade of its students.',
    query: z.strictObject({ lastGrade: LastGrade.optional() }),
    response: dataSchema(PromotionPreview),
  },
  promote: {
    call: 'POST /v1/students/promote/:id',
    place: 'named',
    access,
    summary: "Move a school's students to the next grade",
    idempotent: true,
    description:
      '`:id` is the school. Students of the last grade and above graduate: they become inactive, or keep their grade. 409 FIGURES_MOVED if anything has changed since the preview with this `reviewed` value, such as by another promotion.',
    body: NewPromotion,
    response: dataSchema(Promoted),
  },
  undo: {
    call: 'POST /v1/students/undo-promotion/:id',
    place: 'named',
    access,
    summary: 'Undo a promotion',
    idempotent: true,
    description:
      '`:id` is the promotion. Students changed since stay as they are and are counted. 409 INVALID_TRANSITION if it was undone, or is not the latest one of its school.',
    response: dataSchema(Demoted),
  },
});
