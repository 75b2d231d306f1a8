import type { FactorOfAdmin, Passkey } from '@pos/contract/staff/second-factor';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** Hours for which a removal waits for a second administrator. */
const RESET_HOURS = 24;

/** Returns the sealed secrets of a person's authenticator app. */
export function findApp(db: Db, adminId: string) {
  return db
    .selectFrom('authenticators')
    .select(['secret', 'pendingSecret'])
    .where('adminId', '=', adminId)
    .executeTakeFirst();
}

/** Stores a secret that waits for its first code. One that is in use stays so until then. */
export async function setPendingAppRow(
  tx: Tx,
  adminId: string,
  pendingSecret: Buffer,
): Promise<void> {
  await tx
    .insertInto('authenticators')
    .values({ adminId, pendingSecret, secret: null, setUpAt: null })
    .onConflict((conflict) => conflict.column('adminId').doUpdateSet({ pendingSecret }))
    .execute();
}

/** Takes the pending secret into use. */
export async function confirmAppRow(tx: Tx, adminId: string, lastStep: number): Promise<void> {
  await tx
    .updateTable('authenticators')
    .set({
      secret: (eb) => eb.ref('pendingSecret'),
      pendingSecret: null,
      lastStep,
      setUpAt: sql<string>`now()`,
    })
    .where('adminId', '=', adminId)
    .execute();
}

export async function deleteAppRow(tx: Tx, adminId: string): Promise<void> {
  await tx.deleteFrom('authenticators').where('adminId', '=', adminId).execute();
}

/** Uses up a step. Returns false if it, or a later one, was used before. */
export async function takeStepRow(db: Db, adminId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticators')
    .set({ lastStep: step })
    .where('adminId', '=', adminId)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Uses up a recovery code. Returns false if there is none, or it was used before. */
export async function spendRecoveryCodeRow(
  db: Db,
  adminId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: sql<string>`now()` })
    .where('adminId', '=', adminId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Replaces the recovery codes of a person. */
export async function replaceRecoveryCodeRows(
  tx: Tx,
  adminId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('adminId', '=', adminId).execute();
  const rows = hashes.map((codeHash) => ({ adminId, codeHash, usedAt: null }));
  if (rows.length > 0) await tx.insertInto('recoveryCodes').values(rows).execute();
}

export async function countRecoveryCodes(db: Db, adminId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('adminId', '=', adminId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export function findPasskeys(db: Db, adminId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('adminId', '=', adminId)
    .orderBy('createdAt')
    .execute();
}

export async function deletePasskeyRows(tx: Tx, adminId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('adminId', '=', adminId).execute();
}

/** Notes that the person of a session has just proved who they are. */
export async function confirmSessionRow(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmedAt: sql<string>`now()` })
    .where('id', '=', sessionId)
    .execute();
}

/** Returns who asked to remove the factors of a person, unless that was too long ago. */
export async function findReset(db: Db, adminId: string): Promise<FactorOfAdmin['reset']> {
  const reset = await db
    .selectFrom('factorResets')
    .innerJoin('admins', 'admins.id', 'factorResets.askedBy')
    .select(['askedBy as askedById', 'askedAt'])
    .select(sql<string>`first_name || ' ' || last_name`.as('askedBy'))
    .where('adminId', '=', adminId)
    .where('askedAt', '>', sql<string>`now() - make_interval(hours => ${RESET_HOURS})`)
    .executeTakeFirst();
  return reset ?? null;
}

export async function insertResetRow(tx: Tx, adminId: string, askedBy: string): Promise<void> {
  await tx.deleteFrom('factorResets').where('adminId', '=', adminId).execute();
  await tx.insertInto('factorResets').values({ adminId, askedBy }).execute();
}

/** Ends the wait of a removal. Returns false if there was none. */
export async function deleteResetRow(db: Db, adminId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('factorResets')
    .where('adminId', '=', adminId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function findRequirement(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('settings')
    .select('factorRequiredFrom')
    .executeTakeFirstOrThrow();
  return row.factorRequiredFrom;
}

export async function setRequirementRow(tx: Tx, requiredFrom: string | null): Promise<void> {
  await tx.updateTable('settings').set({ factorRequiredFrom: requiredFrom }).execute();
}
