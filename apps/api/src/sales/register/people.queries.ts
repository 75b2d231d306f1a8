import { SELLING_MARGIN_DAYS } from '@pos/contract/fairs/fairs';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { approvesNow, hasDutyNow } from '#api/sales/approvals/register-duties.ts';
import { isAssignedNow } from './login.queries.ts';

/** Most fairs that a register is told of. */
const MAX_FAIRS = 50;

/**
 * Returns the fairs that sell today, those that the device is planned for and that are not closed
 * out, and the one where it last logged in, so that its last orders can be sent. The planned ones of
 * today come first, then the others of today, then the nearest.
 */
export function findRegisterFairs(db: Db, deviceId: string) {
  const day = sql`(now() at time zone fairs.time_zone)::date`;
  const planned = sql<boolean>`exists (
    select
    from fair_devices
    where fair_devices.fair_id = fairs.id and fair_devices.device_id = ${deviceId})`;
  const today = sql<boolean>`(fairs.status = 'active' and fairs.close_out_state = 'open'
    and ${day} between fairs.start_date - ${SELLING_MARGIN_DAYS}::int
      and fairs.end_date + ${SELLING_MARGIN_DAYS}::int)`;
  return db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .innerJoin('devices', (join) => join.on('devices.id', '=', deviceId))
    .innerJoin('settings', (join) => join.onTrue())
    .select([
      'fairs.id',
      'fairs.identifier',
      'fairs.name',
      'schools.name as schoolName',
      'fairs.startDate',
      'fairs.endDate',
      'fairs.timeZone',
      'schools.coordinatorName',
      'schools.coordinatorPhone',
      'settings.companyName',
      'settings.supportPhone',
    ])
    .select([planned.as('planned'), today.as('today')])
    .where(
      sql<boolean>`${today} or fairs.id = devices.current_fair_id
        or ${planned} and fairs.close_out_state = 'open'`,
    )
    .orderBy(sql`${planned} and ${today}`, 'desc')
    .orderBy(sql`${today}`, 'desc')
    .orderBy(sql`abs(fairs.start_date - ${day})`)
    .orderBy('fairs.identifier')
    .limit(MAX_FAIRS)
    .execute();
}

/** Returns the active cashiers of fairs that the active device is planned for, by name. */
export function findCashiersAt(db: Db, deviceId: string, fairIds: readonly string[]) {
  return db
    .selectFrom('cashiers')
    .innerJoin('fairDevices', 'fairDevices.fairId', 'cashiers.fairId')
    .innerJoin('devices', 'devices.id', 'fairDevices.deviceId')
    .select(['cashiers.fairId', 'cashiers.id', 'cashiers.name', 'cashiers.codeCheck'])
    .where('devices.id', '=', deviceId)
    .where('devices.status', '=', 'active')
    .where('cashiers.fairId', 'in', fairIds)
    .where('cashiers.status', '=', 'active')
    .where('cashiers.deletedAt', 'is', null)
    .orderBy(sql`lower(cashiers.name)`)
    .execute();
}

/** Returns the admins with a secret code who may work the device at each of the fairs, by name. */
export function findAdminsAt(db: Db, deviceId: string, fairIds: readonly string[]) {
  return db
    .selectFrom('fairs')
    .innerJoin('devices', (join) => join.on('devices.id', '=', deviceId))
    .innerJoin('admins', (join) => join.on('admins.deletedAt', 'is', null))
    .innerJoin('roles', 'roles.id', 'admins.roleId')
    .where('fairs.id', 'in', fairIds)
    .where('admins.status', '=', 'active')
    .where('admins.secretCodeHash', 'is not', null)
    .where(sql<boolean>`${hasDutyNow} and (${isAssignedNow})`)
    .select(['fairs.id as fairId', 'admins.id'])
    .select(approvesNow.as('approves'))
    .select(sql<string>`admins.first_name || ' ' || admins.last_name`.as('name'))
    .orderBy(sql`lower(admins.first_name)`)
    .orderBy(sql`lower(admins.last_name)`)
    .orderBy('admins.id')
    .execute();
}

/** Returns the highest epoch of an order from a device, booked or held; 0 without any. */
export async function findLastEpoch(db: Db, deviceId: string): Promise<number> {
  const { epoch } = await db
    .selectFrom('deviceEpochs')
    .select(({ fn }) => fn.max('epoch').as('epoch'))
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow();
  return epoch ?? 0;
}
