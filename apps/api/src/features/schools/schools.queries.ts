import type { School, SchoolOption } from '@pos/contract/schools';
import { MAX_OPTIONS, type OptionsQuery } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { containing } from '#api/http/paging.ts';

const columns = [
  'id', 'identifier', 'name', 'address', 'city', 'state', 'zip', 'phone', 'timeZone', 'enrollment', 'taxExempt', 'factsEnabled',
  'coordinatorName', 'coordinatorEmail', 'aveDollarBalanceCents', 'status', 'version', 'createdAt', 'updatedAt',
] as const;

export function findSchool(db: Db, id: string): Promise<School | undefined> {
  return db.selectFrom('schools').select(columns).where('id', '=', id).executeTakeFirst();
}

/** A school by its public code, without regard to case. */
export function findSchoolByIdentifier(db: Db, identifier: string): Promise<School | undefined> {
  return db.selectFrom('schools').select(columns).where(sql<string>`lower(identifier)`, '=', identifier.toLowerCase()).executeTakeFirst();
}

/** Active schools whose name or identifier holds the text, or the one school asked for; the address in one line. */
export function findSchoolOptions(db: Db, { search = '', id }: OptionsQuery): Promise<SchoolOption[]> {
  return db
    .selectFrom('schools')
    .select(['id as value', 'name as label', 'identifier', 'timeZone', 'taxExempt'])
    .select(sql<string>`concat_ws(', ', nullif(address, ''), nullif(city, ''), nullif(trim(state || ' ' || zip), ''))`.as('address'))
    .where((eb) => (id ? eb('id', '=', id) : eb.and([eb('status', '=', 'active'), eb.or([eb('name', 'ilike', containing(search)), eb('identifier', 'ilike', containing(search))])])))
    .orderBy('name')
    .orderBy('identifier')
    .limit(MAX_OPTIONS)
    .execute();
}
