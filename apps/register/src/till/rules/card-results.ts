import type { PaymentBatchAnswer } from '@pos/contract/sales/register-payments';
import type { SoldOrder, SoldPayment } from '@pos/contract/sales/register-orders';
import { isAcknowledged } from '@pos/contract/sales/register-sending';
import type { Change, StoredSale } from '../journal/journal.ts';
import type { CardResult } from '../sale-views.ts';

type Sold = { order: SoldOrder; cardResults?: readonly CardResult[] };

/** Returns the card payments of a sale whose result nobody has told this register. */
export function findOpenCards({ order, cardResults = [] }: Sold): SoldPayment[] {
  return order.payments.filter(
    ({ status, clientPaymentId }) =>
      status === 'pending' && !cardResults.some((each) => each.clientPaymentId === clientPaymentId),
  );
}

/** Returns the payments of a sale without those that the terminal declined in the end. */
export function withoutDeclined({ order, cardResults = [] }: Sold): SoldPayment[] {
  return order.payments.filter(
    ({ clientPaymentId }) =>
      !cardResults.some(
        (each) => each.clientPaymentId === clientPaymentId && each.status === 'failed',
      ),
  );
}

/** Returns the results that only this device has. Those of a held sale wait for staff to book it. */
export function findUnsentResults(sales: Iterable<StoredSale>): CardResult[] {
  return [...sales].flatMap(({ answer, cardResults = [] }) =>
    answer?.result === 'held' ? [] : cardResults.filter((each) => each.answer === null),
  );
}

/** Returns the sales with results to send: the server has to have the order first. */
export function findSalesWithResults(sales: Iterable<StoredSale>): StoredSale[] {
  return [...sales].filter(
    ({ answer, cardResults = [] }) =>
      answer !== null &&
      isAcknowledged(answer.result) &&
      cardResults.some((each) => each.answer === null),
  );
}

/** Returns what an answer changes. A payment that the server does not know yet is sent again. */
export function changeResultsBy(
  { results }: PaymentBatchAnswer,
  sales: ReadonlyMap<string, StoredSale>,
): Change {
  const answers = new Map<string, 'accepted' | 'refused'>(
    results
      .filter(({ reason }) => reason !== 'UNKNOWN_PAYMENT')
      .map(({ clientPaymentId, result }) => [
        clientPaymentId,
        result === 'accepted' || result === 'duplicate' ? 'accepted' : 'refused',
      ]),
  );
  const changed = findSalesWithResults(sales.values()).map((sale): StoredSale => ({
    ...sale,
    cardResults: (sale.cardResults ?? []).map((each) => ({
      ...each,
      answer: answers.get(each.clientPaymentId) ?? each.answer,
    })),
  }));
  return { sales: changed };
}
