import type { PlacesOfAdmin } from '@pos/contract/staff/places';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';

type Lists = Pick<PlacesOfAdmin, 'regions' | 'schoolIds' | 'fairIds'>;

/** Returns the places that an admin is limited to; empty lists for one who works everywhere. */
export async function findPlaces(db: Db, adminId: string): Promise<Lists> {
  const rows = await db
    .selectFrom('adminPlaces')
    .select(['region', 'schoolId', 'fairId'])
    .where('adminId', '=', adminId)
    .orderBy('id')
    .execute();
  return {
    regions: rows.flatMap(({ region }) => region ?? []),
    schoolIds: rows.flatMap(({ schoolId }) => schoolId ?? []),
    fairIds: rows.flatMap(({ fairId }) => fairId ?? []),
  };
}

/** Replaces the places that an admin is limited to, and notes when. */
export async function savePlaces(
  tx: Tx,
  adminId: string,
  { regions, schoolIds, fairIds }: Lists,
): Promise<void> {
  await tx.deleteFrom('adminPlaces').where('adminId', '=', adminId).execute();
  const none = { region: null, schoolId: null, fairId: null };
  const rows = [
    ...[...new Set(regions)].map((region) => ({ ...none, region })),
    ...[...new Set(schoolIds)].map((schoolId) => ({ ...none, schoolId })),
    ...[...new Set(fairIds)].map((fairId) => ({ ...none, fairId })),
  ].map((row) => ({ ...row, id: uuidv7(), adminId }));
  if (rows.length > 0) await tx.insertInto('adminPlaces').values(rows).execute();
  await tx
    .updateTable('admins')
    .set({ placesChangedAt: sql<string>`now()` })
    .where('id', '=', adminId)
    .execute();
}

/** Returns the names of places: regions, then schools, then fairs. */
export async function findPlaceNames(
  db: Db,
  { regions, schoolIds, fairIds }: Lists,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select 1 as sort, name from unnest(${regions}::text[]) name
      union all select 2, name from schools where id = any(${schoolIds}::uuid[])
      union all select 3, name from fairs where id = any(${fairIds}::uuid[])) places
    order by sort, name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns those of the IDs that are no school, and those that are no fair. */
export async function findUnknownPlaces(
  db: Db,
  { schoolIds, fairIds }: Lists,
): Promise<{ schools: number; fairs: number }> {
  const { rows } = await sql<{ schools: number; fairs: number }>`
    select
      (select count(*) from unnest(${schoolIds}::uuid[]) id
        where not exists (select from schools where schools.id = id.id)) as schools,
      (select count(*) from unnest(${fairIds}::uuid[]) id
        where not exists (select from fairs where fairs.id = id.id)) as fairs`.execute(db);
  return rows[0]!;
}

/** Returns true if connections of the database can be limited to places. */
export async function canLimit(db: Db, role: string): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select coalesce(bool_or(pg_has_role(current_user, oid, 'member')), false) as can
    from pg_roles
    where rolname = ${role}`.execute(db);
  return rows[0]!.can;
}
