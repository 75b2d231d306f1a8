import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import { inviteAdmin } from './invitations.service.ts';
import { voidLinks } from './links.ts';
import { orderMail } from './mail.service.ts';
import { endSessions } from './sessions.ts';
import { sendVerificationCode } from './verification.service.ts';

/**
 * Applies the effects of a changed email address (domain 7.3): notifies the old address, ends
 * sessions, voids open links, and leaves the new address unverified until its code is entered. An
 * admin who never set a password gets a new setup link instead.
 */
export async function emailChanged(
  tx: Tx,
  admin: { id: string; firstName: string; invited: boolean },
  oldEmail: string,
  linkKey: Uint8Array,
): Promise<void> {
  await orderMail(tx, { kind: 'email-changed', to: oldEmail, firstName: admin.firstName });
  await tx.updateTable('admins').set({ emailVerified: false }).where('id', '=', admin.id).execute();
  await shutOut(tx, admin.id, 'e-mail changed');
  if (admin.invited) await inviteAdmin(tx, admin.id, linkKey);
  else await sendVerificationCode(tx, admin.id);
}

/**
 * Revokes an admin's sessions, access tokens and emailed links. The admin may sign in again if the
 * account still allows it.
 */
export async function shutOut(tx: Tx, adminId: string, why: string): Promise<void> {
  await tx
    .updateTable('admins')
    .set({ tokenEpoch: sql<number>`token_epoch + 1` })
    .where('id', '=', adminId)
    .execute();
  await endSessions(tx, adminId, why);
  await voidLinks(tx, adminId);
}
