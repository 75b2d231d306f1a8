import type { Tx } from '#api/db/db.ts';
import { recordReturnCounts } from '#api/stock/inventory/return-counts.service.ts';
import { invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { findLoadableFairs, lockFairsForLoading } from '../inventory/state.queries.ts';
import { findCountedLines, type ReturnCountMade } from './return-count.queries.ts';
import {
  judgeCountRow,
  readCountRow,
  type CountRow,
  type CountState,
  type JudgedCount,
} from './judge.ts';
import { undoReturnCount } from './undo.ts';
import { judgeEach } from '../time-slices.ts';
import type { UploadRules } from '../upload.ts';

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
