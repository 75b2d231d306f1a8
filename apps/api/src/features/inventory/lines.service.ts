import type { FairLine } from '@pos/contract/inventory';
import type { RecordStatus } from '@pos/contract/values';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/features/activity/activity.service.ts';
import { requireOpenFair } from '#api/features/fairs/fairs.service.ts';
import { recordMovements } from '#api/features/stock/stock.service.ts';
import { Failure, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/identity.ts';
import {
  deleteLineRows,
  findLineKey,
  findMissing,
  isInOrders,
  lockLines,
  updateLineStatusRow,
  type LockedLine,
} from './adjustments.queries.ts';
import { closingMovements } from './adjustments.rules.ts';
import { fairLineList } from './fair-lines.list.ts';

/**
 * Activates or deactivates one title at one fair. An inactive title cannot be sold at a register
 * (domain 3.8).
 */
export function changeLineStatus(
  db: Db,
  actor: Actor,
  id: string,
  status: RecordStatus,
): Promise<FairLine> {
  return inTransaction(db, async (tx) => {
    const line = await lockOpenLine(tx, id, 'key share');
    if (line.status !== status) {
      await updateLineStatusRow(tx, id, status);
      await recordActivity(tx, actor, {
        action: status === 'active' ? 'fair.title_activated' : 'fair.title_deactivated',
        entity: 'fair',
        entityId: line.fairId,
        changes: {
          title: { from: null, to: line.title },
          status: { from: line.status, to: status },
        },
      });
    }
    const after = await fairLineList.findById(tx, id);
    if (!after) throw missing('line');
    return after;
  });
}

/**
 * Deletes a title from a fair that never sold it. Units on hand go to the warehouse, and its
 * cartons no longer list it. Sales at the fair wait meanwhile, so that none is booked on a line
 * being deleted.
 */
export function deleteLine(db: Db, actor: Actor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const line = await lockOpenLine(tx, id, 'update');
    if (line.soldQty !== 0 || (await isInOrders(tx, line))) {
      throw new Failure('IN_USE', `"${line.title}" was sold at this fair. Deactivate it instead.`, {
        reasons: [{ code: 'SOLD', text: `${line.soldQty} sold`, count: line.soldQty }],
      });
    }
    await recordMovements(
      tx,
      closingMovements({ ...line, missing: await findMissing(tx, line) }),
      actor,
    );
    await deleteLineRows(tx, line);
    await recordActivity(tx, actor, {
      action: 'fair.title_deleted',
      entity: 'fair',
      entityId: line.fairId,
      changes: {
        title: { from: line.title, to: null },
        onHand: { from: line.onHand, to: 0 },
      },
    });
  });
}

/** Locks and returns a line, after its fair. */
async function lockOpenLine(
  tx: Tx,
  id: string,
  strength: 'key share' | 'update',
): Promise<LockedLine> {
  const key = await findLineKey(tx, id);
  if (!key) throw missing('line');
  await requireOpenFair(tx, key.fairId, strength);
  const [line] = await lockLines(tx, [key]);
  if (line?.id !== id) throw missing('line');
  return line;
}
