import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { OrderStatus } from '../sales/order-states.ts';
import { PayoutMethod, PayoutReversalReason } from './payout-methods.ts';
import { gradeLabel, GRADES } from '../fairs/grades.ts';
import { LeftoverPolicy } from '../fairs/leftover-policy.ts';
import { byName, byRecord, oneOf, PROMOTED, yesOrNo } from '../list-filters.ts';
import { fresh, read, superAdmin } from '../permissions.ts';
import { RECORD_STATUS } from '../record-status.ts';
import {
  closedSet,
  dataSchema,
  Day,
  Id,
  Instant,
  listSchema,
  listQuery,
  Option,
  OptionsQuery,
  RecordStatus,
  SignedCents,
  text,
} from '../values.ts';

/** Replaces the name of an erased student (domain 3.6). */
export const ERASED_STUDENT = 'Erased student';

/** Fields that `students.csv` of the source system can deliver, with their labels. */
export const STUDENT_SOURCE_FIELDS = {
  studentNumber: 'Student number',
  firstName: 'First name',
  lastName: 'Last name',
  grade: 'Grade',
  teacher: 'Teacher',
  factsFamilyId: 'FACTS family',
  parents: 'Parents',
} as const;
export const StudentSourceField = closedSet(STUDENT_SOURCE_FIELDS);
export type StudentSourceField = z.infer<typeof StudentSourceField>;

export const WalletStatus = z.enum(['active', 'frozen'], 'Choose active or frozen.');
export type WalletStatus = z.infer<typeof WalletStatus>;
export const WalletEntryType = z.enum(['top_up', 'spend', 'refund', 'adjust', 'payout']);
export type WalletEntryType = z.infer<typeof WalletEntryType>;

/**
 * One row of the students list. The balance is 0 without an eWallet; parents are given by name
 * only.
 */
export const StudentRow = z.strictObject({
  id: Id,
  studentNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string(),
  teacher: z.string(),
  schoolId: Id,
  schoolName: z.string(),
  timeZone: z.string(),
  parents: z.array(z.strictObject({ id: Id, name: z.string() })),
  walletBalanceCents: z.int(),
  walletStatus: WalletStatus,
  /** Time of the student's last purchase, ignoring voided orders. */
  lastPurchaseAt: Instant.nullable(),
  status: RecordStatus,
  erasedAt: Instant.nullable(),
});
export type StudentRow = z.infer<typeof StudentRow>;

/** One entry of an eWallet's ledger: positive funds, negative spends. */
export const WalletEntry = z.strictObject({
  id: Id,
  type: WalletEntryType,
  amountCents: z.int(),
  balanceAfterCents: z.int(),
  businessDay: Day,
  /** Time of the transaction: for a top-up when it was paid, otherwise when it was booked. */
  at: Instant,
  /** Time of booking; later than `at` for a top-up from a sync or an offline register. */
  bookedAt: Instant,
  actor: z.string(),
  note: z.string(),
  orderNumber: z.string().nullable(),
  /** Payout at the office that the entry books, with its reversal; null for all other entries. */
  payout: z
    .strictObject({
      payoutId: Id,
      payoutNumber: z.int(),
      method: PayoutMethod,
      reversal: z.strictObject({ reason: PayoutReversalReason, at: Instant }).nullable(),
    })
    .nullable(),
});
export type WalletEntry = z.infer<typeof WalletEntry>;

/** The other record of a merge. */
const MergedStudent = z.strictObject({ id: Id, studentNumber: z.string() });

/**
 * A student with all data needed for a phone call about an eWallet; the latest 200 ledger entries
 * and orders, newest first.
 */
export const StudentDetails = StudentRow.omit({ parents: true }).extend({
  parents: z.array(
    z.strictObject({ id: Id, name: z.string(), email: z.string(), phone: z.string() }),
  ),
  factsFamilyId: z.string().nullable(),
  /** Student that this duplicate was merged into; null for all others. */
  mergedInto: MergedStudent.nullable(),
  /** Duplicates that were merged into the student; their numbers lead here. */
  duplicates: z.array(MergedStudent),
  /** Fields that the source system owns: changed there, never here. Empty for other students. */
  sourceFields: z.array(StudentSourceField),
  /** True if the last sync delivered the student. */
  inSource: z.boolean(),
  version: z.int(),
  updatedAt: Instant,
  /** AveDollars belong to the school (domain 2). */
  schoolAveDollarCents: z.int(),
  /** Use of unspent money (settings). */
  leftoverPolicy: LeftoverPolicy,
  ledger: z.array(WalletEntry),
  orders: z.array(
    z.strictObject({
      id: Id,
      orderNumber: z.string(),
      soldAt: Instant,
      fairName: z.string(),
      units: z.int(),
      totalCents: z.int(),
      refundedCents: z.int(),
      status: OrderStatus,
    }),
  ),
});
export type StudentDetails = z.infer<typeof StudentDetails>;

const filterText = z.string().trim().max(120, 'Use at most 120 characters.');

export const StudentsQuery = listQuery(
  [
    'name',
    'studentNumber',
    'grade',
    'teacher',
    'schoolName',
    'walletBalanceCents',
    'lastPurchaseAt',
  ],
  'name',
  {
    schoolId: byRecord('School', 'schools', PROMOTED),
    /** Only students of this fair's school. */
    fairId: Id.optional(),
    grade: oneOf(
      'Grade',
      filterText.optional(),
      GRADES.map((value) => ({ value, label: gradeLabel(value) })),
      PROMOTED,
    ),
    parentId: byRecord('Parent', 'parents', PROMOTED),
    teacher: byName('Teacher', 'teachers', filterText),
    hasBalance: yesOrNo('eWallet', 'Has a balance', 'Empty'),
    status: oneOf('Status', RecordStatus.optional(), RECORD_STATUS),
  },
);
export type StudentsQuery = z.output<typeof StudentsQuery>;

export const TeachersQuery = z.strictObject({ search: filterText.optional() });
export type TeachersQuery = z.output<typeof TeachersQuery>;
/** A teacher in a select. Teachers have no record, only a name. */
export const TeacherOption = z.strictObject({ value: z.string(), label: z.string() });
export type TeacherOption = z.infer<typeof TeacherOption>;

/** Minimum length of a search for parents, so that nobody can list them all. */
export const MIN_PARENT_SEARCH = 2;

/** Active students of a school, those with a balance, and the money in all their eWallets. */
export const SchoolTotals = z.strictObject({
  students: z.int(),
  withBalance: z.int(),
  walletBalanceCents: z.int(),
});
export type SchoolTotals = z.infer<typeof SchoolTotals>;

/**
 * A manual entry in an eWallet. Top-ups and refunds add money, payouts remove it, adjustments do
 * either by their sign.
 */
export const NewWalletEntry = z
  .strictObject({
    type: z.enum(['top_up', 'refund', 'payout', 'adjust'], 'Choose what happened.'),
    amountCents: SignedCents.min(-10_000_000, 'Enter at most $100,000.')
      .max(10_000_000, 'Enter at most $100,000.')
      .refine((cents) => cents !== 0, 'Enter an amount.'),
    note: text(1, 255, 'Enter a reason.'),
  })
  .refine(({ type, amountCents }) => type === 'adjust' || amountCents > 0, {
    path: ['amountCents'],
    message: 'Enter an amount above zero.',
  });
export type NewWalletEntry = z.infer<typeof NewWalletEntry>;

/**
 * Request to erase a student; `confirm` is the typed student number. The reason is stored
 * permanently and must name nobody.
 */
export const StudentErasure = z.strictObject({
  confirm: text(1, 60, 'Type the student number to confirm.'),
  reason: text(1, 255, 'Enter a reason.'),
});
export type StudentErasure = z.infer<typeof StudentErasure>;

export const studentsApi = defineApi({
  list: {
    call: 'GET /v1/students',
    place: 'seen',
    access: read('Students'),
    names: true,
    summary: 'List students',
    query: StudentsQuery,
    response: listSchema(StudentRow),
    description: 'Each word of the search must occur in the student number or the name.',
  },
  parentsOptions: {
    call: 'GET /v1/students/parents-options',
    place: 'seen',
    access: read('Students'),
    summary: 'Parents to choose from, by name',
    description: 'A search of fewer than 2 letters has no results.',
    query: OptionsQuery,
    response: dataSchema(z.array(Option)),
  },
  teachersOptions: {
    call: 'GET /v1/students/teachers-options',
    place: 'seen',
    access: read('Students'),
    summary: 'List teachers by name, as filter options',
    description:
      'Up to 50 teachers of active students whose names contain the search; the value is the name.',
    query: TeachersQuery,
    response: dataSchema(z.array(TeacherOption)),
  },
  getById: {
    call: 'GET /v1/students/getById/:id',
    place: 'seen',
    access: read('Students'),
    names: 'student',
    summary: 'Get a student with parents, wallet ledger and orders',
    response: dataSchema(StudentDetails),
  },
  schoolTotals: {
    call: 'GET /v1/students/school-totals/:id',
    place: 'seen',
    access: read('Students'),
    summary: "Count a school's students and the money in their eWallets",
    response: dataSchema(SchoolTotals),
  },
  addWalletEntry: {
    call: 'POST /v1/students/wallet-entry/:id',
    place: 'named',
    access: superAdmin,
    summary: "Correct a student's eWallet through its ledger",
    idempotent: true,
    description:
      'Withdrawals return 409 WALLET_INSUFFICIENT if the balance is short and 409 INVALID_TRANSITION if the eWallet is frozen; a note that names the child or a parent is refused, because entries are permanent.',
    body: NewWalletEntry,
    response: dataSchema(StudentDetails),
  },
  changeWalletStatus: {
    call: 'PATCH /v1/students/wallet-status/:id',
    place: 'named',
    access: superAdmin,
    summary: 'Freeze or unfreeze an eWallet',
    body: z.strictObject({ status: WalletStatus }),
    response: dataSchema(StudentDetails),
  },
  erase: {
    call: 'POST /v1/students/erase/:id',
    place: 'named',
    access: fresh(superAdmin),
    summary: 'Erase the names of a student',
    idempotent: true,
    description:
      'Removes names from the student and merged duplicates, parents without another child, customer names, held orders and stored responses; ledger, orders and totals stay. A sync never restores them. 409 INVALID_TRANSITION if already erased.',
    body: StudentErasure,
    response: dataSchema(StudentDetails),
  },
});
