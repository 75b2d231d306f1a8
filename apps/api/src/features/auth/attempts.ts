import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db } from '#api/db/db.ts';
import { Failure } from '#api/http/failure.ts';

/**
 * Limits that survive a restart and hold over all processes (trust.md T01): within 15 minutes an e-mail address may fail
 * 10 times, an address of the network 50 times, whether an account exists or not; then each further try waits twice as long.
 */
const WINDOW_SECONDS = 15 * 60;
const FIRST_WAIT_SECONDS = 30;
const LIMITS = { 'login-email': 10, 'login-ip': 50, 'link-email': 5, 'link-ip': 50, 'register-ip': 50, 'check-ip': 50, 'download-ip': 100, 'page-ip': 300 } as const;
type Kind = keyof typeof LIMITS;

const subjectOf = (text: string) => createHash('sha256').update(text.trim().toLowerCase()).digest();

/** A try that is counted before it is made, so that many at once cannot slip through; `succeeded` takes it back. */
export type Attempt = { succeeded(): Promise<void> };

/** Counts a try to sign in. Refuses with RATE_LIMITED, saying how long to wait, before a password is looked at. */
export function beginLogin(db: Db, email: string, ip: string): Promise<Attempt> {
  return begin(db, [['login-email', email], ['login-ip', ip]]);
}

/** Counts that somebody asked for a link; these are never taken back. */
export async function countLinkRequest(db: Db, email: string, ip: string): Promise<void> {
  await begin(db, [['link-email', email], ['link-ip', ip]]);
}

/** Counts a look at a link that is not good; one that is takes the address's count back. */
export function beginLinkCheck(db: Db, ip: string): Promise<Attempt> {
  return begin(db, [['check-ip', ip]]);
}

/** Counts a try against each of its limits, and refuses it where one is reached. */
export async function begin(db: Db, subjects: readonly (readonly [Kind, string])[]): Promise<Attempt> {
  const rows = subjects.map(([kind, text]) => ({ id: uuidv7(), kind, subject: subjectOf(text) }));
  await inTransaction(db, async (tx) => {
    for (const { kind, subject } of rows) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:${subject.toString('hex')}`}, 0))`.execute(tx);
      const seen = await tx
        .selectFrom('attempts')
        .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(extract(epoch from clock_timestamp() - max(at)), 0)::float8`.as('sinceLast')])
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('at', '>', sql<string>`clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})`)
        .executeTakeFirstOrThrow();
      const wait = Math.ceil(waitSeconds(seen.count, LIMITS[kind]) - seen.sinceLast);
      if (wait > 0) throw new Failure('RATE_LIMITED', `Too many attempts. Try again in ${inWords(wait)}.`, { retryAfter: wait });
    }
    await tx.insertInto('attempts').values(rows).execute();
  });
  return {
    async succeeded() {
      const [email, network] = rows;
      if (email) await db.deleteFrom('attempts').where('kind', '=', email.kind).where('subject', '=', email.subject).execute();
      if (network) await db.deleteFrom('attempts').where('id', '=', network.id).execute();
    },
  };
}

/** How long after the last of `count` failures the next try may be made: 30 s at the limit, twice as long with each more, 15 minutes at most. */
export function waitSeconds(count: number, limit: number): number {
  return count < limit ? 0 : Math.min(WINDOW_SECONDS, FIRST_WAIT_SECONDS * 2 ** (count - limit));
}

function inWords(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

/** What forgets old attempts, each hour. */
export const FORGET_ATTEMPTS_TASK = 'forget-attempts';

/** Forgets what no longer counts. */
export async function forgetOldAttempts(db: Db): Promise<void> {
  await db.deleteFrom('attempts').where('at', '<', sql<string>`now() - make_interval(secs => ${WINDOW_SECONDS * 2})`).execute();
}
