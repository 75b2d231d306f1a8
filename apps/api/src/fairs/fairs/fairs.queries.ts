import type { FairState } from '@pos/contract/fairs/fair-state';
import type { Fair } from '@pos/contract/fairs/fairs';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** The name of the fair's admin. */
export const adminName = sql<string>`admins.first_name || ' ' || admins.last_name`;
/** Today where the fair is. */
export const fairToday = sql<string>`(now() at time zone fairs.time_zone)::date`;
/** Phase of a fair by date, in its own time zone. */
export const phase = sql<Fair['phase']>`case
    when ${fairToday} < fairs.start_date then 'upcoming'
    when ${fairToday} > fairs.end_date then 'ended'
    else 'live'
  end`;
/**
 * True while a fair is open again after a close-out that was reverted. Looked up for each open fair:
 * PostgreSQL would read all close-outs for an `exists`.
 */
export const closeOutReverted = sql<boolean>`fairs.close_out_state = 'open' and coalesce(
  (select true from close_outs where close_outs.fair_id = fairs.id limit 1), false)`;
/** State of a fair, the same as `fairState` of the contract. */
export const fairState = sql<FairState>`case
    when fairs.close_out_state = 'finished' then 'closed_out'
    when fairs.status = 'inactive' then 'inactive'
    when ${fairToday} <= fairs.end_date then ${phase}
    when ${closeOutReverted} then 'reverted'
    else 'to_close_out'
  end`;

/** Fairs with their school and admin. */
export function joined(db: Db) {
  return db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .innerJoin('admins', 'admins.id', 'fairs.adminId');
}
