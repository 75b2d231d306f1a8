import type { Tx } from '#api/db/db.ts';
import { recordReturnCounts } from '#api/stock/inventory/return-counts.service.ts';
import { invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { findLoadableFairs, lockFairsForLoading } from '../inventory/state.queries.ts';
import {
  findCountedLines,
  type ReturnCountMade,
  lockRecountedLines,
  restoreCountRows,
  type CountedLine,
} from './return-count.queries.ts';
import { judgeEach } from '../time-slices.ts';
import type { UploadRules, MadeUpload, Outcome } from '../upload.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import { stillUsed } from '../undo/undo.rules.ts';
import { RETURN_COUNT_COLUMNS } from '@pos/contract/stock/inventory-columns';
import { pluralize } from '@pos/contract/values/counts';
import { ALMOST_ISBN } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import { refuse, refuseRepeated, refuseWarned, warn, type ReadRow } from '../row-messages.ts';
import { rowReader } from '../row-reader.ts';

type CountRow = ReadRow<keyof typeof RETURN_COUNT_COLUMNS> & {
  code: string | undefined;
  counted: number | undefined;
  damaged: number;
};
type JudgedCount = CountRow & {
  outcome: Outcome;
  found: string | undefined;
  line: CountedLine | undefined;
};
type CountState = {
  /** Lines of the fair by SKU and by ISBN-13, in lowercase. */
  lines: ReadonlyMap<string, CountedLine>;
  /** At a closed-out fair only titles that were not counted may still be counted (domain 4.4). */
  finished: boolean;
  /** Numbers of earlier rows, by title. */
  firstRows: Map<string, number>;
};

/** Reads one row on its own. */
const readCountRow = rowReader(RETURN_COUNT_COLUMNS, (read, { item, counted, damaged }) => {
  const row: CountRow = { ...read, code: item?.code, counted, damaged: damaged ?? 0 };
  if (row.counted !== undefined && row.damaged > row.counted)
    refuse(row, 'Damaged', 'DAMAGED_ABOVE_COUNTED', 'Damaged cannot be more than Counted.');
  return row;
});

/** Judges one row against the fair's lines and earlier rows, and remembers its title. */
function judgeCountRow(row: CountRow, { lines, finished, firstRows }: CountState): JudgedCount {
  const line = row.code === undefined ? undefined : lines.get(row.code.toLowerCase());
  if (row.code !== undefined && !line && !refuseWarned(row, ALMOST_ISBN))
    refuse(row, 'ISBN/SKU', 'NOT_AT_FAIR', `"${row.code}" is not in the inventory of this fair.`);
  refuseRepeated(row, 'ISBN/SKU', line?.titleId, firstRows);
  if (line) judgeCount(row, line, finished);
  return {
    ...row,
    line,
    found: line?.title,
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

type FairCountState = Omit<CountState, 'firstRows'> & { fairId: string };

/** Upload of a return count for one fair (domain 3.8, 10.3). */
export const returnCountUpload: UploadRules<CountRow, FairCountState, ReturnCountMade> = {
  readRow: readCountRow,

  async findState(tx, _rows, { fairId, mode }) {
    if (fairId === undefined) throw invalid({ fairId: 'Choose a fair.' });
    if (mode === 'commit') await lockFairsForLoading(tx, [fairId]);
    const [fair] = await findLoadableFairs(tx, { id: fairId });
    if (!fair) throw invalid({ fairId: 'Fair not found.' });
    return { fairId, lines: await findCountedLines(tx, fairId), finished: fair.finished };
  },

  *judge(rows, { fairId, lines, finished }) {
    const state: CountState = { lines, finished, firstRows: new Map() };
    const judged = yield* judgeEach(rows, (row) => judgeCountRow(row, state));
    const counted = judged.filter(({ outcome }) => outcome === 'create' || outcome === 'update');
    return {
      rows: judged,
      titles: counted.length,
      units: judged.reduce(
        (sum, { outcome, counted: units = 0 }) => sum + (outcome === 'reject' ? 0 : units),
        0,
      ),
      fairId,
      apply: (writing, _, actor) => record(writing, actor, fairId, counted),
    };
  },

  undo: undoReturnCount,
};

async function record(
  tx: Tx,
  actor: Actor,
  fairId: string,
  rows: readonly JudgedCount[],
): Promise<ReturnCountMade> {
  const counts = rows.flatMap(({ line, counted, damaged }) =>
    line && counted !== undefined ? [{ line, countedQty: counted, damagedQty: damaged }] : [],
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

/** Restores the earlier counts, if the fair is open and nobody has counted again. */
async function undoReturnCount(
  tx: Tx,
  { fileName, made }: MadeUpload<ReturnCountMade>,
  actor: Actor,
): Promise<void> {
  await requireOpenFair(tx, made.fairId);
  const recounted = await lockRecountedLines(tx, made);
  if (recounted.length > 0)
    throw stillUsed(
      recounted.map(({ sku, title }) => ({
        code: 'RECOUNTED',
        text: `"${title}" (${sku}) was counted again since then.`,
      })),
    );
  await restoreCountRows(tx, made);
  await recordActivity(tx, actor, {
    action: 'fair.import_undone',
    entity: 'fair',
    entityId: made.fairId,
    changes: {
      file: { from: fileName, to: null },
      titles: { from: made.counts.length, to: null },
    },
  });
}
