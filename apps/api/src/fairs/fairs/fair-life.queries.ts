import type { RecordStatus } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

export async function updateFairStatusRow(tx: Tx, id: string, status: RecordStatus): Promise<void> {
  await tx
    .updateTable('fairs')
    .set({ status, version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Counts today's orders in the fair's time zone, except those voided by a reset. */
export async function countOrdersToday(db: Db, fairId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from orders o
    join fairs f on f.id = o.fair_id
    where o.fair_id = ${fairId}
      and o.business_day = (now() at time zone f.time_zone)::date
      and o.voided_by_reset_id is null`.execute(db);
  return rows[0]!.count;
}

/** Numbers of records that refer to a fair and block its deletion. */
export type FairUses = {
  orders: number;
  heldOrders: number;
  heldRefunds: number;
  topUps: number;
  stockMovements: number;
  floatCounts: number;
  cashCounts: number;
  drawerEntries: number;
  shipments: number;
};

/** Counts the records that block the deletion of a fair. */
export async function countFairUses(db: Db, fairId: string): Promise<FairUses> {
  const { rows } = await sql<FairUses>`
    select (select count(*) from orders where fair_id = fair.id) as orders,
      (select count(*) from held_orders where fair_id = fair.id) as held_orders,
      (select count(*) from held_refunds where fair_id = fair.id) as held_refunds,
      (
        select count(*)
        from payments
        where fair_id = fair.id and purpose = 'wallet_top_up') as top_ups,
      (
        select count(*)
        from stock_movements
        where from_fair_id = fair.id or to_fair_id = fair.id) as stock_movements,
      (select count(*) from float_counts where fair_id = fair.id) as float_counts,
      (select count(*) from cash_counts where fair_id = fair.id) as cash_counts,
      (select count(*) from drawer_entries where fair_id = fair.id) as drawer_entries,
      (select count(*) from stock_documents where fair_id = fair.id) as shipments
    from fairs fair
    where fair.id = ${fairId}`.execute(db);
  return rows[0]!;
}

/**
 * Deletes a fair with all that was only planned for it. Checked spreadsheets stay in the log
 * without a fair.
 */
export async function deleteFairRows(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('uploads').set({ fairId: null }).where('fairId', '=', id).execute();
  await tx
    .updateTable('devices')
    .set({ currentFairId: null })
    .where('currentFairId', '=', id)
    .execute();
  // Without a sale, an approval was never used.
  await tx.deleteFrom('approvals').where('fairId', '=', id).execute();
  await tx.deleteFrom('cashiers').where('fairId', '=', id).execute();
  await tx.deleteFrom('foundCartons').where('fairId', '=', id).execute();
  await tx.deleteFrom('fairDevices').where('fairId', '=', id).execute();
  await tx.deleteFrom('fairTaxRates').where('fairId', '=', id).execute();
  await tx.deleteFrom('fairDeviceCounters').where('fairId', '=', id).execute();
  await tx.deleteFrom('fairLinePrices').where('fairId', '=', id).execute();
  await tx.deleteFrom('fairs').where('id', '=', id).execute();
}

/** Locks a fair against a close-out or reset until the transaction ends; sales continue. */
export async function shareFairRow(tx: Tx, fairId: string): Promise<void> {
  await tx.selectFrom('fairs').select('id').where('id', '=', fairId).forKeyShare().execute();
}

/** Returns the ID of the close-out in effect, or null while the fair is open. */
export async function findStandingCloseOut(tx: Tx, fairId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from standing_close_outs where fair_id = ${fairId}`.execute(tx);
  return rows[0]?.id ?? null;
}
