import { sql } from 'kysely';
import type { Product } from '../product/product.ts';
import { withDatabase } from '../product/trial-database.ts';
import type { Register } from '../simulator/register.ts';

/**
 * Refunds that no register learns the end of: without an answer, or held by the server although nothing is left that
 * they could wait for. Everything must have been handed in and every payment under review decided.
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

/** Waiting refunds of an open fair whose order is there and settled, or never came. */
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
      `refund ${id} is held for ${reason}, and its order is ${status ?? 'not there'}`,
  );
}
