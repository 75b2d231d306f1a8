import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pluralize } from '@pos/contract/values/counts';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { Failure } from '#api/http/failure.ts';

/**
 * Attempt limits that survive a restart and apply across all processes (trust.md T01). Within 15
 * minutes an account may fail 10 times from one address, and an address 50 times across all
 * accounts; after that, each further attempt must wait twice as long. Failures at an account from
 * any address only delay its sign-ins, so that guessing is slow but locks nobody out. The limits
 * are the same whether or not the account exists.
 */
const WINDOW_SECONDS = 15 * 60;
const FIRST_WAIT_SECONDS = 30;
const LIMITS = {
  'login-pair': 10,
  'login-ip': 50,
  'login-browser': 10,
  'own-password': 10,
  factor: 10,
  'link-pair': 5,
  'link-ip': 50,
  'account-mail': 5,
  'register-ip': 50,
  'check-ip': 50,
  'download-ip': 100,
  'page-ip': 300,
  'send-now': 20,
} as const;
type Kind = keyof typeof LIMITS;

/** Failures at an account within the window before its sign-ins are delayed. */
const UNDELAYED = 10;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;

const toSubject = (text: string) => createHash('sha256').update(text.trim().toLowerCase()).digest();

/**
 * An attempt that is counted before it is made, so that parallel attempts cannot bypass the limit.
 */
export type Attempt = {
  /** True if a failure of this attempt reaches a limit, so that later attempts are refused. */
  isLast: boolean;
  /** Takes back the count of this attempt and the earlier failures of its first limit. */
  succeeded(): Promise<void>;
};

/**
 * Counts a sign-in attempt before the password is checked. Throws RATE_LIMITED with the time to
 * wait. After many failures at the account, returns after a delay. A browser that has signed in to
 * the account before (`browserId`) has its own limit and no delay.
 */
export async function beginLogin(
  db: Db,
  { email, ip, browserId }: { email: string; ip: string; browserId: string | undefined },
): Promise<Attempt> {
  if (browserId !== undefined) return begin(db, [['login-browser', `${browserId} ${email}`]]);
  const attempt = await begin(db, [
    ['login-pair', `${email.trim()} ${ip}`],
    ['login-ip', ip],
  ]);
  const failures = await countAnywhere(db, 'login-email', email);
  const wait = delayMs(failures.earlier);
  if (wait > 0) await sleep(wait);
  return {
    isLast: attempt.isLast,
    async succeeded() {
      await attempt.succeeded();
      await failures.takeBack();
    },
  };
}

/**
 * Counts an event of an account from any address. Returns the number of earlier events in the
 * window.
 */
async function countAnywhere(db: Db, kind: 'login-email' | 'link-email', email: string) {
  const row = { id: uuidv7(), kind, subject: toSubject(email) };
  const { count } = await inTransaction(db, async (tx) => {
    const seen = await seenBefore(tx, row);
    await tx.insertInto('attempts').values(row).execute();
    return seen;
  });
  return {
    earlier: count,
    takeBack: async () => {
      await db.deleteFrom('attempts').where('id', '=', row.id).execute();
    },
  };
}

/** Returns the delay of a sign-in after this many failures at its account, in milliseconds. */
export function delayMs(failures: number): number {
  if (failures < UNDELAYED) return 0;
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - UNDELAYED, 10));
}

/** Counts an attempt to confirm the caller's own password, per session. */
export function beginOwnPassword(db: Db, sessionId: string): Promise<Attempt> {
  return begin(db, [['own-password', sessionId]]);
}

/**
 * Counts an attempt with a code, per account or session. A browser that has signed in before has a limit
 * of its own, so that somebody who knows the password locks its owner out nowhere else.
 */
export function beginFactor(db: Db, subject: string, browserId = ''): Promise<Attempt> {
  return begin(db, [['factor', `${subject} ${browserId}`]]);
}

/** Maximum number of link emails to one account within the window, whoever requests them. */
const MAX_LINK_MAILS = 5;

/**
 * Counts a link request; these counts are never taken back. Throws RATE_LIMITED only for an account and
 * address that ask too often. Returns true if an email may be sent: requests from elsewhere can
 * neither flood an account nor keep its owner from asking.
 */
export async function countLinkRequest(db: Db, email: string, ip: string): Promise<boolean> {
  await begin(db, [
    ['link-pair', `${email.trim()} ${ip}`],
    ['link-ip', ip],
  ]);
  const { earlier } = await countAnywhere(db, 'link-email', email);
  return earlier < MAX_LINK_MAILS;
}

/** Counts the check of a link. A valid link takes back the counts of its address. */
export function beginLinkCheck(db: Db, ip: string): Promise<Attempt> {
  return begin(db, [['check-ip', ip]]);
}

type Row = { id: string; kind: string; subject: Buffer };

/** Counts an attempt against each of its limits. Throws RATE_LIMITED if one is reached. */
export function begin(db: Db, subjects: readonly (readonly [Kind, string])[]): Promise<Attempt> {
  return inTransaction(db, async (tx) => {
    const { rows, isLast } = await countIn(tx, subjects);
    const [first, ...others] = rows;
    return {
      isLast,
      async succeeded() {
        if (first) {
          await db
            .deleteFrom('attempts')
            .where('kind', '=', first.kind)
            .where('subject', '=', first.subject)
            .execute();
        }
        for (const { id } of others) await db.deleteFrom('attempts').where('id', '=', id).execute();
      },
    };
  });
}

/** Counts in the caller's transaction. See `begin`. */
export async function countIn(tx: Tx, subjects: readonly (readonly [Kind, string])[]) {
  const rows: Row[] = [];
  let isLast = false;
  for (const [kind, text] of subjects) {
    const row = { id: uuidv7(), kind, subject: toSubject(text) };
    const seen = await seenBefore(tx, row);
    const wait = Math.ceil(waitSeconds(seen.count, LIMITS[kind]) - seen.sinceLast);
    if (wait > 0) {
      const sentence = `Too many attempts. Try again in ${inWords(wait)}.`;
      throw new Failure('RATE_LIMITED', sentence, { retryAfter: wait });
    }
    isLast ||= seen.count + 1 === LIMITS[kind];
    rows.push(row);
  }
  await tx.insertInto('attempts').values(rows).execute();
  return { rows, isLast };
}

/**
 * Counts a wrong guess at something that ends after `max` of them. Returns true if the guess is right
 * and came in time. Guesses of a subject are counted one after the other.
 */
export async function countIfWrong(
  tx: Tx,
  { kind, text, max }: { kind: 'pairing-code'; text: string; max: number },
  isRight: boolean,
): Promise<boolean> {
  const row = { id: uuidv7(), kind, subject: toSubject(text) };
  const { count } = await seenBefore(tx, row);
  if (count >= max) return false;
  if (!isRight) await tx.insertInto('attempts').values(row).execute();
  return isRight;
}

/**
 * Counts the subject's attempts in the window. Other attempts of the subject wait until this
 * transaction ends.
 */
async function seenBefore(tx: Tx, { kind, subject }: Row) {
  const key = `${kind}:${subject.toString('hex')}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  return tx
    .selectFrom('attempts')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(extract(epoch from clock_timestamp() - max(at)), 0)::float8`.as(
        'sinceLast',
      ),
    ])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('at', '>', sql<string>`clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})`)
    .executeTakeFirstOrThrow();
}

/**
 * Returns the wait after the last of `count` failures, in seconds: 30 at the limit, doubled with
 * each further failure, at most 15 minutes.
 */
export function waitSeconds(count: number, limit: number): number {
  return count < limit ? 0 : Math.min(WINDOW_SECONDS, FIRST_WAIT_SECONDS * 2 ** (count - limit));
}

function inWords(seconds: number): string {
  if (seconds < 60) return pluralize(seconds, 'second');
  return pluralize(Math.ceil(seconds / 60), 'minute');
}

/** Task that deletes old attempts, hourly. */
export const FORGET_ATTEMPTS_TASK = 'forget-attempts';

/** Deletes attempts that are no longer counted. */
export async function forgetOldAttempts(db: Db): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where('at', '<', sql<string>`now() - make_interval(secs => ${WINDOW_SECONDS * 2})`)
    .execute();
}
