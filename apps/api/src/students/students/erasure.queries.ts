import { ERASED_STUDENT } from '@pos/contract/students/students';
import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';

/** A student to erase. */
export type ErasedRecord = {
  id: string;
  schoolId: string;
  studentNumber: string;
  firstName: string;
  lastName: string;
  erasedAt: string | null;
};

/** Returns a student to erase with the school, locked against sales in progress. */
export function lockStudent(tx: Tx, id: string): Promise<ErasedRecord | undefined> {
  return lockRecords(tx).where('id', '=', id).executeTakeFirst();
}

/** Returns the duplicates that were merged into a student, locked in one order. */
export function lockDuplicates(tx: Tx, id: string): Promise<ErasedRecord[]> {
  return lockRecords(tx).where('mergedInto', '=', id).orderBy('id').execute();
}

function lockRecords(tx: Tx) {
  return tx
    .selectFrom('students')
    .select(['id', 'schoolId', 'studentNumber', 'firstName', 'lastName', 'erasedAt'])
    .forUpdate();
}

/** Returns the names of a student's parents. `only` marks parents without another child. */
export async function findParentNames(
  tx: Tx,
  studentId: string,
): Promise<{ id: string; name: string; email: string; only: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; email: string; only: boolean }>`
    select p.id, p.name, p.email,
      not exists (
        select
        from student_parents other
        where other.parent_id = p.id and other.student_id <> ${studentId}) as only
      from parents p
      join student_parents sp on sp.parent_id = p.id
      where sp.student_id = ${studentId}
      order by p.id
      for update of p`.execute(tx);
  return rows;
}

/** Removes the student's names and parents. Parents in `orphaned` are deleted. */
export async function eraseStudentRow(
  tx: Tx,
  studentId: string,
  orphaned: readonly string[],
): Promise<void> {
  await tx.deleteFrom('studentParents').where('studentId', '=', studentId).execute();
  if (orphaned.length > 0) await tx.deleteFrom('parents').where('id', 'in', orphaned).execute();
  const [firstName = '', lastName = ''] = ERASED_STUDENT.split(' ');
  await tx
    .updateTable('students')
    .set({
      firstName,
      lastName,
      teacher: ERASED_STUDENT,
      factsFamilyId: null,
      inSource: false,
      status: 'inactive',
      erasedAt: sql<string>`now()`,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', studentId)
    .execute();
}

/** Rows changed by an erasure, by table. */
export type ChangedRows = Record<string, number>;

/**
 * Removes customer names from the student's orders and held orders, and the student from the record
 * of an import. Returns the changed rows.
 */
export async function eraseCustomerNames(
  tx: Tx,
  { id, schoolId, studentNumber }: ErasedRecord,
): Promise<ChangedRows> {
  const orders = await tx
    .updateTable('orders')
    .set({ customerName: ERASED_STUDENT })
    .where('studentId', '=', id)
    .where('customerName', 'is not', null)
    .executeTakeFirst();
  const held = await sql`
    update held_orders
    set body = jsonb_set(body, '{customerName}', ${JSON.stringify(ERASED_STUDENT)}::jsonb)
    where fair_id in (select id from fairs where school_id = ${schoolId})
      and trim(body ->> 'studentNumber') = ${studentNumber}
      and body ->> 'customerName' is not null`.execute(tx);
  // An undo would bring the names back; after an erasure the import stays.
  const uploads = await sql`
    update uploads set made = null
    where kind = 'students' and made::text like ${`%${id}%`}`.execute(tx);
  return {
    orders: Number(orders.numUpdatedRows),
    held_orders: Number(held.numAffectedRows ?? 0n),
    uploads: Number(uploads.numAffectedRows ?? 0n),
  };
}
