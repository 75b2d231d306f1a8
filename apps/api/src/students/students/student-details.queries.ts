import type {
  StudentDetails,
  StudentSourceField,
  WalletEntry,
} from '@pos/contract/students/students';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import type { StudentRecord } from './student-records.rules.ts';
import { selectStudents } from './students.list.ts';

/** Max entries and max orders on the page of a student. */
const LATEST = 200;

/** Returns students with their parents; unknown ones are left out. */
export async function readStudentRecords(db: Db, ids: readonly string[]): Promise<StudentRecord[]> {
  const rows = await selectRecords(db)
    .where('students.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const parents = await db
    .selectFrom('parents')
    .innerJoin('studentParents', 'studentParents.parentId', 'parents.id')
    .select(['id', 'name', 'email', 'phone', 'studentId'])
    .where('studentId', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const parentsByStudent = new Map<string, StudentDetails['parents']>();
  for (const { studentId, ...parent } of parents)
    parentsByStudent.set(studentId, [...(parentsByStudent.get(studentId) ?? []), parent]);
  return rows.map((row) => ({ ...row, parents: parentsByStudent.get(row.id) ?? [] }));
}

/** One student with parents, ledger and orders. */
export async function findStudent(db: Db, id: string): Promise<StudentDetails | undefined> {
  const student = await selectRecords(db).where('students.id', '=', id).executeTakeFirst();
  if (!student) return undefined;
  const [{ leftoverPolicy }, parents, ledger, orders] = await Promise.all([
    db
      .selectFrom('settings')
      .select('ewalletLeftoverPolicy as leftoverPolicy')
      .executeTakeFirstOrThrow(),
    parentsOfStudent(db, id),
    walletLedger(db, id),
    latestOrders(db, id),
  ]);
  return { ...student, leftoverPolicy, parents, ledger, orders };
}

const mergedInto = sql<StudentDetails['mergedInto']>`(
  select json_build_object('id', k.id, 'studentNumber', k.student_number)
  from students k
  where k.id = students.merged_into)`;

const duplicates = sql<StudentDetails['duplicates']>`(
  select coalesce(
    json_agg(
      json_build_object('id', m.id, 'studentNumber', m.student_number) order by m.student_number),
    '[]')
  from students m
  where m.merged_into = students.id)`;

/** Students with the fields of a record. */
function selectRecords(db: Db) {
  return selectStudents(db).select([
    'students.factsFamilyId',
    'students.inSource',
    'students.version',
    'students.updatedAt',
    'schools.aveDollarBalanceCents as schoolAveDollarCents',
    mergedInto.as('mergedInto'),
    duplicates.as('duplicates'),
    sql<StudentSourceField[]>`
      case when students.in_source then students.source_fields else '{}' end`.as('sourceFields'),
  ]);
}

function parentsOfStudent(db: Db, studentId: string) {
  return db
    .selectFrom('parents')
    .innerJoin('studentParents', 'studentParents.parentId', 'parents.id')
    .select(['id', 'name', 'email', 'phone'])
    .where('studentId', '=', studentId)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

const payout = sql<WalletEntry['payout']>`case when payouts.id is not null then
  json_build_object(
    'payoutId', payouts.id,
    'payoutNumber', payouts.payout_number,
    'method', payouts.method,
    'reversal', (
      select json_build_object(
        'reason', r.reason,
        'at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from payout_reversals r
      where r.payout_id = payouts.id))
end`;

/**
 * The latest entries of the student's eWallet, newest first; a top-up or a purchase has the time of its
 * payment.
 */
function walletLedger(db: Db, studentId: string) {
  const at = sql<string>`case
    when wallet_entries.type in ('top_up', 'spend')
      then coalesce(payments.paid_at, wallet_entries.at)
    else wallet_entries.at
  end`;
  return db
    .selectFrom('walletEntries')
    .innerJoin('wallets', 'wallets.id', 'walletEntries.walletId')
    .leftJoin('payments', 'payments.id', 'walletEntries.paymentId')
    .leftJoin('orders', 'orders.id', 'payments.orderId')
    .leftJoin('payouts', (join) =>
      join
        .onRef('payouts.studentId', '=', 'wallets.studentId')
        .on('walletEntries.idempotencyKey', '=', sql<string>`'payout:' || payouts.id`),
    )
    .select([
      'walletEntries.id',
      'walletEntries.type',
      'walletEntries.amountCents',
      'walletEntries.balanceAfterCents',
      'walletEntries.businessDay',
      'walletEntries.at as bookedAt',
      'walletEntries.actor',
      'walletEntries.note',
      'orders.orderNumber',
      at.as('at'),
      payout.as('payout'),
    ])
    .where('wallets.studentId', '=', studentId)
    .orderBy('walletEntries.seq', 'desc')
    .limit(LATEST)
    .execute();
}

/** The student's latest orders that no reset voided, newest first. */
function latestOrders(db: Db, studentId: string) {
  return db
    .selectFrom('orders')
    .innerJoin('fairs', 'fairs.id', 'orders.fairId')
    .select([
      'orders.id',
      'orders.orderNumber',
      'orders.soldAt',
      'fairs.name as fairName',
      'orders.units',
      'orders.totalCents',
      'orders.status',
    ])
    .select(sql<number>`orders.refunded_net_cents + orders.refunded_tax_cents`.as('refundedCents'))
    .where('orders.studentId', '=', studentId)
    .where('orders.voidedByResetId', 'is', null)
    .orderBy('orders.soldAt', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(LATEST)
    .execute();
}
