import { toGrade } from '@pos/contract/grades';
import { optionalText } from './cells.ts';
import type { Numbered, RowProblem } from './sync-file.ts';

/** A grade in the spelling of the list (domain 3.6), or as the source delivers it. */
export const knownGrade = optionalText(20).transform((grade) => grade && (toGrade(grade) ?? grade));

/** Names the first row of each grade that no rule knows. The student is stored all the same. */
export function unknownGrades(
  rows: readonly Numbered<{ grade?: string | undefined }>[],
): RowProblem[] {
  const unknown = rows.filter(({ value: { grade } }) => grade && toGrade(grade) === undefined);
  const first = new Map(unknown.toReversed().map((row) => [row.value.grade, row.row]));
  return [...first].map(([grade, row]) => ({
    row,
    column: 'grade',
    message: `Grade "${grade}" is not PK3, PK4, K or 1 to 12. It is stored, but filters and lists do not know it.`,
  }));
}
