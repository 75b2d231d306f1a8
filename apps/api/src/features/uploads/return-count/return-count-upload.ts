import {
  REQUIRED_RETURN_COUNT_COLUMNS,
  RETURN_COUNT_COLUMNS,
  type ReturnCountColumn,
} from '@pos/contract/uploads';
import type { Tx } from '#api/db/db.ts';
import { recordReturnCounts } from '#api/features/inventory/return-counts.service.ts';
import { invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/identity.ts';
import type { ColumnRule } from '#api/spreadsheets/header.ts';
import { CODE_ALIASES } from '../inventory/columns.ts';
import { findLoadableFairs, lockFairsForLoading } from '../inventory/state.queries.ts';
import { findCountedLines } from './return-count.queries.ts';
import {
  judgeCountRow,
  readCountRow,
  type CountRow,
  type CountState,
  type JudgedCount,
} from './judge.ts';
import type { ReturnCountMade } from './made.ts';
import { undoReturnCount } from './undo.ts';
import { forEach } from '../time-slices.ts';
import { templateSheets, type ColumnNote } from '../template.ts';
import type { MadeUpload, UploadRules } from '../upload.ts';

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
  isCount: name !== 'ISBN/SKU',
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

type FairCountState = Omit<CountState, 'firstRows'> & { fairId: string };

/** Upload of a return count for one fair (domain 3.8, 10.3). */
export const returnCountUpload: UploadRules<CountRow, FairCountState> = {
  columns: () => columns,

  readRow: readCountRow,

  async findState(tx, _rows, { fairId, mode }) {
    if (fairId === undefined) throw invalid({ fairId: 'Choose a fair.' });
    if (mode === 'commit') await lockFairsForLoading(tx, [fairId]);
    const [fair] = await findLoadableFairs(tx, { id: fairId });
    if (!fair) throw invalid({ fairId: 'Fair not found.' });
    return { fairId, lines: await findCountedLines(tx, fairId), finished: fair.finished };
  },

  *judge(rows, { fairId, lines, finished }) {
    const judged: JudgedCount[] = [];
    const state: CountState = { lines, finished, firstRows: new Map() };
    yield* forEach(rows, (row) => judged.push(judgeCountRow(row, state)));
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
  },

  template: () => ({
    fileName: 'return-count.xlsx',
    sheets: templateSheets('Return count', RETURN_COUNT_COLUMNS, NOTES, 'ISBN/SKU'),
  }),

  undo: (tx, upload, actor) => undoReturnCount(tx, upload as MadeUpload<ReturnCountMade>, actor),
};

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
