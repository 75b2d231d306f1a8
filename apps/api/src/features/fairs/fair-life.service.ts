import type { FairDetails } from '@pos/contract/fairs';
import type { RecordStatus } from '@pos/contract/values';
import { inTransaction, type Db } from '#api/db/db.ts';
import { recordActivity } from '#api/features/activity/activity.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor } from '#api/http/identity.ts';
import {
  countFairUses,
  countOrdersToday,
  deleteFairRows,
  updateFairStatusRow,
} from './fair-life.queries.ts';
import { deletionReasons, liveOrdersWarning } from './fair-life.rules.ts';
import { readFair, requireFair, requireOpenFair } from './fairs.service.ts';

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
