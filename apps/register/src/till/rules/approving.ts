import {
  type ApprovalKind,
  findNeededApprovals,
  type SoldApproval,
} from '@pos/contract/sales/approvals/register-approvals';
import type { SaleApproval } from '../approval-views.ts';
import type { RunningSale } from './running-sale.ts';
import { numberedLines } from './sums.ts';

/** Rules of approvals (domain 8.13): what of a sale needs one, and what a sale names. */

/** Cents that a sale gives away: what its approval must be for. */
export function getGivenAway(sale: RunningSale): number {
  return numberedLines(sale).reduce((sum, { discountCents }) => sum + discountCents, 0);
}

/** Returns what of a sale nobody with the duty has approved yet. */
export function findMissingApprovals(
  sale: RunningSale,
  terms: { maxDiscountPercent: number; schoolTaxExempt: boolean },
): ApprovalKind[] {
  const { buyer, exemption, approvals = [] } = sale;
  const needed = findNeededApprovals(
    {
      customerType: buyer?.type ?? 'other',
      taxExempt: exemption !== null,
      exemptReason: exemption?.reason ?? null,
      exemptCertificateNo: exemption?.certificateNo.trim() || null,
      lines: numberedLines(sale),
    },
    terms,
  );
  const cents = getGivenAway(sale);
  return needed.filter(
    (kind) =>
      !approvals.some(
        ({ kinds, amountCents }) =>
          kinds.includes(kind) && (kind !== 'discount' || amountCents >= cents),
      ),
  );
}

/** Names the approvals of a sale as an order does. */
export function toSoldApprovals(approvals: readonly SaleApproval[]): SoldApproval[] {
  return approvals.map(({ id, personId, kinds }) =>
    id === undefined ? { personId, kinds } : { id },
  );
}
