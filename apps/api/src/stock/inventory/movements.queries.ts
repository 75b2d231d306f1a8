import type { LineMovement } from '@pos/contract/stock/adjustments';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** Movements that the form of a line shows. */
const LAST_MOVEMENTS = 10;

/** Returns the last movements of a line's title into and out of its fair, newest first. */
export async function findLineMovements(
  db: Db,
  { id, fairId, titleId }: { id: string; fairId: string; titleId: string },
): Promise<LineMovement[]> {
  const { rows } = await sql<LineMovement>`
    with latest as (
      select *
      from stock_movements
      where title_id = ${titleId} and (from_fair_id = ${fairId} or to_fair_id = ${fairId})
      order by at desc, id desc
      limit ${LAST_MOVEMENTS})
    select m.id, m.at, m.reason as kind,
      case when m.to_fair_id = ${fairId} then m.qty else -m.qty end as delta,
      a.reason, coalesce(a.note, '') as note, m.actor, o.order_number
    from latest m
    left join stock_adjustments a on m.ref_type = 'adjustment'
      and a.fair_line_id = ${id}
      and m.ref_id in (a.id, a.transfer_id)
    left join order_lines l on m.ref_type = 'order_line' and l.id = m.ref_id
    left join refunds r on m.ref_type = 'refund' and r.id = m.ref_id
    left join orders o on o.id = coalesce(l.order_id, r.order_id)
    order by m.at desc, m.id desc`.execute(db);
  return rows;
}
