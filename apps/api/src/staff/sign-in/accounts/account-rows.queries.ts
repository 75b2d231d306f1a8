import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** Marks the admin's email address as verified, as a change of the admin. */
export async function markEmailVerifiedRow(tx: Tx, adminId: string): Promise<void> {
  await tx
    .updateTable('admins')
    .set({
      emailVerified: true,
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', adminId)
    .execute();
}

/** Sets if the email address counts as verified, without a new version of the admin. */
export async function setEmailVerifiedRow(
  tx: Tx,
  adminId: string,
  emailVerified: boolean,
): Promise<void> {
  await tx.updateTable('admins').set({ emailVerified }).where('id', '=', adminId).execute();
}

/**
 * Stores why an email to the admin could not be delivered. Returns false if the admin no longer has
 * this address.
 */
export async function markUndelivered(
  tx: Tx,
  adminId: string,
  email: string,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('admins')
    .set({ mailRefusal: reason })
    .where('id', '=', adminId)
    .where('email', '=', email)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Clears the mark of an undelivered email: one was delivered, or another one is on its way. */
export async function markDelivered(db: Db, adminId: string): Promise<void> {
  await db
    .updateTable('admins')
    .set({ mailRefusal: null })
    .where('id', '=', adminId)
    .where('mailRefusal', 'is not', null)
    .execute();
}

/** Ends every access token that the admin holds. */
export async function endTokensRow(tx: Tx, adminId: string): Promise<void> {
  await tx
    .updateTable('admins')
    .set({ tokenEpoch: sql<number>`token_epoch + 1` })
    .where('id', '=', adminId)
    .execute();
}

/** Stores the time of a sign-in. */
export async function setLastLoginRow(tx: Tx, adminId: string): Promise<void> {
  await tx
    .updateTable('admins')
    .set({ lastLoginAt: sql<string>`now()` })
    .where('id', '=', adminId)
    .execute();
}

/** Returns the browser that a session was started with; blank if there is no such session. */
export async function findBrowserOfSession(db: Db, sessionId: string): Promise<string> {
  const session = await db
    .selectFrom('sessions')
    .select('userAgent')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return session?.userAgent ?? '';
}

/** Returns the hashes of the admin's latest passwords, newest first. */
export async function findPasswordHistory(
  db: Db,
  adminId: string,
  count: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('passwordHistory')
    .select('passwordHash')
    .where('adminId', '=', adminId)
    .orderBy('at', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ passwordHash }) => passwordHash);
}

/** Sets the password, and adds `history` to the earlier ones, oldest first. */
export async function setPasswordRow(
  tx: Tx,
  adminId: string,
  passwordHash: string,
  history: readonly string[],
): Promise<void> {
  await tx.updateTable('admins').set({ passwordHash }).where('id', '=', adminId).execute();
  for (const hash of history)
    await tx
      .insertInto('passwordHistory')
      .values({ adminId, passwordHash: hash, at: sql<string>`clock_timestamp()` })
      .execute();
}

/** Returns the person and role of a setup link that is neither used nor void. */
export function findInvited(
  db: Db,
  linkId: string,
): Promise<{ adminId: string; email: string; firstName: string; roleName: string } | undefined> {
  return db
    .selectFrom('accountLinks')
    .innerJoin('admins', 'admins.id', 'accountLinks.adminId')
    .innerJoin('roles', 'roles.id', 'admins.roleId')
    .select(['adminId', 'admins.email', 'admins.firstName', 'roles.name as roleName'])
    .where('accountLinks.id', '=', linkId)
    .where('usedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .executeTakeFirst();
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
