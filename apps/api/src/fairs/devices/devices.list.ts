import { DEVICE_LIST } from '@pos/contract/fairs/devices.columns';
import { DEVICE_MODELS, type Device, DevicesQuery } from '@pos/contract/fairs/devices';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { exportedList } from '#api/lists/exported-list.ts';
import { isIn, List } from '#api/lists/list.ts';
import { containing, hasName, hasText } from '#api/lists/search-text.ts';

const adminName = sql<string | null>`admins.first_name || ' ' || admins.last_name`;
const warrantyState = sql<Device['warrantyState']>`case
  when devices.warranty_date < current_date then 'expired'
  when devices.warranty_date <= current_date + (select warranty_warn_days from settings)
    then 'expiring'
  else 'ok' end`;

const pairingCodeExpiresAt = sql<string | null>`case
  when devices.pairing_code_expires_at > now() then devices.pairing_code_expires_at end`;

const liveFairs = sql<Device['liveFairs']>`coalesce((
  select json_agg(
    json_build_object('id', live.id, 'name', live.name, 'adminId', live.admin_id)
    order by live.start_date, live.id)
  from fairs live
  where live.id in (
    select devices.current_fair_id
    union
    select fair_id
    from fair_devices
    where fair_devices.device_id = devices.id)
    and live.status = 'active'
      and live.close_out_state = 'open'
      and (now() at time zone live.time_zone)::date between live.start_date and live.end_date
), '[]')`;

/** Devices that are not deleted, with their admin and current fair. */
function selectDevices(db: Db) {
  return db
    .selectFrom('devices')
    .leftJoin('admins', 'admins.id', 'devices.adminId')
    .leftJoin('fairs', 'fairs.id', 'devices.currentFairId')
    .where('devices.deletedAt', 'is', null)
    .select([
      'devices.id',
      'devices.deviceId',
      'devices.name',
      'devices.purchaseDate',
      'devices.warrantyDate',
      'devices.adminId',
      'devices.status',
      'devices.appVersion',
      'devices.lastSeenAt',
      'devices.lastSyncAt',
      'devices.unsentOrders',
      'devices.currentFairId',
      'fairs.name as currentFairName',
      'devices.version',
      'devices.createdAt',
      'devices.updatedAt',
    ])
    .select(sql<Device['model']>`devices.model`.as('model'))
    .select(adminName.as('adminName'))
    .select(warrantyState.as('warrantyState'))
    .select(liveFairs.as('liveFairs'))
    .select(sql<boolean>`devices.device_key_hash is not null`.as('paired'))
    .select(pairingCodeExpiresAt.as('pairingCodeExpiresAt'));
}

/** The devices list. */
export const deviceList = new List(DevicesQuery, {
  rows: selectDevices,
  id: 'devices.id',
  sorts: {
    deviceId: sql`lower(devices.device_id)`,
    name: sql`lower(devices.name)`,
    model: sql`devices.model`,
    adminName: sql`lower(${adminName})`,
    purchaseDate: sql`devices.purchase_date`,
    warrantyDate: sql`devices.warranty_date`,
    lastSyncAt: sql`devices.last_sync_at`,
    unsentOrders: sql`devices.unsent_orders`,
    status: sql`devices.status`,
  },
  emptyLast: ['model', 'adminName', 'lastSyncAt'],
  filters: {
    status: (statuses) => isIn(sql`devices.status`, statuses),
    model: (models) => isIn(sql`devices.model`, models),
    adminId: (id) => sql`devices.admin_id = ${id}`,
    assigned: (isAssigned) =>
      isAssigned ? sql`devices.admin_id is not null` : sql`devices.admin_id is null`,
    warranty: (state) => sql`${warrantyState} = ${state}`,
    stale: (isStale) => sql`
      coalesce(
        devices.last_sync_at < now() - make_interval(
          hours => (select device_stale_hours from settings)),
        true) = ${isStale}`,
    atLiveFair: (isAtFair) => sql`
      coalesce(
        fairs.status = 'active'
          and (now() at time zone fairs.time_zone)::date
            between fairs.start_date and fairs.end_date,
        false) = ${isAtFair}`,
    fairId: (id) => sql`devices.current_fair_id = ${id}`,
    schoolId: (id) => sql`fairs.school_id = ${id}`,
  },
  search: (text) => [
    sql`devices.device_id ilike ${containing(text)}`,
    hasText(sql`devices.name`, containing(text)),
    hasName(adminName, text),
  ],
  exported: exportedList<Device, typeof DEVICE_LIST>('Devices', DEVICE_LIST, {
    model: ({ model }) => model && DEVICE_MODELS[model],
  }),
});
