import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** The rows of a query as it stands, for counts that no call gives. */
export async function rawRows<Row>(db: Db, query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(db)).rows;
}
