import type { InventoryTitle } from '@pos/contract/stock/inventory';
import type { RecordStatus } from '@pos/contract/values';
import { inTransaction, type Db } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { titleList } from './titles.list.ts';
import { lockTitleStatus, updateTitleStatusRow } from './titles.queries.ts';

/**
 * Activates or deactivates a title everywhere. An inactive title cannot be added to fairs or
 * shipped (domain 3.7).
 */
export function changeTitleStatus(
  db: Db,
  actor: Actor,
  id: string,
  status: RecordStatus,
): Promise<InventoryTitle> {
  return inTransaction(db, async (tx) => {
    const before = await lockTitleStatus(tx, id);
    if (!before) throw missing('title');
    if (before !== status) {
      await updateTitleStatusRow(tx, id, status);
      await recordActivity(tx, actor, {
        action: status === 'active' ? 'title.activated' : 'title.deactivated',
        entity: 'title',
        entityId: id,
        changes: { status: { from: before, to: status } },
      });
    }
    const title = await titleList.findById(tx, id);
    if (!title) throw missing('title');
    return title;
  });
}
