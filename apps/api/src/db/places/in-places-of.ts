import { sql } from 'kysely';
import type { Db } from '../db.ts';
import { inPlaces } from './places.ts';

/** Runs `work` in the name of an admin, within their places if they are limited to some. */
export async function inPlacesOf<Result>(
  db: Db,
  adminId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await sql<{ isLimited: boolean }>`
    select is_limited as "isLimited" from admins where id = ${adminId}`.execute(db);
  return rows[0]?.isLimited ? inPlaces(adminId, work) : work();
}
