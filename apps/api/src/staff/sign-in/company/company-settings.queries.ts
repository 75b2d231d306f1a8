import type { CompanySignIn, CompanySignInForm } from '@pos/contract/staff/company-sign-in';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** Returns the settings of the company sign-in with the sealed secret; undefined without them. */
export function findCompanySignIn(db: Db) {
  return db
    .selectFrom('companySignIn')
    .select(['name', 'issuer', 'clientId', 'clientSecret', 'groupsClaim', 'allowsPasswords'])
    .executeTakeFirst();
}

export function findGroups(db: Db): Promise<CompanySignInForm['groups']> {
  return db
    .selectFrom('companyGroups')
    .select(['groupName as group', 'roleId'])
    .orderBy('position')
    .execute();
}

/** Returns the role of the first listed group that the person is in. */
export function findRoleOfGroups(
  db: Db,
  groups: readonly string[],
): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('companyGroups')
    .innerJoin('roles', 'roles.id', 'companyGroups.roleId')
    .select(['roles.id', 'roles.name'])
    .where(sql<boolean>`group_name = any(${groups})`)
    .where('roles.deletedAt', 'is', null)
    .orderBy('position')
    .executeTakeFirst();
}

export async function countRoles(db: Db, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('roles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the active SUPER_ADMINs with a password. */
export function findOwners(db: Db): Promise<CompanySignIn['owners']> {
  return db
    .selectFrom('admins')
    .innerJoin('roles', 'roles.id', 'admins.roleId')
    .select(['admins.id', 'isBreakGlass'])
    .select(sql<string>`first_name || ' ' || last_name`.as('name'))
    .where('roles.isSystem', '=', true)
    .where('admins.status', '=', 'active')
    .where('admins.deletedAt', 'is', null)
    .where('passwordHash', 'is not', null)
    .orderBy('name')
    .execute();
}

type Row = Omit<CompanySignInForm, 'clientSecret' | 'groups' | 'breakGlass'> & {
  clientSecret: Buffer;
};

/** Replaces the settings, the groups and the break-glass owners. */
export async function setCompanySignInRows(
  tx: Tx,
  row: Row,
  { groups, breakGlass }: Pick<CompanySignInForm, 'groups' | 'breakGlass'>,
): Promise<void> {
  await deleteCompanySignInRows(tx);
  await tx.insertInto('companySignIn').values(row).execute();
  await tx
    .insertInto('companyGroups')
    .values(groups.map(({ group, roleId }, position) => ({ position, groupName: group, roleId })))
    .execute();
  await tx
    .updateTable('admins')
    .set({ isBreakGlass: true })
    .where(sql<boolean>`id = any(${breakGlass}::uuid[])`)
    .execute();
}

/** Deletes the settings, the groups and the marks of break-glass owners. */
export async function deleteCompanySignInRows(tx: Tx): Promise<void> {
  await tx.deleteFrom('companySignIn').execute();
  await tx.deleteFrom('companyGroups').execute();
  await tx
    .updateTable('admins')
    .set({ isBreakGlass: false })
    .where('isBreakGlass', '=', true)
    .execute();
}

/** Takes the IDs of a former provider from all people, who are known by their email address again. */
export async function clearSubjectRows(tx: Tx): Promise<void> {
  await tx
    .updateTable('admins')
    .set({ companySubject: null })
    .where('companySubject', 'is not', null)
    .execute();
}

/** Returns the company's name at the provider and if passwords sign in; undefined without one. */
export async function findShownSignIn(
  db: Db,
): Promise<{ name: string; allowsPasswords: boolean } | undefined> {
  return db.selectFrom('companySignIn').select(['name', 'allowsPasswords']).executeTakeFirst();
}
