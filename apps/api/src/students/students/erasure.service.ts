import type { Tx } from '#api/db/db.ts';
import {
  eraseCustomerNames,
  eraseStudentRow,
  findParentNames,
  lockDuplicates,
  lockStudent,
  type ChangedRows,
  type ErasedRecord,
} from './erasure.queries.ts';

/** Result of erasing a record: the names that it had, its deleted parents, and changed rows. */
type ErasedRow = { names: string[]; parents: number; changed: ChangedRows };

/**
 * Erases a student and the duplicates merged into it, without the texts that may also name them.
 * Returns nothing if the student was erased meanwhile.
 */
export async function eraseWithDuplicates(tx: Tx, id: string): Promise<ErasedRow[]> {
  const student = await lockStudent(tx, id);
  if (!student || student.erasedAt) return [];
  const erased: ErasedRow[] = [];
  for (const record of [student, ...(await lockDuplicates(tx, id))])
    erased.push(await eraseRow(tx, record));
  return erased;
}

/**
 * Erases one record: its names, parents without another child, and the customer names of its
 * orders.
 */
async function eraseRow(tx: Tx, record: ErasedRecord): Promise<ErasedRow> {
  const { id, firstName, lastName } = record;
  const orphaned = (await findParentNames(tx, id)).filter(({ only }) => only);
  await eraseStudentRow(
    tx,
    id,
    orphaned.map((parent) => parent.id),
  );
  return {
    names: [
      `${firstName} ${lastName}`,
      ...orphaned.flatMap(({ name, email }) => [name, email]).filter(Boolean),
    ],
    parents: orphaned.length,
    changed: await eraseCustomerNames(tx, record),
  };
}
