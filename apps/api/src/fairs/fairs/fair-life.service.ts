import type { Reason } from '@pos/contract/errors';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { RecordStatus } from '@pos/contract/values';
import { pluralize } from '@pos/contract/values/counts';
import { inTransaction, type Db } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import {
  countFairUses,
  countOrdersToday,
  deleteFairRows,
  updateFairStatusRow,
  type FairUses,
} from './fair-life.queries.ts';
import { readFair, requireFair, requireOpenFair } from './fairs.service.ts';

const USES: readonly { code: string; use: keyof FairUses; noun: string }[] = [
  { code: 'ORDERS', use: 'orders', noun: 'order' },
  { code: 'HELD_ORDERS', use: 'heldOrders', noun: 'held order' },
  { code: 'HELD_REFUNDS', use: 'heldRefunds', noun: 'held refund' },
  { code: 'PAYMENTS', use: 'topUps', noun: 'eWallet top-up' },
  { code: 'STOCK', use: 'stockMovements', noun: 'stock movement' },
  { code: 'FLOAT_COUNTS', use: 'floatCounts', noun: 'float count' },
  { code: 'CASH_COUNTS', use: 'cashCounts', noun: 'cash count' },
  { code: 'DRAWERS', use: 'drawerEntries', noun: 'drawer record' },
  { code: 'SHIPMENTS', use: 'shipments', noun: 'restock' },
];

/** Returns the reasons that block the deletion of a fair, with their counts. */
function deletionReasons(uses: FairUses): Reason[] {
  return USES.map(({ code, use, noun }) => ({
    code,
    text: pluralize(uses[use], noun),
    count: uses[use],
  })).filter(({ count }) => count > 0);
}

/** Warns that a live fair with orders today is about to be deactivated. */
function liveOrdersWarning(fairName: string, ordersToday: number): Reason {
  return {
    code: 'LIVE_WITH_ORDERS',
    text: `${fairName} is live and has ${pluralize(ordersToday, 'order')} today. Its registers will stop selling.`,
    count: ordersToday,
  };
}

/**
 * Activates or deactivates a fair. An inactive fair is hidden from registers and the public page
 * but stays in reports (domain 4.3).
 */
export function changeFairStatus(
  db: Db,
  actor: Actor,
  id: string,
  { status, confirm }: { status: RecordStatus; confirm?: boolean | undefined },
): Promise<FairDetails> {
  return inTransaction(db, async (tx) => {
    await requireOpenFair(tx, id, 'update');
    const before = await requireFair(tx, id);
    if (before.status === status) return readFair(tx, id);
    const ordersToday =
      status === 'inactive' && before.phase === 'live' ? await countOrdersToday(tx, id) : 0;
    if (ordersToday > 0 && !confirm) {
      throw new Failure('CONFIRMATION_NEEDED', 'Confirm that you want to deactivate this fair.', {
        warnings: [liveOrdersWarning(before.name, ordersToday)],
      });
    }
    await updateFairStatusRow(tx, id, status);
    await recordActivity(tx, actor, {
      action: status === 'active' ? 'fair.activated' : 'fair.deactivated',
      entity: 'fair',
      entityId: id,
      changes: { status: { from: before.status, to: status } },
    });
    return readFair(tx, id);
  });
}

/** Deletes a fair without any orders, payments, stock movements or counted money (domain 3.5). */
export function deleteFair(db: Db, actor: Actor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await requireOpenFair(tx, id, 'update');
    const fair = await requireFair(tx, id);
    const reasons = deletionReasons(await countFairUses(tx, id));
    if (reasons.length > 0)
      throw new Failure(
        'IN_USE',
        `${fair.name} has ${reasons.map(({ text }) => text).join(', ')}. Deactivate it instead.`,
        { reasons },
      );
    await deleteFairRows(tx, id);
    await recordActivity(tx, actor, {
      action: 'fair.deleted',
      entity: 'fair',
      entityId: id,
      changes: {
        name: { from: fair.name, to: null },
        identifier: { from: fair.identifier, to: null },
      },
    });
  });
}
