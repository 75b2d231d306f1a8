import { toPaymentType } from '@pos/contract/sales/payments';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { type NewPayment, repeatedReferenceNote } from '#api/sales/payments/payments.service.ts';
import type { Balances, PlannedSale, Sale, Seller, TakenPayments } from './planned-sale.ts';
import type { SaleFacts } from './sale-facts.ts';

const PAYMENT_IDS = '0d6bd3a7-6a0c-4b0e-8d0b-3f6c1f5b7a55';

export const findPayingStudent = (order: SoldOrder, facts: SaleFacts) =>
  order.studentNumber === null ? undefined : facts.students.get(order.studentNumber);
/** Returns the eWallet that the order's eWallet payments draw on. */
export const getOrderWalletId = (order: SoldOrder, facts: SaleFacts): string | null =>
  findPayingStudent(order, facts)?.walletId ?? null;

export function planPayments(
  { order, sums, businessDay }: Sale,
  orderId: string,
  facts: SaleFacts,
  balances: Balances,
  register: Seller,
): Pick<PlannedSale, 'payments' | 'notes'> {
  const notes = new Map<string, string>();
  const payments = order.payments.map((sold, index): NewPayment => {
    const id = uuidv7();
    const walletId = sold.method === PaymentMethod.eWallet ? getOrderWalletId(order, facts) : null;
    const short =
      sold.status === 'completed' && !take(sold.method, walletId, sold.amountCents, balances);
    const { note, ...keys } = getUniqueKeys(sold, `${order.clientOrderId}/${index}`, balances);
    if (note !== undefined) notes.set(id, note);
    return {
      id,
      ...keys,
      orderId,
      fairId: facts.fair.id,
      schoolId: facts.fair.schoolId,
      deviceId: register.id,
      purpose: 'sale',
      method: sold.method,
      type: toPaymentType('sale', sold.method),
      status: short ? 'under_review' : sold.status,
      amountCents: sold.amountCents,
      isPart: sold.amountCents !== sums.totalCents,
      tenderedCents: sold.tenderedCents ?? 0,
      changeCents: sold.changeCents ?? 0,
      roundingCents: sold.roundingCents ?? 0,
      checkNumber: sold.checkNumber,
      cardBrand: sold.cardBrand,
      cardLast4: sold.cardLast4,
      studentId:
        sold.method === PaymentMethod.facts || sold.method === PaymentMethod.eWallet
          ? (findPayingStudent(order, facts)?.id ?? null)
          : null,
      walletId,
      reviewReason: short
        ? sold.method === PaymentMethod.eWallet
          ? 'WALLET_SHORT'
          : 'AVE_DOLLAR_SHORT'
        : null,
      failureCode: null,
      businessDay,
      paidAt: order.soldAt,
    };
  });
  return { payments, notes };
}

/**
 * Returns a payment's ID and processor reference, and adds them to `taken`. If another payment
 * already has the ID, a new one is derived from `name`, always the same; a repeated reference
 * becomes null. `note` tells staff about either.
 */
function getUniqueKeys(
  sold: SoldOrder['payments'][number],
  name: string,
  taken: TakenPayments,
): { clientPaymentId: string; processorRef: string | null; note?: string } {
  let note: string | undefined;
  let clientPaymentId = sold.clientPaymentId.toLowerCase();
  if (taken.paymentIds.has(clientPaymentId)) {
    note = `The register already used the payment ID ${clientPaymentId}.`;
    clientPaymentId = uuidv5(name, PAYMENT_IDS);
  }
  taken.paymentIds.add(clientPaymentId);
  let { processorRef } = sold;
  if (processorRef !== null && taken.processorRefs.has(processorRef)) {
    note = repeatedReferenceNote(processorRef);
    processorRef = null;
  }
  if (processorRef !== null) taken.processorRefs.add(processorRef);
  return { clientPaymentId, processorRef, ...(note !== undefined && { note }) };
}

/**
 * Deducts a payment by stored value from the balances. Returns false, deducting nothing, if the
 * balance is too small. Other methods have no balance and always return true.
 */
function take(
  method: PaymentMethod,
  walletId: string | null,
  amountCents: number,
  balances: Balances,
): boolean {
  if (method === PaymentMethod.eWallet) {
    const left = walletId === null ? undefined : balances.walletCents.get(walletId);
    if (walletId === null || left === undefined || left < amountCents) return false;
    balances.walletCents.set(walletId, left - amountCents);
  }
  if (method === PaymentMethod.aveDollar) {
    if (balances.aveDollarCents < amountCents) return false;
    balances.aveDollarCents -= amountCents;
  }
  return true;
}
