import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { OrderResult, SoldOrder } from '@pos/contract/sales/register-orders';
import type { Balances, Sale } from './planned-sale.ts';
import { type SaleFacts, findTitleFacts } from './sale-facts.ts';
import { getOrderWalletId } from './sale-payments.rules.ts';

export type Shortage = { code: NonNullable<OrderResult['code']>; detail: string };

/**
 * Returns the shortage of an online sale, if any (domain 8.9, 8.10). Lines of one title count
 * together.
 */
export function findShortage(
  { order }: Sale,
  facts: SaleFacts,
  balances: Balances,
): Shortage | undefined {
  for (const [fulfilment, stock] of [
    ['in_person', balances.onHand],
    ['ship_to_school', balances.available],
  ] as const) {
    for (const [titleId, { title, units }] of unitsByTitle(order, fulfilment, facts)) {
      const left = Math.max(0, stock.get(titleId) ?? 0);
      if (units > left)
        return {
          code: 'STOCK_INSUFFICIENT',
          detail: `"${title}": ${units} requested, ${left} left.`,
        };
    }
  }
  const asked = (method: PaymentMethod) =>
    order.payments.reduce(
      (sum, payment) =>
        sum +
        (payment.method === method && payment.status === 'completed' ? payment.amountCents : 0),
      0,
    );
  const walletId = getOrderWalletId(order, facts);
  const walletCents = (walletId && balances.walletCents.get(walletId)) || 0;
  if (asked(PaymentMethod.eWallet) > walletCents)
    return {
      code: 'WALLET_INSUFFICIENT',
      detail: `The eWallet has ${walletCents}, ${asked(PaymentMethod.eWallet)} requested.`,
    };
  if (asked(PaymentMethod.aveDollar) > balances.aveDollarCents)
    return {
      code: 'AVE_DOLLAR_INSUFFICIENT',
      detail: `The school has ${balances.aveDollarCents} AveDollar cents, ${asked(PaymentMethod.aveDollar)} requested.`,
    };
  return undefined;
}

function unitsByTitle(
  order: SoldOrder,
  fulfilment: 'in_person' | 'ship_to_school',
  facts: SaleFacts,
): Map<string, { title: string; units: number }> {
  const units = new Map<string, { title: string; units: number }>();
  for (const line of order.lines) {
    const title = findTitleFacts(facts, line.sku);
    if (title && line.fulfilment === fulfilment)
      units.set(title.id, {
        title: title.title,
        units: (units.get(title.id)?.units ?? 0) + line.quantity,
      });
  }
  return units;
}
