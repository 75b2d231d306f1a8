import type { LineMovement, PriceChange } from '@pos/contract/stock/adjustments';
import type { FairLine } from '@pos/contract/stock/inventory';
import type { RecordStatus } from '@pos/contract/values';
import { formatCents } from '@pos/contract/values/money';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import { recordMovements } from '#api/stock/stock/stock.service.ts';
import { Failure, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import {
  deleteLineRows,
  findLineKey,
  findMissing,
  isInOrders,
  lockLines,
  updateLinePriceRow,
  updateLineStatusRow,
  type LockedLine,
} from './adjustments.queries.ts';
import { closingMovements } from './adjustments.rules.ts';
import { fairLineList } from './fair-lines.list.ts';
import { findLineMovements } from './movements.queries.ts';

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
    return readLine(tx, id);
  });
}

/**
 * Changes the price of one title at one fair (domain 3.8). Refuses a change of a price that is no
 * longer the one that was seen.
 */
export function changeLinePrice(
  db: Db,
  actor: Actor,
  id: string,
  { priceCents, seenPriceCents }: PriceChange,
): Promise<FairLine> {
  return inTransaction(db, async (tx) => {
    const line = await lockOpenLine(tx, id, 'key share');
    if (line.priceCents !== priceCents) {
      if (line.priceCents !== seenPriceCents) {
        throw new Failure(
          'STALE_VERSION',
          `The price is now ${formatCents(line.priceCents)}, not ${formatCents(seenPriceCents)}: it was changed in the meantime.`,
          { current: await readLine(tx, id) },
        );
      }
      await updateLinePriceRow(tx, line, priceCents);
      await recordActivity(tx, actor, {
        action: 'fair.price_changed',
        entity: 'fair',
        entityId: line.fairId,
        changes: {
          title: { from: null, to: line.title },
          priceCents: { from: line.priceCents, to: priceCents },
        },
      });
    }
    return readLine(tx, id);
  });
}

/** Returns the last movements of one title at one fair, newest first (domain 3.10). */
export async function readLineMovements(db: Db, id: string): Promise<LineMovement[]> {
  const key = await findLineKey(db, id);
  if (!key) throw missing('line');
  return findLineMovements(db, key);
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

async function readLine(db: Db, id: string): Promise<FairLine> {
  const line = await fairLineList.findById(db, id);
  if (!line) throw missing('line');
  return line;
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
