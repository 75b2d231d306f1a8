import type { NewParent } from '@pos/contract/students/student-records';
import { type Insertable, sql, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

/** Returns the ID of a school's student with this number, ignoring case, other than `exceptId`. */
export async function findStudentOfNumber(
  db: Db,
  schoolId: string,
  studentNumber: string,
  exceptId: string | null,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('students')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`lower(student_number) = lower(${studentNumber})`)
    .where('id', 'is distinct from', exceptId)
    .executeTakeFirst();
  return found?.id;
}

/** Locks a school against other changes of its students, and returns true if it exists. */
export async function lockSchoolOfStudents(tx: Tx, schoolId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('schools')
    .select('id')
    .where('id', '=', schoolId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** Inserts a student with an empty eWallet. */
export async function insertStudentRow(tx: Tx, row: Insertable<Schema['students']>): Promise<void> {
  await tx.insertInto('students').values(row).execute();
  await tx.insertInto('wallets').values({ id: uuidv7(), studentId: row.id }).execute();
}

export async function updateStudentRow(
  tx: Tx,
  id: string,
  changes: Updateable<Schema['students']>,
): Promise<void> {
  await tx
    .updateTable('students')
    .set({ ...changes, version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Replaces the parents of a student. Parents without a child are deleted. */
export async function replaceParentRows(
  tx: Tx,
  studentId: string,
  parents: readonly NewParent[],
): Promise<void> {
  const kept: string[] = [];
  for (const parent of parents) kept.push(await saveParent(tx, studentId, parent));
  const { rows: removed } = await sql<{ id: string }>`
    delete from student_parents
    where student_id = ${studentId} and not parent_id = any(${kept}::uuid[])
    returning parent_id as id`.execute(tx);
  await sql`
    insert into student_parents (student_id, parent_id)
    select ${studentId}, unnest(${kept}::uuid[])
    on conflict do nothing`.execute(tx);
  await sql`
    delete from parents
    where id = any(${removed.map(({ id }) => id)}::uuid[])
      and not exists (select from student_parents sp where sp.parent_id = parents.id)`.execute(tx);
}

/** Changes a parent of the student in place, or finds or adds one. Returns the ID. */
async function saveParent(
  tx: Tx,
  studentId: string,
  { id, name, email = '', phone = '' }: NewParent,
): Promise<string> {
  const ofName = await tx
    .selectFrom('parents')
    .select('id')
    .where('name', '=', name)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst();
  const target = ofName?.id ?? (id && (await mayChangeParent(tx, studentId, id)) ? id : undefined);
  if (target === undefined) {
    const added = uuidv7();
    await tx.insertInto('parents').values({ id: added, name, email, phone }).execute();
    return added;
  }
  await tx
    .updateTable('parents')
    .set({ name, email, phone, updatedAt: sql<string>`now()` })
    .where('id', '=', target)
    .execute();
  return target;
}

/** True if the parent is the student's, and of no other child whose parents the source owns. */
async function mayChangeParent(tx: Tx, studentId: string, parentId: string): Promise<boolean> {
  const { rows } = await sql<{ isOwn: boolean; isOwned: boolean }>`
    select coalesce(bool_or(sp.student_id = ${studentId}), false) as is_own,
      coalesce(bool_or(s.in_source and 'parents' = any(s.source_fields)), false) as is_owned
    from student_parents sp
    join students s on s.id = sp.student_id
    where sp.parent_id = ${parentId}`.execute(tx);
  return rows[0]!.isOwn && !rows[0]!.isOwned;
}

/** Returns IDs of a school's students by their numbers in lowercase; locked in one order if asked. */
export async function findStudentIdsOfNumbers(
  tx: Tx,
  schoolId: string,
  numbers: readonly string[],
  isLocked: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from students
    where school_id = ${schoolId} and lower(student_number) = any(${numbers}::text[])
    order by id ${isLocked ? sql`for no key update` : sql``}`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes students of version 1 that have no money, payment or order, with their eWallets, and
 * parents of no other child. Returns the deleted IDs and the kept numbers.
 */
export async function removeUnusedStudents(
  tx: Tx,
  ids: readonly string[],
): Promise<{ removed: string[]; kept: string[] }> {
  const { rows } = await sql<{ id: string; studentNumber: string; isUnused: boolean }>`
    select s.id, s.student_number,
      s.version = 1
        and not s.in_source
        and not exists (
          select
          from wallet_entries e
          join wallets w on w.id = e.wallet_id
          where w.student_id = s.id)
        and not exists (select from students m where m.merged_into = s.id)
        and not exists (select from payments p where p.student_id = s.id)
        and not exists (select from orders o where o.student_id = s.id) as is_unused
    from students s
    where s.id = any(${ids}::uuid[])
    order by s.id
    for update of s`.execute(tx);
  const removed = rows.filter(({ isUnused }) => isUnused).map(({ id }) => id);
  await sql`delete from wallets where student_id = any(${removed}::uuid[])`.execute(tx);
  const { rows: links } = await sql<{ parentId: string }>`
    delete from student_parents where student_id = any(${removed}::uuid[])
    returning parent_id`.execute(tx);
  await sql`delete from students where id = any(${removed}::uuid[])`.execute(tx);
  await sql`
    delete from parents
    where id = any(${links.map(({ parentId }) => parentId)}::uuid[])
      and not exists (select from student_parents sp where sp.parent_id = parents.id)`.execute(tx);
  return {
    removed,
    kept: rows.filter(({ isUnused }) => !isUnused).map(({ studentNumber }) => studentNumber),
  };
}
