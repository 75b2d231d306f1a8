import type { CalendarFair, CalendarQuery } from '@pos/contract/fairs';
import type { Reason } from '@pos/contract/errors';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { joined, phase, adminName } from './fairs.queries.ts';

type Clash = {
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
 * device, as sentences (domain 3.5). Inactive fairs never clash.
 */
export async function findClashes(
  db: Db,
  fairIds: readonly string[],
): Promise<Map<string, Reason[]>> {
  const { rows } = await sql<Clash>`
    select * from (
      select f.id as fair_id, o.id as other_id, o.name as other_name, s.name as other_school,
        o.school_id = f.school_id as same_school,
             case
               when o.admin_id = f.admin_id
                 and o.school_id <> f.school_id then a.first_name || ' ' || a.last_name
             end as admin,
             array(select d.device_id from fair_devices mine join fair_devices theirs on theirs.device_id = mine.device_id and theirs.fair_id = o.id
                   join devices d on d.id = mine.device_id
                   where mine.fair_id = f.id
                   order by d.device_id) as devices
      from fairs f
      join fairs o on o.id <> f.id
        and o.status = 'active'
        and o.start_date <= f.end_date
        and o.end_date >= f.start_date
      join schools s on s.id = o.school_id join admins a on a.id = f.admin_id
      where f.id = any(${[...fairIds]}::uuid[]) and f.status = 'active'
        and (o.school_id = f.school_id or o.admin_id = f.admin_id or exists (
          select
          from fair_devices mine
          join fair_devices theirs on theirs.device_id = mine.device_id
          where mine.fair_id = f.id and theirs.fair_id = o.id))
      order by o.start_date, o.id
    ) clash where same_school or admin is not null or cardinality(devices) > 0`.execute(db);
  const clashes = new Map<string, Reason[]>();
  for (const row of rows)
    clashes.set(row.fairId, [...(clashes.get(row.fairId) ?? []), ...sentences(row)]);
  return clashes;
}

function sentences({
  otherId,
  otherName,
  otherSchool,
  sameSchool,
  admin,
  devices,
}: Clash): Reason[] {
  const link = `/fair-details/${otherId}`;
  const reasons: Reason[] = [];
  if (sameSchool)
    reasons.push({
      code: 'SCHOOL_CLASH',
      text: `"${otherName}" takes place at the same school on the same days.`,
      link,
    });
  if (admin !== null)
    reasons.push({
      code: 'ADMIN_CLASH',
      text: `${admin} runs "${otherName}" at ${otherSchool} on the same days.`,
      link,
    });
  if (devices.length > 0)
    reasons.push({
      code: 'DEVICE_CLASH',
      text: `${devices.join(', ')} ${devices.length === 1 ? 'is' : 'are'} also planned for "${otherName}" on the same days.`,
      link,
    });
  return reasons;
}

/** Returns the fairs whose dates overlap a range, by start, each with its clashes. */
export async function findCalendar(
  db: Db,
  { from, to, status, adminId, schoolId }: CalendarQuery,
): Promise<CalendarFair[]> {
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
    ])
    .select([phase.as('phase'), adminName.as('adminName')])
    .where('fairs.startDate', '<=', to)
    .where('fairs.endDate', '>=', from);
  if (status) matching = matching.where('fairs.status', '=', status);
  if (adminId) matching = matching.where('fairs.adminId', '=', adminId);
  if (schoolId) matching = matching.where('fairs.schoolId', '=', schoolId);
  const fairs = await matching
    .orderBy('fairs.startDate')
    .orderBy('fairs.endDate', 'desc')
    .orderBy('fairs.id')
    .execute();
  const clashes = await findClashes(
    db,
    fairs.map(({ id }) => id),
  );
  return fairs.map((fair) => ({ ...fair, clashes: clashes.get(fair.id) ?? [] }));
}
