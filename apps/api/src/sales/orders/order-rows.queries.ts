import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/**
 * Orders with their fair, school, device, student and reset. Readers without Students see no name of
 * a sale to a student (domain 9.1).
 */
export function selectOrders(db: Db, readsStudents: boolean) {
  const ofStudent = <Value>(value: RawBuilder<Value>) => (readsStudents ? value : sql<Value>`null`);
  const name = sql<
    string | null
  >`coalesce(orders.customer_name, students.first_name || ' ' || students.last_name)`;
  return db
    .selectFrom('orders')
    .innerJoin('fairs', 'fairs.id', 'orders.fairId')
    .innerJoin('schools', 'schools.id', 'orders.schoolId')
    .innerJoin('devices', 'devices.id', 'orders.deviceId')
    .leftJoin('students', 'students.id', 'orders.studentId')
    .leftJoin('fairResets', 'fairResets.id', 'orders.voidedByResetId')
    .select([
      'orders.id',
      'orders.orderNumber',
      'orders.soldAt',
      'orders.businessDay',
      'orders.fairId',
      'fairs.name as fairName',
      'schools.name as schoolName',
      'fairs.timeZone',
      'orders.customerType',
      'orders.units',
      'orders.grossCents',
      'orders.discountCents',
      'orders.subtotalCents',
      'orders.taxCents',
      'orders.totalCents',
      'orders.methods',
      'orders.paymentStatus',
      'orders.status',
      'orders.shipToSchool',
      'orders.taxExempt',
      'devices.deviceId',
      'orders.flags',
      'fairResets.resetAt as voidedAt',
    ])
    .select([
      sql<number>`orders.refunded_net_cents + orders.refunded_tax_cents`.as('refundedCents'),
      (readsStudents
        ? name
        : sql<string | null>`case
              when orders.customer_type = 'student' or orders.student_id is not null then null
              else orders.customer_name
            end`
      ).as('customerName'),
      ofStudent(sql<string | null>`students.student_number`).as('studentNumber'),
      ofStudent(sql<string | null>`students.grade`).as('grade'),
      ofStudent(sql<string | null>`students.teacher`).as('teacher'),
    ]);
}
