import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** Returns the ID of the account that belongs to a person of the provider. */
export async function findIdBySubject(db: Db, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('admins')
    .select('id')
    .where('companySubject', '=', subject)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the account with an email address, and the person of the provider that it belongs to. */
export function findLinkable(db: Db, email: string) {
  return db
    .selectFrom('admins')
    .select(['id', 'companySubject', 'emailVerified'])
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** Adds an active account without a password, with an email address that the provider verified. */
export async function insertAccountRow(
  tx: Tx,
  person: { id: string; firstName: string; lastName: string; email: string; roleId: string },
): Promise<void> {
  await tx
    .insertInto('admins')
    .values({
      ...person,
      emailVerified: true,
      phone: null,
      passwordHash: null,
      secretCodeHash: null,
      wrongCodesSince: null,
      codeLockedUntil: null,
      lastLoginAt: null,
      deletedAt: null,
    })
    .execute();
}

export async function setSubjectRow(tx: Tx, adminId: string, subject: string): Promise<void> {
  await tx
    .updateTable('admins')
    .set({ companySubject: subject })
    .where('id', '=', adminId)
    .execute();
}

export function findAccountRole(db: Db, adminId: string) {
  return db
    .selectFrom('admins')
    .innerJoin('roles', 'roles.id', 'admins.roleId')
    .select(['roleId', 'isBreakGlass', 'roles.name as roleName', 'isSystem'])
    .where('admins.id', '=', adminId)
    .executeTakeFirst();
}

export async function setRoleRow(tx: Tx, adminId: string, roleId: string): Promise<void> {
  await tx
    .updateTable('admins')
    .set({ roleId, version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
    .where('id', '=', adminId)
    .execute();
}

/** Lets one sign-in at a time make or link an account. */
export async function lockFirstSignIns(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('pos-admin first sign-in', 0))`.execute(
    tx,
  );
}
