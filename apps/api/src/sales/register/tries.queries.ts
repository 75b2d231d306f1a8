import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';

/**
 * Maximum wrong codes at one device before it is locked, and of one admin within an hour (api.md,
 * pos/login).
 */
export const DEVICE_TRIES = 5;
export const ADMIN_TRIES = 20;
const LOCK = sql`interval '15 minutes'`;
/** Age at which an unsettled try belongs to a killed process. */
const ABANDONED = sql`interval '30 seconds'`;

/** A login whose secret code is being checked. `adminId` is null for an unknown admin. */
export type Try = { id: string; deviceId: string; adminId: string | null };
/** Wrong codes so far, tries in progress, and the end of a current lock. */
type Count = { wrong: number; underWay: number; lockedUntil: string | null };

/** Locks the rows that count wrong codes, the device before the admin, and returns the counts. */
export async function lockCounts(
  tx: Tx,
  { deviceId, adminId }: Pick<Try, 'deviceId' | 'adminId'>,
): Promise<{ device: Count; admin: Count | undefined }> {
  const device = await tx
    .selectFrom('devices')
    .select([
      'wrongCodes as wrong',
      sql<string | null>`case when locked_until > now() then locked_until end`.as('lockedUntil'),
    ])
    .where('id', '=', deviceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const admin = adminId === null ? undefined : await lockAdminCount(tx, adminId);
  const underWay = await tx
    .selectFrom('registerTries')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('deviceId', '=', deviceId).as('device'),
      eb.fn.countAll<number>().filterWhere('adminId', '=', adminId).as('admin'),
    ])
    .where((eb) => eb.or([eb('deviceId', '=', deviceId), eb('adminId', '=', adminId)]))
    .where('at', '>', sql<string>`now() - ${ABANDONED}`)
    .executeTakeFirstOrThrow();
  return {
    device: { ...device, underWay: underWay.device },
    admin: admin && { ...admin, underWay: underWay.admin },
  };
}

function lockAdminCount(tx: Tx, adminId: string) {
  return tx
    .selectFrom('admins')
    .select([
      sql<number>`
        case when wrong_codes_since > now() - interval '1 hour' then wrong_codes else 0 end`.as(
        'wrong',
      ),
      sql<string | null>`case when code_locked_until > now() then code_locked_until end`.as(
        'lockedUntil',
      ),
    ])
    .where('id', '=', adminId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Adds a try, and deletes tries left by killed processes. */
export async function insertTryRow(tx: Tx, entry: Try): Promise<void> {
  await tx
    .deleteFrom('registerTries')
    .where('at', '<', sql<string>`now() - ${ABANDONED}`)
    .execute();
  await tx.insertInto('registerTries').values(entry).execute();
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
 * Counts a wrong code of the admin on all devices. Returns true if this locked them out of
 * registers.
 */
export async function countWrongAdminRow(tx: Tx, adminId: string): Promise<boolean> {
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
      from admins
      where id = ${adminId}
    )
    update admins a set
      wrong_codes = case when wrong >= ${ADMIN_TRIES} then 0 else wrong end,
      wrong_codes_since = case when wrong >= ${ADMIN_TRIES} then null else since end,
      code_locked_until = case
        when wrong >= ${ADMIN_TRIES} then now() + ${LOCK}
        else code_locked_until
      end
    from counted
    where a.id = counted.id
    returning coalesce(a.code_locked_until > now(), false) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

/**
 * Resets the device's count after a successful login. The admin's count continues, because it
 * covers all devices.
 */
export async function clearWrongDeviceRow(tx: Tx, deviceId: string): Promise<void> {
  await tx.updateTable('devices').set({ wrongCodes: 0 }).where('id', '=', deviceId).execute();
}
