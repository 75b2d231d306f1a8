import type { CartonStage, FoundCarton } from '@pos/contract/stock/cartons';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** Open found cartons, the newest first; of one fair those found there and those that it owns. */
export async function findFoundCartons(db: Db, fairId: string | undefined): Promise<FoundCarton[]> {
  const { rows } = await sql<FoundCarton>`
    select found.id, found.code, found.stage, found.found_by, found.found_at, found.fair_id,
      f.identifier as fair_identifier, f.name as fair_name, own.id as own_fair_id,
      own.identifier as own_fair_identifier, own.name as own_fair_name
    from found_cartons found
    join fairs f on f.id = found.fair_id
    left join cartons c on lower(c.code) = lower(found.code)
    left join fairs own on own.id = c.fair_id
    where found.resolved_at is null
      ${fairId === undefined ? sql`` : sql`and ${fairId} in (found.fair_id, own.id)`}
    order by found.found_at desc, found.id
    limit 200`.execute(db);
  return rows;
}

export async function insertFoundCartonRows(
  tx: Tx,
  found: readonly {
    id: string;
    code: string;
    fairId: string;
    stage: CartonStage;
    foundBy: string;
  }[],
): Promise<void> {
  if (found.length === 0) return;
  await tx
    .insertInto('foundCartons')
    .values([...found])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Resolves the codes that are cartons of this fair. */
export async function claimFoundCartonRows(
  tx: Tx,
  fairId: string,
  codes: readonly string[],
  by: string,
): Promise<void> {
  if (codes.length === 0) return;
  await sql`
    update found_cartons found
    set resolution = 'claimed', resolved_by = ${by}, resolved_at = now()
    from cartons c
    where c.fair_id = ${fairId}
      and lower(c.code) = lower(found.code)
      and lower(found.code) = any(${codes.map((code) => code.toLowerCase())}::text[])
      and found.resolved_at is null`.execute(tx);
}

/** Dismisses a found carton if it is open. Returns false if it does not exist. */
export async function dismissFoundCartonRow(tx: Tx, id: string, by: string): Promise<boolean> {
  const { rows } = await sql`
    with known as (select id from found_cartons where id = ${id} for no key update),
    dismissed as (
      update found_cartons
      set resolution = 'dismissed', resolved_by = ${by}, resolved_at = now()
      where id = ${id} and resolved_at is null)
    select from known`.execute(tx);
  return rows.length > 0;
}
