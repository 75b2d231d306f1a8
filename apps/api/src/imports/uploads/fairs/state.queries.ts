import type { PackageOption } from '@pos/contract/fairs/package-options';
import { type Selectable, sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { standingFor } from '#api/db/merged-records.ts';
import type { Schema } from '#api/db/schema.generated.ts';

export type KnownSchool = Pick<
  Selectable<Schema['schools']>,
  'id' | 'identifier' | 'name' | 'status' | 'timeZone'
>;
type NamedSchool = KnownSchool & { named: string };
export type KnownFair = {
  identifier: string;
  schoolId: string;
  name: string;
  address: string;
  startDate: string;
  endDate: string;
  taxRatePpm: number;
  adminId: string;
  packageOption: PackageOption;
  status: 'active' | 'inactive';
  timeZone: string;
};

/** Database state of everything that a file of fairs refers to. Keys in lowercase. */
export type FairState = {
  schools: Map<string, KnownSchool>;
  admins: Map<string, { id: string; name: string }>;
  fairs: KnownFair[];
  defaultTimeZone: string;
  now: Date;
};

/** Returns schools by identifiers in lowercase, with the identifier that was asked for. */
async function findSchoolsNamed(db: Db, identifiers: readonly string[]): Promise<NamedSchool[]> {
  const { rows } = await sql<NamedSchool>`
    select named.identifier as named, schools.id, schools.identifier, schools.name, schools.status,
      schools.time_zone
    from ${standingFor('schools')}
    where lower(named.identifier) = any(${identifiers}::text[])`.execute(db);
  return rows;
}

/**
 * Returns schools, active admins, and fairs that have one of the identifiers, are at one of the
 * schools, or belong to one of the admins on these days.
 */
export async function findFairState(
  db: Db,
  names: { schools: string[]; emails: string[]; identifiers: string[]; from: string; to: string },
): Promise<FairState> {
  const [schools, admins, settings] = await Promise.all([
    findSchoolsNamed(db, names.schools),
    db
      .selectFrom('admins')
      .select(['id', 'email', sql<string>`first_name || ' ' || last_name`.as('name')])
      .where('status', '=', 'active')
      .where('deletedAt', 'is', null)
      .where(sql<boolean>`lower(email) = any(${names.emails}::text[])`)
      .execute(),
    db.selectFrom('settings').select('defaultTimeZone').executeTakeFirstOrThrow(),
  ]);
  const fairs = await db
    .selectFrom('fairs')
    .select([
      'identifier',
      'schoolId',
      'name',
      'address',
      'startDate',
      'endDate',
      'taxRatePpm',
      'adminId',
      'status',
      'timeZone',
      sql<PackageOption>`package_option`.as('packageOption'),
    ])
    .where((eb) =>
      eb.or([
        sql<boolean>`lower(identifier) = any(${names.identifiers}::text[])`,
        sql<boolean>`school_id = any(${schools.map(({ id }) => id)}::uuid[])`,
        eb.and([
          sql<boolean>`admin_id = any(${admins.map(({ id }) => id)}::uuid[])`,
          eb('endDate', '>=', names.from),
          eb('startDate', '<=', names.to),
        ]),
      ]),
    )
    .execute();
  return {
    schools: new Map(schools.map(({ named, ...school }) => [named.toLowerCase(), school])),
    admins: new Map(admins.map(({ email, ...admin }) => [email.toLowerCase(), admin])),
    fairs,
    defaultTimeZone: settings.defaultTimeZone,
    now: new Date(),
  };
}
