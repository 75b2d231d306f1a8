import { Random } from '../simulator/random.ts';
import { type DemoSchool, SCHOOLS } from './schools.ts';

/** An invented student with the parents' contact. */
export type DemoStudent = {
  schoolIdentifier: string;
  studentNumber: string;
  firstName: string;
  lastName: string;
  grade: string;
  teacher: string;
  parentName: string;
  parentEmail: string;
  secondParentName: string;
  secondParentEmail: string;
  factsFamilyId: string;
};

const FIRST_NAMES = [
  'Ada',
  'Beau',
  'Cora',
  'Dario',
  'Elsie',
  'Finn',
  'Greta',
  'Hugo',
  'Isla',
  'Jonas',
  'Kaia',
  'Leif',
  'Mina',
  'Nico',
  'Oona',
  'Percy',
  'Quinn',
  'Remy',
  'Sana',
  'Theo',
  'Uma',
  'Viggo',
  'Willa',
  'Xavi',
  'Yara',
  'Zeke',
] as const;
const LAST_NAMES = [
  'Ambergate',
  'Birchall',
  'Cottlestone',
  'Dunmarrow',
  'Eskridge',
  'Fennimore',
  'Garrowby',
  'Hollinshed',
  'Inglemere',
  'Jessamine',
  'Kettlewick',
  'Lindenthorpe',
  'Marrowood',
  'Nettlefield',
  'Oxbarrow',
  'Pennywhistle',
  'Quillfeather',
  'Rushbrooke',
  'Silverlake',
  'Tamberlane',
  'Underhay',
  'Vantongeren',
  'Wexcombe',
  'Yarborough',
] as const;
const PARENTS = [
  'Adele',
  'Bram',
  'Celia',
  'Dorian',
  'Edith',
  'Franklin',
  'Gwen',
  'Harvey',
  'Ilse',
  'Jasper',
  'Katrin',
  'Lowell',
  'Maude',
  'Nils',
  'Opal',
  'Piers',
] as const;
const TEACHERS: Record<string, string> = {
  K: 'Ms. Applewhite',
  1: 'Mr. Barrowclough',
  2: 'Mrs. Cloverdale',
  3: 'Ms. Drinkwater',
  4: 'Mr. Everhart',
  5: 'Mrs. Fairweather',
};
const GRADES = Object.keys(TEACHERS);

/**
 * Students of all schools, always the same. One in four has a sibling at the school; two share
 * their name.
 */
export const STUDENTS: readonly DemoStudent[] = SCHOOLS.flatMap((school, at) =>
  studentsOf(school, at + 1),
);

const FUNDED = 40;
/** Students with money in their eWallets: forty, spread over the schools. */
export const FUNDED_STUDENTS: readonly DemoStudent[] = STUDENTS.filter(
  (_, index) =>
    Math.floor(((index + 1) * FUNDED) / STUDENTS.length) >
    Math.floor((index * FUNDED) / STUDENTS.length),
);

/** Parents and tuition account, which a student shares with brothers and sisters. */
type Family = Pick<
  DemoStudent,
  'parentName' | 'parentEmail' | 'secondParentName' | 'secondParentEmail' | 'factsFamilyId'
>;

function familyOf(student: DemoStudent): Family {
  const { parentName, parentEmail, secondParentName, secondParentEmail, factsFamilyId } = student;
  return { parentName, parentEmail, secondParentName, secondParentEmail, factsFamilyId };
}

function newFamily(
  random: Random,
  {
    school,
    serial,
    lastName,
    hasTwoParents,
  }: { school: DemoSchool; serial: string; lastName: string; hasTwoParents: boolean },
): Family {
  return {
    parentName: `${random.pick(PARENTS)} ${lastName}`,
    parentEmail: `family${serial}@example.com`,
    secondParentName: hasTwoParents ? `${random.pick(PARENTS)} ${random.pick(LAST_NAMES)}` : '',
    secondParentEmail: hasTwoParents ? `second${serial}@example.com` : '',
    factsFamilyId: school.withoutFacts ? '' : `F${random.int(10_000, 99_999)}`,
  };
}

function studentsOf(school: DemoSchool, schoolNumber: number): DemoStudent[] {
  const random = new Random(`children of ${school.identifier}`);
  const students: DemoStudent[] = [];
  for (let number = 1; number <= school.students; number++) {
    const sibling = number % 4 === 0 ? students.at(-1) : undefined;
    const grade = random.pick(GRADES);
    const lastName = sibling?.lastName ?? random.pick(LAST_NAMES);
    const firstName = random.pick(FIRST_NAMES.filter((name) => name !== sibling?.firstName));
    const serial = `${schoolNumber}${String(number).padStart(3, '0')}`;
    const hasTwoParents = number % 5 === 0;
    students.push({
      schoolIdentifier: school.identifier,
      studentNumber: `S${serial}`,
      firstName,
      lastName,
      grade,
      teacher: TEACHERS[grade] ?? '',
      ...(sibling
        ? familyOf(sibling)
        : newFamily(random, { school, serial, lastName, hasTwoParents })),
    });
  }
  const [first, second] = students;
  // Grade and teacher distinguish two students of the same name.
  if (first && second && schoolNumber === 1)
    Object.assign(second, {
      firstName: first.firstName,
      lastName: first.lastName,
      grade: first.grade === '3' ? '4' : '3',
      teacher: first.grade === '3' ? TEACHERS['4'] : TEACHERS['3'],
    });
  return students;
}
