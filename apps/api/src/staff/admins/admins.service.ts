import {
  KEPT_SECRET_CODE,
  type Admin,
  type NewAdmin,
  type ProfileChanges,
} from '@pos/contract/staff/admins';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { inviteAdmin } from '#api/staff/sign-in/accounts/invitations.service.ts';
import { type OwnCaller, requireOwnProof } from '#api/staff/sign-in/passwords.service.ts';
import { grantableRole } from '#api/staff/roles/roles.service.ts';
import { invalid, missing } from '#api/http/failure.ts';
import type { Actor, SignedInAdmin } from '#api/http/access/identity.ts';
import { refuseStale } from '#api/http/stale.ts';
import { adminList } from './admins.list.ts';
import { insertAdminRow, isActiveAdmin, updateAdminRow } from './admins.queries.ts';
import { hashSecretCode } from './secret-code.ts';

/** Keys for admins' secret codes and links. `sendsMail` is false without a mail server. */
export type AdminKeys = {
  codePepper: Uint8Array;
  linkKey: Uint8Array;
  publicUrl: string;
  sendsMail: boolean;
};

/**
 * Adds an active admin. Without a password, the emailed setup link lets the admin choose one
 * (api.md, Conventions).
 */
export async function addAdmin(
  tx: Tx,
  { actor, admin }: { actor: Actor; admin: Pick<SignedInAdmin, 'id' | 'rights'> },
  { secretCode, ...input }: NewAdmin,
  { codePepper: pepper, linkKey }: Pick<AdminKeys, 'codePepper' | 'linkKey'>,
): Promise<Admin> {
  await grantableRole(tx, admin.rights, input.roleId);
  const id = uuidv7();
  await insertAdminRow(tx, {
    ...input,
    id,
    secretCodeHash: await hashSecretCode(secretCode, pepper),
  }).catch(refuseTakenEmail);
  await recordActivity(tx, actor, { action: 'admin.added', entity: 'admin', entityId: id });
  await inviteAdmin(tx, id, { by: admin.id, linkKey });
  return readAdmin(tx, id);
}

/**
 * Updates the caller's own names, phone and secret code. Changing the code requires the password.
 */
export async function changeProfile(
  db: Db,
  { actor, admin }: OwnCaller,
  { version, secretCode, currentPassword, ...changes }: ProfileChanges,
  pepper: Uint8Array,
): Promise<Admin> {
  const keepsCode = secretCode === KEPT_SECRET_CODE;
  const { id } = admin;
  if (!keepsCode) await requireOwnProof(db, { actor, admin }, currentPassword);
  const secretCodeHash = keepsCode ? undefined : await hashSecretCode(secretCode, pepper);
  return inTransaction(db, async (tx) => {
    await lockRow(tx, 'admins', id);
    const before = await readAdmin(tx, id);
    await refuseStale(tx, 'admin', id, before, version);
    await updateAdminRow(tx, id, version + 1, {
      ...changes,
      ...(secretCodeHash && { secretCodeHash }),
    });
    await recordActivity(tx, actor, {
      action: 'admin.updated',
      entity: 'admin',
      entityId: id,
      changes: {
        ...changedFields(before, changes),
        ...(secretCodeHash && { secretCode: { from: '****', to: '****' } }),
      },
    });
    return readAdmin(tx, id);
  });
}

/** Refuses an email that another admin has, on its field. Throws any other error as it is. */
export function refuseTakenEmail(error: unknown): never {
  if (isDuplicate(error, 'admins_email_key'))
    throw invalid({ email: 'This email is already exists.' });
  throw error;
}

/** Returns the admin. Throws NOT_FOUND if there is none. */
export async function readAdmin(db: Db, id: string): Promise<Admin> {
  const admin = await adminList.findById(db, id);
  if (!admin) throw missing('user');
  return admin;
}

/**
 * Refuses an admin who does not exist or is not active, with the given sentence on the given field.
 */
export async function requireActiveAdmin(
  db: Db,
  id: string,
  field: string,
  sentence: string,
): Promise<void> {
  if (!(await isActiveAdmin(db, id))) throw invalid({ [field]: sentence });
}
