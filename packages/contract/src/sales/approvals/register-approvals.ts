import { z } from 'zod';
import type { CustomerType, ExemptReason } from '../order-states.ts';
import { ClientId } from '../register-values.ts';
import { closedSet, Cents, Id, Instant, optional } from '../../values.ts';

/**
 * Approvals at registers (domain 8.13): a person with the duty "Decide payments and refunds" enters
 * their own code for what another person wants to do there.
 *
 * - `discount`: a line is discounted by more than `maxDiscountPercent`.
 * - `exemption`: a sale is exempt from tax without a certificate.
 * - `refund`: items come back. `void`: a finished sale is taken back whole.
 * - `offline`: selling goes on after `maxOfflineHours` without a network.
 */
export const APPROVALS = {
  discount: 'Discount',
  exemption: 'Tax exemption',
  refund: 'Refund',
  void: 'Sale taken back',
  offline: 'Selling without a network',
} as const;
export const ApprovalKind = closedSet(APPROVALS, 'Unknown kind of approval.');
export type ApprovalKind = z.infer<typeof ApprovalKind>;
const Kinds = z.array(ApprovalKind).min(1, 'Name what is approved.').max(5);

/** Kinds of which an approval is bound to a refund, and not to a sale. */
const REFUND_KINDS: readonly ApprovalKind[] = ['refund', 'void'];

/** A person who approves, with what is approved. */
export const NewApproval = z
  .strictObject({
    /** Person of pos/people with `approves`. */
    personId: Id,
    secretCode: z.string().regex(/^\d{4}$/, 'Please enter 4 digit Secret code.'),
    kinds: Kinds,
    /** The sale, or the sale that is refunded. */
    clientOrderId: ClientId,
    /** The refund, for the kinds `refund` and `void`. */
    clientRefundId: optional(ClientId),
    /** The most that it gives away: the discount of the sale, or the money given back. */
    amountCents: Cents,
  })
  .refine(
    ({ kinds, clientRefundId }) =>
      (clientRefundId !== undefined) === kinds.some((kind) => REFUND_KINDS.includes(kind)),
    {
      path: ['clientRefundId'],
      message: 'A refund or void names its clientRefundId, and nothing else does.',
    },
  );
export type NewApproval = z.infer<typeof NewApproval>;

/** An approval. The sale or refund names its `id`. */
export const Approval = z.strictObject({
  id: Id,
  clientOrderId: z.string(),
  approvedBy: z.strictObject({ id: Id, name: z.string() }),
  approvedAt: Instant,
});
export type Approval = z.infer<typeof Approval>;

/**
 * Approval that a sale names: its `id`, or, of one without a network, the person and what they
 * approved. The server has not checked their code then.
 */
export const SoldApproval = z.object({
  id: optional(Id),
  personId: optional(Id),
  kinds: optional(Kinds),
});
export type SoldApproval = z.infer<typeof SoldApproval>;

/** Parts of a sale that decide if it needs an approval. */
type SaleToApprove = {
  customerType: CustomerType;
  taxExempt: boolean;
  exemptReason: ExemptReason | null;
  exemptCertificateNo: string | null;
  lines: readonly { quantity: number; unitPriceCents: number; discountCents: number }[];
};
/** `schoolTaxExempt`: the school has a certificate that is valid on the day of the sale (domain 8.12). */
type ApprovalTerms = { maxDiscountPercent: number; schoolTaxExempt: boolean };

/** Returns what of a sale a person with the duty must approve (domain 8.13). */
export function findNeededApprovals(sale: SaleToApprove, terms: ApprovalTerms): ApprovalKind[] {
  const needed: ApprovalKind[] = [];
  if (sale.lines.some((line) => isDiscountBeyond(line, terms.maxDiscountPercent)))
    needed.push('discount');
  if (sale.taxExempt && !isExemptionComplete(sale, terms.schoolTaxExempt)) needed.push('exemption');
  return needed;
}

/** True if the discount of a line is more than a share of its gross. */
function isDiscountBeyond(
  { quantity, unitPriceCents, discountCents }: SaleToApprove['lines'][number],
  maxPercent: number,
): boolean {
  return discountCents * 100 > unitPriceCents * quantity * maxPercent;
}

/**
 * Returns true if the reason of an exempt sale fits the customer and there is a certificate: on the
 * order or, for the school's own purchase, of the school (domain 8.12).
 */
export function isExemptionComplete(
  {
    customerType,
    exemptReason,
    exemptCertificateNo,
  }: Pick<SaleToApprove, 'customerType' | 'exemptReason' | 'exemptCertificateNo'>,
  schoolTaxExempt: boolean,
): boolean {
  if (exemptReason === null) return false;
  if (exemptReason !== 'school_purchase') return exemptCertificateNo !== null;
  const isOfSchool = customerType === 'school' || customerType === 'teacher';
  return isOfSchool && (exemptCertificateNo !== null || schoolTaxExempt);
}
