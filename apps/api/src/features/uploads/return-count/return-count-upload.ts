import {
  REQUIRED_RETURN_COUNT_COLUMNS,
  RETURN_COUNT_COLUMNS,
  type ReturnCountColumn,
} from '@pos/contract/uploads';
import { plainPlural } from '@pos/contract/values/counts';
import type { Tx } from '#api/db/db.ts';
import { recordReturnCounts } from '#api/features/inventory/return-counts.service.ts';
import { invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/identity.ts';
import { parseIsbnOrSku } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import { parseQuantity } from '#api/spreadsheets/cells/quantity.ts';
import type { ColumnRule } from '#api/spreadsheets/header.ts';
import type { Table, TableRow } from '#api/spreadsheets/table.ts';
import { CODE_ALIASES } from '../inventory/columns.ts';
import { findLoadableFairs, lockFairsForLoading } from '../inventory/state.queries.ts';
import { findCountedLines, type CountedLine } from './return-count.queries.ts';
import type { ReturnCountMade } from './made.ts';
import { undoReturnCount } from './undo.ts';
import { refuse, rowReader, warn, type ReadRow } from '../row-reader.ts';
import { inSlices } from '../time-slices.ts';
import { templateSheets, type ColumnNote } from '../template.ts';
import type { MadeUpload, UploadRules } from '../upload.ts';
import type { Outcome } from '../upload.ts';

const ALIASES: Record<ReturnCountColumn, readonly string[]> = {
  'ISBN/SKU': CODE_ALIASES,
  Counted: [
    'Count',
    'Counted Qty',
    'Counted Quantity',
    'Qty Counted',
    'Quantity Counted',
    'Counted Return',
    'Return Count',
    'Returned',
    'Returned Qty',
    'Returned Quantity',
    'Qty Returned',
    'Quantity Returned',
    'Return Qty',
    'Return Quantity',
    'Returns',
    'Quantity',
    'Qty',
    'Units',
    'Copies',
    'No of Copies',
    'Pieces',
    'Pcs',
  ],
  Damaged: [
    'Of which damaged',
    'Damaged Qty',
    'Damaged Quantity',
    'Qty Damaged',
    'Quantity Damaged',
    'Damages',
    'Damage',
    'Defective',
  ],
};
const columns: ColumnRule<ReturnCountColumn>[] = RETURN_COUNT_COLUMNS.map((name) => ({
  name,
  header: name,
  required: (REQUIRED_RETURN_COUNT_COLUMNS as readonly string[]).includes(name),
  aliases: ALIASES[name],
}));

const NOTES: Record<ReturnCountColumn, ColumnNote> = {
  'ISBN/SKU': {
    required: 'Yes',
    rule: 'A title of this fair, once. Format the column as Text.',
    example: '9780156030304',
  },
  Counted: {
    required: 'Yes',
    rule: 'A whole number, 0 or more: units that came back, including damaged ones. Titles that are not listed stay not counted.',
    example: '3',
  },
  Damaged: {
    required: 'No',
    rule: 'A whole number, at most Counted. 0 if blank.',
    example: '1',
  },
};

type CountRow = ReadRow<ReturnCountColumn> & {
  code: string | undefined;
  counted: number | undefined;
  damaged: number | undefined;
};
type JudgedCount = CountRow & { outcome: Outcome; line: CountedLine | undefined };

/** Upload of a return count for one fair (domain 3.8, 10.3). */
export const returnCountUpload: UploadRules = {
  columns: () => columns,

  async read(table) {
    const rows: CountRow[] = [];
    await inSlices((table as Table<ReturnCountColumn>).rows, (row) => rows.push(readRow(row)));
    return async (tx, { fairId, mode }) => {
      if (fairId === undefined) throw invalid({ fairId: 'Choose a fair.' });
      if (mode === 'commit') await lockFairsForLoading(tx, [fairId]);
      const [fair] = await findLoadableFairs(tx, { id: fairId });
      if (!fair) throw invalid({ fairId: 'Fair not found.' });
      const judged = await judgeRows(rows, await findCountedLines(tx, fairId), fair.finished);
      const counted = judged.filter(({ outcome }) => outcome === 'create' || outcome === 'update');
      return {
        rows: judged,
        warnings: [],
        titles: counted.length,
        units: judged.reduce(
          (sum, { outcome, counted: units = 0 }) => sum + (outcome === 'reject' ? 0 : units),
          0,
        ),
        cartons: 0,
        schools: 0,
        fairId,
        apply: (writing, _, actor) => record(writing, actor, fairId, counted),
      };
    };
  },

  template: () => ({
    fileName: 'return-count.xlsx',
    sheets: templateSheets('Return count', RETURN_COUNT_COLUMNS, NOTES, 'ISBN/SKU'),
  }),

  undo: (tx, upload, actor) => undoReturnCount(tx, upload as MadeUpload<ReturnCountMade>, actor),
};

function readRow(tableRow: TableRow<ReturnCountColumn>): CountRow {
  const { row: base, cells, take, optional } = rowReader(tableRow, RETURN_COUNT_COLUMNS);
  const row: CountRow = {
    ...base,
    code: take('ISBN/SKU', parseIsbnOrSku(cells['ISBN/SKU'], 'ISBN/SKU'))?.code,
    counted: take('Counted', parseQuantity(cells.Counted, 'Counted', { min: 0, max: 99_999 })),
    damaged:
      optional('Damaged', () => parseQuantity(cells.Damaged, 'Damaged', { min: 0, max: 99_999 })) ??
      0,
  };
  if (row.counted !== undefined && row.damaged !== undefined && row.damaged > row.counted)
    refuse(row, 'Damaged', 'DAMAGED_ABOVE_COUNTED', 'Damaged cannot be more than Counted.');
  return row;
}

/**
 * `finished`: at a closed-out fair only titles that were not counted may still be counted (domain
 * 4.4).
 */
async function judgeRows(
  rows: readonly CountRow[],
  lines: ReadonlyMap<string, CountedLine>,
  finished: boolean,
): Promise<JudgedCount[]> {
  const first = new Map<string, number>();
  const judged: JudgedCount[] = [];
  await inSlices(rows, (row) => {
    const line = row.code === undefined ? undefined : lines.get(row.code.toLowerCase());
    if (row.code !== undefined && !line)
      refuse(row, 'ISBN/SKU', 'NOT_AT_FAIR', `"${row.code}" is not in the inventory of this fair.`);
    const earlier = line && first.get(line.titleId);
    if (earlier !== undefined) refuse(row, 'ISBN/SKU', 'DUPLICATE', `Duplicate of row ${earlier}.`);
    else if (line) first.set(line.titleId, row.number);
    if (line) judgeCount(row, line, finished);
    judged.push({
      ...row,
      line,
      outcome: row.errors.length > 0 || !line ? 'reject' : outcomeOf(row, line),
    });
  });
  return judged;
}

/** Warns of more units than expected, and refuses to change a count of a closed-out fair. */
function judgeCount(row: CountRow, line: CountedLine, finished: boolean): void {
  if (row.counted !== undefined && row.counted > line.expectedReturn)
    warn(
      row,
      'Counted',
      'MORE_THAN_EXPECTED',
      `${plainPlural(line.expectedReturn, 'is', 'are')} expected back.`,
    );
  if (finished && outcomeOf(row, line) === 'update')
    refuse(
      row,
      'Counted',
      'FAIR_FINISHED',
      'This title was counted before the close-out. Revert the close-out to change it.',
    );
}

function outcomeOf({ counted, damaged }: CountRow, line: CountedLine): Outcome {
  if (line.countedQty === null) return 'create';
  return line.countedQty === counted && line.damagedQty === damaged ? 'unchanged' : 'update';
}

async function record(
  tx: Tx,
  actor: Actor,
  fairId: string,
  rows: readonly JudgedCount[],
): Promise<ReturnCountMade> {
  const counts = rows.flatMap(({ line, counted, damaged }) =>
    line && counted !== undefined && damaged !== undefined
      ? [{ line, countedQty: counted, damagedQty: damaged }]
      : [],
  );
  await recordReturnCounts(
    tx,
    actor,
    fairId,
    counts.map(({ line, ...count }) => ({ titleId: line.titleId, ...count })),
  );
  return {
    fairId,
    counts: counts.map(({ line, ...to }) => ({
      titleId: line.titleId,
      from: { countedQty: line.countedQty, damagedQty: line.damagedQty },
      to,
    })),
  };
}
