import {
  KEPT_SECRET_CODE,
  type Admin,
  type AdminChanges,
  type SetupLink,
} from '@pos/contract/staff/admins';
import { pageAddress } from '@pos/contract/addresses';
import type { RecordStatus } from '@pos/contract/values';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { countOtherSuperAdmins } from '#api/staff/sign-in/accounts/account-rows.queries.ts';
import { emailChanged, shutOut } from '#api/staff/sign-in/accounts/account-changes.service.ts';
import {
  countAccountMail,
  inviteAdmin,
  readSetupLink,
} from '#api/staff/sign-in/accounts/invitations.service.ts';
import { requireOwnProof } from '#api/staff/sign-in/passwords.service.ts';
import { refuseLastBreakGlass } from '#api/staff/sign-in/company/company-settings.service.ts';
import { grantableRole, mayGrant, requireRole } from '#api/staff/roles/roles.service.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import type { Actor, SignedInAdmin } from '#api/http/access/identity.ts';
import { requireFresh } from '#api/http/access/access.ts';
import { refuseStale } from '#api/http/stale.ts';
import { findResponsibilities, markAdminDeletedRow, updateAdminRow } from './admins.queries.ts';
import { readAdmin, refuseTakenEmail, type AdminKeys } from './admins.service.ts';
import { hashSecretCode } from './secret-code.ts';

/** The admin who makes the change, with the actor recorded in activity. */
export type Editor = { admin: SignedInAdmin; actor: Actor };

/**
 * Updates an admin. Nobody may change their own role or status, or edit an admin who holds more
 * rights than they do (domain 7.3).
 */
export async function updateAdmin(
  db: Db,
  { admin: editor, actor }: Editor,
  id: string,
  { version, secretCode, currentPassword, ...changes }: AdminChanges,
  keys: AdminKeys,
): Promise<Admin> {
  const isOwn = id === editor.id;
  if (isOwn && !isSameEmail(changes.email, editor.email)) {
    await requireOwnProof(db, { actor, admin: editor }, currentPassword);
  }
  const secretCodeHash =
    secretCode === KEPT_SECRET_CODE ? undefined : await hashSecretCode(secretCode, keys.codePepper);
  return inTransaction(db, async (tx) => {
    const before = await lockTouchable(tx, editor, id);
    await refuseStale(tx, 'admin', id, before, version);
    if (!isOwn && secretCode === KEPT_SECRET_CODE && !before.hasSecretCode)
      throw invalid({ secretCode: 'Please enter 4 digit Secret code.' });
    if (changes.roleId !== before.roleId || !isSameEmail(changes.email, before.email))
      requireFresh(editor);
    if (changes.roleId !== before.roleId) await checkRoleChange(tx, editor, before, changes.roleId);
    // Your own code is changed in the profile, which asks for the password.
    if (isOwn && secretCodeHash)
      throw invalid({ secretCode: 'Change your own secret code in your profile.' });
    await updateAdminRow(tx, id, version + 1, {
      ...changes,
      ...(secretCodeHash && { secretCodeHash }),
    }).catch(refuseTakenEmail);
    if (!isSameEmail(changes.email, before.email)) {
      await countAccountMail(tx, id);
      await emailChanged(tx, before, {
        oldEmail: before.email,
        by: editor.id,
        linkKey: keys.linkKey,
      });
    }
    const after = await readAdmin(tx, id);
    const { roleId: _, ...fields } = changes;
    await recordActivity(tx, actor, {
      action: 'admin.updated',
      entity: 'admin',
      entityId: id,
      changes: {
        ...changedFields<Partial<Admin>>(before, { ...fields, roleName: after.roleName }),
        ...(secretCodeHash && { secretCode: { from: '****', to: '****' } }),
      },
    });
    return after;
  });
}

/** Activates or deactivates an admin. Deactivation revokes all access from the next request on. */
export function changeAdminStatus(
  db: Db,
  { admin: editor, actor }: Editor,
  id: string,
  status: RecordStatus,
): Promise<Admin> {
  return inTransaction(db, async (tx) => {
    const before = await lockTouchable(tx, editor, id);
    if (before.status === status) return before;
    if (id === editor.id) throw new Failure('FORBIDDEN', 'You cannot change your own status.');
    if (status === 'inactive') {
      await refuseLastSuperAdmin(tx, before);
      await shutOut(tx, id, 'deactivated');
    }
    await updateAdminRow(tx, id, before.version + 1, { status });
    await recordActivity(tx, actor, {
      action: status === 'active' ? 'admin.activated' : 'admin.deactivated',
      entity: 'admin',
      entityId: id,
      changes: { status: { from: before.status, to: status } },
    });
    return readAdmin(tx, id);
  });
}

/**
 * Deletes an admin who is not responsible for any active fair or device. Past records keep their
 * name.
 */
export function deleteAdmin(db: Db, { admin: editor, actor }: Editor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await lockTouchable(tx, editor, id);
    if (id === editor.id) throw new Failure('FORBIDDEN', 'You cannot delete yourself.');
    await refuseLastSuperAdmin(tx, before);
    const { fairs, devices } = await findResponsibilities(tx, id);
    if (fairs.length + devices.length > 0) {
      throw new Failure(
        'IN_USE',
        `${before.firstName} ${before.lastName} is still responsible for ${[...fairs, ...devices].map(({ name }) => name).join(', ')}. Assign these to someone else first.`,
        {
          reasons: [
            ...fairs.map(({ id: fairId, name }) => ({
              code: 'FAIR',
              text: `Fair ${name}`,
              link: pageAddress('edit-fair', { id: fairId }),
            })),
            ...devices.map(({ id: deviceId, name }) => ({
              code: 'DEVICE',
              text: `Device ${name}`,
              link: pageAddress('edit-device', { id: deviceId }),
            })),
          ],
        },
      );
    }
    await shutOut(tx, id, 'deleted');
    await markAdminDeletedRow(tx, id, before.version + 1);
    await recordActivity(tx, actor, { action: 'admin.deleted', entity: 'admin', entityId: id });
  });
}

/** Emails a new setup link to an admin who has not used one yet, at most 5 times in 15 minutes. */
export function resendSetup(
  db: Db,
  { admin: editor, actor }: Editor,
  id: string,
  { linkKey }: AdminKeys,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await lockTouchable(tx, editor, id);
    refuseUnlessInvited(before);
    await countAccountMail(tx, id);
    await inviteAdmin(tx, id, { by: editor.id, linkKey });
    await recordActivity(tx, actor, { action: 'admin.invited', entity: 'admin', entityId: id });
  });
}

/** Compares email addresses without regard to case. */
function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Returns the setup link of an invited admin, to hand over when there is no mail server or it refused
 * the invitation (decision 36). The
 * link is a secret: it is never logged or stored, and activity records who viewed it.
 */
export function showSetupLink(
  db: Db,
  { admin: editor, actor }: Editor,
  id: string,
  keys: AdminKeys,
): Promise<SetupLink> {
  return inTransaction(db, async (tx) => {
    const admin = await lockTouchable(tx, editor, id);
    refuseUnlessInvited(admin);
    if (keys.sendsMail && admin.mailRefusal === null)
      throw new Failure('INVALID_TRANSITION', `The setup link is sent to ${admin.email} by email.`);
    const link = await readSetupLink(tx, id, keys);
    await recordActivity(tx, actor, {
      action: 'admin.setup_link_shown',
      entity: 'admin',
      entityId: id,
    });
    return link;
  });
}

/** Refuses unless the admin is active and has not used a setup link yet. */
function refuseUnlessInvited({ firstName, invited, status }: Admin): void {
  if (!invited)
    throw new Failure(
      'INVALID_TRANSITION',
      `${firstName} has already set a password. Send a reset link instead.`,
    );
  if (status === 'inactive')
    throw new Failure(
      'INVALID_TRANSITION',
      `${firstName} is inactive. Activate the account first.`,
    );
}

/** Locks and returns the admin. Refuses if the admin's role holds a right that the editor lacks. */
export async function lockTouchable(tx: Tx, editor: SignedInAdmin, id: string): Promise<Admin> {
  await lockRow(tx, 'admins', id);
  const admin = await readAdmin(tx, id);
  if (!mayGrant(editor.rights, await requireRole(tx, admin.roleId)))
    throw new Failure('FORBIDDEN', 'This user has rights that you do not have.');
  return admin;
}

async function checkRoleChange(
  tx: Tx,
  editor: SignedInAdmin,
  before: Admin,
  roleId: string,
): Promise<void> {
  const role = await grantableRole(tx, editor.rights, roleId);
  if (before.id === editor.id) throw new Failure('FORBIDDEN', 'You cannot change your own role.');
  if (!role.isSystem) await refuseLastSuperAdmin(tx, before);
}

async function refuseLastSuperAdmin(tx: Tx, admin: Admin): Promise<void> {
  await refuseLastBreakGlass(tx, admin.id);
  const { isSystem } = await requireRole(tx, admin.roleId);
  if (isSystem && admin.status === 'active' && (await countOtherSuperAdmins(tx, admin.id)) === 0)
    throw new Failure(
      'LAST_SUPER_ADMIN',
      'This is the last active SUPER_ADMIN. Make someone else one first.',
    );
}
