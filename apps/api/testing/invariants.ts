import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** One invariant of trust.md as a query that must return no rows. */
type Invariant = { code: `I${number}`; promise: string; query: string };

const INVARIANTS: Invariant[] = [
  {
    code: 'I11',
    promise: 'At most one live refresh token in a family.',
    query: 'select session_id from refresh_tokens where used_at is null group by session_id having count(*) > 1',
  },
  {
    code: 'I12',
    promise: 'No live refresh token of an inactive admin.',
    query: `select t.session_id from refresh_tokens t join sessions s on s.id = t.session_id join admins a on a.id = s.admin_id
            where t.used_at is null and s.revoked_at is null and t.expires_at > now() and (a.status = 'inactive' or a.deleted_at is not null)`,
  },
  {
    code: 'I19',
    promise: 'There is an active SUPER_ADMIN.',
    query: `select 1 where not exists (select 1 from admins a join roles r on r.id = a.role_id where r.is_system and a.status = 'active' and a.deleted_at is null)`,
  },
];

/** Throws with the offending rows when an invariant does not hold. */
export async function checkInvariants(db: Db): Promise<void> {
  const broken: string[] = [];
  for (const { code, promise, query } of INVARIANTS) {
    const { rows } = await sql.raw<Record<string, unknown>>(`${query} limit 5`).execute(db);
    if (rows.length > 0) broken.push(`${code} ${promise}\n${rows.map((row) => `  ${JSON.stringify(row)}`).join('\n')}`);
  }
  if (broken.length > 0) throw new Error(`Invariants are broken:\n${broken.join('\n')}`);
}
