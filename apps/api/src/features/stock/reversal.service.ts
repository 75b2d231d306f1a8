import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/identity.ts';
import {
  recordMovements,
  type Movement,
  type MovementReason,
  type Place,
} from './stock.service.ts';

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

/**
 * Reverses the movements of these causes, with the same reason and cause in the opposite direction.
 * Movements already reversed are not reversed twice.
 */
export async function reverseMovements(
  tx: Tx,
  refType: string,
  refIds: readonly string[],
  actor: Actor,
): Promise<void> {
  const { rows } = await sql<Moved>`
    select title_id, reason, ref_id, from_place, from_fair_id, to_place, to_fair_id,
      sum(qty)::bigint as qty
    from stock_movements where ref_id = any(${[...refIds]}::uuid[]) and ref_type = ${refType}
    group by title_id, reason, ref_id, from_place, from_fair_id, to_place, to_fair_id`.execute(tx);
  const net = new Map<string, Movement>();
  for (const row of rows) {
    const [from, to] = [place(row.fromPlace, row.fromFairId), place(row.toPlace, row.toFairId)];
    const key = (here: Place, there: Place) =>
      JSON.stringify([row.titleId, row.reason, row.refId, here, there]);
    const opposite = net.get(key(to, from));
    if (opposite) opposite.qty -= row.qty;
    else
      net.set(key(from, to), {
        titleId: row.titleId,
        qty: row.qty,
        from,
        to,
        reason: row.reason,
        refType,
        refId: row.refId,
      });
  }
  const reversed = [...net.values()]
    .filter(({ qty }) => qty !== 0)
    .map((movement) => {
      const { from, to, qty } = movement;
      return qty > 0 ? { ...movement, from: to, to: from } : { ...movement, qty: -qty };
    });
  await recordMovements(tx, reversed, actor);
}

const place = (name: string, fairId: string | null): Place =>
  fairId === null ? (name as Exclude<Place, object>) : { fairId };
