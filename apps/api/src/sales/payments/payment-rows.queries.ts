import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** Below a policy, PostgreSQL finds no row by a coalesce(). */
const studentId = sql<string>`case
  when orders.student_id is null then payments.student_id
  else orders.student_id end`;

/**
 * Payments with their school, fair, order, device, reset and student. Readers without Students see no
 * name of a payment of a student (domain 9.1).
 */
export function selectPayments(db: Db, readsStudents: boolean) {
  const name = sql<
    string | null
  >`coalesce(orders.customer_name, students.first_name || ' ' || students.last_name)`;
  return db
    .selectFrom('payments')
    .innerJoin('schools', 'schools.id', 'payments.schoolId')
    .leftJoin('fairs', 'fairs.id', 'payments.fairId')
    .leftJoin('orders', 'orders.id', 'payments.orderId')
    .leftJoin('devices', 'devices.id', 'payments.deviceId')
    .leftJoin('fairResets', 'fairResets.id', 'payments.voidedByResetId')
    .leftJoin('students', (join) => join.on('students.id', '=', studentId))
    .select([
      'payments.id',
      'payments.paidAt',
      'payments.businessDay',
      'payments.purpose',
      'payments.method',
      'payments.type',
      'payments.status',
      'payments.amountCents',
      'payments.tenderedCents',
      'payments.changeCents',
      'payments.roundingCents',
      'payments.refundedCents',
      'payments.checkNumber',
      'payments.cardBrand',
      'payments.cardLast4',
      'payments.processorRef',
      'payments.reviewReason',
      'payments.failureCode',
      'payments.orderId',
      'orders.orderNumber',
      'orders.customerType',
      'payments.fairId',
      'fairs.name as fairName',
      'schools.name as schoolName',
      'devices.deviceId',
      'fairResets.resetAt as voidedAt',
    ])
    .select([
      sql<string>`coalesce(fairs.time_zone, schools.time_zone)`.as('timeZone'),
      (readsStudents
        ? name
        : sql<string | null>`case
              when orders.customer_type = 'student' or students.id is not null then null
              else orders.customer_name
            end`
      ).as('customerName'),
      (readsStudents ? sql<string | null>`students.student_number` : sql<string | null>`null`).as(
        'studentNumber',
      ),
    ]);
}
