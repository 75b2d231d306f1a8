import type { Reason } from '@pos/contract/errors';
import type { Device, DevicesQuery, NewDevice } from '@pos/contract/devices';
import {
  MAX_OPTIONS,
  type OptionsQuery,
  type RecordOption,
  type WholeList,
} from '@pos/contract/values';
import { sql, type RawBuilder, type UpdateObject } from 'kysely';
import { runOnceCompiled } from '#api/db/compiled-once.ts';
import { PREPARED, type Db, type Tx } from '#api/db/db.ts';
import { goneState } from '#api/db/gone-state.ts';
import type { Schema } from '#api/db/schema.ts';
import { containing, isPlain, pageWithTotal, toSort, withPattern } from '#api/lists/paging.ts';

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

const orderings: Record<
  ReturnType<typeof toSort<DevicesQuery['sort']>>['field'],
  RawBuilder<unknown>
> = {
  deviceId: sql`lower(devices.device_id)`,
  name: sql`lower(devices.name)`,
  model: sql`devices.model`,
  adminName: sql`lower(${adminName})`,
  purchaseDate: sql`devices.purchase_date`,
  warrantyDate: sql`devices.warranty_date`,
  lastSyncAt: sql`devices.last_sync_at`,
  unsentOrders: sql`devices.unsent_orders`,
  status: sql`devices.status`,
} as never;

function joined(db: Db) {
  return db
    .selectFrom('devices')
    .leftJoin('admins', 'admins.id', 'devices.adminId')
    .leftJoin('fairs', 'fairs.id', 'devices.currentFairId')
    .where('devices.deletedAt', 'is', null);
}

function withColumns(rows: ReturnType<typeof joined>) {
  return rows
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

/** Returns one page of devices and the total count. */
export async function findDevices(
  db: Db,
  query: DevicesQuery,
): Promise<{ results: Device[]; total: number }> {
  const { page, limit, sort } = query;
  const skip = (page - 1) * limit;
  const rows = (filters: WholeList<DevicesQuery>) =>
    ordered(filtered(db, filters), sort)
      .select(sql<number>`(${counted(db, filters)})`.as('listTotal'))
      .limit(sql.lit(limit))
      .modifyFront(PREPARED);
  const { search, ...others } = withPattern(query);
  const isUsual = isPlain(others) && skip === 0;
  const asked = isUsual
    ? runOnceCompiled(db, `devices ${limit} ${sort}`, { search }, (text) => rows({ sort, ...text }))
    : rows({ ...others, search })
        .offset(skip)
        .execute();
  return pageWithTotal(asked, () => countDevices(db, query));
}

/** Returns all matching devices in list order, to page or stream. */
export function orderedDevices(db: Db, query: WholeList<DevicesQuery>) {
  return ordered(filtered(db, withPattern(query)), query.sort);
}

function ordered(rows: ReturnType<typeof joined>, sort: DevicesQuery['sort']) {
  const { field, direction } = toSort(sort);
  return withColumns(rows)
    .orderBy(orderings[field as keyof typeof orderings], (order) =>
      direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast(),
    )
    .orderBy('devices.id');
}

/** Counts the matching devices. */
export async function countDevices(db: Db, query: WholeList<DevicesQuery>): Promise<number> {
  return (await counted(db, withPattern(query)).executeTakeFirstOrThrow()).total;
}

function counted(db: Db, query: WholeList<DevicesQuery>) {
  return filtered(db, query).select((eb) => eb.fn.countAll<number>().as('total'));
}

function filtered(
  db: Db,
  {
    search,
    status,
    model,
    adminId,
    assigned,
    warranty,
    stale,
    atLiveFair,
    fairId,
    schoolId,
    ids,
  }: WholeList<DevicesQuery>,
): ReturnType<typeof joined> {
  let matching = joined(db);
  if (ids) matching = matching.where(sql<boolean>`devices.id = any(${ids}::uuid[])`);
  if (status) matching = matching.where('devices.status', 'in', status);
  if (model) matching = matching.where('devices.model', 'in', model);
  if (adminId) matching = matching.where('devices.adminId', '=', adminId);
  if (assigned !== undefined)
    matching = matching.where('devices.adminId', assigned ? 'is not' : 'is', null);
  if (warranty) matching = matching.where(warrantyState, '=', warranty);
  if (stale !== undefined)
    matching = matching.where(
      sql<boolean>`
        coalesce(
          devices.last_sync_at < now() - make_interval(
            hours => (select device_stale_hours from settings)),
            true) = ${stale}`,
    );
  if (atLiveFair !== undefined)
    matching = matching.where(
      sql<boolean>`
        coalesce(
          fairs.status = 'active'
            and (
              now() at time zone fairs.time_zone)::date between fairs.start_date and fairs.end_date,
              false)
          = ${atLiveFair}`,
    );
  if (fairId) matching = matching.where('devices.currentFairId', '=', fairId);
  if (schoolId) matching = matching.where('fairs.schoolId', '=', schoolId);
  if (search)
    matching = matching.where((eb) =>
      eb.or([
        eb('devices.deviceId', 'ilike', search),
        eb('devices.name', 'ilike', search),
        eb(adminName, 'ilike', search),
      ]),
    );
  return matching;
}

export function findDevice(db: Db, id: string): Promise<Device | undefined> {
  return withColumns(joined(db)).where('devices.id', '=', id).executeTakeFirst();
}

/**
 * Returns active devices whose ID or name contains the text, or the one device requested by ID in
 * any state: "REG-01 · Library tablet".
 */
export function findDeviceOptions(
  db: Db,
  { search = '', id }: OptionsQuery,
): Promise<RecordOption[]> {
  const text = containing(search);
  return db
    .selectFrom('devices')
    .select(['id as value', sql<string>`device_id || ' · ' || name`.as('label')])
    .select(goneState.as('state'))
    .where((eb) =>
      id
        ? eb('id', '=', id)
        : eb.and([
            eb('deletedAt', 'is', null),
            eb('status', '=', 'active'),
            eb.or([eb('deviceId', 'ilike', text), eb('name', 'ilike', text)]),
          ]),
    )
    .orderBy(sql`lower(device_id)`)
    .limit(MAX_OPTIONS)
    .execute();
}

export async function insertDeviceRow(tx: Tx, id: string, device: NewDevice): Promise<void> {
  await tx
    .insertInto('devices')
    .values({
      ...device,
      id,
      deactivatedAt: null,
      deviceKeyHash: null,
      pairingCodeHash: null,
      pairingCodeExpiresAt: null,
      lockedUntil: null,
      appVersion: null,
      lastSeenAt: null,
      lastSyncAt: null,
      currentFairId: null,
      deletedAt: null,
    })
    .execute();
}

export async function updateDeviceRow(
  tx: Tx,
  id: string,
  version: number,
  changes: UpdateObject<Schema, 'devices'>,
): Promise<void> {
  await tx
    .updateTable('devices')
    .set({ ...changes, version, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Returns the reasons that block deletion: unsent orders, and fairs that have not ended. */
export async function findDeviceUses(db: Db, { id, unsentOrders }: Device): Promise<Reason[]> {
  const fairs = await db
    .selectFrom('fairDevices')
    .innerJoin('fairs', 'fairs.id', 'fairDevices.fairId')
    .select(['fairs.id', 'fairs.name'])
    .where('fairDevices.deviceId', '=', id)
    .where(sql<boolean>`fairs.end_date >= (now() at time zone fairs.time_zone)::date`)
    .where('fairs.status', '=', 'active')
    .orderBy('fairs.startDate')
    .limit(20)
    .execute();
  return [
    ...(unsentOrders > 0
      ? [
          {
            code: 'UNSENT_ORDERS',
            text: `${unsentOrders} unsent ${unsentOrders === 1 ? 'order' : 'orders'}`,
            count: unsentOrders,
          },
        ]
      : []),
    ...fairs.map((fair) => ({
      code: 'FAIR',
      text: `planned for ${fair.name}`,
      link: `/fair-details/${fair.id}`,
    })),
  ];
}
