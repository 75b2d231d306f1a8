import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/features/activity/activity.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor } from '#api/http/identity.ts';
import { deriveCode } from './links.ts';
import { orderMail } from './mail.service.ts';

const TRIES = 5;
const RESEND_SECONDS = 60;

/** Creates a code, voids the earlier one, and queues its email. */
export async function sendVerificationCode(tx: Tx, adminId: string): Promise<void> {
  await tx
    .updateTable('verificationCodes')
    .set({ endedAt: sql<string>`now()` })
    .where('adminId', '=', adminId)
    .where('endedAt', 'is', null)
    .execute();
  const id = uuidv7();
  await tx
    .insertInto('verificationCodes')
    .values({ id, adminId, expiresAt: sql<string>`now() + interval '10 minutes'`, endedAt: null })
    .execute();
  await orderMail(tx, { kind: 'code', codeId: id });
}

/** Emails a new code, at most once a minute. */
export function resendVerificationCode(db: Db, adminId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx.selectFrom('admins').select('id').where('id', '=', adminId).forUpdate().execute();
    const last = await tx
      .selectFrom('verificationCodes')
      .select(
        sql<number>`
          ceil(
            extract(
              epoch from created_at + make_interval(secs => ${RESEND_SECONDS}) - now()))::int`.as(
          'wait',
        ),
      )
      .where('adminId', '=', adminId)
      .orderBy('createdAt', 'desc')
      .executeTakeFirst();
    if (last && last.wait > 0)
      throw new Failure(
        'RATE_LIMITED',
        `A code was just sent. Ask again in ${last.wait} seconds.`,
        { retryAfter: last.wait },
      );
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
    const code = await tx
      .selectFrom('verificationCodes')
      .select(['id', 'tries'])
      .where('adminId', '=', adminId)
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', sql<string>`now()`)
      .forUpdate()
      .executeTakeFirst();
    if (!code)
      throw new Failure('CODE_WRONG', 'This code has expired. Ask for a new one.', {
        attemptsLeft: 0,
      });
    const good = timingSafeEqual(Buffer.from(deriveCode(key, code.id)), Buffer.from(typed));
    const tries = code.tries + 1;
    await tx
      .updateTable('verificationCodes')
      .set({ tries, ...((good || tries >= TRIES) && { endedAt: sql<string>`now()` }) })
      .where('id', '=', code.id)
      .execute();
    if (!good) return TRIES - tries;
    await tx
      .updateTable('admins')
      .set({
        emailVerified: true,
        version: sql<number>`version + 1`,
        updatedAt: sql<string>`now()`,
      })
      .where('id', '=', adminId)
      .execute();
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
