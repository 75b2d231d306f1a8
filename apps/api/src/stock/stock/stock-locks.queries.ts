import { sql } from 'kysely';
import { runOnceCompiled } from '#api/db/compiled-once.ts';
import { PREPARED, type Tx } from '#api/db/db.ts';

/** Locks a fair's lines by ID and returns the units on hand by title. */
export async function lockFairLines(
  tx: Tx,
  fairId: string,
  titleIds: readonly string[],
): Promise<Map<string, number>> {
  if (titleIds.length === 0) return new Map();
  const rows = await runOnceCompiled(
    tx,
    'lock fair lines',
    { fairId, titleIds },
    (given) =>
      sql<{
        titleId: string;
        onHand: number;
      }>`
        select ${PREPARED} title_id, on_hand
        from fair_lines
        where fair_id = ${given.fairId} and title_id = any(${given.titleIds}::uuid[])
        order by id for no key update`,
  );
  return new Map(rows.map((row) => [row.titleId, row.onHand]));
}

/** Locks titles by ID and returns the unallocated warehouse units by title. */
export async function lockTitles(
  tx: Tx,
  titleIds: readonly string[],
): Promise<Map<string, number>> {
  if (titleIds.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    available: number;
  }>`
    select ${PREPARED} id, warehouse_qty - allocated_qty as available
    from titles
    where id = any(${titleIds}::uuid[])
    order by id for no key update`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.available]));
}
