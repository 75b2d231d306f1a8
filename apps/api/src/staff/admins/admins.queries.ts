import { MAX_OPTIONS, type OptionsQuery, type RecordOption } from '@pos/contract/values';
import { type Insertable, type UpdateObject, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { goneState } from '#api/db/gone-state.ts';
import type { Schema } from '#api/db/schema.generated.ts';
import { containing, hasName } from '#api/lists/search-text.ts';

const fullName = sql<string>`first_name || ' ' || last_name`;

/**
 * Returns the names of active fairs and devices that an admin is responsible for. They block
 * deletion.
 */
export async function findResponsibilities(
  db: Db,
  id: string,
): Promise<{ fairs: { id: string; name: string }[]; devices: { id: string; name: string }[] }> {
  const [fairs, devices] = await Promise.all([
    db
      .selectFrom('fairs')
      .select(['id', 'name'])
      .where('adminId', '=', id)
      .where('status', '=', 'active')
      .where('closeOutState', '=', 'open')
      .orderBy('startDate')
      .limit(20)
      .execute(),
    db
      .selectFrom('devices')
      .select(['id', 'deviceId as name'])
      .where('adminId', '=', id)
      .where('status', '=', 'active')
      .where('deletedAt', 'is', null)
      .orderBy('deviceId')
      .limit(20)
      .execute(),
  ]);
  return { fairs, devices };
}

/**
 * Returns active admins whose name or email contains the text, or the one admin requested by ID in
 * any state.
 */
export function findAdminOptions(
  db: Db,
  { search = '', id }: OptionsQuery,
): Promise<RecordOption[]> {
  return db
    .selectFrom('admins')
    .select(['id as value', fullName.as('label'), goneState.as('state')])
    .where((eb) =>
      id
        ? eb('id', '=', id)
        : eb.and([
            eb('deletedAt', 'is', null),
            eb('status', '=', 'active'),
            eb.or([hasName(fullName, search), eb('email', 'ilike', containing(search))]),
          ]),
    )
    .orderBy('firstName')
    .orderBy('lastName')
    .limit(MAX_OPTIONS)
    .execute();
}

/** Returns true if `id` is an active admin who may be responsible for a fair or device. */
export async function isActiveAdmin(db: Db, id: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('admins')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where('deletedAt', 'is', null)
      .executeTakeFirst()) !== undefined
  );
}

export async function insertAdminRow(tx: Tx, row: Insertable<Schema['admins']>): Promise<void> {
  await tx.insertInto('admins').values(row).execute();
}

export async function updateAdminRow(
  tx: Tx,
  id: string,
  version: number,
  changes: UpdateObject<Schema, 'admins'>,
): Promise<void> {
  await tx
    .updateTable('admins')
    .set({ ...changes, version, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Marks an admin as deleted, who then has no access. */
export async function markAdminDeletedRow(tx: Tx, id: string, version: number): Promise<void> {
  await tx
    .updateTable('admins')
    .set({ deletedAt: sql<string>`now()`, status: 'inactive', version })
    .where('id', '=', id)
    .execute();
}
