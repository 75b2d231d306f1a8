import { MAX_RECEIPTS, type ReceiptEmail } from '@pos/contract/sales/drawers/receipts';
import { Id } from '@pos/contract/values';
import { z } from 'zod';
import type { Db, Tx } from '#api/db/db.ts';
import type { SignedInRegister } from '#api/http/access/identity.ts';
import { Failure, missing } from '#api/http/failure.ts';
import { currentLog } from '#api/http/log.ts';
import { queueBackgroundTask } from '#api/jobs/job-queue.ts';
import type { Mailer } from '#api/mail/mailer.ts';
import { sendOrGiveUp } from '#api/mail/send-or-give-up.ts';
import { writeReceipt } from './receipt-text.rules.ts';
import {
  countReceipts,
  findOrderOfFair,
  findReceiptOrder,
  insertReceiptRow,
} from './receipts.queries.ts';

/** Background task that emails a receipt. It has the address until it has ended, and nothing after. */
export const RECEIPT_MAIL_TASK = 'receipt_mail';
/** Tries within half an hour: a receipt that comes later helps nobody, and its address goes. */
const MAX_TRIES = 8;
const ReceiptTask = z.object({
  orderId: Id,
  email: z.string(),
  language: z.enum(['en', 'es']),
});

/**
 * Queues the receipt of a booked order of the register's fair. Refuses an unknown order, and more
 * emails than the limits, so that a tablet is no way to send mail.
 */
export async function queueReceipt(
  tx: Tx,
  register: SignedInRegister,
  { clientOrderId, email, language = 'en' }: ReceiptEmail,
): Promise<void> {
  const orderId = await findOrderOfFair(tx, register.fairId, clientOrderId);
  if (orderId === undefined) throw missing('order');
  const { ofOrder, ofRegister } = await countReceipts(tx, register.id, orderId);
  if (ofOrder >= MAX_RECEIPTS.ofOrder || ofRegister >= MAX_RECEIPTS.ofRegister)
    throw new Failure('RATE_LIMITED', 'Enough receipts were emailed. Show or print this one.', {
      retryAfter: 3_600,
    });
  await insertReceiptRow(tx, register.id, orderId);
  const payload: z.infer<typeof ReceiptTask> = { orderId, email, language };
  await queueBackgroundTask(tx, RECEIPT_MAIL_TASK, payload, MAX_TRIES);
}

/** Emails one receipt. Throws if it must be retried; gives up after the last try, so that it ends. */
export async function mailReceipt(
  { db, mailer }: { db: Db; mailer: Mailer },
  payload: unknown,
  isLastTry: boolean,
): Promise<void> {
  const { orderId, email, language } = ReceiptTask.parse(payload);
  const order = await findReceiptOrder(db, orderId);
  if (!order) return;
  const message = { to: email, ...writeReceipt(order, language) };
  const giveUp = () => {
    currentLog().warn({ orderId }, 'a receipt could not be delivered');
    return Promise.resolve();
  };
  try {
    await sendOrGiveUp(mailer, message, isLastTry, giveUp);
  } catch (error) {
    // A task that fails for good stays for 90 days, with the address.
    if (!isLastTry) throw error;
  }
}
