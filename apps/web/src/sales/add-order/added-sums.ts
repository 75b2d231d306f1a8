import { getOrderSums } from '@pos/contract/sales/money-rules';
import type { Catalog } from '@pos/contract/sales/register-catalog';
import { useWatch } from 'react-hook-form';

/** A line as the form has it: numbers are missing or texts while they are typed. */
export type LineValues = {
  sku?: string | null;
  title?: string | null;
  taxable?: boolean | null;
  quantity?: unknown;
  unitPriceCents?: unknown;
  discountCents?: unknown;
  discountReason?: string | null;
  fulfilment?: string | null;
};
export type PaymentValues = { method?: number | null; amountCents?: unknown };

const toCount = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;

/** Sums of an order as typed so far, by the rules that the server books with, in cents. */
export function useAddedSums(catalog: Catalog | undefined) {
  const [lines, payments, isExempt] = useWatch({
    name: ['lines', 'payments', 'taxExempt'],
  }) as [LineValues[], PaymentValues[], boolean | undefined];
  const sums = getOrderSums({
    taxExempt: isExempt ?? false,
    taxRatePpm: catalog?.fair.taxRatePpm ?? 0,
    lines: lines.map((line, index) => ({
      lineNo: index + 1,
      quantity: toCount(line.quantity),
      unitPriceCents: toCount(line.unitPriceCents),
      discountCents: toCount(line.discountCents),
      taxable: catalog?.titles.find(({ sku }) => sku === line.sku)?.taxable ?? line.taxable ?? true,
    })),
  });
  const paidCents = payments.reduce((sum, { amountCents }) => sum + toCount(amountCents), 0);
  return { ...sums, paidCents, leftCents: sums.totalCents - paidCents };
}
