import { type Admin, AdminsQuery } from '@pos/contract/staff/admins';
import { USER_LIST } from '@pos/contract/staff/users.columns';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { exportedList } from '#api/lists/exported-list.ts';
import { isIn, List } from '#api/lists/list.ts';
import { containing, hasName } from '#api/lists/search-text.ts';

const fullName = sql<string>`first_name || ' ' || last_name`;

const fairCount = sql<number>`
  (
    select count(*)
    from fairs
    where fairs.admin_id = admins.id
      and fairs.status = 'active'
      and fairs.close_out_state = 'open')`;

const isLastSuperAdmin = sql<boolean>`roles.is_system and admins.status = 'active'
  and not exists (
    select 1
    from admins other
    where other.role_id = admins.role_id
      and other.status = 'active'
      and other.deleted_at is null
      and other.id <> admins.id)`;

/** Users that are not deleted, with their role. */
function selectAdmins(db: Db) {
  return db
    .selectFrom('admins')
    .innerJoin('roles', 'roles.id', 'admins.roleId')
    .where('admins.deletedAt', 'is', null)
    .select([
      'admins.id',
      'firstName',
      'lastName',
      'email',
      'emailVerified',
      'countryCode',
      'phone',
      'roleId',
      'isLimited',
      'roles.name as roleName',
      'admins.status',
      'lastLoginAt',
      'admins.version',
      'admins.createdAt',
      'admins.updatedAt',
    ])
    .select(sql<boolean>`secret_code_hash is not null`.as('hasSecretCode'))
    .select(sql<boolean>`password_hash is null and company_subject is null`.as('invited'))
    .select(sql<boolean>`password_hash is not null`.as('hasPassword'))
    .select('mailRefusal')
    .select(isLastSuperAdmin.as('lastSuperAdmin'))
    .select(fairCount.as('fairs'));
}

/** The users list. A text finds name, email and phone. */
export const adminList = new List(AdminsQuery, {
  rows: selectAdmins,
  id: 'admins.id',
  sorts: {
    name: sql`lower(${fullName})`,
    email: sql`lower(email)`,
    roleName: sql`lower(roles.name)`,
    status: sql`admins.status`,
    lastLoginAt: sql`last_login_at`,
    fairs: fairCount,
  },
  emptyLast: ['lastLoginAt'],
  filters: {
    roleId: (id) => sql`admins.role_id = ${id}`,
    status: (statuses) => isIn(sql`admins.status`, statuses),
    verified: (isVerified) => sql`email_verified = ${isVerified}`,
    limited: (isLimited) => sql`admins.is_limited = ${isLimited}`,
  },
  search: (text) => {
    const digits = text.replace(/\D/g, '');
    return [
      hasName(fullName, text),
      sql`email ilike ${containing(text)}`,
      ...(digits.length >= 3 ? [sql`phone like ${`%${digits}%`}`] : []),
    ];
  },
  exported: exportedList<Admin, typeof USER_LIST>('Users', USER_LIST, {
    phone: (row) => formatPhone(row),
  }),
});

/** Formats a phone number as `+1 (231) 555-0100`; null without one. */
function formatPhone({ countryCode, phone }: Admin): string | null {
  return phone && `${countryCode} ${phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')}`;
}
