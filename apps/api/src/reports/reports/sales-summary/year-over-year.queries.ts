import { seasonDays } from '@pos/contract/fairs/seasons';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import type { ReportScope } from '../report-scope.ts';

/** Orders of a school and their net sales in cents. */
export type SchoolSales = { schoolIdentifier: string; orders: number; netCents: number };

/**
 * Returns the sales of each school in the range, of the fairs within the filters. Schools without
 * sales and refunds have no row.
 */
export async function schoolSalesRows(
  db: Db,
  { filters: { region, admin, season }, startDate, endDate }: Omit<ReportScope, 'fairs'>,
): Promise<SchoolSales[]> {
  const half = season === null ? null : seasonDays(season);
  const { rows } = await sql<SchoolSales>`
    with moved as (
      select fair_id, sum(orders) as orders, sum(net_cents) as net
      from fair_days_now
      where day between ${startDate}::date and ${endDate}::date
      group by fair_id)
    select s.identifier as school_identifier, sum(orders)::bigint as orders,
      sum(net)::bigint as net_cents
    from moved
    join fairs f on f.id = moved.fair_id
    join schools s on s.id = f.school_id
    where (${region}::text is null or lower(s.region) = lower(${region}))
      and (${admin?.id ?? null}::uuid is null or f.admin_id = ${admin?.id ?? null})
      and (
        ${half?.startDate ?? null}::date is null
          or f.start_date
            between ${half?.startDate ?? null}::date and ${half?.endDate ?? null}::date)
    group by s.identifier
    having sum(orders) <> 0 or sum(net) <> 0`.execute(db);
  return rows;
}
