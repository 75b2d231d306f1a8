import { FIRST_NAMES, LAST_NAMES, PARENTS, TEACHERS } from '@pos/world/names';
import { Random } from '@pos/world/random';
import { SCHOOLS, type WorldSchool } from '@pos/world/schools';

const GRADES = Object.keys(TEACHERS);
const FUNDED = 40;

/** An invented student with the parents' contact. */
export type DemoStudent = ReturnType<typeof drawParents> & {
  schoolIdentifier: string;
  studentNumber: string;
  firstName: string;
  lastName: string;
  grade: string;
  teacher: string;
};

/**
 * Students of all schools, always the same. One in four has a sibling at the school; two share
 * their name.
 */
export const STUDENTS: readonly DemoStudent[] = SCHOOLS.flatMap((school, at) =>
  drawStudents(school, at + 1),
);

/** Students with money in their eWallets: forty, spread over the schools. */
export const FUNDED_STUDENTS: readonly DemoStudent[] = STUDENTS.filter(
  (_, index) =>
    Math.floor(((index + 1) * FUNDED) / STUDENTS.length) >
    Math.floor((index * FUNDED) / STUDENTS.length),
);

function drawStudents(school: WorldSchool, schoolNumber: number): DemoStudent[] {
  const random = new Random(`children of ${school.identifier}`);
  const students: DemoStudent[] = [];
  for (let number = 1; number <= school.students; number++) {
    const sibling = number % 4 === 0 ? students.at(-1) : undefined;
    const grade = random.pick(GRADES);
    const serial = `${schoolNumber}${String(number).padStart(3, '0')}`;
    const lastName = sibling?.lastName ?? random.pick(LAST_NAMES);
    const firstName = random.pick(FIRST_NAMES.filter((name) => name !== sibling?.firstName));
    students.push({
      ...(sibling ?? drawParents(random, school, { serial, lastName, hasTwo: number % 5 === 0 })),
      schoolIdentifier: school.identifier,
      studentNumber: `S${serial}`,
      firstName,
      lastName,
      grade,
      teacher: TEACHERS[grade] ?? '',
    });
  }
  const [first, second] = students;
  // Grade and teacher distinguish two students of the same name.
  if (first && second && schoolNumber === 1) {
    const { firstName, lastName } = first;
    const grade = first.grade === '3' ? '4' : '3';
    Object.assign(second, { firstName, lastName, grade, teacher: TEACHERS[grade] });
  }
  return students;
}

/** Makes the parents and the tuition account, which a student shares with brothers and sisters. */
function drawParents(
  random: Random,
  { factsEnabled }: WorldSchool,
  { serial, lastName, hasTwo }: { serial: string; lastName: string; hasTwo: boolean },
) {
  return {
    parentName: `${random.pick(PARENTS)} ${lastName}`,
    parentEmail: `family${serial}@example.com`,
    secondParentName: hasTwo ? `${random.pick(PARENTS)} ${random.pick(LAST_NAMES)}` : '',
    secondParentEmail: hasTwo ? `second${serial}@example.com` : '',
    factsFamilyId: factsEnabled ? `F${random.int(10_000, 99_999)}` : '',
  };
}
