import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** Returns the rows of a raw query, for counts that no call returns. */
export async function rawRows<Row>(db: Db, query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(db)).rows;
}
