import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import type { MovementReason } from './stock.service.ts';

/** Units moved from one place to another by one cause, reversals included. */
type Moved = {
  titleId: string;
  reason: MovementReason;
  refId: string;
  fromPlace: string;
  fromFairId: string | null;
  toPlace: string;
  toFairId: string | null;
  qty: number;
};

/** Returns what the movements of these causes moved, summed by title, places and cause. */
export async function findMoved(
  db: Db,
  refType: string,
  refIds: readonly string[],
): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select title_id, reason, ref_id, from_place, from_fair_id, to_place, to_fair_id,
      sum(qty)::bigint as qty
    from stock_movements
    where ref_id = any(${[...refIds]}::uuid[]) and ref_type = ${refType}
    group by title_id, reason, ref_id, from_place, from_fair_id, to_place, to_fair_id`.execute(db);
  return rows;
}
