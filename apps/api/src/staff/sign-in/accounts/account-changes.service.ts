import type { Tx } from '#api/db/db.ts';
import { endTokensRow, setEmailVerifiedRow } from './account-rows.queries.ts';
import { inviteAdmin } from './invitations.service.ts';
import { voidLinks } from '../links.ts';
import { orderMail } from '../mail.service.ts';
import { endSessions } from '../sessions.ts';
import { sendVerificationCode } from '../verification.service.ts';

/**
 * Applies the effects of a changed email address (domain 7.3): notifies the old address, ends
 * sessions, voids open links, and leaves the new address unverified until its code is entered. An
 * admin who never set a password gets a new setup link instead. `by`: admin who changed it.
 */
export async function emailChanged(
  tx: Tx,
  admin: { id: string; firstName: string; invited: boolean },
  { oldEmail, by, linkKey }: { oldEmail: string; by: string; linkKey: Uint8Array },
): Promise<void> {
  await orderMail(tx, { kind: 'email-changed', to: oldEmail, firstName: admin.firstName });
  await setEmailVerifiedRow(tx, admin.id, false);
  await shutOut(tx, admin.id, 'e-mail changed');
  if (admin.invited) await inviteAdmin(tx, admin.id, { by, linkKey });
  else await sendVerificationCode(tx, admin.id);
}

/**
 * Revokes an admin's sessions, access tokens and emailed links. The admin may sign in again if the
 * account still allows it.
 */
export async function shutOut(tx: Tx, adminId: string, why: string): Promise<void> {
  await endTokensRow(tx, adminId);
  await endSessions(tx, adminId, why);
  await voidLinks(tx, adminId);
}
