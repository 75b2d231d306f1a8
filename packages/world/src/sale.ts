import { randomUUID } from 'node:crypto';
import { getOrderSums } from '@pos/contract/sales/money-rules';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { SoldLine, SoldOrder, SoldPayment } from '@pos/contract/sales/register-orders';
import type { SoldRefund } from '@pos/contract/sales/register-refunds';

/** A sale before the register has numbered it. */
export type Sale = Omit<SoldOrder, 'epoch' | 'sequence'>;

export const HUNGER = '9780439023481';
export const PENCIL = 'PENCIL-1';
export const BIBLE = 'BIBLE-1';
/** In the catalog, but not on the list of a fair that `stockFair` stocks. */
export const STRAY = 'STRAY-1';

const PRICES: Readonly<Record<string, Pick<SoldLine, 'unitPriceCents' | 'taxable'>>> = {
  [HUNGER]: { unitPriceCents: 899, taxable: true },
  [PENCIL]: { unitPriceCents: 125, taxable: true },
  [BIBLE]: { unitPriceCents: 1200, taxable: false },
  [STRAY]: { unitPriceCents: 500, taxable: true },
};

type WishedPayment = Partial<SoldPayment> & Pick<SoldPayment, 'method'>;
/** Fields in which a sale differs from one copy of one title, paid in cash. */
export type Wish = Partial<Omit<SoldOrder, 'lines' | 'payments'>> & {
  lines?: readonly (Partial<SoldLine> & Pick<SoldLine, 'sku'>)[];
  payments?: readonly WishedPayment[] | ((totalCents: number) => SoldPayment[]);
};

/** Makes a sale as a register does: its sums by the money rules, paid in full unless wished. */
export function sale(
  taxRatePpm: number,
  { lines: wished = [{ sku: HUNGER }], payments, ...wish }: Wish = {},
): Sale {
  const lines = wished.map((line, index): SoldLine => ({
    lineNo: index + 1,
    category: null,
    title: null,
    quantity: 1,
    discountCents: 0,
    fulfilment: 'in_person',
    ...(PRICES[line.sku ?? ''] ?? { unitPriceCents: 100, taxable: true }),
    ...line,
  }));
  const terms = { taxRatePpm, taxExempt: false, ...wish };
  const { subtotalCents, taxCents, totalCents } = getOrderSums({ ...terms, lines });
  const inCash: WishedPayment[] = totalCents > 0 ? [{ method: PaymentMethod.cash }] : [];
  return {
    clientOrderId: randomUUID(),
    soldAt: new Date().toISOString(),
    customerType: 'parent',
    studentNumber: null,
    customerName: null,
    exemptReason: null,
    exemptCertificateNo: null,
    subtotalCents,
    taxCents,
    totalCents,
    ...terms,
    lines,
    payments:
      typeof payments === 'function'
        ? payments(totalCents)
        : (payments ?? inCash).map(({ method, amountCents = totalCents, ...rest }) =>
            payment(method, amountCents, rest),
          ),
  };
}

/** Makes an order: a sale with its number at the register. */
export function order(taxRatePpm: number, wish: Wish & { sequence: number }): SoldOrder {
  const { sequence, epoch = 1, ...rest } = wish;
  return { epoch, sequence, ...sale(taxRatePpm, rest) };
}

/** Makes a completed payment of this amount. */
export function payment(
  method: SoldPayment['method'],
  amountCents: number,
  changes: Partial<SoldPayment> = {},
): SoldPayment {
  return {
    clientPaymentId: randomUUID(),
    method,
    amountCents,
    status: 'completed',
    checkNumber: null,
    cardBrand: null,
    cardLast4: null,
    processorRef: null,
    ...changes,
  };
}

/** Makes a refund of some lines of an order. */
export function refund(
  { clientOrderId }: Pick<SoldOrder, 'clientOrderId'>,
  lines: SoldRefund['lines'] = [{ lineNo: 1, quantity: 1, restock: true }],
  changes: Partial<SoldRefund> = {},
): SoldRefund {
  return {
    clientRefundId: randomUUID(),
    clientOrderId,
    refundedAt: new Date().toISOString(),
    reason: 'Changed mind',
    lines,
    ...changes,
  };
}

/** True if a register can refund an order without staff: all of its payments are completed. */
export function isRefundable({ payments }: Pick<SoldOrder, 'payments'>): boolean {
  return payments.length > 0 && payments.every(({ status }) => status === 'completed');
}
