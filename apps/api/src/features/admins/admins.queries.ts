import type { Admin, AdminsQuery } from '@pos/contract/admins';
import {
  MAX_OPTIONS,
  type OptionsQuery,
  type RecordOption,
  type WholeList,
} from '@pos/contract/values';
import { sql, type RawBuilder } from 'kysely';
import { runOnceCompiled } from '#api/db/compiled-once.ts';
import { PREPARED, type Db, type Tx } from '#api/db/db.ts';
import { goneState } from '#api/db/gone-state.ts';
import { containing, isPlain, pageWithTotal, toSort } from '#api/lists/paging.ts';

const fullName = sql<string>`first_name || ' ' || last_name`;

function joined(db: Db) {
  return db
    .selectFrom('admins')
    .innerJoin('roles', 'roles.id', 'admins.roleId')
    .where('admins.deletedAt', 'is', null);
}

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

function withColumns(rows: ReturnType<typeof joined>) {
  return rows
    .select([
      'admins.id',
      'firstName',
      'lastName',
      'email',
      'emailVerified',
      'countryCode',
      'phone',
      'roleId',
      'roles.name as roleName',
      'admins.status',
      'lastLoginAt',
      'admins.version',
      'admins.createdAt',
      'admins.updatedAt',
    ])
    .select(sql<boolean>`secret_code_hash is not null`.as('hasSecretCode'))
    .select(sql<boolean>`password_hash is null`.as('invited'))
    .select(isLastSuperAdmin.as('lastSuperAdmin'))
    .select(fairCount.as('fairs'));
}

const orderings: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(${fullName})`,
  email: sql`lower(email)`,
  roleName: sql`lower(roles.name)`,
  status: sql`admins.status`,
  lastLoginAt: sql`last_login_at`,
  fairs: fairCount,
};

/** Returns one page of admins and the total count. Search matches name, email and phone. */
export async function findAdmins(
  db: Db,
  query: AdminsQuery,
): Promise<{ results: Admin[]; total: number }> {
  const { page, limit, sort } = query;
  const skip = (page - 1) * limit;
  const rows = () =>
    orderedAdmins(db, query)
      .select(sql<number>`(${counted(db, query)})`.as('listTotal'))
      .limit(sql.lit(limit))
      .$if(skip > 0, (some) => some.offset(skip))
      .modifyFront(PREPARED);
  return pageWithTotal(
    isPlain(query) && skip === 0
      ? runOnceCompiled(db, `admins ${limit} ${sort}`, {}, rows)
      : rows().execute(),
    () => countAdmins(db, query),
  );
}

/** Returns all matching admins in list order, to page or stream. */
export function orderedAdmins(db: Db, query: WholeList<AdminsQuery>) {
  const { field, direction } = toSort<string>(query.sort);
  return withColumns(filtered(db, query))
    .orderBy(orderings[field] ?? sql`admins.id`, (order) =>
      direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast(),
    )
    .orderBy('admins.id');
}

/** Counts the matching admins. */
export async function countAdmins(db: Db, query: WholeList<AdminsQuery>): Promise<number> {
  return (await counted(db, query).executeTakeFirstOrThrow()).total;
}

function counted(db: Db, query: WholeList<AdminsQuery>) {
  return filtered(db, query).select((eb) => eb.fn.countAll<number>().as('total'));
}

function filtered(db: Db, query: WholeList<AdminsQuery>): ReturnType<typeof joined> {
  let matching = joined(db);
  if (query.ids) matching = matching.where(sql<boolean>`admins.id = any(${query.ids}::uuid[])`);
  if (query.roleId) matching = matching.where('roleId', '=', query.roleId);
  if (query.status) matching = matching.where('admins.status', 'in', query.status);
  if (query.verified !== undefined) matching = matching.where('emailVerified', '=', query.verified);
  if (query.search) {
    const text = containing(query.search);
    const digits = query.search.replace(/\D/g, '');
    matching = matching.where((eb) =>
      eb.or([
        eb(fullName, 'ilike', text),
        eb('email', 'ilike', text),
        ...(digits.length >= 3 ? [eb('phone', 'like', `%${digits}%`)] : []),
      ]),
    );
  }
  return matching;
}

export function findAdmin(db: Db, id: string): Promise<Admin | undefined> {
  return withColumns(joined(db)).where('admins.id', '=', id).executeTakeFirst();
}

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
 * Counts the other active SUPER_ADMINs. Locks the role, so that two deletions cannot both pass the
 * check.
 */
export async function countOtherSuperAdmins(tx: Tx, id: string): Promise<number> {
  await tx.selectFrom('roles').select('id').where('isSystem', '=', true).forUpdate().execute();
  const { count } = await tx
    .selectFrom('admins')
    .innerJoin('roles', 'roles.id', 'admins.roleId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('roles.isSystem', '=', true)
    .where('admins.status', '=', 'active')
    .where('admins.deletedAt', 'is', null)
    .where('admins.id', '<>', id)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Returns active admins whose name or email contains the text, or the one admin requested by ID in
 * any state.
 */
export function findAdminOptions(
  db: Db,
  { search = '', id }: OptionsQuery,
): Promise<RecordOption[]> {
  const text = containing(search);
  return db
    .selectFrom('admins')
    .select(['id as value', fullName.as('label'), goneState.as('state')])
    .where((eb) =>
      id
        ? eb('id', '=', id)
        : eb.and([
            eb('deletedAt', 'is', null),
            eb('status', '=', 'active'),
            eb.or([eb(fullName, 'ilike', text), eb('email', 'ilike', text)]),
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

type NewAdminRow = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  countryCode: string;
  phone: string;
  roleId: string;
  secretCodeHash: string;
};

export async function insertAdminRow(tx: Tx, row: NewAdminRow): Promise<void> {
  await tx
    .insertInto('admins')
    .values({
      ...row,
      passwordHash: null,
      wrongCodesSince: null,
      codeLockedUntil: null,
      lastLoginAt: null,
      deletedAt: null,
    })
    .execute();
}
