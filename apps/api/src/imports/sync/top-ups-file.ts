import { text } from '@pos/contract/values';
import { dayIn } from '@pos/contract/values/clock';
import { sql } from 'kysely';
import { z } from 'zod';
import {
  creditTopUp,
  type NewTopUp,
  toTopUpId,
} from '#api/sales/payments/wallets/top-ups.service.ts';
import { wholeNumber } from './cells.ts';
import { findSchoolZones, findStudentIds, studentKey } from './people.queries.ts';
import type { Applied, FileRules } from './sync-file.ts';

const TopUpRow = z.object({
  externalId: text(1, 200, 'externalId is required.'),
  schoolIdentifier: text(1, 40, 'School identifier is required.'),
  studentNumber: text(1, 60, 'Student number is required.'),
  amountCents: wholeNumber(1, 100_000_000, 'Enter the amount in whole cents, above 0.'),
  method: wholeNumber(1, 3, 'Enter the method as 1 (card), 2 (check) or 3 (cash).').transform(
    (method) => method as 1 | 2 | 3,
  ),
  paidAt: z.iso.datetime({
    offset: true,
    error: 'Enter the time in ISO 8601 format, such as 2026-10-09T18:00:00Z.',
  }),
});
type TopUpRow = z.infer<typeof TopUpRow>;

/**
 * `wallet-top-ups.csv`: money paid elsewhere. Each externalId is credited only once, ever, without
 * the limits of a register (domain 3.12).
 */
export const topUpsFile: FileRules<TopUpRow> = {
  name: 'wallet-top-ups.csv',
  columns: {
    required: [
      'externalId',
      'schoolIdentifier',
      'studentNumber',
      'amountCents',
      'method',
      'paidAt',
    ],
    optional: [],
  },
  schema: TopUpRow,
  toKey: (cells) => cells.get('externalId') || undefined,
  // Small portions, because each locks the wallets it credits, and sales must not wait for many.
  rowsAtOnce: 50,

  async apply(tx, rows, { actor }) {
    const result: Applied = { created: 0, updated: 0, unchanged: 0, rejected: [] };
    const schools = await findSchoolZones(
      tx,
      rows.map(({ value }) => value.schoolIdentifier),
    );
    const students = await findStudentIds(
      tx,
      rows.flatMap(({ value }) => {
        const school = schools.get(value.schoolIdentifier.toLowerCase());
        return school ? [{ schoolId: school.id, studentNumber: value.studentNumber }] : [];
      }),
    );
    const paymentIds = rows.map(({ value }) => toTopUpId(value.externalId));
    const booked = await tx
      .selectFrom('payments')
      .leftJoin('students', 'students.id', 'payments.studentId')
      .select(['clientPaymentId', 'amountCents'])
      .select(sql<string | null>`coalesce(students.merged_into, students.id)`.as('studentId'))
      .where('clientPaymentId', 'in', paymentIds)
      .execute();
    const earlier = new Map(
      booked.map(({ clientPaymentId, ...payment }) => [clientPaymentId, payment]),
    );
    for (const { row, value } of rows) {
      const school = schools.get(value.schoolIdentifier.toLowerCase());
      const studentId = school && students.get(studentKey(school.id, value.studentNumber));
      const before = earlier.get(toTopUpId(value.externalId));
      const judged = judgeRow(value, { school, studentId, before });
      if ('message' in judged) result.rejected.push({ row, ...judged });
      else if (before) result.unchanged++;
      else if ((await creditTopUp(tx, judged.topUp, actor)) === 'credited') result.created++;
      else result.unchanged++;
    }
    return result;
  },
};

/** Stored records that a row refers to, and the payment that it was credited with before. */
type Referenced = {
  school: { id: string; timeZone: string } | undefined;
  studentId: string | undefined;
  before: { studentId: string | null; amountCents: number } | undefined;
};

/** Returns the top-up of a row, or the column and message of a row that cannot be credited. */
function judgeRow(
  row: TopUpRow,
  { school, studentId, before }: Referenced,
): { topUp: NewTopUp } | { column: keyof TopUpRow; message: string } {
  const { schoolIdentifier, studentNumber, amountCents } = row;
  if (!school)
    return { column: 'schoolIdentifier', message: `School "${schoolIdentifier}" not found.` };
  if (!studentId)
    return {
      column: 'studentNumber',
      message: `Student "${studentNumber}" not found at school "${schoolIdentifier}".`,
    };
  if (before && (before.studentId !== studentId || before.amountCents !== amountCents))
    return {
      column: 'externalId',
      message: 'This top-up was already credited for a different student or amount.',
    };
  const paidAt = new Date(row.paidAt).toISOString();
  return {
    topUp: {
      clientPaymentId: row.externalId,
      studentId,
      schoolId: school.id,
      fairId: null,
      deviceId: null,
      method: row.method,
      amountCents,
      paidAt,
      businessDay: dayIn(paidAt, school.timeZone),
    },
  };
}
