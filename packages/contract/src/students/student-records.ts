import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { GradeText } from '../fairs/grades.ts';
import { editAndRead } from '../permissions.ts';
import { StudentDetails } from './students.ts';
import {
  clearable,
  dataSchema,
  Email,
  Id,
  optional,
  RecordStatus,
  text,
  Version,
} from '../values.ts';

const optionalText = (max: number) => text(0, max, `Use at most ${max} characters.`);

/** Maximum number of parents of a student. */
export const MAX_PARENTS = 4;

/**
 * A parent or guardian of a student. `id` is one of the student's parents, whose data change for all
 * their children; without it, a parent of the same name and email is the same person.
 */
export const NewParent = z.strictObject({
  id: optional(Id),
  name: text(1, 120, "Enter the parent's name."),
  email: clearable(z.union([z.literal(''), Email]), ''),
  phone: clearable(optionalText(30), ''),
});
export type NewParent = z.infer<typeof NewParent>;

const required = {
  studentNumber: text(1, 60, 'Student number must have 1 to 60 characters.'),
  firstName: text(1, 60, 'First name must have 1 to 60 characters.'),
  lastName: text(1, 60, 'Last name must have 1 to 60 characters.'),
};
const others = {
  grade: clearable(GradeText, ''),
  teacher: clearable(optionalText(120), ''),
  factsFamilyId: clearable(optionalText(60), ''),
  parents: clearable(
    z.array(NewParent).max(MAX_PARENTS, `Add at most ${MAX_PARENTS} parents.`),
    [],
  ),
};

/** Request to add a student that the source system does not have yet (domain 3.6). */
export const NewStudent = z.strictObject({
  schoolId: z.uuid('Choose a school.'),
  ...required,
  ...others,
});
export type NewStudent = z.infer<typeof NewStudent>;

/** Request to change a student. Fields that are left out stay unchanged. */
export const StudentChanges = z.strictObject({
  studentNumber: optional(required.studentNumber),
  firstName: optional(required.firstName),
  lastName: optional(required.lastName),
  ...others,
  version: Version,
});
export type StudentChanges = z.infer<typeof StudentChanges>;

export const studentRecordsApi = defineApi({
  add: {
    call: 'POST /v1/students/add',
    place: 'named',
    access: editAndRead('Fairs', 'Students'),
    summary: 'Add a student',
    idempotent: true,
    description:
      'The student number must be new in the school, ignoring case. A sync that delivers it later changes this record.',
    body: NewStudent,
    response: dataSchema(StudentDetails),
  },
  update: {
    call: 'PUT /v1/students/update/:id',
    place: 'named',
    access: editAndRead('Fairs', 'Students'),
    summary: 'Change a student',
    description:
      'Fields that are left out stay unchanged; `parents` replaces all of them. A field that the source system owns is refused on the field if it differs. 409 INVALID_TRANSITION for an erased student.',
    body: StudentChanges,
    response: dataSchema(StudentDetails),
  },
  changeStatus: {
    call: 'PATCH /v1/students/change-status/:id',
    place: 'named',
    access: editAndRead('Fairs', 'Students'),
    summary: 'Activate or deactivate a student',
    description:
      'Registers do not find an inactive student. The eWallet keeps its money. 409 INVALID_TRANSITION for an erased student.',
    body: z.strictObject({ status: RecordStatus }),
    response: dataSchema(StudentDetails),
  },
});
