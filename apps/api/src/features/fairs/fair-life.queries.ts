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

/** Orders of today in the fair's zone that no reset has voided. */
export async function countOrdersToday(db: Db, fairId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orders o join fairs f on f.id = o.fair_id
    where o.fair_id = ${fairId} and o.business_day = (now() at time zone f.time_zone)::date and o.voided_by_reset_id is null`.execute(
    db,
  );
  return rows[0]!.count;
}

/** Each counted for the row `fair`. */
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
    noun: ['count of a float', 'counts of a float'],
    count: 'select count(*) from float_counts where fair_id = fair.id',
  },
  {
    code: 'CASH_COUNTS',
    noun: ['count of money', 'counts of money'],
    count: 'select count(*) from cash_counts where fair_id = fair.id',
  },
];

/** What has happened at a fair and keeps it from being deleted, each with its count. */
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

/** Deletes a fair with what was only planned for it; checked spreadsheets stay in the log without it. */
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
