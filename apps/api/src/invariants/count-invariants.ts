import type { Invariant } from './invariant.ts';
import { differing } from './totals-invariants.ts';

/** Stored numbers of rows that lists show equal their recount (decision 0020). */
export const countInvariants: readonly Invariant[] = [
  {
    code: 'K11',
    promise: 'The kept numbers of students by school and status = their recount.',
    query: differing(
      'school_id, status',
      ['students'],
      'select school_id, status, students from student_counts',
      'select school_id, status, 1 as students from students',
    ),
  },
  {
    code: 'K11',
    promise: 'The stored numbers of fairs, schools and students = their recount.',
    query: differing(
      'list',
      ['row_count'],
      'select list, row_count from list_sums',
      `
        select 'fairs', count(*) from fairs
        union all
        select 'schools', count(*) from schools
        union all
        select 'students', count(*) from students`,
    ),
  },
];
