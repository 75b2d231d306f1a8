import type { TitleAtFair } from '@pos/contract/stock/inventory';
import type { RecordStatus } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { otherQty, receivedQty } from './fair-lines.list.ts';

/** Returns the fairs that have a title, those not closed out first, then newest first. */
export function findTitleAtFairs(db: Db, titleId: string): Promise<TitleAtFair[]> {
  return db
    .selectFrom('fairLines')
    .innerJoin('fairs', 'fairs.id', 'fairLines.fairId')
    .select([
      'fairLines.id as lineId',
      'fairs.id as fairId',
      'fairs.name as fairName',
      'fairs.identifier as fairIdentifier',
      'fairs.startDate',
      'fairs.endDate',
      'fairs.closeOutState',
      'fairLines.priceCents',
      'fairLines.sentQty',
      'fairLines.soldQty',
      'fairLines.status',
    ])
    .select([receivedQty.as('receivedQty'), otherQty.as('otherQty')])
    .select(sql<number>`greatest(fair_lines.on_hand, 0)`.as('onHand'))
    .select(sql<number>`greatest(-fair_lines.on_hand, 0)`.as('oversoldQty'))
    .where('fairLines.titleId', '=', titleId)
    .orderBy('fairs.closeOutState', 'desc')
    .orderBy('fairs.startDate', 'desc')
    .orderBy('fairs.id')
    .limit(100)
    .execute();
}

export async function updateTitleStatusRow(
  tx: Tx,
  id: string,
  status: RecordStatus,
): Promise<void> {
  await tx
    .updateTable('titles')
    .set({ status, version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Locks a title until the transaction ends and returns its status, if it exists. */
export async function lockTitleStatus(tx: Tx, id: string): Promise<RecordStatus | undefined> {
  const title = await tx
    .selectFrom('titles')
    .select('status')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return title?.status;
}
