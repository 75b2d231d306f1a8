import { sql, type Insertable } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

/** Seconds for which one process alone asks the provider about a session. */
const CHECK_SECONDS = 20;

export async function insertCompanySessionRow(
  tx: Tx,
  row: Insertable<Schema['companySessions']>,
): Promise<void> {
  await tx.insertInto('companySessions').values(row).execute();
}

/** Ties a sign-in at the provider to the session that it opens, once. Returns false if it was. */
export async function attachCompanySessionRow(
  tx: Tx,
  id: string,
  sessionId: string,
): Promise<boolean> {
  const row = await tx
    .updateTable('companySessions')
    .set({ sessionId })
    .where('id', '=', id)
    .where('sessionId', 'is', null)
    .returning(['hasProviderFactor', 'provedAt'])
    .executeTakeFirst();
  if (!row) return false;
  await tx
    .updateTable('sessions')
    .set({
      hasProviderFactor: row.hasProviderFactor,
      // A sign-in without a word of the person is no proof.
      confirmedAt: row.provedAt ?? new Date(0).toISOString(),
    })
    .where('id', '=', sessionId)
    .execute();
  return true;
}

/** Returns what a session keeps of the provider; undefined for one that began without it. */
export function findCompanySession(db: Db, sessionId: string) {
  return db
    .selectFrom('companySessions')
    .select(['id', 'adminId', 'sealedTokens'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
}

/** Takes the check of a session; undefined if another process makes it, or there is nothing to check. */
export function takeCheckRow(db: Db, sessionId: string) {
  return db
    .updateTable('companySessions')
    .from('admins')
    .whereRef('admins.id', '=', 'companySessions.adminId')
    .set({ checkingUntil: sql<string>`now() + make_interval(secs => ${CHECK_SECONDS})` })
    .where('sessionId', '=', sessionId)
    .where((eb) =>
      eb.or([eb('checkingUntil', 'is', null), eb('checkingUntil', '<', sql<string>`now()`)]),
    )
    .returning(['companySessions.id', 'adminId', 'sealedTokens', 'companySubject'])
    .returning(sql<number>`extract(epoch from now() - checked_at)::float8`.as('ageSeconds'))
    .executeTakeFirst();
}

/** Ends a check; `sealedTokens` are the next ones after one that the provider answered. */
export async function endCheckRow(db: Db, id: string, sealedTokens?: Buffer): Promise<void> {
  await db
    .updateTable('companySessions')
    .set({
      checkingUntil: null,
      ...(sealedTokens && { sealedTokens, checkedAt: sql<string>`now()` }),
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Ends the sessions of a person that began at the provider, or the one that the provider names. A
 * sign-in that waits for its second factor ends too. Returns their people.
 */
export async function endProviderSessionRows(
  tx: Tx,
  { subject, sessionId }: { subject: string | undefined; sessionId: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ adminId: string }>`
    with gone as (
      delete from company_sessions
      using admins
      where admins.id = company_sessions.admin_id
        and (${subject ?? null}::text is null or company_subject = ${subject ?? null})
        and (${sessionId ?? null}::text is null or provider_session = ${sessionId ?? null})
      returning session_id)
    update sessions set revoked_at = now(), revoked_why = 'signed out at the provider'
    from gone
    where sessions.id = gone.session_id and revoked_at is null
    returning admin_id`.execute(tx);
  return rows.map(({ adminId }) => adminId);
}

/** Ends all sessions that began at the provider. */
export async function endAllCompanySessionRows(tx: Tx, why: string): Promise<void> {
  await sql`
    with gone as (
      delete from company_sessions
      returning session_id)
    update sessions set revoked_at = now(), revoked_why = ${why}
    from gone
    where sessions.id = gone.session_id and revoked_at is null`.execute(tx);
}

/** Ends the sessions that began with a password or a passkey, but those of break-glass owners. */
export async function endLocalSessionRows(tx: Tx, why: string): Promise<void> {
  await sql`
    update sessions set revoked_at = now(), revoked_why = ${why}
    from admins
    where admins.id = sessions.admin_id
      and not is_break_glass
      and revoked_at is null
      and ends_at > now()
      and not exists (select from company_sessions where session_id = sessions.id)`.execute(tx);
}
