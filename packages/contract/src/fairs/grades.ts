import { z } from 'zod';

/** Grades of US schools in their order, from preschool on (domain 3.6). */
export const GRADES = [
  'PK3',
  'PK4',
  'K',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '11',
  '12',
] as const;
export type Grade = (typeof GRADES)[number];

/** Refusal of a grade that no rule knows. */
export const UNKNOWN_GRADE = 'Grade must be PK3, PK4, K or 1 to 12.';

const PRESCHOOL = /^(?:p-?k|pre-? ?k(?:inder(?:garten)?)?) ?-?([34]?)$/;
const KINDERGARTEN = /^(?:(?:grade|gr) ?)?(?:k|kg|kdg|kn|kf|kinder(?:garten)?|00?)(?: grade)?$/;
const NUMBER = /^(?:(?:grade|gr|g) ?)?0?([1-9]|1[0-2])(?:st|nd|rd|th)?(?: ?(?:grade|gr|g))?$/;
const WORDS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
];

/**
 * Returns the grade of a spelling that schools use: `01`, `1st`, `Grade 1` and `First` are `1`,
 * `Kindergarten`, `KG` and `0` are `K`, `Pre-K` without an age is `PK4`, the year before K. Undefined
 * for others, such as `3rd/4th`. Migration 0038 has the same rules.
 */
export function toGrade(written: string): Grade | undefined {
  const text = written
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/(?<=[a-z])\.|\.(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const preschool = PRESCHOOL.exec(text);
  if (preschool) return preschool[1] === '3' ? 'PK3' : 'PK4';
  if (KINDERGARTEN.test(text)) return 'K';
  const word = WORDS.indexOf(text.replace(/ grade$/, ''));
  const number = NUMBER.exec(text)?.[1] ?? String(word + 1);
  return GRADES.find((grade) => grade === number);
}

/** "Grade 3"; kindergarten and earlier grades by their own letters. */
export function gradeLabel(grade: string): string {
  return /^\d+$/.test(grade) ? `Grade ${grade}` : grade;
}

/** Returns the place of a grade in the order of the grades, in any spelling; -1 for others. */
export function gradePlace(written: string): number {
  const grade = toGrade(written);
  return grade === undefined ? -1 : GRADES.indexOf(grade);
}

/** A grade as staff write it, stored in one spelling; blank for none. */
export const GradeText = z
  .string()
  .overwrite((written) => toGrade(written) ?? written.trim())
  .refine((grade) => grade === '' || toGrade(grade) !== undefined, UNKNOWN_GRADE);
