import {
  distributeRefund,
  getOrderSums,
  getRefundAmounts,
  getRefundRounding,
} from '@pos/contract/sales/money-rules';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { FoundOrder } from '@pos/contract/sales/register-refunds';
import type { Instant } from '@pos/contract/values';
import type { StoredReturn, StoredSale } from '../journal/journal.ts';
import type { ReturnableSale, ReturnedLine, ReturnPlan, ReturnTender } from '../return-views.ts';

/** Rules of returns (docs/registers.md, section 6; domain 8.4): what is left, and what goes back. */

const NEVER: Instant = '';

/** A sale of this register, before anything came back of it. */
export function fromJournal(
  { order, titles, answer }: StoredSale,
  { deviceId, customerName }: { deviceId: string; customerName: string | null },
): ReturnableSale {
  const sums = getOrderSums(order);
  return {
    ...order,
    orderNumber: answer?.orderNumber ?? null,
    deviceId,
    customerName,
    lines: order.lines.map((line, index) => ({
      lineNo: line.lineNo,
      sku: line.sku,
      title: titles[line.lineNo] ?? line.title ?? '',
      category: line.category,
      quantity: line.quantity,
      refundedQty: 0,
      unitPriceCents: line.unitPriceCents,
      netCents: sums.lines[index]?.netCents ?? 0,
      taxCents: sums.lines[index]?.taxCents ?? 0,
      fulfilment: line.fulfilment,
    })),
    payments: order.payments.map(({ clientPaymentId, method, status, amountCents, cardLast4 }) => ({
      id: clientPaymentId,
      method,
      status,
      amountCents,
      refundedCents: 0,
      cardLast4,
    })),
    knownAt: NEVER,
    isOfHere: true,
  };
}

/** A sale as the office has it. */
export function fromOffice(
  { status: _status, cashierName: _name, ...order }: FoundOrder,
  { knownAt, isOfHere }: { knownAt: Instant; isOfHere: boolean },
): ReturnableSale {
  // Payments of an answer have no IDs; their order is the same in the office.
  const payments = order.payments.map((each, index) => ({ ...each, id: String(index) }));
  const lines = order.lines.map((line) => ({ ...line, category: null }));
  return { ...order, lines, payments, knownAt, isOfHere };
}

/** True if the server has told after this time, or not at all, that it has booked the return. */
const isNews = ({ answer }: StoredReturn, knownAt: Instant): boolean =>
  answer === null || answer.result === 'held' || (isBooked(answer) && answer.at > knownAt);

const isBooked = ({ result }: NonNullable<StoredReturn['answer']>): boolean =>
  result === 'accepted' || result === 'duplicate';

/** Takes from a sale what this register gave back and the figures of the sale do not know. */
export function withReturns(sale: ReturnableSale, returns: Iterable<StoredReturn>): ReturnableSale {
  let known = sale;
  for (const each of returns) {
    if (each.refund.clientOrderId !== sale.clientOrderId || !isNews(each, sale.knownAt)) continue;
    const { refund, tenders } = each;
    const lines = known.lines.map((line) => {
      const back = refund.lines.filter(({ lineNo }) => lineNo === line.lineNo);
      const units = back.reduce((sum, { quantity }) => sum + quantity, 0);
      return { ...line, refundedQty: Math.min(line.quantity, line.refundedQty + units) };
    });
    known = { ...known, lines, payments: takeFrom(known.payments, tenders) };
  }
  return known;
}

/** Takes amounts by method off the payments, in their order. */
function takeFrom(
  payments: ReturnableSale['payments'],
  tenders: StoredReturn['tenders'],
): ReturnableSale['payments'] {
  const left = new Map<PaymentMethod, number>();
  for (const { method, amountCents } of tenders)
    left.set(method, (left.get(method) ?? 0) + amountCents);
  return payments.map((payment) => {
    const part = Math.min(
      left.get(payment.method) ?? 0,
      payment.amountCents - payment.refundedCents,
    );
    left.set(payment.method, (left.get(payment.method) ?? 0) - part);
    return { ...payment, refundedCents: payment.refundedCents + part };
  });
}

/** Returns the lines of which more is asked back than is left, or that the sale does not have. */
export function findTooMuch(
  sale: ReturnableSale,
  returned: readonly ReturnedLine[],
): ReturnedLine[] {
  return returned.filter(({ lineNo, quantity }) => {
    const line = sale.lines.find((each) => each.lineNo === lineNo);
    return !line || quantity > line.quantity - line.refundedQty;
  });
}

/** Computes the money that goes back for some units: stored value first, never more than was paid. */
export function planReturn(
  sale: ReturnableSale,
  returned: readonly ReturnedLine[],
  roundCash: boolean,
): ReturnPlan {
  let units = 0;
  let totalCents = 0;
  for (const { lineNo, quantity } of returned) {
    const line = sale.lines.find((each) => each.lineNo === lineNo);
    if (!line || quantity === 0) continue;
    const { netCents, taxCents } = getBack(line, quantity);
    units += quantity;
    totalCents += netCents + taxCents;
  }
  const { tenders, missingCents } = distributeRefund(totalCents, sale.payments);
  const roundingCents = roundCash ? getRefundRounding(tenders) : 0;
  const cash = tenders.filter(({ paidOutAs }) => paidOutAs === PaymentMethod.cash);
  const cashCents = cash.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    units,
    totalCents,
    tenders: addUp(tenders),
    cashCents: cashCents + roundingCents,
    roundingCents,
    missingCents,
  };
}

/** Adds up the parts of payments by the same method. */
function addUp(tenders: readonly ReturnTender[]): ReturnTender[] {
  const sums = new Map<PaymentMethod, ReturnTender>();
  for (const { method, paidOutAs, amountCents } of tenders) {
    const before = sums.get(method)?.amountCents ?? 0;
    sums.set(method, { method, paidOutAs, amountCents: before + amountCents });
  }
  return [...sums.values()];
}

/** Returns the share of a line that goes back for some more units. */
export function getBack(
  line: ReturnableSale['lines'][number],
  quantity: number,
): { netCents: number; taxCents: number } {
  const nothing = { ...line, refundedQty: 0, refundedNetCents: 0, refundedTaxCents: 0 };
  const before = getRefundAmounts(nothing, line.refundedQty);
  return getRefundAmounts(
    { ...line, refundedNetCents: before.netCents, refundedTaxCents: before.taxCents },
    quantity,
  );
}

/** Returns true if a text names a sale: number, receipt, ID, card digits, child or buyer. */
export function isMeant(sale: ReturnableSale, text: string, studentNumbers: Set<string>): boolean {
  const word = text.trim().toLowerCase();
  if (word === '') return false;
  const { orderNumber, deviceId, epoch, sequence, clientOrderId, payments, studentNumber } = sale;
  const names = [
    orderNumber,
    orderNumber?.slice(-5),
    orderNumber?.slice(-4),
    `${deviceId}-${epoch}-${sequence}`,
    String(sequence),
    clientOrderId,
    studentNumber,
    ...payments.map(({ cardLast4 }) => cardLast4),
  ];
  return (
    names.some((name) => name?.toLowerCase() === word) ||
    (studentNumber !== null && studentNumbers.has(studentNumber)) ||
    (word.length > 2 && (sale.customerName?.toLowerCase().includes(word) ?? false))
  );
}
