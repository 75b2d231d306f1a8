import type { Reason } from '@pos/contract/errors';
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
    select count(*) as count from orders o join fairs f on f.id = o.fair_id
    where o.fair_id = ${fairId}
      and o.business_day = (now() at time zone f.time_zone)::date
      and o.voided_by_reset_id is null`.execute(db);
  return rows[0]!.count;
}

/** Each count is for the row `fair`. */
const USES: readonly { code: string; noun: readonly [string, string]; count: string }[] = [
  {
    code: 'ORDERS',
    noun: ['order', 'orders'],
    count: 'select count(*) from orders where fair_id = fair.id',
  },
  {
    code: 'HELD_ORDERS',
    noun: ['held order', 'held orders'],
    count: 'select count(*) from held_orders where fair_id = fair.id',
  },
  {
    code: 'PAYMENTS',
    noun: ['eWallet top-up', 'eWallet top-ups'],
    count: "select count(*) from payments where fair_id = fair.id and purpose = 'wallet_top_up'",
  },
  {
    code: 'STOCK',
    noun: ['stock movement', 'stock movements'],
    count:
      'select count(*) from stock_movements where from_fair_id = fair.id or to_fair_id = fair.id',
  },
  {
    code: 'FLOAT_COUNTS',
    noun: ['float count', 'float counts'],
    count: 'select count(*) from float_counts where fair_id = fair.id',
  },
  {
    code: 'CASH_COUNTS',
    noun: ['cash count', 'cash counts'],
    count: 'select count(*) from cash_counts where fair_id = fair.id',
  },
];

/** Returns everything that blocks the deletion of a fair, with counts. */
export async function findFairUses(db: Db, fairId: string): Promise<Reason[]> {
  const counts = sql.join(USES.map(({ count }) => sql`(${sql.raw(count)})`));
  const { rows } = await sql<{
    counts: number[];
  }>`select json_build_array(${counts}) as counts from fairs fair where fair.id = ${fairId}`.execute(
    db,
  );
  return USES.flatMap(({ code, noun }, index) => {
    const count = rows[0]?.counts[index] ?? 0;
    return count > 0
      ? [{ code, text: `${count.toLocaleString('en-US')} ${noun[count === 1 ? 0 : 1]}`, count }]
      : [];
  });
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
  await tx.deleteFrom('fairDevices').where('fairId', '=', id).execute();
  await tx.deleteFrom('fairTaxRates').where('fairId', '=', id).execute();
  await tx.deleteFrom('fairDeviceCounters').where('fairId', '=', id).execute();
  await tx.deleteFrom('fairLinePrices').where('fairId', '=', id).execute();
  await tx.deleteFrom('fairs').where('id', '=', id).execute();
}
