import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { Reason } from '../errors.ts';
import { RetentionMonths } from '../fairs/retention.ts';
import { fresh, superAdmin } from '../permissions.ts';
import { dataSchema, Id, Instant, optional, text } from '../values.ts';

/** Rule of a school; without `months` it follows the settings. */
export const RetentionRule = z.strictObject({ months: optional(RetentionMonths) });
export type RetentionRule = z.infer<typeof RetentionRule>;

/** Business that an erasure would leave without a name, and which therefore blocks it. */
export const ErasureObstacle = z.enum(['money', 'payments', 'orders', 'held']);
export type ErasureObstacle = z.infer<typeof ErasureObstacle>;

/**
 * A student whom the retention rule reaches at `dueAt`. `obstacle` blocks it until then or longer.
 */
export const DueStudent = z.strictObject({
  studentId: Id,
  studentNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string(),
  lastActivityAt: Instant,
  dueAt: Instant,
  obstacle: ErasureObstacle.nullable(),
});
export type DueStudent = z.infer<typeof DueStudent>;

/** Erases all students of a school, or those whom the retention rule reaches. */
export const ErasureKind = z.enum(['school', 'retention']);
export type ErasureKind = z.infer<typeof ErasureKind>;
/** Steps of an erasure, in order. */
export const ErasurePhase = z.enum(['students', 'texts', 'scan', 'done']);
export type ErasurePhase = z.infer<typeof ErasurePhase>;

/**
 * An erasure. `left` counts students who were skipped because something stood in the way; `found`
 * counts places that still hold an erased name, null until the scan has ended.
 */
export const Erasure = z.strictObject({
  id: Id,
  kind: ErasureKind,
  months: z.int().nullable(),
  askedAt: Instant,
  askedBy: z.string(),
  phase: ErasurePhase,
  progress: z.int().min(0).max(100),
  total: z.int(),
  erased: z.int(),
  left: z.int(),
  found: z.int().nullable(),
  finishedAt: Instant.nullable(),
});
export type Erasure = z.infer<typeof Erasure>;

/**
 * Names that a school holds and when they go. `months` is the school's own rule, `companyMonths`
 * that of the settings; `due` counts by the rule in effect or by the previewed one, `first` has the
 * first 50 by date. `obstacles` block erasing all students.
 */
export const StudentData = z.strictObject({
  months: RetentionMonths.nullable(),
  companyMonths: RetentionMonths,
  students: z.int(),
  inSource: z.int(),
  due: z.strictObject({
    now: z.int(),
    blocked: z.int(),
    withinYear: z.int(),
    first: z.array(DueStudent),
  }),
  obstacles: z.array(Reason),
  erasures: z.array(Erasure),
});
export type StudentData = z.infer<typeof StudentData>;

/** Request to erase all students of a school; `confirm` is the typed name of the school. */
export const SchoolErasure = z.strictObject({
  confirm: text(1, 120, "Type the school's name to confirm."),
  reason: text(3, 255, 'Enter a reason of 3 to 255 characters.'),
});
export type SchoolErasure = z.infer<typeof SchoolErasure>;

const PreviewedMonths = z.coerce
  .number('Choose after how many months names are erased.')
  .min(0)
  .max(120)
  .pipe(RetentionMonths);

export const studentDataApi = defineApi({
  get: {
    call: 'GET /v1/student-data/:id',
    place: 'seen',
    access: superAdmin,
    names: 'school',
    summary: "Get the retention rule of a school's students, whom it reaches, and past erasures",
    description: '`:id` is the school. `months` previews another rule.',
    query: z.strictObject({ months: PreviewedMonths.optional() }),
    response: dataSchema(StudentData),
  },
  setRule: {
    call: 'PATCH /v1/student-data/rule/:id',
    place: 'named',
    access: superAdmin,
    summary: "Set after how many months without activity a school's students are erased",
    description: '`:id` is the school. Without `months` it follows the settings; 0 erases nobody.',
    body: RetentionRule,
    response: dataSchema(z.strictObject({ months: RetentionMonths.nullable() })),
  },
  eraseAll: {
    call: 'POST /v1/student-data/erase/:id',
    place: 'named',
    access: fresh(superAdmin),
    summary: 'Erase all students of a school for good',
    idempotent: true,
    description:
      '`:id` is the school. Runs in the background; GET student-data/:id has its progress. 409 IN_USE with its reasons while a fair is live, or while eWallets hold money, payments wait, orders are open or held, or another erasure of the school runs.',
    body: SchoolErasure,
    response: dataSchema(z.strictObject({ erasureId: Id })),
  },
  proof: {
    call: 'GET /v1/student-data/proof/:id',
    place: 'seen',
    access: superAdmin,
    summary: 'Get the proof of an erasure, as a PDF',
    file: true,
    description: '`:id` is the erasure. 404 until it has ended.',
    response: dataSchema(z.null()),
  },
});
