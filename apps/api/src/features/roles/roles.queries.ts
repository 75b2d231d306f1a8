import type { Module } from '@pos/contract/permissions';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

export type RoleWithRights = { id: string; name: string; isSystem: boolean; entries: { module: Module; readOnly: boolean; edit: boolean }[] };

function roles(db: Db) {
  return db
    .selectFrom('roles')
    .select(['id', 'name', 'isSystem'])
    .select(sql<RoleWithRights['entries']>`coalesce((select json_agg(json_build_object('module', module, 'readOnly', read_only, 'edit', edit)) from role_rights where role_id = roles.id), '[]')`.as('entries'));
}

/** Roles whose name is like `pattern`, SUPER_ADMIN first. */
export function findRoles(db: Db, pattern: string): Promise<RoleWithRights[]> {
  return roles(db).where('name', 'ilike', pattern).orderBy('isSystem', 'desc').orderBy('name').execute();
}

export function findRole(db: Db, id: string): Promise<RoleWithRights | undefined> {
  return roles(db).where('id', '=', id).executeTakeFirst();
}
