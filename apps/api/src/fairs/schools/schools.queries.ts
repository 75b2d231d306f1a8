import type { ProfitBands } from '@pos/contract/fairs/agreements';
import type {
  RegionOption,
  RegionsQuery,
  School,
  SchoolContact,
  SchoolOption,
  SchoolOptionsQuery,
} from '@pos/contract/fairs/schools';
import { MAX_OPTIONS, type RecordStatus } from '@pos/contract/values';
import { type Insertable, sql, type UpdateObject } from 'kysely';
import { type Db, type Tx } from '#api/db/db.ts';
import { inactiveState } from '#api/db/gone-state.ts';
import { instantText } from '#api/db/json-columns.ts';
import { isSchoolNamed } from '#api/db/merged-records.ts';
import type { Schema } from '#api/db/schema.generated.ts';
import { containing, hasText } from '#api/lists/search-text.ts';
import { selectSchools } from './schools.list.ts';
import type { SchoolUses } from './schools.rules.ts';

const sourceFields = sql<School['sourceFields']>`
  case when schools.in_source then schools.source_fields else '{}' end`;

const certificate = sql<School['certificate']>`(
  select json_build_object('fileName', c.file_name, 'uploadedAt', ${instantText('c.uploadedAt')})
  from school_certificates c
  where c.school_id = schools.id)`;

const mergedInto = sql<School['mergedInto']>`(
  select json_build_object('id', s.id, 'identifier', s.identifier, 'name', s.name)
  from schools s
  where s.id = schools.merged_into)`;

function selectWhole(db: Db) {
  return selectSchools(db)
    .select(['schools.contacts', 'schools.profitBands', 'schools.paymentTerms', 'schools.notes'])
    .select([
      sql<string>`coalesce(schools.exempt_certificate_no, '')`.as('exemptCertificateNo'),
      certificate.as('certificate'),
      mergedInto.as('mergedInto'),
      sourceFields.as('sourceFields'),
    ]);
}

export function findSchool(db: Db, id: string): Promise<School | undefined> {
  return selectWhole(db).where('schools.id', '=', id).executeTakeFirst();
}

export function findSchools(db: Db, ids: readonly string[]): Promise<School[]> {
  return selectWhole(db)
    .where(sql<boolean>`schools.id = any(${ids}::uuid[])`)
    .execute();
}

/** Locks schools against changes by others until the transaction ends. */
export async function lockSchoolRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from schools where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
}

/** Returns the IDs of the schools with one of the public codes, given in lowercase. */
export async function findSchoolIds(db: Db, identifiers: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('schools')
    .select('id')
    .where(sql<boolean>`lower(identifier) = any(${identifiers}::text[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns a school by its public code, or by that of a duplicate merged into it. */
export function findSchoolByIdentifier(db: Db, identifier: string): Promise<School | undefined> {
  return selectWhole(db).where(isSchoolNamed(identifier)).executeTakeFirst();
}

/**
 * Returns active schools whose name or identifier contains the text, or the one school requested in
 * any state, with its address in one line.
 */
export function findSchoolOptions(
  db: Db,
  { search = '', id, identifier }: SchoolOptionsQuery,
): Promise<SchoolOption[]> {
  const text = containing(search);
  const place = sql`nullif(trim(state || ' ' || zip), '')`;
  return db
    .selectFrom('schools')
    .select(['id as value', 'name as label', 'identifier', 'timeZone', 'taxExempt'])
    .select(
      sql<string>`concat_ws(', ', nullif(address, ''), nullif(city, ''), ${place})`.as('address'),
    )
    .select(inactiveState(sql`status`).as('state'))
    .where((eb) => {
      if (id) return eb('id', '=', id);
      if (identifier) return isSchoolNamed(identifier);
      return eb.and([
        eb('status', '=', 'active'),
        eb.or([hasText(sql`name`, text), eb('identifier', 'ilike', text)]),
      ]);
    })
    .orderBy('name')
    .orderBy('identifier')
    .limit(MAX_OPTIONS)
    .execute();
}

/** Returns the regions that contain the text, each once. */
export function findRegionOptions(db: Db, { search = '' }: RegionsQuery): Promise<RegionOption[]> {
  return db
    .selectFrom('schools')
    .select(['region as value', 'region as label'])
    .distinct()
    .where('region', '<>', '')
    .where(hasText(sql`region`, containing(search)))
    .orderBy('region')
    .limit(MAX_OPTIONS)
    .execute();
}

/** Returns the time zone of schools that have none of their own. */
export async function findDefaultTimeZone(db: Db): Promise<string> {
  const { defaultTimeZone } = await db
    .selectFrom('settings')
    .select('defaultTimeZone')
    .executeTakeFirstOrThrow();
  return defaultTimeZone;
}

/** Counts what is still open at schools: fairs, AveDollars, money in eWallets. */
export async function findSchoolUses(
  db: Db,
  ids: readonly string[],
): Promise<(SchoolUses & { id: string })[]> {
  const { rows } = await sql<SchoolUses & { id: string }>`
    select id,
      (
        select count(*)
        from fairs
        where school_id = schools.id and status = 'active' and close_out_state = 'open') as fairs,
      ave_dollar_balance_cents as ave_dollar_cents,
      (
        select coalesce(sum(wallets.balance_cents), 0)::bigint
        from students
        join wallets on wallets.student_id = students.id
        where students.school_id = schools.id) as wallet_cents
    from schools
    where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

type SchoolFields = Omit<
  Insertable<Schema['schools']>,
  'contacts' | 'profitBands' | 'exemptCertificateNo'
> & {
  contacts: readonly SchoolContact[];
  profitBands: ProfitBands;
  /** Blank for none. */
  exemptCertificateNo: string;
};

export async function insertSchoolRow(
  tx: Tx,
  { contacts, profitBands, exemptCertificateNo, ...school }: SchoolFields,
): Promise<void> {
  await tx
    .insertInto('schools')
    .values({
      ...school,
      contacts: JSON.stringify(contacts),
      profitBands: JSON.stringify(profitBands),
      exemptCertificateNo: exemptCertificateNo || null,
    })
    .execute();
}

/** Updates the given fields of a school. */
export async function updateSchoolRow(
  tx: Tx,
  id: string,
  version: number,
  { contacts, profitBands, exemptCertificateNo, ...changes }: Partial<SchoolFields>,
): Promise<void> {
  const fields: UpdateObject<Schema, 'schools'> = {
    ...changes,
    ...(contacts && { contacts: JSON.stringify(contacts) }),
    ...(profitBands && { profitBands: JSON.stringify(profitBands) }),
    ...(exemptCertificateNo !== undefined && { exemptCertificateNo: exemptCertificateNo || null }),
  };
  await tx
    .updateTable('schools')
    .set({ ...fields, version, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

export function setSchoolStatusRow(
  tx: Tx,
  id: string,
  version: number,
  status: RecordStatus,
): Promise<void> {
  return updateSchoolRow(tx, id, version, { status });
}
