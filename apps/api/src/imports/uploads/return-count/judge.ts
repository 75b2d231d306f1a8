import { RETURN_COUNT_COLUMNS } from '@pos/contract/stock/inventory-columns';
import { pluralize } from '@pos/contract/values/counts';
import { ALMOST_ISBN } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import { refuse, refuseRepeated, refuseWarned, warn, type ReadRow } from '../row-messages.ts';
import { rowReader } from '../row-reader.ts';
import type { Outcome } from '../upload.ts';
import type { CountedLine } from './return-count.queries.ts';

export type CountRow = ReadRow<keyof typeof RETURN_COUNT_COLUMNS> & {
  code: string | undefined;
  counted: number | undefined;
  damaged: number;
};
export type JudgedCount = CountRow & { outcome: Outcome; line: CountedLine | undefined };
export type CountState = {
  /** Lines of the fair by SKU and by ISBN-13, in lowercase. */
  lines: ReadonlyMap<string, CountedLine>;
  /** At a closed-out fair only titles that were not counted may still be counted (domain 4.4). */
  finished: boolean;
  /** Numbers of earlier rows, by title. */
  firstRows: Map<string, number>;
};

/** Reads one row on its own. */
export const readCountRow = rowReader(RETURN_COUNT_COLUMNS, (read, { item, counted, damaged }) => {
  const row: CountRow = { ...read, code: item?.code, counted, damaged: damaged ?? 0 };
  if (row.counted !== undefined && row.damaged > row.counted)
    refuse(row, 'Damaged', 'DAMAGED_ABOVE_COUNTED', 'Damaged cannot be more than Counted.');
  return row;
});

/** Judges one row against the fair's lines and earlier rows, and remembers its title. */
export function judgeCountRow(
  row: CountRow,
  { lines, finished, firstRows }: CountState,
): JudgedCount {
  const line = row.code === undefined ? undefined : lines.get(row.code.toLowerCase());
  if (row.code !== undefined && !line && !refuseWarned(row, ALMOST_ISBN))
    refuse(row, 'ISBN/SKU', 'NOT_AT_FAIR', `"${row.code}" is not in the inventory of this fair.`);
  refuseRepeated(row, 'ISBN/SKU', line?.titleId, firstRows);
  if (line) judgeCount(row, line, finished);
  return {
    ...row,
    line,
    outcome: row.errors.length > 0 || !line ? 'reject' : getOutcome(row, line),
  };
}

/** Warns of more units than expected, and refuses to change a count of a closed-out fair. */
function judgeCount(row: CountRow, line: CountedLine, finished: boolean): void {
  if (row.counted !== undefined && row.counted > line.expectedReturn)
    warn(
      row,
      'Counted',
      'MORE_THAN_EXPECTED',
      `${pluralize(line.expectedReturn, 'is', 'are')} expected back.`,
    );
  if (finished && getOutcome(row, line) === 'update')
    refuse(
      row,
      'Counted',
      'FAIR_FINISHED',
      'This title was counted before the close-out. Revert the close-out to change it.',
    );
}

function getOutcome({ counted, damaged }: CountRow, line: CountedLine): Outcome {
  if (line.countedQty === null) return 'create';
  return line.countedQty === counted && line.damagedQty === damaged ? 'unchanged' : 'update';
}
