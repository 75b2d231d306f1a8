import { sql } from 'kysely';
import { runOnceCompiled } from '#api/db/compiled-once.ts';
import { PREPARED, type Tx } from '#api/db/db.ts';

/** Changes of each quantity of one fair's line, in units. */
export type FairDelta = {
  fairId: string;
  titleId: string;
  sentQty: number;
  missingQty: number;
  adjustQty: number;
  soldQty: number;
  restockedQty: number;
  returnedQty: number;
  lostQty: number;
};
type TitleDelta = { titleId: string; delta: number };

/**
 * Changes quantities of fair lines by deltas, with the rows locked by ID. Throws if a line does not
 * exist.
 */
export async function applyFairDeltaRows(tx: Tx, deltas: readonly FairDelta[]): Promise<void> {
  if (deltas.length === 0) return;
  const given = JSON.stringify(
    deltas.map((delta) => ({
      f: delta.fairId,
      t: delta.titleId,
      sent: delta.sentQty,
      missing: delta.missingQty,
      adjust: delta.adjustQty,
      sold: delta.soldQty,
      restocked: delta.restockedQty,
      returned: delta.returnedQty,
      lost: delta.lostQty,
    })),
  );
  const [answer] = await runOnceCompiled(
    tx,
    'move quantities of fair lines',
    { deltas: given },
    (values) => sql<{ moved: number }>`
      with ${PREPARED} delta as (
        select *
        from json_to_recordset(${values.deltas}::json) as d(
          f uuid, t uuid, sent bigint, missing bigint, adjust bigint, sold bigint, restocked bigint,
          returned bigint, lost bigint)),
      locked as (
        select l.id, delta.*
        from fair_lines l
        join delta on l.fair_id = delta.f and l.title_id = delta.t
        order by l.id
        for no key update of l),
      moved as (
        update fair_lines l
        set sent_qty = l.sent_qty + locked.sent, missing_qty = l.missing_qty + locked.missing,
          adjust_qty = l.adjust_qty + locked.adjust, sold_qty = l.sold_qty + locked.sold,
          restocked_qty = l.restocked_qty + locked.restocked,
          returned_qty = l.returned_qty + locked.returned, lost_qty = l.lost_qty + locked.lost,
          updated_at = now()
        from locked
        where l.id = locked.id
        returning 1)
      select count(*) as moved
      from moved`,
  );
  if (answer!.moved !== deltas.length)
    throw new Error('A movement has a title without a line at the fair.');
}

/** Changes the warehouse quantity of titles by deltas, with the rows locked by ID. */
export async function applyWarehouseDeltaRows(
  tx: Tx,
  deltas: readonly TitleDelta[],
): Promise<void> {
  if (deltas.length === 0) return;
  await sql`
    with ${PREPARED} delta as (
      select *
      from json_to_recordset(${JSON.stringify(deltas)}::json) as d("titleId" uuid, delta bigint)),
    locked as (
      select t.id, delta.delta
      from titles t
      join delta on t.id = delta."titleId"
      order by t.id for no key update of t)
    update titles t
    set warehouse_qty = t.warehouse_qty + locked.delta, updated_at = now()
    from locked
    where t.id = locked.id`.execute(tx);
}

/** Changes the allocated quantity of titles by deltas, with the rows locked by ID. */
export async function applyAllocationRows(tx: Tx, deltas: readonly TitleDelta[]): Promise<void> {
  if (deltas.length === 0) return;
  await sql`
    with ${PREPARED} delta as (
      select *
      from json_to_recordset(${JSON.stringify(deltas)}::json) as d("titleId" uuid, delta bigint)),
    locked as (
      select t.id, delta.delta
      from titles t
      join delta on t.id = delta."titleId"
      order by t.id for no key update of t)
    update titles t
    set allocated_qty = t.allocated_qty + locked.delta, updated_at = now()
    from locked
    where t.id = locked.id`.execute(tx);
}
