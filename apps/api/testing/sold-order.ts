import { getOrderSums } from '@pos/contract/money-rules';
import { PaymentMethod } from '@pos/contract/payment-methods';
import type { SoldOrder } from '@pos/contract/register-orders';
import { v4 as uuidv4 } from 'uuid';

export const HUNGER = '9780439023481';
export const PENCIL = 'PENCIL-1';
export const BIBLE = 'BIBLE-1';
/** In the catalog, but not on the fair's list. */
export const STRAY = 'STRAY-1';

const PRICES: Record<string, { unitPriceCents: number; taxable: boolean }> = {
  [HUNGER]: { unitPriceCents: 899, taxable: true },
  [PENCIL]: { unitPriceCents: 125, taxable: true },
  [BIBLE]: { unitPriceCents: 1200, taxable: false },
  [STRAY]: { unitPriceCents: 500, taxable: true },
};

type WishedLine = Partial<SoldOrder['lines'][number]> & { sku: string | null };
type WishedPayment = Partial<SoldOrder['payments'][number]> & { method: PaymentMethod };
export type Wish = Partial<Omit<SoldOrder, 'lines' | 'payments'>> & {
  lines?: WishedLine[];
  payments?: WishedPayment[];
};

/**
 * Builds an order as a register does: totals by the money rules, paid in cash unless the wish
 * differs.
 */
export function makeOrder(
  fair: { salesTaxRatePpm: number },
  { lines = [{ sku: HUNGER }], payments, ...wish }: Wish & { sequence: number },
): SoldOrder {
  const sold = lines.map((line, index) => ({
    lineNo: index + 1,
    category: null,
    title: null,
    quantity: 1,
    discountCents: 0,
    fulfilment: 'in_person' as const,
    ...(PRICES[line.sku ?? ''] ?? { unitPriceCents: 100, taxable: true }),
    ...line,
  }));
  const terms = { taxRatePpm: fair.salesTaxRatePpm, taxExempt: false, ...wish };
  const sums = getOrderSums({ ...terms, lines: sold });
  const blank = {
    checkNumber: null,
    cardBrand: null,
    cardLast4: null,
    processorRef: null,
    status: 'completed' as const,
  };
  const paid = (payments ?? (sums.totalCents > 0 ? [{ method: PaymentMethod.cash }] : [])).map(
    (payment) => ({
      ...blank,
      clientPaymentId: uuidv4(),
      amountCents: sums.totalCents,
      ...payment,
    }),
  );
  return {
    clientOrderId: uuidv4(),
    epoch: 1,
    soldAt: new Date().toISOString(),
    customerType: 'parent',
    studentNumber: null,
    customerName: null,
    exemptReason: null,
    exemptCertificateNo: null,
    subtotalCents: sums.subtotalCents,
    taxCents: sums.taxCents,
    totalCents: sums.totalCents,
    ...terms,
    lines: sold,
    payments: paid,
  };
}
