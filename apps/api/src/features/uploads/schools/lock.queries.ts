import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';

/**
 * Serializes imports of schools until the transaction ends, so that a second upload of the same file
 * finds everything already added.
 */
export async function lockSchoolUploads(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('imports of schools'))`.execute(tx);
}
