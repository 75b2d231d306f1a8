import { text } from '@pos/contract/values';
import { z } from 'zod';
import { creditTopUp, topUpIdOf } from '#api/features/wallets/top-ups.service.ts';
import { dayIn } from '#api/time/days.ts';
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
  keyOf: (cells) => cells.get('externalId') || undefined,
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
    const paymentIds = rows.map(({ value }) => topUpIdOf(value.externalId));
    const booked = await tx
      .selectFrom('payments')
      .select(['clientPaymentId', 'studentId', 'amountCents'])
      .where('clientPaymentId', 'in', paymentIds)
      .execute();
    const earlier = new Map(
      booked.map(({ clientPaymentId, ...payment }) => [clientPaymentId, payment]),
    );
    for (const { row, value } of rows) {
      const { schoolIdentifier, studentNumber, externalId, method, amountCents } = value;
      const school = schools.get(schoolIdentifier.toLowerCase());
      const studentId = school && students.get(studentKey(school.id, studentNumber));
      const before = earlier.get(topUpIdOf(externalId));
      const reject = (column: keyof TopUpRow, message: string) =>
        result.rejected.push({ row, column, message });
      if (!school) reject('schoolIdentifier', `School "${schoolIdentifier}" not found.`);
      else if (!studentId)
        reject(
          'studentNumber',
          `Student "${studentNumber}" not found at school "${schoolIdentifier}".`,
        );
      else if (before && (before.studentId !== studentId || before.amountCents !== amountCents))
        reject('externalId', 'This top-up was already credited for a different student or amount.');
      else if (before) result.unchanged++;
      else {
        const paidAt = new Date(value.paidAt).toISOString();
        const outcome = await creditTopUp(
          tx,
          {
            clientPaymentId: externalId,
            studentId,
            schoolId: school.id,
            fairId: null,
            deviceId: null,
            method,
            amountCents,
            paidAt,
            businessDay: dayIn(school.timeZone, paidAt),
          },
          actor,
        );
        if (outcome === 'credited') result.created++;
        else result.unchanged++;
      }
    }
    return result;
  },
};
