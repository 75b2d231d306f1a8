import type { OrderFlag } from '@pos/contract/sales/order-states';
import {
  type ApprovalKind,
  findNeededApprovals,
} from '@pos/contract/sales/approvals/register-approvals';
import type { BookedTime } from '@pos/contract/sales/register-clock';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import type { UsedApproval } from '#api/sales/approvals/approvals.service.ts';
import { getOrderFlags, hasSchoolCertificate } from './judgement.rules.ts';
import { getSeller, type SaleFacts } from './sale-facts.ts';

/**
 * Returns the approvals of a sale, and its flags (domain 8.13). What nobody approved is flagged,
 * never refused. `sentBy` is the person of the token; null if nobody knows.
 */
export function approvalsAndFlags(
  order: SoldOrder,
  booked: BookedTime,
  facts: SaleFacts,
  sentBy: string | null,
): { approvals: UsedApproval[]; flags: OrderFlag[] } {
  const schoolTaxExempt = hasSchoolCertificate(booked.day, facts);
  const terms = { maxDiscountPercent: facts.maxDiscountPercent, schoolTaxExempt };
  const missing = new Set(findNeededApprovals(order, terms));
  const approvals = findNamed(order, facts);
  for (const { kinds } of approvals) for (const kind of kinds) missing.delete(kind);
  if (missing.size > 0) {
    const own = ownApproval(order, facts, [...missing], sentBy);
    if (own) {
      approvals.push(own);
      missing.clear();
    }
  }
  const flags = getOrderFlags(order, booked, facts);
  return { approvals, flags: missing.size > 0 ? [...flags, 'unapproved'] : flags };
}

/** Returns the approvals that an order names, as far as they are for it and for as much. */
function findNamed(order: SoldOrder, { fair, approvals }: SaleFacts): UsedApproval[] {
  const discountCents = order.lines.reduce((sum, line) => sum + line.discountCents, 0);
  return (order.approvals ?? []).flatMap(({ id, personId, kinds = [] }): UsedApproval[] => {
    const given = id === undefined ? undefined : approvals.given.get(id.toLowerCase());
    if (given) {
      const isMeant =
        given.fairId === fair.id &&
        given.clientOrderId === order.clientOrderId &&
        given.clientRefundId === null;
      const covered = given.kinds.filter(
        (kind) => kind !== 'discount' || discountCents <= given.amountCents,
      );
      const { adminId, name } = given;
      return isMeant && covered.length > 0
        ? [{ id: given.id, kinds: covered, adminId, name, isChecked: true }]
        : [];
    }
    const adminId = personId?.toLowerCase() ?? '';
    const name = approvals.approvers.get(adminId);
    return name === undefined || kinds.length === 0
      ? []
      : [{ kinds: [...new Set(kinds)], adminId, name, isChecked: false }];
  });
}

/**
 * Returns the approval of a seller with the duty: their own sale needs no second person. A sale that
 * names no seller and was sent by nobody known is approved by nobody.
 */
function ownApproval(
  order: SoldOrder,
  facts: SaleFacts,
  kinds: ApprovalKind[],
  sentBy: string | null,
): UsedApproval | undefined {
  if (sentBy === null && !facts.sellers.has(order.soldById ?? '')) return undefined;
  const seller = getSeller(order, facts);
  const name = seller.fairCashierId === null ? facts.approvals.approvers.get(seller.cashierId) : '';
  if (!name) return undefined;
  const isChecked = order.soldById === undefined || order.soldById === sentBy;
  return { kinds, adminId: seller.cashierId, name, isChecked, isOwn: true };
}
