import { z } from 'zod';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { recordAccess } from '#api/staff/activity/access-log.service.ts';
import type { FieldChanges } from '#api/staff/activity/activity.service.ts';
import { countSignInRefusals } from '#api/staff/activity/sign-ins.service.ts';
import type { Actor, Origin } from '#api/http/access/identity.ts';
import { queueBackgroundTask } from '#api/jobs/job-queue.ts';
import { alertSessionReused } from '#api/notifications/notify.ts';
import { findBrowserOfSession, setLastLoginRow } from './accounts/account-rows.queries.ts';
import { findAccountByEmail, type Account } from './auth.queries.ts';

/**
 * Records sign-ins and refused attempts in the access log, with address and browser. Users
 * see them in their profile, administrators in the user's activity.
 */

/**
 * Maximum refusals listed per account and hour, so that guesses do not fill the log.
 */
const LISTED_PER_HOUR = 20;

/** Job that records a refused sign-in. */
export const SIGN_IN_REFUSED_TASK = 'sign_in_refused';

const RefusedSignIn = z.object({
  email: z.string(),
  reason: z.enum(['Wrong password', 'Wrong code', 'Inactive account', 'Password sign-in is off']),
  /**
   * True if this refusal reached the limit, so that further sign-ins from there are refused for a
   * while.
   */
  isPaused: z.boolean(),
  ip: z.string(),
  userAgent: z.string(),
  requestId: z.string(),
});
export type RefusedSignIn = z.infer<typeof RefusedSignIn>;

/**
 * Queues the record of a refusal. Does the same work for every email; the account is looked up
 * after the answer (trust.md T02).
 */
export async function queueRefusal(db: Db, refused: RefusedSignIn): Promise<void> {
  await queueBackgroundTask(db, SIGN_IN_REFUSED_TASK, RefusedSignIn.parse(refused));
}

/** Records a queued refusal for the account that was tried, if it exists. */
export async function recordRefusal(db: Db, payload: unknown): Promise<void> {
  const { email, reason, isPaused, ...origin } = RefusedSignIn.parse(payload);
  const account = await findAccountByEmail(db, email);
  if (!account) return;
  await inTransaction(db, async (tx) => {
    const { listed, isClosed } = await countSignInRefusals(tx, account.id);
    if (isClosed) return;
    const record = (kind: string, changes: FieldChanges) =>
      recordAccess(tx, somebody(origin), {
        action: `admin.${kind}`,
        entity: 'admin',
        entityId: account.id,
        changes,
      });
    if (listed >= LISTED_PER_HOUR) {
      await record('sign_in_refusals_unlisted', {});
      return;
    }
    const seen = { ...toBrowser(origin), reason: { from: null, to: reason } };
    await record('sign_in_refused', seen);
    if (isPaused) await record('sign_in_paused', toBrowser(origin));
  });
}

/** Records a sign-in in the transaction that starts its session. */
export async function recordSignIn(tx: Tx, account: Account, origin: Origin): Promise<void> {
  const { id, firstName, lastName } = account;
  await setLastLoginRow(tx, id);
  const { ip, requestId } = origin;
  const actor: Actor = { type: 'admin', id, name: `${firstName} ${lastName}`, ip, requestId };
  await recordAccess(tx, actor, {
    action: 'admin.signed_in',
    entity: 'admin',
    entityId: id,
    changes: toBrowser(origin),
  });
}

/** Records the reuse of a refresh token, and warns its owner and the administrators. */
export async function recordReuse(tx: Tx, adminId: string, origin: Origin): Promise<void> {
  const changes = toBrowser(origin);
  await recordAccess(tx, somebody(origin), {
    action: 'admin.session_reused',
    entity: 'admin',
    entityId: adminId,
    changes,
  });
  await alertSessionReused(tx, adminId);
}

/** Records a wrong password entered by a signed-in user who was asked to confirm it. */
export async function recordWrongOwnPassword(
  tx: Tx,
  actor: Actor,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<void> {
  const changes = toBrowser({ userAgent: await findBrowserOfSession(tx, sessionId) });
  await recordAccess(tx, actor, {
    action: 'admin.password_refused',
    entity: 'admin',
    entityId: id,
    changes,
  });
}

/** Actor for a sender who is not known to be the account's owner. */
function somebody({ ip, requestId }: Pick<Origin, 'ip' | 'requestId'>): Actor {
  return { type: 'system', id: null, name: 'Somebody', ip, requestId };
}

function toBrowser({ userAgent }: Pick<Origin, 'userAgent'>): FieldChanges {
  return { browser: { from: null, to: userAgent } };
}
