import type { SetupLink } from '@pos/contract/staff/admins';
import type { Tx } from '#api/db/db.ts';
import { Failure } from '#api/http/failure.ts';
import { markDelivered } from './account-rows.queries.ts';
import { countIn } from '../attempts.ts';
import { findOpenLink, linkAddress, makeLink, deriveLinkToken } from '../links.ts';
import { orderMail } from '../mail.service.ts';

/**
 * Creates a setup link, voids earlier ones, and queues its email. The admin `by` is told if it cannot
 * be delivered.
 */
export async function inviteAdmin(
  tx: Tx,
  adminId: string,
  { by, linkKey }: { by: string; linkKey: Uint8Array },
): Promise<void> {
  await markDelivered(tx, adminId);
  const linkId = await makeLink(tx, linkKey, adminId, 'setup');
  await orderMail(tx, { kind: 'setup', linkId, by });
}

/** Returns an admin's setup link as a full URL. Creates a new link if the last one has expired. */
export async function readSetupLink(
  tx: Tx,
  adminId: string,
  { linkKey, publicUrl }: { linkKey: Uint8Array; publicUrl: string },
): Promise<SetupLink> {
  if (!(await findOpenLink(tx, adminId, 'setup'))) await makeLink(tx, linkKey, adminId, 'setup');
  const open = await findOpenLink(tx, adminId, 'setup');
  if (!open) throw new Failure('INTERNAL', 'The link could not be created.');
  return {
    link: linkAddress(publicUrl, 'setup', deriveLinkToken(linkKey, open.id)),
    expiresAt: open.expiresAt,
  };
}

/**
 * Counts an email that an administrator triggers to an account: a repeated invitation or a changed
 * email address. Throws RATE_LIMITED after five in 15 minutes. Never taken back.
 */
export async function countAccountMail(tx: Tx, adminId: string): Promise<void> {
  await countIn(tx, [['account-mail', adminId]]);
}
