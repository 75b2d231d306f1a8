import type { OrderFlag } from '@pos/contract/order-states';
import { insertAll } from '#api/db/insert-rows.ts';
import type { Tx } from '#api/db/db.ts';
import { paymentRows } from '#api/features/payments/payments.service.ts';
import { allocate, moveQuantities, movementRows } from '#api/features/stock/stock.service.ts';
import { debitAveDollars } from '#api/features/wallets/ave-dollars.service.ts';
import { debitWallet } from '#api/features/wallets/wallets.service.ts';
import type { Actor } from '#api/http/identity.ts';
import { lockBalances } from './balances.queries.ts';
import { takeOrderNumbers } from './booking.queries.ts';
import type { SaleFacts } from './sale-facts.ts';
import {
  type PlannedSale,
  planSale,
  type Sale,
  type Seller,
  shortageOf,
  type Shortage,
  type TakenPayments,
} from './sale-plan.rules.ts';

/** An order that was booked. `netCents` counts in the fair's net sales: 0 while the order is open. */
export type Booked = { id: string; orderNumber: string; flags: OrderFlag[]; netCents: number };

/** An online sale that was refused: thrown, so that nothing of it is stored. */
export class SaleRefused extends Error {
  readonly shortage: Shortage;
  constructor(shortage: Shortage) {
    super(shortage.detail);
    this.shortage = shortage;
  }
}

/**
 * Books sales that were judged: orders, lines, payments, what they take from eWallets and AveDollars, and the stock they move.
 * An online sale (which comes alone) is refused by `SaleRefused` where stock or stored value do not suffice; an offline one is booked all the same.
 */
export async function bookSales(
  tx: Tx,
  register: Seller,
  actor: Actor,
  facts: SaleFacts,
  taken: TakenPayments,
  sales: readonly Sale[],
): Promise<Booked[]> {
  if (sales.length === 0) return [];
  const balances = await lockBalances(tx, facts, taken, sales);
  const plans: PlannedSale[] = [];
  for (const sale of sales) {
    const shortage = sale.order.mode === 'online' ? shortageOf(sale, facts, balances) : undefined;
    if (shortage) throw new SaleRefused(shortage);
    plans.push(planSale(sale, facts, balances, register));
  }
  const numbers = await takeOrderNumbers(tx, facts.fair, register.id, plans.length);
  const orders = plans.map((plan, index) => ({ ...plan.order, orderNumber: numbers[index]! }));
  const notes = new Map(plans.flatMap((plan) => [...plan.notes]));
  const movements = plans.flatMap((plan) => plan.movements);
  // One statement, and the orders first: their row of the live events speaks for all of them.
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

/** Takes what the plans found to be there; the guarded updates are the proof (trust.md, "Rules" 2). */
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
    if (status !== 'completed' || (method !== 5 && method !== 6)) continue;
    const move = {
      type: 'spend',
      amountCents,
      idempotencyKey: `payment:${paymentId}`,
      paymentId,
      businessDay,
    } as const;
    const balance =
      method === 5
        ? await debitWallet(tx, { ...move, walletId: walletId! }, actor)
        : await debitAveDollars(tx, { ...move, schoolId, fairId: fairId! }, actor);
    if (balance === undefined)
      throw new Error(`Payment ${paymentId} was planned on value that is not there.`);
  }
}

function summed(parts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const part of parts)
    for (const [key, value] of part) sums.set(key, (sums.get(key) ?? 0) + value);
  return sums;
}
