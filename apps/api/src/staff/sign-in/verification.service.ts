import { timingSafeEqual } from 'node:crypto';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { markDelivered, markEmailVerifiedRow } from './accounts/account-rows.queries.ts';
import { deriveCode } from './links.ts';
import { orderMail } from './mail.service.ts';
import {
  findPauseAfterCode,
  lockValidCode,
  replaceCodeRow,
  updateCodeRow,
} from './verification-codes.queries.ts';

const TRIES = 5;
const RESEND_SECONDS = 60;

/**
 * Creates a code, voids the earlier one, and queues its email. The mark of a refused email goes: it
 * is that of the last one.
 */
export async function sendVerificationCode(tx: Tx, adminId: string): Promise<void> {
  await markDelivered(tx, adminId);
  const id = await replaceCodeRow(tx, adminId);
  await orderMail(tx, { kind: 'code', codeId: id });
}

/** Emails a new code, at most once a minute. */
export function resendVerificationCode(db: Db, adminId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockRow(tx, 'admins', adminId);
    const wait = await findPauseAfterCode(tx, adminId, RESEND_SECONDS);
    if (wait !== undefined && wait > 0)
      throw new Failure('RATE_LIMITED', `A code was just sent. Ask again in ${wait} seconds.`, {
        retryAfter: wait,
      });
    await sendVerificationCode(tx, adminId);
  });
}

/**
 * Verifies the caller's own address by code. A wrong code tells how many tries are left; after
 * five, a new code is needed.
 */
export async function verifyAccount(
  db: Db,
  actor: Actor,
  key: Uint8Array,
  adminId: string,
  typed: string,
): Promise<void> {
  const attemptsLeft = await inTransaction(db, async (tx) => {
    const code = await lockValidCode(tx, adminId);
    if (!code)
      throw new Failure('CODE_WRONG', 'This code has expired. Ask for a new one.', {
        attemptsLeft: 0,
      });
    const good = timingSafeEqual(Buffer.from(deriveCode(key, code.id)), Buffer.from(typed));
    const tries = code.tries + 1;
    await updateCodeRow(tx, code.id, { tries, isOver: good || tries >= TRIES });
    if (!good) return TRIES - tries;
    await markEmailVerifiedRow(tx, adminId);
    await recordActivity(tx, actor, {
      action: 'admin.verified',
      entity: 'admin',
      entityId: adminId,
    });
    return undefined;
  });
  // Thrown after COMMIT, so that the attempt is counted.
  if (attemptsLeft !== undefined)
    throw new Failure(
      'CODE_WRONG',
      attemptsLeft > 0 ? 'This code is wrong.' : 'This code is wrong. Ask for a new one.',
      { attemptsLeft },
    );
}
