import type { PromotionPreview } from '@pos/contract/students/promotions';
import type { RecordStatus } from '@pos/contract/values';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';
import type { PromotedStudent } from './promotions.rules.ts';

/** A student's values before a promotion, and the version after it. */
export type MadePromotion = { id: string; grade: string; status: RecordStatus; version: number };

/** New grade and status of a student. */
export type PromotedRow = { id: string; grade: string; status: RecordStatus };

/** Returns the active students of a school, locked in one order if they are to change. */
export async function findPromotedStudents(
  db: Db,
  schoolId: string,
  isLocked: boolean,
): Promise<PromotedStudent[]> {
  const { rows } = await sql<PromotedStudent>`
    select students.id, students.grade,
      students.in_source and 'grade' = any(students.source_fields) as is_owned,
      coalesce(
        (select w.balance_cents from wallets w where w.student_id = students.id),
        0) as balance_cents
    from students
    where students.school_id = ${schoolId}
      and students.status = 'active'
      and students.erased_at is null
    order by students.id ${isLocked ? sql`for no key update` : sql``}`.execute(db);
  return rows;
}

/** Sets grade and status of students. Returns what an undo needs. */
export async function promoteRows(
  tx: Tx,
  changes: readonly PromotedRow[],
): Promise<MadePromotion[]> {
  const { rows } = await sql<MadePromotion>`
    with given as (
      select given.id, given.grade, given.status, s.grade as old_grade, s.status as old_status
      from json_to_recordset(${JSON.stringify(changes)}::json)
        as given(id uuid, grade text, status text)
      join students s on s.id = given.id)
    update students s
    set grade = given.grade, status = given.status, version = s.version + 1, updated_at = now()
    from given
    where s.id = given.id
    returning s.id, given.old_grade as grade, given.old_status as status, s.version`.execute(tx);
  return rows;
}

/** Restores the students that nobody changed since. Returns their IDs. */
export async function restoreRows(tx: Tx, made: readonly MadePromotion[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update students s
    set grade = given.grade, status = given.status, version = s.version + 1, updated_at = now()
    from json_to_recordset(${JSON.stringify(made)}::json)
      as given(id uuid, grade text, status text, version integer)
    where s.id = given.id and s.version = given.version and s.erased_at is null
    returning s.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Gives an earlier promotion the versions of the students that the undo of the next one restored, if
 * nobody changed them between the two: else its own undo would take that undo for a change.
 */
export async function carryVersions(
  tx: Tx,
  earlierId: string,
  undone: readonly MadePromotion[],
): Promise<void> {
  await sql`
    with made as (
      select one.id, one.grade, one.status, one.version, one.place
      from promotions p
      cross join rows from (
        jsonb_to_recordset(p.made) as (id uuid, grade text, status text, version integer)
      ) with ordinality as one(id, grade, status, version, place)
      where p.id = ${earlierId}
    ),
    undone as (
      select * from json_to_recordset(${JSON.stringify(undone)}::json)
        as given(id uuid, version integer)
    )
    update promotions
    set made = (
      select jsonb_agg(jsonb_build_object(
        'id', made.id,
        'grade', made.grade,
        'status', made.status,
        'version', case
          when s.version = undone.version + 1 and made.version = undone.version - 1 then s.version
          else made.version
        end) order by made.place)
      from made
      left join undone on undone.id = made.id
      left join students s on s.id = made.id)
    where id = ${earlierId}`.execute(tx);
}

/** Returns the school's latest promotion that was not undone. */
export async function findLastPromotion(
  db: Db,
  schoolId: string,
): Promise<PromotionPreview['last']> {
  const last = await db
    .selectFrom('promotions')
    .select(['id', 'at', 'actor as by', 'promoted', 'graduated'])
    .where('schoolId', '=', schoolId)
    .where('undoneAt', 'is', null)
    .orderBy('at', 'desc')
    .executeTakeFirst();
  return last ?? null;
}

/** Locks a promotion and returns it. */
export function lockPromotion(tx: Tx, id: string) {
  return tx
    .selectFrom('promotions')
    .select(['id', 'schoolId', 'made', 'undoneAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertPromotion(
  tx: Tx,
  row: Omit<Insertable<Schema['promotions']>, 'made'> & { made: readonly MadePromotion[] },
): Promise<void> {
  await tx
    .insertInto('promotions')
    .values({ ...row, made: JSON.stringify(row.made) })
    .execute();
}

export async function markUndone(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('promotions')
    .set({ undoneAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}
