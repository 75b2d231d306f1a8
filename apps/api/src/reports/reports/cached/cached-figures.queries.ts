import type { Day } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { CachedFair } from '../figures/cached-fair.ts';
import { type SalesScope, preparedFor, isOneOf } from '../report-scope.ts';

/** Row of a fair's cached figures besides its items. Days are null if it had no activity. */
export type CachedRow = {
  fairId: string;
  firstDay: Day | null;
  lastDay: Day | null;
  days: CachedFair['days'];
  figures: Omit<CachedFair, 'firstDay' | 'lastDay' | 'days'>;
};

/**
 * Returns the cached figures of the fairs that are still true: made by this version of the code, and
 * no source of theirs has changed since (decision 0064). Fairs with activity outside of the days
 * are left out, too. `withDays` false leaves the figures of the days unread: null.
 */
export async function findCachedRows(
  db: Db,
  version: number,
  { fairs, startDate, endDate }: SalesScope,
  withDays: boolean,
): Promise<CachedRow[]> {
  const { rows } = await sql<CachedRow>`
    select ${preparedFor({ fairs })} k.fair_id, k.first_day, k.last_day, k.figures,
      ${withDays ? sql`k.days` : sql`null`} as days
    from fair_figures k
    where ${isOneOf('k.fair_id', fairs)}
      and k.made_by = ${version}
      and (
        k.first_day is null
          or (k.first_day >= ${startDate}::date and k.last_day <= ${endDate}::date))
      and not exists (select from fair_figure_changes c where c.fair_id = k.fair_id)`.execute(db);
  return rows;
}

/**
 * Returns up to `count` fairs without true figures that have been quiet for `quietSeconds`, those
 * without any figures first.
 */
export async function staleFairIds(
  db: Db,
  version: number,
  quietSeconds: number,
  count: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with changed as (
      select fair_id, max(at) as at from fair_figure_changes group by fair_id)
    select f.id
    from fairs f
    left join fair_figures k on k.fair_id = f.id and k.made_by = ${version}
    left join changed c on c.fair_id = f.id
    where (k.fair_id is null or c.fair_id is not null)
      and (c.at is null or c.at <= now() - make_interval(secs => ${quietSeconds}))
    order by k.made_at nulls first, f.id
    limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Forgets the changes of the fairs that this snapshot sees; changes made meanwhile stay. False if
 * another process is at it.
 */
export async function forgetChanges(tx: Tx, fairIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('keep figures', 0)) as is_free`.execute(tx);
  if (!rows[0]?.isFree) return false;
  await sql`
    delete from fair_figure_changes where fair_id = any(${fairIds}::uuid[])`.execute(tx);
  return true;
}

/** Stores the figures of the fairs in place of earlier ones. */
export async function saveCachedRows(
  tx: Tx,
  version: number,
  cached: readonly CachedRow[],
): Promise<void> {
  const ids = cached.map(({ fairId }) => fairId);
  await sql`delete from fair_figures where fair_id = any(${ids}::uuid[])`.execute(tx);
  await sql`
    insert into fair_figures (fair_id, made_by, first_day, last_day, days, figures)
    select fair_id, ${version}, first_day, last_day, days, figures
    from jsonb_to_recordset(${JSON.stringify(
      cached.map(({ fairId, firstDay, lastDay, days, figures }) => ({
        fair_id: fairId,
        first_day: firstDay,
        last_day: lastDay,
        days,
        figures,
      })),
    )}::jsonb) as made (fair_id uuid, first_day date, last_day date, days jsonb, figures jsonb)
    where exists (select from fairs where fairs.id = made.fair_id)`.execute(tx);
}
