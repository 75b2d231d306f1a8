import { MAX_NAMED } from '@pos/contract/reports/dashboard';
import { sql } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';
import { chosenFairs, type WhichFairs } from '#api/db/which-fairs.ts';
import type { ReadinessFair } from './fairs.rules.ts';
import { adminName, fairToday } from './fairs.queries.ts';

/** An active fair that starts soon, with the facts of its checklist. */
export type FairStarting = ReadinessFair & {
  id: string;
  name: string;
  schoolName: string;
  startDate: string;
  endDate: string;
  daysLeft: number;
  titles: number;
  sentUnits: number;
  /** Planned devices, by device ID. */
  deviceIds: string[];
  /** Names of the templates offered on the public page. */
  templates: string[];
};

/** Returns active fairs that start after today and within `withinDays` days, the nearest first. */
export async function findFairsStarting(
  db: Db,
  which: WhichFairs,
  withinDays: number,
): Promise<FairStarting[]> {
  const { rows } = await sql<FairStarting>`
    select ${PREPARED} fairs.id, fairs.name, schools.name as school_name, fairs.start_date,
      fairs.end_date, fairs.start_date - ${fairToday} as days_left, ${adminName} as admin_name,
      fairs.hours, fairs.package_option, fairs.published,
      fairs.tax_rate_ppm as sales_tax_rate_ppm, fairs.status, stock.titles, stock.sent_units,
      array(
        select d.device_id
        from fair_devices fd
        join devices d on d.id = fd.device_id
        where fd.fair_id = fairs.id
        order by lower(d.device_id)) as device_ids,
      array(
        select t.name
        from customizations c
        join templates t on t.id = c.template_id
        where c.fair_id = fairs.id
          and c.published
          and t.status = 'active'
          and t.published_number is not null
        order by lower(t.name)) as templates
    from fairs
    join schools on schools.id = fairs.school_id
    join admins on admins.id = fairs.admin_id
    cross join lateral (
      select count(*) as titles, coalesce(sum(sent_qty), 0)::bigint as sent_units
      from fair_lines
      where fair_id = fairs.id) stock
    where fairs.status = 'active'
      and fairs.start_date >= current_date
      and fairs.start_date <= current_date + 1 + ${withinDays}::int
      and fairs.start_date > ${fairToday}
      and fairs.start_date <= ${fairToday} + ${withinDays}::int
      and ${chosenFairs(which, 'fairs.id', 'fairs.school_id')}
    order by fairs.start_date, fairs.id
    limit ${MAX_NAMED}`.execute(db);
  return rows;
}
