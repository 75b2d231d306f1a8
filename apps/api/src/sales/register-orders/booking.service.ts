import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { OrderFlag } from '@pos/contract/sales/order-states';
import { insertAll } from '#api/db/insert-rows.ts';
import type { Tx } from '#api/db/db.ts';
import { paymentRows } from '#api/sales/payments/payments.service.ts';
import { allocate, moveQuantities, movementRows } from '#api/stock/stock/stock.service.ts';
import { debitAveDollars } from '#api/sales/payments/wallets/ave-dollars.service.ts';
import { debitWallet } from '#api/sales/payments/wallets/wallets.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { useApprovals } from '#api/sales/approvals/approvals.service.ts';
import { lockBalances } from './balances.queries.ts';
import { takeOrderNumbers } from './booking.queries.ts';
import type { SaleFacts } from './sale-facts.ts';
import { planSale } from './sale-plan.rules.ts';
import { type Shortage, findShortage } from './shortage.rules.ts';
import type { PlannedSale, Sale, Seller, TakenPayments } from './planned-sale.ts';

/** A booked order. `netCents` counts in the fair's net sales and is 0 while the order is open. */
export type Booked = { id: string; orderNumber: string; flags: OrderFlag[]; netCents: number };

/** Thrown when an online sale is refused, so that nothing of it is stored. */
export class SaleRefused extends Error {
  readonly shortage: Shortage;
  constructor(shortage: Shortage) {
    super(shortage.detail);
    this.shortage = shortage;
  }
}

/** Checked sales of one register, with the facts and payments that they were checked against. */
export type SalesToBook = {
  seller: Seller;
  facts: SaleFacts;
  taken: TakenPayments;
  sales: readonly Sale[];
};

/**
 * Books checked sales: orders, lines, payments, debits of eWallets and AveDollars, and stock
 * movements. An online sale (which comes alone) throws `SaleRefused` if stock or stored value is
 * insufficient; an offline sale is booked anyway.
 */
export async function bookSales(
  tx: Tx,
  actor: Actor,
  { seller, facts, taken, sales }: SalesToBook,
): Promise<Booked[]> {
  if (sales.length === 0) return [];
  const balances = await lockBalances(tx, facts, taken, sales);
  const plans: PlannedSale[] = [];
  for (const sale of sales) {
    const shortage = sale.order.mode === 'online' ? findShortage(sale, facts, balances) : undefined;
    if (shortage) throw new SaleRefused(shortage);
    plans.push(planSale(sale, facts, balances, seller));
  }
  const numbers = await takeOrderNumbers(tx, facts.fair, seller.id, plans.length);
  const orders = plans.map((plan, index) => ({ ...plan.order, orderNumber: numbers[index]! }));
  const notes = new Map(plans.flatMap((plan) => [...plan.notes]));
  const movements = plans.flatMap((plan) => plan.movements);
  // A single statement with the orders first, because their live event covers all its rows.
  await insertAll(tx, {
    orders,
    orderLines: plans.flatMap((plan) => plan.lines),
    ...paymentRows(
      plans.flatMap((plan) => plan.payments),
      actor,
      (payment) => notes.get(payment.id) ?? '',
    ),
    ...movementRows(movements, actor),
  });
  for (const { order, approvals } of plans)
    await useApprovals(tx, actor, { ...order, orderId: order.id, approvals });
  await debitStoredValue(tx, plans, actor);
  await moveQuantities(tx, movements);
  await allocate(tx, summed(plans.map((plan) => plan.allocated)));
  return orders.map(({ id, orderNumber, flags, status, subtotalCents }) => ({
    id,
    orderNumber,
    flags: flags ?? [],
    netCents: status === 'completed' ? subtotalCents : 0,
  }));
}

/**
 * Debits the stored value planned earlier. The guarded updates guarantee that it is there
 * (trust.md, "Rules" 2).
 */
async function debitStoredValue(
  tx: Tx,
  plans: readonly PlannedSale[],
  actor: Actor,
): Promise<void> {
  for (const {
    id: paymentId,
    method,
    status,
    walletId,
    amountCents,
    schoolId,
    fairId,
    businessDay,
  } of plans.flatMap((plan) => plan.payments)) {
    if (
      status !== 'completed' ||
      (method !== PaymentMethod.eWallet && method !== PaymentMethod.aveDollar)
    )
      continue;
    const move = {
      type: 'spend',
      amountCents,
      idempotencyKey: `payment:${paymentId}`,
      paymentId,
      businessDay,
    } as const;
    const balance =
      method === PaymentMethod.eWallet
        ? await debitWallet(tx, { ...move, walletId: walletId! }, actor)
        : await debitAveDollars(tx, { ...move, schoolId, fairId: fairId! }, actor);
    if (balance === undefined)
      throw new Error(`Payment ${paymentId} was planned with value that does not exist.`);
  }
}

function summed(parts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const part of parts)
    for (const [key, value] of part) sums.set(key, (sums.get(key) ?? 0) + value);
  return sums;
}
