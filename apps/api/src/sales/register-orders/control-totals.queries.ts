import type { ControlTotal } from '@pos/contract/sales/register-orders';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/**
 * Stores a register's totals of its sales per business day, to compare with its stored orders
 * (trust.md I10). The last value received is in effect.
 */
export async function keepControlTotals(
  db: Db,
  deviceId: string,
  epoch: number,
  totals: readonly ControlTotal[],
): Promise<void> {
  const given = JSON.stringify(
    totals.map(({ businessDay, orders, totalCents }) => ({
      day: businessDay,
      orders,
      cents: totalCents,
    })),
  );
  await sql`
    insert into device_day_totals (device_id, epoch, business_day, reported_orders, reported_cents)
    select distinct on (day) ${deviceId}::uuid, ${epoch}::int, day, orders, cents
    from (
      select *, row_number() over () as place
      from json_to_recordset(${given}::json) as g(day date, orders int, cents bigint)) given
    order by day, place desc
    on conflict (device_id, epoch, business_day) do update
    set reported_orders = excluded.reported_orders, reported_cents = excluded.reported_cents,
      reported_at = now()`.execute(db);
}
