import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import { standingFor } from '#api/db/merged-records.ts';

/** Key of a student by school (identifier or ID) and student number, ignoring case. */
export const studentKey = (school: string, studentNumber: string) =>
  `${school} ${studentNumber}`.toLowerCase();

/** Returns schools by identifier in lowercase. */
export async function findSchoolZones(
  tx: Tx,
  identifiers: readonly string[],
): Promise<Map<string, { id: string; timeZone: string }>> {
  const wanted = [...new Set(identifiers.map((identifier) => identifier.toLowerCase()))];
  const { rows } = await sql<{ id: string; identifier: string; timeZone: string }>`
    select schools.id, named.identifier, schools.time_zone
    from ${standingFor('schools')}
    where lower(named.identifier) = any(${wanted}::text[])`.execute(tx);
  return new Map(rows.map(({ identifier, ...school }) => [identifier.toLowerCase(), school]));
}

/** Returns the schools of merged duplicates, both by identifier in lowercase. */
export async function findMergedSchools(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await sql<{ named: string; school: string }>`
    select lower(named.identifier) as named, lower(schools.identifier) as school
    from ${standingFor('schools')}
    where named.merged_into is not null`.execute(tx);
  return new Map(rows.map(({ named, school }) => [named, school]));
}

/**
 * Returns student IDs by `studentKey` of school ID and number, in any case; the same spelling wins.
 * The number of a merged duplicate leads to the student that it was merged into.
 */
export async function findStudentIds(
  tx: Tx,
  students: readonly { schoolId: string; studentNumber: string }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; schoolId: string; studentNumber: string }>`
    select coalesce(students.merged_into, students.id) as id, students.school_id,
      students.student_number
    from students
    join json_to_recordset(${JSON.stringify(students)}::json) as wanted(
      "schoolId" uuid, "studentNumber" text)
      on students.school_id = wanted."schoolId"
        and lower(students.student_number) = lower(wanted."studentNumber")
    order by students.student_number = wanted."studentNumber", students.created_at desc`.execute(
    tx,
  );
  return new Map(
    rows.map(({ id, schoolId, studentNumber }) => [studentKey(schoolId, studentNumber), id]),
  );
}

/** Number of a student as a school has it. `isMerged`: a duplicate that was merged into another. */
type KnownNumber = { studentNumber: string; isMerged: boolean };

/**
 * Returns the stored spelling of student numbers that a school has in any case, by `studentKey`, so
 * that a student added by hand is not added again.
 */
export async function findSpellings(
  tx: Tx,
  students: readonly { schoolId: string; value: { studentNumber: string } }[],
): Promise<Map<string, KnownNumber>> {
  const wanted = students.map(({ schoolId, value: { studentNumber } }) => ({
    schoolId,
    studentNumber,
  }));
  const { rows } = await sql<KnownNumber & { schoolId: string }>`
    select students.school_id, students.student_number,
      students.merged_into is not null as is_merged
    from students
    join json_to_recordset(${JSON.stringify(wanted)}::json) as wanted(
      "schoolId" uuid, "studentNumber" text)
      on students.school_id = wanted."schoolId"
        and lower(students.student_number) = lower(wanted."studentNumber")
    order by students.student_number = wanted."studentNumber", students.created_at desc`.execute(
    tx,
  );
  return new Map(
    rows.map(({ schoolId, ...known }) => [studentKey(schoolId, known.studentNumber), known]),
  );
}
