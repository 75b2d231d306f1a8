import { sql } from 'kysely';
import { z } from 'zod';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { recordActivity, type FieldChanges } from '#api/features/activity/activity.service.ts';
import { countSignInRefusals } from '#api/features/activity/sign-ins.service.ts';
import type { Actor, Origin } from '#api/http/identity.ts';
import { alertSessionReused } from '#api/notifications/notify.ts';
import { findAccountByEmail, type Account } from './auth.queries.ts';

/**
 * The record of who signed in to an account or tried to, in the account's activity, with address
 * and browser. The person reads it in the profile, administrators in the user's activity.
 */

/** Refusals of one account that an hour lists; activity is kept, and must not be filled by guesses. */
const LISTED_PER_HOUR = 20;

/** The job that records a refused sign-in. */
export const SIGN_IN_REFUSED_TASK = 'sign_in_refused';

const RefusedSignIn = z.object({
  email: z.string(),
  reason: z.enum(['Wrong password', 'Inactive account']),
  /** The limit is reached with it: further sign-ins from there are refused for a while. */
  isPaused: z.boolean(),
  ip: z.string(),
  userAgent: z.string(),
  requestId: z.string(),
});
export type RefusedSignIn = z.infer<typeof RefusedSignIn>;

/**
 * Queues the record of a refusal. It does the same work for every e-mail; whether an account has
 * it is looked up after the answer (trust.md T02).
 */
export async function queueRefusal(db: Db, refused: RefusedSignIn): Promise<void> {
  const payload = JSON.stringify(RefusedSignIn.parse(refused));
  await sql`select graphile_worker.add_job(${SIGN_IN_REFUSED_TASK}, ${payload}::json)`.execute(db);
}

/** Records a queued refusal with the account that was tried; none where there is no such account. */
export async function recordRefusal(db: Db, payload: unknown): Promise<void> {
  const { email, reason, isPaused, ...origin } = RefusedSignIn.parse(payload);
  const account = await findAccountByEmail(db, email);
  if (!account) return;
  await inTransaction(db, async (tx) => {
    const { listed, isClosed } = await countSignInRefusals(tx, account.id);
    if (isClosed) return;
    const record = (kind: string, changes: FieldChanges) =>
      recordActivity(tx, somebody(origin), `admin.${kind}`, 'admin', account.id, changes);
    if (listed >= LISTED_PER_HOUR) {
      await record('sign_in_refusals_unlisted', {});
      return;
    }
    const seen = { ...browserOf(origin), reason: { from: null, to: reason } };
    await record('sign_in_refused', seen);
    if (isPaused) await record('sign_in_paused', browserOf(origin));
  });
}

/** Records a sign-in in the transaction that begins its session. */
export async function recordSignIn(tx: Tx, account: Account, origin: Origin): Promise<void> {
  const { id, firstName, lastName } = account;
  await tx
    .updateTable('admins')
    .set({ lastLoginAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  const { ip, requestId } = origin;
  const actor: Actor = { type: 'admin', id, name: `${firstName} ${lastName}`, ip, requestId };
  await recordActivity(tx, actor, 'admin.signed_in', 'admin', id, browserOf(origin));
}

/** Records that a used refresh token came back, and warns its owner and administrators. */
export async function recordReuse(tx: Tx, adminId: string, origin: Origin): Promise<void> {
  const changes = browserOf(origin);
  await recordActivity(tx, somebody(origin), 'admin.session_reused', 'admin', adminId, changes);
  await alertSessionReused(tx, adminId);
}

/** Records a wrong password where a signed-in person is asked for it again. */
export async function recordWrongOwnPassword(
  tx: Tx,
  actor: Actor,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<void> {
  const session = await tx
    .selectFrom('sessions')
    .select('userAgent')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  const changes = browserOf({ userAgent: session?.userAgent ?? '' });
  await recordActivity(tx, actor, 'admin.password_refused', 'admin', id, changes);
}

/** The sender of a request that nobody knows to be the account's owner. */
function somebody({ ip, requestId }: Pick<Origin, 'ip' | 'requestId'>): Actor {
  return { type: 'system', id: null, name: 'Somebody', ip, requestId };
}

function browserOf({ userAgent }: Pick<Origin, 'userAgent'>): FieldChanges {
  return { browser: { from: null, to: userAgent } };
}
