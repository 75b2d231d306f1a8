import type { Tx } from '#api/db/db.ts';
import { recordActivity, type FieldChanges } from '#api/staff/activity/activity.service.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import { holdForReturnCount } from '#api/fairs/fairs/late-counts.service.ts';
import { returnMovements } from '#api/stock/stock/returns.rules.ts';
import { recordMovements } from '#api/stock/stock/stock.service.ts';
import { missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { lockLines, updateReturnCountRows, type LockedLine } from './adjustments.queries.ts';

/** Return count of a title, in units. `damagedQty` is at most `countedQty`. */
export type CountedTitle = { titleId: string; countedQty: number; damagedQty: number };

/**
 * Saves the return counts of titles of a fair (domain 3.8, 10.3). A title may be counted again; the
 * last count is in effect. Titles not named stay not counted. Refuses titles without a line at the
 * fair. While the fair is open no quantity changes: the close-out books the counts. At a closed-out
 * fair only titles that were not counted may be counted, and are booked at once (domain 4.4);
 * others are refused (409 FAIR_FINISHED).
 */
export async function recordReturnCounts(
  tx: Tx,
  actor: Actor,
  fairId: string,
  counts: readonly CountedTitle[],
): Promise<void> {
  if (counts.length === 0) return;
  const closeOutId = await holdForReturnCount(tx, fairId);
  const lines = new Map(
    (
      await lockLines(
        tx,
        counts.map(({ titleId }) => ({ fairId, titleId })),
      )
    ).map((line) => [line.titleId, line]),
  );
  const counted = counts.map((count) => {
    const line = lines.get(count.titleId);
    if (!line) throw missing('line');
    return { ...count, id: line.id, line };
  });
  const changed = counted.filter(
    ({ line, countedQty, damagedQty }) =>
      line.countedReturnQty !== countedQty || line.damagedQty !== damagedQty,
  );
  if (changed.length === 0) return;
  if (closeOutId !== null && changed.some(({ line }) => line.countedReturnQty !== null))
    await requireOpenFair(tx, fairId);
  await updateReturnCountRows(tx, changed);
  // Units of a title that was not counted are still at the fair: its on-hand quantity is the
  // expected return.
  if (closeOutId !== null)
    await recordMovements(
      tx,
      changed.flatMap(({ line, ...count }) =>
        returnMovements({ fairId, ...count, expectedReturn: line.onHand }, 'close_out', closeOutId),
      ),
      actor,
    );
  await recordActivity(tx, actor, {
    action: 'fair.returns_counted',
    entity: 'fair',
    entityId: fairId,
    changes: toChanges(changed),
  });
}

/** Describes one title by name, several by their number. */
function toChanges(changed: readonly (CountedTitle & { line: LockedLine })[]): FieldChanges {
  const [only] = changed;
  if (!only || changed.length > 1) {
    const sum = (of: (each: CountedTitle) => number) => ({
      from: null,
      to: changed.reduce((units, each) => units + of(each), 0),
    });
    return {
      titles: { from: null, to: changed.length },
      counted: sum(({ countedQty }) => countedQty),
      damaged: sum(({ damagedQty }) => damagedQty),
    };
  }
  const { line, countedQty, damagedQty } = only;
  return {
    title: { from: null, to: line.title },
    counted: { from: line.countedReturnQty, to: countedQty },
    ...(line.damagedQty !== damagedQty && { damaged: { from: line.damagedQty, to: damagedQty } }),
  };
}
