import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { findMoved } from './reversal.queries.ts';
import { recordMovements, type Movement, type Place } from './stock.service.ts';

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
  const net = new Map<string, Movement>();
  for (const row of await findMoved(tx, refType, refIds)) {
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
