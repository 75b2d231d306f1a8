import { z } from 'zod';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { currentLog } from '#api/http/log.ts';
import { queueBackgroundTask } from '#api/jobs/job-queue.ts';
import type { Mailer, Message } from '#api/mail/mailer.ts';
import { sendOrGiveUp } from '#api/mail/send-or-give-up.ts';
import { alertUndelivered } from '#api/notifications/notify.ts';
import { findInvited } from './accounts/account-rows.queries.ts';
import { mailFooter, markDelivered, markUndelivered } from './accounts/accounts.service.ts';
import { findAccount, findAccountByEmail } from './auth.queries.ts';
import { deriveCode, freshLink, LINK_HOURS, linkAddress, deriveLinkToken } from './links.ts';
import { findAdminOfCode } from './verification-codes.queries.ts';

/**
 * Emails are sent by a job after the answer: the caller does not wait for a mail server, and an
 * answer takes the same time for existing and unknown addresses (trust.md T02). The queue holds IDs
 * only; tokens and codes are derived when the email is written.
 */
export const MAIL_TASK = 'mail';

const MailOrder = z.discriminatedUnion('kind', [
  /** `by`: admin who invited, told if it cannot be delivered. */
  z.object({ kind: z.literal('setup'), linkId: z.string(), by: z.string().optional() }),
  z.object({ kind: z.literal('forgot'), email: z.string() }),
  z.object({ kind: z.literal('code'), codeId: z.string() }),
  /** `by`: person who changed the factor, or asked for it. */
  z.object({
    kind: z.literal('factor'),
    change: z.enum(['added', 'removed', 'reset_asked', 'reset']),
    adminId: z.string(),
    by: z.string(),
  }),
  z.object({ kind: z.literal('email-changed'), to: z.string(), firstName: z.string() }),
]);
export type MailOrder = z.infer<typeof MailOrder>;

/** Queues an email in the transaction that causes it. */
export async function orderMail(tx: Tx, order: MailOrder): Promise<void> {
  await queueBackgroundTask(tx, MAIL_TASK, order);
}

export type MailContext = { db: Db; mailer: Mailer; linkKey: Uint8Array; publicUrl: string };

/** A message, and the admin who has its address; none for the address that was given up. */
type AdminMail = Message & { adminId?: string };

/**
 * Writes and sends one email. Throws if it must be retried. Skips an email that no longer applies.
 * If it can never be delivered, the admin is marked and whoever invited them is told.
 */
export async function sendOrderedMail(
  context: MailContext,
  payload: unknown,
  isLastTry: boolean,
): Promise<void> {
  const { db, mailer } = context;
  const order = MailOrder.parse(payload);
  const mail = await writeMessage(context, order);
  if (!mail) return;
  const { adminId, ...message } = mail;
  const text = lines(message.text, await mailFooter(db));
  const giveUp = async (reason: string) => {
    currentLog().warn({ mail: order.kind }, 'an email could not be delivered');
    if (adminId === undefined) return;
    await inTransaction(db, async (tx) => {
      if (!(await markUndelivered(tx, adminId, message.to, reason))) return;
      if (order.kind === 'setup' && order.by !== undefined)
        await alertUndelivered(tx, order.by, { kind: 'invitation_refused', adminId });
    });
  };
  const isDelivered = await sendOrGiveUp(mailer, { ...message, text }, isLastTry, giveUp);
  if (isDelivered && adminId !== undefined) await markDelivered(db, adminId);
}

async function writeMessage(
  context: MailContext,
  order: MailOrder,
): Promise<AdminMail | undefined> {
  switch (order.kind) {
    case 'setup':
      return setupMessage(context, order.linkId);
    case 'forgot':
      return resetMessage(context, order.email);
    case 'code':
      return codeMessage(context, order.codeId);
    case 'factor':
      return factorMessage(context, order);
    case 'email-changed':
      return {
        to: order.to,
        subject: 'Your POS Admin email address was changed',
        text: lines(
          `Hi ${order.firstName},`,
          'The email address of your POS Admin account was changed. You can no longer sign in with this address.',
          'If you did not expect this, contact your administrator right away.',
        ),
      };
  }
}

async function setupMessage(
  { db, linkKey, publicUrl }: MailContext,
  linkId: string,
): Promise<AdminMail | undefined> {
  const invited = await findInvited(db, linkId);
  if (!invited) return undefined;
  const message = {
    adminId: invited.adminId,
    to: invited.email,
    subject: 'Set up your POS Admin account',
  };
  const account = await findAccount(db, invited.adminId);
  if (account && !account.signsInHere) {
    const text = lines(
      `Hi ${invited.firstName},`,
      'You have been invited to POS Admin. Sign in with the account of your company here:',
      `${publicUrl}/company-sign-in`,
    );
    return { ...message, text };
  }
  return {
    ...message,
    text: lines(
      `Hi ${invited.firstName},`,
      `You have been invited to POS Admin as ${invited.roleName}. Set your password here within ${LINK_HOURS.setup} hours:`,
      linkAddress(publicUrl, 'setup', deriveLinkToken(linkKey, linkId)),
      'The link works once. If it has expired, open it to ask for a new one.',
    ),
  };
}

/** Created here and not in the request, so that a request takes the same time for every address. */
async function resetMessage(
  { db, linkKey, publicUrl }: MailContext,
  email: string,
): Promise<AdminMail | undefined> {
  const account = await findAccountByEmail(db, email);
  if (account?.status !== 'active' || !account.signsInHere) return undefined;
  const kind = account.passwordHash === null ? 'setup' : 'reset';
  const linkId = await inTransaction(db, (tx) => freshLink(tx, linkKey, account.id, kind));
  if (kind === 'setup') return setupMessage({ db, linkKey, publicUrl } as MailContext, linkId);
  return {
    adminId: account.id,
    to: account.email,
    subject: 'Reset your POS Admin password',
    text: lines(
      `Hi ${account.firstName},`,
      'Set a new password here within 60 minutes:',
      linkAddress(publicUrl, 'reset', deriveLinkToken(linkKey, linkId)),
      'The link works once. If you did not ask for it, ignore this email. Nothing has changed.',
    ),
  };
}

async function codeMessage(
  { db, linkKey }: MailContext,
  codeId: string,
): Promise<AdminMail | undefined> {
  const adminId = await findAdminOfCode(db, codeId);
  const account = adminId && (await findAccount(db, adminId));
  if (!account) return undefined;
  return {
    adminId: account.id,
    to: account.email,
    subject: `${deriveCode(linkKey, codeId)} is your POS Admin code`,
    text: lines(
      `Hi ${account.firstName},`,
      'Enter this code to verify your email address:',
      deriveCode(linkKey, codeId),
      'It is valid for 10 minutes.',
    ),
  };
}

const FACTOR_CHANGES = {
  added: () => 'A second factor was added to your POS Admin account.',
  removed: () => 'A second factor was removed from your POS Admin account.',
  reset_asked: (by: string) =>
    `${by} asks to remove the second factor of your POS Admin account, because you have lost it. A second administrator has to confirm this.`,
  reset: (by: string) =>
    `The second factor of your POS Admin account was removed (${by}). Sign in with your password, and set up a new one in your profile.`,
};

async function factorMessage(
  { db }: MailContext,
  { adminId, change, by }: Extract<MailOrder, { kind: 'factor' }>,
): Promise<AdminMail | undefined> {
  const account = await findAccount(db, adminId);
  return (
    account && {
      adminId,
      to: account.email,
      subject: 'Second factor of your POS Admin account',
      text: lines(
        `Hi ${account.firstName},`,
        FACTOR_CHANGES[change](by),
        'If you did not expect this, sign in with your factor or contact your administrator right away.',
      ),
    }
  );
}

function lines(...paragraphs: string[]): string {
  return paragraphs.join('\n\n');
}
