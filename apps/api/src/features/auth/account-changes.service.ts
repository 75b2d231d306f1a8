import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import { inviteAdmin } from './invitations.service.ts';
import { voidLinks } from './links.ts';
import { orderMail } from './mail.service.ts';
import { endSessions } from './sessions.ts';
import { sendVerificationCode } from './verification.service.ts';

/**
 * What follows from a changed e-mail (domain 7.3): the old address is told, sessions end, open links are void, and the new
 * address is unverified until its code is entered; an admin who never set a password gets a new setup link instead.
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

/** Ends everything that lets an admin in: sessions, access tokens, mailed links. They may sign in again where they still may. */
export async function shutOut(tx: Tx, adminId: string, why: string): Promise<void> {
  await tx
    .updateTable('admins')
    .set({ tokenEpoch: sql<number>`token_epoch + 1` })
    .where('id', '=', adminId)
    .execute();
  await endSessions(tx, adminId, why);
  await voidLinks(tx, adminId);
}
