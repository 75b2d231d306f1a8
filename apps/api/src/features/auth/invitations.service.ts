import type { Tx } from '#api/db/db.ts';
import { countIn } from './attempts.ts';
import { makeLink } from './links.ts';
import { orderMail } from './mail.service.ts';

/** Makes a setup link, ends the earlier ones, and has it mailed. */
export async function inviteAdmin(tx: Tx, adminId: string, linkKey: Uint8Array): Promise<void> {
  await orderMail(tx, { kind: 'setup', linkId: await makeLink(tx, linkKey, adminId, 'setup') });
}

/**
 * Counts a message that an administrator causes to an account: a repeated invitation, or a changed
 * e-mail. Refuses with RATE_LIMITED after five in 15 minutes; none is taken back.
 */
export async function countAccountMail(tx: Tx, adminId: string): Promise<void> {
  await countIn(tx, [['account-mail', adminId]]);
}
