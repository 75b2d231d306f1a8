import type { PersonKind } from '@pos/contract/sales/register-people';
import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';

/**
 * Maximum wrong codes at one device before it is locked, and of one person within an hour (api.md,
 * pos/login).
 */
export const DEVICE_TRIES = 5;
export const PERSON_TRIES = 20;
const LOCK = sql`interval '15 minutes'`;
/** Age at which an unsettled try belongs to a killed process. */
const ABANDONED = sql`interval '30 seconds'`;

/** Person of a login: an admin, or a cashier of the fair. */
export type PersonKey = { kind: PersonKind; id: string };
/** A login whose secret code is being checked. `person` is null for an unknown one. */
export type Try = { id: string; deviceId: string; person: PersonKey | null };
/** Wrong codes so far, tries in progress, and the end of a current lock. */
type Count = { wrong: number; underWay: number; lockedUntil: string | null };

/** Tables whose rows count the wrong codes of a person, and the columns of tries that name them. */
const TABLES = { admin: 'admins', cashier: 'cashiers' } as const;
const COLUMNS = { admin: 'adminId', cashier: 'cashierId' } as const;

/** Locks the rows that count wrong codes, the device before the person, and returns the counts. */
export async function lockCounts(
  tx: Tx,
  { deviceId, person }: Pick<Try, 'deviceId' | 'person'>,
): Promise<{ device: Count; person: Count | undefined }> {
  const device = await tx
    .selectFrom('devices')
    .select([
      'wrongCodes as wrong',
      sql<string | null>`case when locked_until > now() then locked_until end`.as('lockedUntil'),
    ])
    .where('id', '=', deviceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const counted = person === null ? undefined : await lockPersonCount(tx, person);
  const column = COLUMNS[person?.kind ?? 'admin'];
  const personId = person?.id ?? null;
  const underWay = await tx
    .selectFrom('registerTries')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('deviceId', '=', deviceId).as('device'),
      eb.fn.countAll<number>().filterWhere(column, '=', personId).as('person'),
    ])
    .where((eb) => eb.or([eb('deviceId', '=', deviceId), eb(column, '=', personId)]))
    .where('at', '>', sql<string>`now() - ${ABANDONED}`)
    .executeTakeFirstOrThrow();
  return {
    device: { ...device, underWay: underWay.device },
    person: counted && { ...counted, underWay: underWay.person },
  };
}

function lockPersonCount(tx: Tx, { kind, id }: PersonKey) {
  return tx
    .selectFrom(TABLES[kind])
    .select([
      sql<number>`
        case when wrong_codes_since > now() - interval '1 hour' then wrong_codes else 0 end`.as(
        'wrong',
      ),
      sql<string | null>`case when code_locked_until > now() then code_locked_until end`.as(
        'lockedUntil',
      ),
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Adds a try, and deletes tries left by killed processes. */
export async function insertTryRow(tx: Tx, { id, deviceId, person }: Try): Promise<void> {
  await tx
    .deleteFrom('registerTries')
    .where('at', '<', sql<string>`now() - ${ABANDONED}`)
    .execute();
  const named = {
    adminId: null,
    cashierId: null,
    ...(person && { [COLUMNS[person.kind]]: person.id }),
  };
  await tx
    .insertInto('registerTries')
    .values({ id, deviceId, ...named })
    .execute();
}

export async function deleteTryRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('registerTries').where('id', '=', id).execute();
}

/** Counts a wrong code at the device. Returns true if this locked the device. */
export async function countWrongDeviceRow(tx: Tx, deviceId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    update devices set
      wrong_codes = case when wrong_codes + 1 >= ${DEVICE_TRIES} then 0 else wrong_codes + 1 end,
      locked_until = case
        when wrong_codes + 1 >= ${DEVICE_TRIES} then now() + ${LOCK}
        else locked_until
      end
    where id = ${deviceId}
    returning coalesce(locked_until > now(), false) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

/**
 * Counts a wrong code of a person on all devices. Returns true if this locked them out of
 * registers.
 */
export async function countWrongPersonRow(tx: Tx, { kind, id }: PersonKey): Promise<boolean> {
  const table = sql.table(TABLES[kind]);
  const { rows } = await sql<{ locked: boolean }>`
    with counted as (
      select id,
        case
          when wrong_codes_since > now() - interval '1 hour' then wrong_codes + 1
          else 1
        end as wrong,
        case
          when wrong_codes_since > now() - interval '1 hour' then wrong_codes_since
          else now()
        end as since
      from ${table}
      where id = ${id}
    )
    update ${table} a set
      wrong_codes = case when wrong >= ${PERSON_TRIES} then 0 else wrong end,
      wrong_codes_since = case when wrong >= ${PERSON_TRIES} then null else since end,
      code_locked_until = case
        when wrong >= ${PERSON_TRIES} then now() + ${LOCK}
        else code_locked_until
      end
    from counted
    where a.id = counted.id
    returning coalesce(a.code_locked_until > now(), false) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

/**
 * Resets the device's count after a successful login. The person's count continues, because it
 * covers all devices.
 */
export async function clearWrongDeviceRow(tx: Tx, deviceId: string): Promise<void> {
  await tx.updateTable('devices').set({ wrongCodes: 0 }).where('id', '=', deviceId).execute();
}
