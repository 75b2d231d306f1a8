import type { Steps } from '#api/features/uploads/time-slices.ts';
import { EMPTY, type Cell } from '#api/spreadsheets/sheet.ts';
import type { TableRow } from '#api/spreadsheets/table.ts';

/** Builds a row of a file from typed texts; columns without a text are blank. */
export function typedRow<Column extends string>(
  columns: readonly Column[],
  number: number,
  texts: Partial<Record<Column, string>>,
): TableRow<Column> {
  const cells = Object.fromEntries(
    columns.map((column): [Column, Cell] => {
      const text = texts[column];
      return [column, text === undefined ? EMPTY : { kind: 'text', text }];
    }),
  ) as Record<Column, Cell>;
  return { number, hidden: false, cells };
}

/** Runs the steps of upload rules at once. */
export function getResult<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
