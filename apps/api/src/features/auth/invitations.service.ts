import type { Tx } from '#api/db/db.ts';
import { makeLink } from './links.ts';
import { orderMail } from './mail.service.ts';

/** Makes a setup link, ends the earlier ones, and has it mailed. */
export async function inviteAdmin(tx: Tx, adminId: string, linkKey: Uint8Array): Promise<void> {
  await orderMail(tx, { kind: 'setup', linkId: await makeLink(tx, linkKey, adminId, 'setup') });
}
