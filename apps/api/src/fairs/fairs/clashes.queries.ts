import type { CalendarFair, CalendarQuery } from '@pos/contract/fairs/fairs';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { adminName, closeOutReverted, joined, phase } from './fairs.queries.ts';

/**
 * Another fair on the same days. `admin` is named if both fairs at different schools have the same
 * admin; `devices` are the IDs of the devices planned for both.
 */
export type Clash = {
  fairId: string;
  otherId: string;
  otherName: string;
  otherSchool: string;
  sameSchool: boolean;
  admin: string | null;
  devices: string[];
};

/**
 * Finds active fairs on the same days as each of these with the same school, admin or planned
 * device (domain 3.5), by start. Inactive fairs never clash.
 */
export async function findClashes(
  db: Db,
  fairIds: readonly string[],
): Promise<Map<string, Clash[]>> {
  const { rows } = await sql<Clash>`
    select *
    from (
      select f.id as fair_id, o.id as other_id, o.name as other_name, s.name as other_school,
        o.school_id = f.school_id as same_school,
        case
          when o.admin_id = f.admin_id and o.school_id <> f.school_id
            then a.first_name || ' ' || a.last_name
        end as admin,
        array(
          select d.device_id
          from fair_devices mine
          join fair_devices theirs on theirs.device_id = mine.device_id
            and theirs.fair_id = o.id
          join devices d on d.id = mine.device_id
          where mine.fair_id = f.id
          order by d.device_id) as devices
      from fairs f
      join fairs o on o.id <> f.id
        and o.status = 'active'
        and o.start_date <= f.end_date
        and o.end_date >= f.start_date
      join schools s on s.id = o.school_id
      join admins a on a.id = f.admin_id
      where f.id = any(${[...fairIds]}::uuid[])
        and f.status = 'active'
        and (
          o.school_id = f.school_id
            or o.admin_id = f.admin_id
            or exists (
              select
              from fair_devices mine
              join fair_devices theirs on theirs.device_id = mine.device_id
              where mine.fair_id = f.id and theirs.fair_id = o.id))
      order by o.start_date, o.id
    ) clash
    where same_school or admin is not null or cardinality(devices) > 0`.execute(db);
  return Map.groupBy(rows, ({ fairId }) => fairId);
}

/** Returns the fairs whose dates overlap a range, by start. */
export function findFairsInRange(
  db: Db,
  { from, to, status, adminId, schoolId }: CalendarQuery,
): Promise<Omit<CalendarFair, 'clashes'>[]> {
  let matching = joined(db)
    .select([
      'fairs.id',
      'fairs.identifier',
      'fairs.name',
      'schools.name as schoolName',
      'fairs.startDate',
      'fairs.endDate',
      'fairs.status',
      'fairs.closeOutState',
      'fairs.adminId',
    ])
    .select(
      sql<string[]>`
        array(
          select d.device_id
          from fair_devices fd
          join devices d on d.id = fd.device_id
          where fd.fair_id = fairs.id
          order by d.device_id)`.as('devices'),
    )
    .select([phase.as('phase'), adminName.as('adminName'), closeOutReverted.as('closeOutReverted')])
    .where('fairs.startDate', '<=', to)
    .where('fairs.endDate', '>=', from);
  if (status) matching = matching.where('fairs.status', '=', status);
  if (adminId) matching = matching.where('fairs.adminId', '=', adminId);
  if (schoolId) matching = matching.where('fairs.schoolId', '=', schoolId);
  return matching
    .orderBy('fairs.startDate')
    .orderBy('fairs.endDate', 'desc')
    .orderBy('fairs.id')
    .execute();
}
