import type { School, SchoolOption, SchoolOptionsQuery } from '@pos/contract/schools';
import { MAX_OPTIONS } from '@pos/contract/values';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { inactiveState } from '#api/db/gone-state.ts';
import type { Schema } from '#api/db/schema.ts';
import { containing } from '#api/lists/paging.ts';

const columns = [
  'id',
  'identifier',
  'name',
  'address',
  'city',
  'state',
  'zip',
  'phone',
  'timeZone',
  'enrollment',
  'taxExempt',
  'factsEnabled',
  'coordinatorName',
  'coordinatorEmail',
  'aveDollarBalanceCents',
  'status',
  'version',
  'createdAt',
  'updatedAt',
] as const;

export function findSchool(db: Db, id: string): Promise<School | undefined> {
  return db.selectFrom('schools').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Returns a school by its public code, ignoring case. */
export function findSchoolByIdentifier(db: Db, identifier: string): Promise<School | undefined> {
  return db
    .selectFrom('schools')
    .select(columns)
    .where(sql<string>`lower(identifier)`, '=', identifier.toLowerCase())
    .executeTakeFirst();
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
      if (identifier) return eb(sql<string>`lower(identifier)`, '=', identifier.toLowerCase());
      return eb.and([
        eb('status', '=', 'active'),
        eb.or([eb('name', 'ilike', text), eb('identifier', 'ilike', text)]),
      ]);
    })
    .orderBy('name')
    .orderBy('identifier')
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

export async function insertSchoolRow(
  tx: Tx,
  school: Insertable<Schema['schools']>,
): Promise<void> {
  await tx.insertInto('schools').values(school).execute();
}
