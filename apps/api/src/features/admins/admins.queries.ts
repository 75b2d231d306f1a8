import type { Admin } from '@pos/contract/admins';
import { MAX_OPTIONS, type Option, type OptionsQuery } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { containing } from '#api/http/paging.ts';

const fullName = sql<string>`first_name || ' ' || last_name`;

export function findAdmin(db: Db, id: string): Promise<Admin | undefined> {
  return db
    .selectFrom('admins')
    .innerJoin('roles', 'roles.id', 'admins.roleId')
    .select(['admins.id', 'firstName', 'lastName', 'email', 'emailVerified', 'countryCode', 'phone', 'roleId', 'roles.name as roleName', 'admins.status', 'lastLoginAt', 'admins.version', 'admins.createdAt', 'admins.updatedAt'])
    .select(sql<boolean>`secret_code_hash is not null`.as('hasSecretCode'))
    .where('admins.id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** Active admins whose name or e-mail holds the text, or the one admin asked for. */
export function findAdminOptions(db: Db, { search = '', id }: OptionsQuery): Promise<Option[]> {
  return db
    .selectFrom('admins')
    .select(['id as value', fullName.as('label')])
    .where('deletedAt', 'is', null)
    .where((eb) => (id ? eb('id', '=', id) : eb.and([eb('status', '=', 'active'), eb.or([eb(fullName, 'ilike', containing(search)), eb('email', 'ilike', containing(search))])])))
    .orderBy('firstName')
    .orderBy('lastName')
    .limit(MAX_OPTIONS)
    .execute();
}

/** True when `id` is an admin that may be responsible for a fair or a device. */
export async function isActiveAdmin(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('admins').select('id').where('id', '=', id).where('status', '=', 'active').where('deletedAt', 'is', null).executeTakeFirst()) !== undefined;
}

type NewAdminRow = { id: string; firstName: string; lastName: string; email: string; countryCode: string; phone: string; roleId: string; secretCodeHash: string };

export async function insertAdminRow(tx: Tx, row: NewAdminRow): Promise<void> {
  await tx.insertInto('admins').values({ ...row, passwordHash: null, wrongCodesSince: null, codeLockedUntil: null, lastLoginAt: null, deletedAt: null }).execute();
}
