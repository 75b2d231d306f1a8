import { sql } from 'kysely';
import type { Product } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';
import type { Register } from '../simulator/register.ts';

/**
 * Returns refunds without a final answer: never answered, or still waiting on the server with
 * nothing left to wait for. Call it once every order is sent and every payment under review is
 * resolved.
 */
export async function endlessRefunds(
  product: Product,
  registers: readonly Register[],
): Promise<string[]> {
  const unanswered = registers
    .flatMap(({ memory }) => memory.refunds)
    .filter(({ result }) => result === undefined)
    .map(
      ({ refund }) =>
        `refund ${refund.clientRefundId} of ${refund.clientOrderId} was never answered`,
    );
  return [...unanswered, ...(await withDatabase(product.dataDir, refundsInLimbo))];
}

/** Returns waiting refunds of open fairs whose order is settled or was never received. */
async function refundsInLimbo(db: Parameters<Parameters<typeof withDatabase>[1]>[0]) {
  const { rows } = await sql<{ id: string; reason: string; status: string | null }>`
    select h.client_refund_id as id, h.reason, o.status
    from held_refunds h
    join fairs f on f.id = h.fair_id and f.close_out_state = 'open'
    left join orders o on o.client_order_id = h.client_order_id
    where h.state = 'waiting'
      and not exists (select from held_orders w where w.client_order_id = h.client_order_id::text and w.state = 'waiting')
      and (o.status is null or o.status <> 'open')
      and not exists (select from payments p where p.order_id = o.id and p.status in ('pending', 'under_review'))`.execute(
    db,
  );
  return rows.map(
    ({ id, reason, status }) =>
      `refund ${id} is held for ${reason}, and its order is ${status ?? 'missing'}`,
  );
}
