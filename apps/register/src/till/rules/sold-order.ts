import type { SoldOrder } from '@pos/contract/sales/register-orders';
import type { Instant } from '@pos/contract/values';
import type { SaleApproval } from '../approval-views.ts';
import { toSoldApprovals } from './approving.ts';
import type { RunningSale } from './running-sale.ts';
import { numberedLines, getSums } from './sums.ts';

/** Number of an order at its register; without gaps within an epoch. */
export type OrderNumber = { epoch: number; sequence: number };

/** Makes the order of a sale whose payments cover its total. */
export function toOrder(
  sale: RunningSale,
  { epoch, sequence }: OrderNumber,
  {
    taxRatePpm,
    soldAt,
    soldById,
    approvals,
  }: {
    taxRatePpm: number;
    soldAt: Instant;
    soldById: string | undefined;
    approvals: readonly SaleApproval[];
  },
): SoldOrder {
  const { subtotalCents, taxCents, totalCents } = getSums(sale, taxRatePpm);
  const { buyer, exemption } = sale;
  return {
    clientOrderId: sale.id,
    epoch,
    sequence,
    soldAt,
    ...(soldById !== undefined && { soldById }),
    customerType: buyer?.type ?? 'other',
    studentNumber: buyer?.type === 'student' ? buyer.studentNumber : null,
    customerName: buyer && buyer.type !== 'student' ? buyer.name : null,
    taxRatePpm,
    taxExempt: exemption !== null,
    exemptReason: exemption?.reason ?? null,
    exemptCertificateNo: exemption?.certificateNo.trim() || null,
    ...(approvals.length > 0 && { approvals: toSoldApprovals(approvals) }),
    lines: numberedLines(sale).map((line) => ({
      lineNo: line.lineNo,
      sku: line.sku,
      category: line.category,
      title: line.sku === null ? line.title : null,
      quantity: line.quantity,
      unitPriceCents: line.unitPriceCents,
      discountCents: line.discountCents,
      ...(line.discount && { discountReason: line.discount.reason }),
      taxable: line.taxable,
      fulfilment: line.fulfilment,
    })),
    subtotalCents,
    taxCents,
    totalCents,
    payments: sale.payments,
  };
}

/** Titles of an order's lines by their numbers, for receipts after a title has left the catalog. */
export function getTitles(sale: RunningSale): Record<number, string> {
  return Object.fromEntries(numberedLines(sale).map(({ lineNo, title }) => [lineNo, title]));
}
