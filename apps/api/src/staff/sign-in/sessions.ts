import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Session, Token } from '@pos/contract/staff/sign-in';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import { Failure, missing } from '#api/http/failure.ts';
import type { Origin } from '#api/http/access/identity.ts';

/**
 * Idle timeout of a refresh token, 12 hours unless the settings differ. A session ends after 30
 * days at the latest (trust.md).
 */
const IDLE = sql<string>`(select make_interval(hours => session_idle_hours) from settings)`;
const LONGEST = sql<string>`interval '30 days'`;
/**
 * Time in seconds in which a used token gets the same successor again, for a second tab or a lost
 * answer.
 */
const GRACE_SECONDS = 30;

const toHash = (token: string) => createHash('sha256').update(token).digest();

/** Maximum open sessions per admin. A further one ends the least recently used. */
const MAX_SESSIONS = 50;

/**
 * Starts a session of `adminId`, whose account the caller has locked, and returns its first refresh
 * token.
 */
export async function startSession(
  tx: Tx,
  adminId: string,
  origin: Pick<Origin, 'ip' | 'userAgent'>,
): Promise<{ sessionId: string; refresh: Token }> {
  const sessionId = uuidv7();
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('sessions')
    .values({
      id: sessionId,
      adminId,
      endsAt: sql<string>`now() + ${LONGEST}`,
      revokedAt: null,
      revokedWhy: null,
      ip: origin.ip,
      userAgent: origin.userAgent,
    })
    .execute();
  await endSurplus(tx, adminId);
  return { sessionId, refresh: { token, expiresAt: await insertTokenRow(tx, sessionId, token) } };
}

async function endSurplus(tx: Tx, adminId: string): Promise<void> {
  const surplus = await tx
    .selectFrom('sessions')
    .select('id')
    .where('adminId', '=', adminId)
    .where('revokedAt', 'is', null)
    .where('endsAt', '>', sql<string>`now()`)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .offset(MAX_SESSIONS)
    .execute();
  for (const { id } of surplus) await endSession(tx, id, 'too many sessions');
}

/**
 * Exchanges a refresh token for its successor. The successor is derived from the token, so that
 * everyone who sends the same token within the grace period gets the same one. A token that comes
 * back later was stolen or copied, so its session ends.
 */
export async function rotate(
  tx: Tx,
  key: Uint8Array,
  token: string,
): Promise<
  | { outcome: 'rotated'; sessionId: string; adminId: string; refresh: Token }
  | { outcome: 'reused'; adminId: string }
  | { outcome: 'unknown' }
> {
  // Ending a session locks it first too. A successor is created before that and ends with it, or
  // not at all.
  await tx
    .selectFrom('sessions')
    .innerJoin('refreshTokens', 'refreshTokens.sessionId', 'sessions.id')
    .select('sessions.id')
    .where('hash', '=', toHash(token))
    .forUpdate('sessions')
    .execute();
  const used = await tx
    .updateTable('refreshTokens')
    .from('sessions')
    .set({ usedAt: sql<string>`now()` })
    .whereRef('sessions.id', '=', 'refreshTokens.sessionId')
    .where('hash', '=', toHash(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.endsAt', '>', sql<string>`now()`)
    .returning(['sessions.id as sessionId', 'sessions.adminId'])
    .executeTakeFirst();
  const successor = createHmac('sha256', key).update(token).digest('base64url');
  if (used) {
    const expiresAt = await insertTokenRow(tx, used.sessionId, successor);
    await tx
      .updateTable('sessions')
      .set({ lastUsedAt: sql<string>`now()` })
      .where('id', '=', used.sessionId)
      .execute();
    return { outcome: 'rotated', ...used, refresh: { token: successor, expiresAt } };
  }
  return answerUsedToken(tx, token, successor);
}

async function answerUsedToken(
  tx: Tx,
  token: string,
  successor: string,
): Promise<Awaited<ReturnType<typeof rotate>>> {
  const known = await tx
    .selectFrom('refreshTokens')
    .innerJoin('sessions', 'sessions.id', 'refreshTokens.sessionId')
    .select([
      'sessions.id as sessionId',
      'sessions.adminId',
      'sessions.revokedAt',
      'refreshTokens.usedAt',
    ])
    .select(
      sql<boolean>`refresh_tokens.used_at > now() - make_interval(secs => ${GRACE_SECONDS})`.as(
        'inGrace',
      ),
    )
    .where('hash', '=', toHash(token))
    .executeTakeFirst();
  if (!known || known.revokedAt || !known.usedAt) return { outcome: 'unknown' };
  const child = await tx
    .selectFrom('refreshTokens')
    .select(['expiresAt', 'usedAt'])
    .where('hash', '=', toHash(successor))
    .executeTakeFirst();
  if (known.inGrace && child && !child.usedAt) {
    return {
      outcome: 'rotated',
      sessionId: known.sessionId,
      adminId: known.adminId,
      refresh: { token: successor, expiresAt: child.expiresAt },
    };
  }
  await endSession(tx, known.sessionId, 'refresh token reused');
  return { outcome: 'reused', adminId: known.adminId };
}

/** Ends the session of a refresh token and returns its ID. An unknown token changes nothing. */
export async function endSessionByToken(tx: Tx, token: string): Promise<string | undefined> {
  const known = await tx
    .selectFrom('refreshTokens')
    .select('sessionId')
    .where('hash', '=', toHash(token))
    .executeTakeFirst();
  if (known) await endSession(tx, known.sessionId, 'signed out');
  return known?.sessionId;
}

/**
 * Ends all sessions of an admin, or all but one. Returns how many were ended. Their access tokens
 * are refused from the next request on.
 */
export async function endSessions(
  tx: Tx,
  adminId: string,
  why: string,
  except?: string,
): Promise<number> {
  let open = tx
    .updateTable('sessions')
    .set({ revokedAt: sql<string>`now()`, revokedWhy: why })
    .where('adminId', '=', adminId)
    .where('revokedAt', 'is', null);
  if (except) open = open.where('id', '<>', except);
  const ended = await open.returning(['id', sql<boolean>`ends_at > now()`.as('live')]).execute();
  if (ended.length > 0)
    await tx
      .deleteFrom('refreshTokens')
      .where(
        'sessionId',
        'in',
        ended.map(({ id }) => id),
      )
      .where('usedAt', 'is', null)
      .execute();
  return ended.filter(({ live }) => live).length;
}

/**
 * Ends one of the caller's own sessions. Refuses one that does not exist or belongs to someone
 * else.
 */
export async function endOwnSession(tx: Tx, adminId: string, sessionId: string): Promise<void> {
  const own = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('adminId', '=', adminId)
    .executeTakeFirst();
  if (!own) throw missing('session');
  await endSession(tx, sessionId, 'ended from the list');
}

/** Returns the open sessions of an admin, most recently used first. */
export function findSessions(db: Db, adminId: string): Promise<Omit<Session, 'current'>[]> {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'createdAt',
      'lastUsedAt',
      sql<string>`coalesce(ip, '')`.as('ip'),
      sql<string>`coalesce(user_agent, '')`.as('userAgent'),
    ])
    .where('adminId', '=', adminId)
    .where('revokedAt', 'is', null)
    .where('endsAt', '>', sql<string>`now()`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('refreshTokens')
          .select('hash')
          .whereRef('sessionId', '=', 'sessions.id')
          .where('usedAt', 'is', null)
          .where('expiresAt', '>', sql<string>`now()`),
      ),
    )
    .orderBy('lastUsedAt', 'desc')
    .execute();
}

async function endSession(tx: Tx, sessionId: string, why: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revokedAt: sql<string>`now()`, revokedWhy: why })
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .execute();
  await tx
    .deleteFrom('refreshTokens')
    .where('sessionId', '=', sessionId)
    .where('usedAt', 'is', null)
    .execute();
}

async function insertTokenRow(tx: Tx, sessionId: string, token: string): Promise<string> {
  const row = await tx
    .insertInto('refreshTokens')
    .values({
      hash: toHash(token),
      sessionId,
      expiresAt: sql<string>`now() + ${IDLE}`,
      usedAt: null,
    })
    .returning('expiresAt')
    .executeTakeFirst();
  if (!row) throw new Failure('INTERNAL', 'The session could not be created.');
  return row.expiresAt;
}
